#include "core/io/bibtex.h"

namespace tilescape::io {

namespace {

// Authors, titles, places and DOIs are those that the papers print of themselves; pages those of KAPLA's list of references
// ([8], [17], [25], [47]), of the JSSC article those of its DOI's record.
constexpr std::string_view tangram = R"(@inproceedings{gao2019tangram,
  author    = {Gao, Mingyu and Yang, Xuan and Pu, Jing and Horowitz, Mark and Kozyrakis, Christos},
  title     = {{TANGRAM}: Optimized Coarse-Grained Dataflow for Scalable {NN} Accelerators},
  booktitle = {Proceedings of the 24th International Conference on Architectural Support for Programming Languages and Operating Systems (ASPLOS)},
  pages     = {807--820},
  year      = {2019},
  doi       = {10.1145/3297858.3304014}
})";

constexpr std::string_view eyeriss = R"(@inproceedings{chen2016eyeriss,
  author    = {Chen, Yu-Hsin and Emer, Joel and Sze, Vivienne},
  title     = {Eyeriss: A Spatial Architecture for Energy-Efficient Dataflow for Convolutional Neural Networks},
  booktitle = {Proceedings of the 43rd International Symposium on Computer Architecture (ISCA)},
  pages     = {367--379},
  year      = {2016},
  doi       = {10.1109/ISCA.2016.40}
})";

constexpr std::string_view eyerissChip = R"(@article{chen2017eyeriss,
  author  = {Chen, Yu-Hsin and Krishna, Tushar and Emer, Joel S. and Sze, Vivienne},
  title   = {Eyeriss: An Energy-Efficient Reconfigurable Accelerator for Deep Convolutional Neural Networks},
  journal = {IEEE Journal of Solid-State Circuits},
  volume  = {52},
  number  = {1},
  pages   = {127--138},
  year    = {2017},
  doi     = {10.1109/JSSC.2016.2616357}
})";

constexpr std::string_view tpu = R"(@inproceedings{jouppi2017tpu,
  author    = {Jouppi, Norman P. and others},
  title     = {In-Datacenter Performance Analysis of a Tensor Processing Unit},
  booktitle = {Proceedings of the 44th International Symposium on Computer Architecture (ISCA)},
  pages     = {1--12},
  year      = {2017},
  doi       = {10.1145/3079856.3080246}
})";

constexpr std::string_view kapla = R"(@misc{li2023kapla,
  author        = {Li, Zhiyao and Gao, Mingyu},
  title         = {{KAPLA}: Pragmatic Representation and Fast Solving of Scalable {NN} Accelerator Dataflow},
  year          = {2023},
  eprint        = {2306.15676},
  archiveprefix = {arXiv}
})";

constexpr std::string_view hypar = R"(@inproceedings{song2019hypar,
  author    = {Song, Linghao and Mao, Jiachen and Zhuo, Youwei and Qian, Xuehai and Li, Hai and Chen, Yiran},
  title     = {{HyPar}: Towards Hybrid Parallelism for Deep Learning Accelerator Array},
  booktitle = {Proceedings of the 25th International Symposium on High Performance Computer Architecture (HPCA)},
  pages     = {56--68},
  year      = {2019},
  doi       = {10.1109/HPCA.2019.00027}
})";

constexpr std::string_view gradientOrder = R"(@inproceedings{kim2023interleaved,
  author    = {Kim, Jungwoo and Na, Seonjin and Lee, Sanghyeon and Lee, Sunho and Huh, Jaehyuk},
  title     = {Improving Data Reuse in {NPU} On-chip Memory with Interleaved Gradient Order for {DNN} Training},
  booktitle = {Proceedings of the 56th International Symposium on Microarchitecture (MICRO)},
  numpages  = {14},
  year      = {2023},
  doi       = {10.1145/3613424.3614299}
})";

constexpr std::string_view adaptFlow = R"(@inproceedings{yang2022adaptflow,
  author    = {Yang, Jiaqi and Zheng, Hao and Louri, Ahmed},
  title     = {Adapt-Flow: A Flexible {DNN} Accelerator Architecture for Heterogeneous Dataflow Implementation},
  booktitle = {Proceedings of the Great Lakes Symposium on VLSI (GLSVLSI)},
  numpages  = {6},
  year      = {2022},
  doi       = {10.1145/3526241.3530311}
})";

/// What of Tangram's the search space has switched on.
std::string tangramReason(const search::SearchSpace& space)
{
    std::string reason = "cost model of tiles, NoC and DRAM";
    reason += space.bufferSharing ? ", buffer sharing" : "";
    reason += space.spatialPipelining ? ", layers side by side in regions" : "";
    return reason + (space.spatialPipelining && space.alternateLoopOrder ? " with alternate loop order" : "");
}

} // namespace

std::vector<Citation> citationsOf(const schedule::Problem& problem)
{
    std::vector<Citation> citations{{"gao2019tangram", tangram, tangramReason(problem.space)}};
    if (problem.hardware.arrayDataflow == hardware::ArrayDataflow::Systolic) {
        citations.push_back({"jouppi2017tpu", tpu, "systolic array"});
    } else {
        citations.push_back({"chen2016eyeriss", eyeriss, "row-stationary mapping on the array of a tile"});
    }
    if (problem.hardware.source.find("JSSC") != std::string::npos) {
        citations.push_back({"chen2017eyeriss", eyerissChip, "numbers of the chip"});
    }
    const bool solvesByKapla = problem.solver == "kapla" || problem.solver == "directives";
    const bool hasChipOfKapla = problem.hardware.source.find("KAPLA") != std::string::npos;
    if (solvesByKapla || hasChipOfKapla) {
        const std::string solver = problem.solver == "kapla" ? "solver" : "tensor-centric directives";
        citations.push_back(
            {"li2023kapla", kapla,
             !solvesByKapla ? "numbers of the chip" : solver + (hasChipOfKapla ? ", numbers of the chip" : "")});
    }
    const training::Settings usual;
    if (!(problem.training.parallelism == usual.parallelism)) {
        citations.push_back({"song2019hypar", hypar, "data and model parallelism over an array of accelerators"});
    }
    if (!(problem.training.gradient == usual.gradient)) {
        citations.push_back({"kim2023interleaved", gradientOrder, "order of gradients on a scratchpad"});
    }
    if (!(problem.training.adaptflow == usual.adaptflow)) {
        citations.push_back({"yang2022adaptflow", adaptFlow, "choice of a dataflow for each layer"});
    }
    return citations;
}

std::string writeBibtex(const std::vector<Citation>& citations)
{
    std::string text;
    for (const Citation& citation : citations) {
        text += (text.empty() ? "% " : "\n% ") + citation.reason + '\n' + std::string(citation.entry) + '\n';
    }
    return text;
}

} // namespace tilescape::io
