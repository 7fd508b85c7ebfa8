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

Extent Partition::strideOf(Split split) const
{
    Extent stride;
    for (auto inner = order.rbegin(); *inner != split; ++inner) {
        stride = {stride.height * shares[*inner].height, stride.width * shares[*inner].width};
    }
    return stride;
}

bool splitsAlike(const Partition& a, const Partition& b, Split split)
{
    const Extent parts = a.shares[split];
    const Extent strideOfA = a.strideOf(split);
    const Extent strideOfB = b.strideOf(split);
    return parts == b.shares[split] && (parts.height == 1 || strideOfA.height == strideOfB.height)
           && (parts.width == 1 || strideOfA.width == strideOfB.width);
}

} // namespace tilescape::dataflow
