#include "core/explore/energy_parts.h"

#include <algorithm>

namespace tilescape::explore {

EnergyParts partsOf(const cost::Energy& energy)
{
    return {energy.mac, energy.dram,      energy.noc,         energy.buffer,
            energy.bus, energy.registers, energy.staticPower, energy.sharedBuffers};
}

EnergyParts pricesOf(const hardware::Machine& machine)
{
    const hardware::Prices& prices = machine.prices;
    return {prices.macPj,
            prices.accessPj[Level::Dram],
            prices.hopPj,
            prices.accessPj[Level::Buffer],
            prices.accessPj[Level::Bus],
            prices.accessPj[Level::Register],
            prices.staticPjPerCycle,
            1};
}

std::optional<EnergyParts> pricedAt(const EnergyParts& parts, const EnergyParts& before, const EnergyParts& now)
{
    EnergyParts priced = parts;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (before[i] == now[i]) {
            continue;
        }
        if (before[i] == 0) {
            return std::nullopt;
        }
        priced[i] = parts[i] * (now[i] / before[i]);
    }
    return priced;
}

double totalOf(const EnergyParts& parts)
{
    return cost::Energy{parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6], parts[7]}.total();
}

bool isPrice(std::string_view key)
{
    static constexpr std::array<std::string_view, 8> prices{"mac_pj", "bus_pj", "bus_reference_side", "dram_pj", "hop_pj",
                                                            "static_milliwatts", "pe_area_mm2", "tile_overhead_mm2"};
    return std::find(prices.begin(), prices.end(), key) != prices.end();
}

} // namespace tilescape::explore
