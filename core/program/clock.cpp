#include "core/program/clock.h"

#include <algorithm>

namespace tilescape::program {

double Clock::Resource::take(double start, double cycles)
{
    free = std::max(free, start) + cycles;
    busy += cycles;
    return free;
}

Clock::Clock(const Program& program, const dataflow::Region& memory)
    : m_busRate(program.busWordsPerCycle),
      m_buses(static_cast<std::size_t>(program.tiles.size())),
      m_arrays(m_buses.size())
{
    for (const Tile tile : memory.tiles) {
        m_channels[tile];
    }
    m_dramRate = program.dramWordsPerCycle / static_cast<double>(m_channels.size());
}

double Clock::transfer(double start, const std::map<Tile, Count>& words)
{
    double end = start;
    for (const auto& [channel, count] : words) {
        end = std::max(end, m_channels.at(channel).take(start, static_cast<double>(count) / m_dramRate));
    }
    m_end = std::max(m_end, end);
    return end;
}

double Clock::carry(double start, std::size_t tile, Tensor tensor, Count words)
{
    const double end = m_buses[tile][tensor].take(start, static_cast<double>(words) / m_busRate);
    m_end = std::max(m_end, end);
    return end;
}

double Clock::compute(double ready, std::size_t tile, Count cycles)
{
    const double end = m_arrays[tile].take(ready, static_cast<double>(cycles));
    m_end = std::max(m_end, end);
    return end - static_cast<double>(cycles);
}

SegmentCycles Clock::cycles(double model) const
{
    SegmentCycles cycles{m_end, model, 0, 0, 0};
    for (const auto& [tile, channel] : m_channels) {
        cycles.channels = std::max(cycles.channels, channel.busy);
    }
    for (std::size_t tile = 0; tile < m_arrays.size(); ++tile) {
        cycles.arrays = std::max(cycles.arrays, m_arrays[tile].busy);
        for (const Resource& bus : m_buses[tile]) {
            cycles.buses = std::max(cycles.buses, bus.busy);
        }
    }
    return cycles;
}

} // namespace tilescape::program
