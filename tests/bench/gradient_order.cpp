#include "gradient_order.h"

#include "app/reproduce/gradient_evaluation.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <limits>

namespace tilescape::bench {

using namespace training::gradient;

void benchGradientOrder(const Options& options, const Emit& emit)
{
    for (const NpuPreset& preset : npuPresets()) {
        Settings settings;
        settings.npu = preset.npu;
        std::vector<std::vector<LayerGemm>> lists;
        for (const reproduce::WorkloadProducts& workload : reproduce::workloadProducts(preset, settings)) {
            lists.push_back(workload.products);
        }
        AnalysisControl control;
        control.threads = options.threads;
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
        emit({{"case", "gradient_order_" + preset.npu.name},
              {"threads", options.threads},
              {"seconds", fastest},
              {"partitioned_backward_cycles", cycles}});
    }
}

} // namespace tilescape::bench
