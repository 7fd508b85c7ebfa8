#include "core/training/gradient/workloads.h"

#include <algorithm>
#include <array>

namespace tilescape::training::gradient {

std::span<const Workload> workloads()
{
    static constexpr std::array<Workload, 9> rows{{
        {"rcnn", "faster_rcnn", "faster_rcnn"},
        {"goo", "googlenet", "googlenet"},
        {"ncf", "ncf", "ncf", true},
        {"res", "resnet50", "resnet50"},
        {"dlrm", "dlrm", "dlrm", true},
        {"mob", "mobilenet_v1", "mobilenet_v1"},
        {"yolo", "yolo_v2_tiny", "yolo_v5_large"},
        {"bert", "bert_tiny", "bert_large"},
        {"T5", "t5_small", "t5_large"},
    }};
    return rows;
}

Count usualBatch(std::string_view network, const NpuPreset& preset, Count cores)
{
    const auto rows = workloads();
    const bool fixed = std::any_of(rows.begin(), rows.end(), [&](const Workload& row) {
        return row.rowsHoldBatch && (row.small == network || row.large == network);
    });
    return fixed ? 1 : preset.batch * cores;
}

} // namespace tilescape::training::gradient
