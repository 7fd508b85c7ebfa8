#include "core/program/clock.h"

#include <algorithm>
#include <utility>

namespace tilescape::program {

SegmentCycles::Kind SegmentCycles::busiest() const
{
    const double most = std::max({array.cycles, bus.cycles, channel.cycles, shared.cycles});
    return most == channel.cycles  ? Kind::Channel
           : most == array.cycles  ? Kind::Array
           : most == shared.cycles ? Kind::Shared
                                   : Kind::Bus;
}

const BusyPart& SegmentCycles::part(Kind kind) const
{
    switch (kind) {
    case Kind::Array:
        return array;
    case Kind::Bus:
        return bus;
    case Kind::Shared:
        return shared;
    case Kind::Channel:
        break;
    }
    return channel;
}

double Clock::Resource::take(double start, double cycles)
{
    free = std::max(free, start) + cycles;
    busy += cycles;
    return free;
}

Clock::Clock(const Program& program, const dataflow::Region& memory)
    : m_busRate(program.busWordsPerCycle),
      m_width(program.tiles.width),
      m_buses(static_cast<std::size_t>(program.tiles.size())),
      m_arrays(m_buses.size()),
      m_shared(program.sharedBuffers.size())
{
    for (const SharedBuffer& buffer : program.sharedBuffers) {
        m_sharedRates.push_back(buffer.wordsPerCycle);
    }
    for (const Tile tile : memory.tiles) {
        m_channels[tile];
    }
    m_dramRate = program.dramWordsPerCycle / static_cast<double>(m_channels.size());
}

double Clock::use(Resource& resource, double start, double cycles, std::optional<Busy> BusySince::* kind)
{
    const double end = resource.take(start, cycles);
    m_end = std::max(m_end, end);
    const Busy own{end - cycles, end};
    for (const auto part : {&BusySince::any, kind}) {
        std::optional<Busy>& busy = m_busy.*part;
        busy = busy ? Busy{std::min(busy->begin, own.begin), std::max(busy->end, own.end)} : own;
    }
    return end;
}

Clock::BusySince Clock::takeBusy() { return std::exchange(m_busy, {}); }

double Clock::transfer(double start, const std::map<Tile, Count>& words)
{
    double end = start;
    for (const auto& [channel, count] : words) {
        end = std::max(end, use(m_channels.at(channel), start, static_cast<double>(count) / m_dramRate, &BusySince::channels));
    }
    return end;
}

double Clock::carry(double start, std::size_t tile, Tensor tensor, Count words)
{
    return use(m_buses[tile][tensor], start, static_cast<double>(words) / m_busRate);
}

double Clock::share(double start, Count level, Count words)
{
    const auto number = static_cast<std::size_t>(level - 1);
    return use(m_shared[number], start, static_cast<double>(words) / m_sharedRates[number], &BusySince::shared);
}

double Clock::compute(double ready, std::size_t tile, Count cycles)
{
    return use(m_arrays[tile], ready, static_cast<double>(cycles)) - static_cast<double>(cycles);
}

SegmentCycles Clock::cycles(double model) const
{
    SegmentCycles cycles{m_end, model, {}, {}, {}, {}};
    const auto take = [](BusyPart& most, const Resource& resource, Tile tile, Tensor tensor) {
        if (resource.busy > most.cycles) {
            most = {resource.busy, tile, tensor, 0};
        }
    };
    for (const auto& [tile, channel] : m_channels) {
        take(cycles.channel, channel, tile, Tensor::Weight);
    }
    for (std::size_t number = 0; number < m_arrays.size(); ++number) {
        const Tile tile{static_cast<Count>(number) / m_width, static_cast<Count>(number) % m_width};
        take(cycles.array, m_arrays[number], tile, Tensor::Weight);
        for (const Tensor tensor : allTensors) {
            take(cycles.bus, m_buses[number][tensor], tile, tensor);
        }
    }
    for (std::size_t number = 0; number < m_shared.size(); ++number) {
        if (m_shared[number].busy > cycles.shared.cycles) {
            cycles.shared = {m_shared[number].busy, {}, Tensor::Weight, static_cast<Count>(number + 1)};
        }
    }
    return cycles;
}

} // namespace tilescape::program
