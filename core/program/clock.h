#pragma once

#include "core/dataflow/region.h"
#include "core/program/program.h"

#include <map>
#include <optional>
#include <vector>

namespace tilescape::program {

/// What of a kind is at work for the most cycles.
struct BusyPart {
    double cycles = 0;
    Tile tile;
    Tensor tensor = Tensor::Weight; ///< of a bus: whose words it carries
    Count level = 0;                ///< of a shared buffer: its number
    friend bool operator==(const BusyPart&, const BusyPart&) = default;
};

/// Cycles of one segment, executed and as the cost model has them.
struct SegmentCycles {
    double executed = 0;
    double model = 0;
    BusyPart array;   ///< that computes longest
    BusyPart bus;     ///< of a tile, that carries words longest
    BusyPart channel; ///< of memory, that delivers or takes words longest
    BusyPart shared;  ///< buffer, that delivers or takes words longest

    enum class Kind { Array, Bus, Channel, Shared };
    /// What of all these is at work for the most cycles: none of them can be done in fewer.
    [[nodiscard]] Kind busiest() const;
    [[nodiscard]] const BusyPart& part(Kind kind) const;
    friend bool operator==(const SegmentCycles&, const SegmentCycles&) = default;
};

/// The times at which what words share is free, in cycles: memory channels, which divide the rate of DRAM evenly, the three
/// buses of each tile, its PE array, and shared buffers. Links carry any number of words, since the chip has no rate for them.
class Clock {
public:
    Clock(const Program& program, const dataflow::Region& memory);

    /// Words that each channel, by its tile, delivers or takes from `start` on; the cycle at which the last one is done.
    double transfer(double start, const std::map<Tile, Count>& words);
    /// The same over one of a tile's buses.
    double carry(double start, std::size_t tile, Tensor tensor, Count words);
    /// The same to or from a shared buffer, by its number.
    double share(double start, Count level, Count words);
    /// A pass of a tile's array; returns its start.
    double compute(double ready, std::size_t tile, Count cycles);
    [[nodiscard]] double arrayFree(std::size_t tile) const { return m_arrays[tile].free; }

    [[nodiscard]] SegmentCycles cycles(double model) const;

    struct Busy {
        double begin = 0;
        double end = 0;
    };
    /// The cycles in which something has been taken since this was asked last; nothing where none of it has.
    struct BusySince {
        std::optional<Busy> any;      ///< channels, a bus, an array or a shared buffer
        std::optional<Busy> channels; ///< of these
        std::optional<Busy> shared;
    };
    BusySince takeBusy();

private:
    struct Resource {
        double free = 0;
        double busy = 0;
        double take(double start, double cycles);
    };
    /// `kind`: of the busy cycles, besides that of all.
    double use(Resource& resource, double start, double cycles, std::optional<Busy> BusySince::* kind = &BusySince::any);
    double m_dramRate; ///< of one channel
    double m_busRate;
    Count m_width; ///< of the chip, in tiles
    double m_end = 0;
    BusySince m_busy;
    std::map<Tile, Resource> m_channels;
    std::vector<PerTensor<Resource>> m_buses; ///< by tile
    std::vector<Resource> m_arrays;
    std::vector<Resource> m_shared; ///< by level, from the nearest to the tiles on
    std::vector<double> m_sharedRates;
};

} // namespace tilescape::program
