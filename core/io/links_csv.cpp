#include "core/io/links_csv.h"

#include "core/schedule/link_loads.h"

#include <fmt/format.h>

namespace tilescape::io {

std::string writeLinksCsv(const schedule::Schedule& schedule)
{
    std::string text = "segment,from_row,from_column,to_row,to_column,weight_words,input_words,output_words,words,words_per_cycle\n";
    if (!schedule.hasResult()) {
        return text;
    }
    const std::vector<cost::Link> links = cost::linksOf(schedule.problem->hardware.tiles);
    for (std::size_t segment = 0; segment < schedule.segments.size(); ++segment) {
        const schedule::SegmentLinkLoads loads = schedule::linkLoads(schedule, static_cast<Count>(segment));
        for (const cost::Link& link : links) {
            PerTensor<double> words;
            for (const schedule::LayerLinkLoads& layer : loads.layers) {
                for (const Tensor tensor : allTensors) {
                    words[tensor] += layer.words[tensor].at(link);
                }
            }
            const double all = loads.words.at(link);
            text += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", segment, link.from.row, link.from.column, link.to().row,
                                link.to().column, words[Tensor::Weight], words[Tensor::Input], words[Tensor::Output], all,
                                loads.cycles > 0 ? all / loads.cycles : 0);
        }
    }
    return text;
}

} // namespace tilescape::io
