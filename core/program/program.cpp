#include "core/program/program.h"

namespace tilescape::program {

std::string_view nameOf(Operation operation)
{
    static constexpr std::array<std::string_view, operationCount> names{
        "arm", "fetch", "take", "store", "offer", "send", "keep", "rotate", "turn", "clear", "load", "unload", "pass"};
    return names[static_cast<std::size_t>(operation)];
}

bool hasTensor(Operation operation) { return operation != Operation::Pass && operation != Operation::Turn; }

bool isOfArray(Operation operation) { return operation >= Operation::Clear; }

Count productOf(const PerAxis<Count>& counts)
{
    Count product = 1;
    for (const Count along : counts) {
        product *= along;
    }
    return product;
}

Count LayerCode::sharedWords(Tensor tensor) const
{
    const SharedRange& range = shared[tensor];
    return range.exists() ? static_cast<Count>(range.groups.size()) * productOf(range.pieces) * ranges[tensor].pieceWords : 0;
}

Count Range::pieceCount() const { return productOf(pieces); }

} // namespace tilescape::program
