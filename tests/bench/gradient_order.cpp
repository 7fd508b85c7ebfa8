#include "gradient_order.h"

#include "core/io/library.h"
#include "core/training/gradient/analysis.h"
#include "core/training/gradient/workloads.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <iostream>
#include <limits>

using namespace tilescape;
using namespace tilescape::training::gradient;

void benchGradientOrder(int threads)
{
    for (const NpuPreset& preset : npuPresets()) {
        Settings settings;
        settings.npu = preset.npu;
        std::vector<std::vector<LayerGemm>> lists;
        for (const Workload& workload : workloads()) {
            const std::string_view name = preset.name == "small" ? workload.small : workload.large;
            lists.push_back(gemmsOf(io::loadNetwork(std::string(name)).value(), usualBatch(name, preset, 1), settings));
        }
        AnalysisControl control;
        control.threads = threads;
        double fastest = std::numeric_limits<double>::infinity();
        Count cycles = 0;
        for (int run = 0; run < 3; ++run) {
            const auto start = std::chrono::steady_clock::now();
            const auto results = analyse(lists, settings, control);
            fastest = std::min(fastest, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
            cycles = 0;
            for (const auto& layers : results.value()) {
                for (const LayerResult& layer : layers) {
                    cycles += layer.product.count * layer.of(Strategy::Partitioned).cycles;
                }
            }
        }
        const nlohmann::ordered_json line = {{"case", "gradient_order_" + preset.npu.name},
                                             {"threads", threads},
                                             {"seconds", fastest},
                                             {"partitioned_backward_cycles", cycles}};
        std::cout << line.dump() << std::endl;
    }
}
