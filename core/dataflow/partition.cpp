#include "core/dataflow/partition.h"

namespace tilescape::dataflow {

std::string_view nameOf(Split split)
{
    static constexpr PerSplit<std::string_view> names{{"output_channel", "fmap", "batch", "input_channel"}};
    return names[split];
}

Extent Partition::tiles() const
{
    Extent product;
    for (const Extent share : shares) {
        product = {product.height * share.height, product.width * share.width};
    }
    return product;
}

} // namespace tilescape::dataflow
