#include "core/cost/layer_cost.h"

#include <algorithm>

namespace tilescape::cost {

Energy& Energy::operator+=(const Energy& other)
{
    mac += other.mac;
    dram += other.dram;
    sharedBuffers += other.sharedBuffers;
    noc += other.noc;
    buffer += other.buffer;
    bus += other.bus;
    registers += other.registers;
    staticPower += other.staticPower;
    return *this;
}

BoundBy LayerCost::boundBy() const
{
    if (sharedCycles > std::max({computeCycles, busCycles, dramCycles})) {
        return BoundBy::SharedBuffer;
    }
    if (computeCycles >= busCycles && computeCycles >= dramCycles) {
        return BoundBy::Compute;
    }
    return busCycles >= dramCycles ? BoundBy::Bus : BoundBy::Dram;
}

} // namespace tilescape::cost
