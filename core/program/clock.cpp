#include "core/program/clock.h"

#include <algorithm>
#include <utility>

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

double Clock::use(Resource& resource, double start, double cycles)
{
    const double end = resource.take(start, cycles);
    m_end = std::max(m_end, end);
    const Busy own{end - cycles, end};
    m_busy = m_busy ? Busy{std::min(m_busy->begin, own.begin), std::max(m_busy->end, own.end)} : own;
    return end;
}

std::optional<Clock::Busy> Clock::takeBusy() { return std::exchange(m_busy, std::nullopt); }

double Clock::transfer(double start, const std::map<Tile, Count>& words)
{
    double end = start;
    for (const auto& [channel, count] : words) {
        end = std::max(end, use(m_channels.at(channel), start, static_cast<double>(count) / m_dramRate));
    }
    return end;
}

double Clock::carry(double start, std::size_t tile, Tensor tensor, Count words)
{
    return use(m_buses[tile][tensor], start, static_cast<double>(words) / m_busRate);
}

double Clock::compute(double ready, std::size_t tile, Count cycles)
{
    return use(m_arrays[tile], ready, static_cast<double>(cycles)) - static_cast<double>(cycles);
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
