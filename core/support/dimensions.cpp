#include "core/support/dimensions.h"

namespace tilescape {

std::string_view nameOf(Tensor tensor)
{
    static constexpr PerTensor<std::string_view> names{{"weight", "input", "output"}};
    return names[tensor];
}

std::string_view nameOf(Loop loop)
{
    static constexpr PerLoop<std::string_view> names{{"input_channel", "output_channel", "batch"}};
    return names[loop];
}

std::string_view nameOf(Level level)
{
    static constexpr PerLevel<std::string_view> names{{"dram", "buffer", "bus", "register"}};
    return names[level];
}

std::string_view nameOf(Storage storage)
{
    static constexpr PerStorage<std::string_view> names{{"buffer", "register"}};
    return names[storage];
}

std::string_view nameOf(Counts counts) { return counts == Counts::Executed ? "executed" : "reference"; }

} // namespace tilescape
