#pragma once

#include "core/support/dimensions.h"

#include <limits>
#include <string>
#include <vector>

namespace tilescape::hardware {

/// Where the memory channels attach to the NoC (cost-model.md 3).
enum class MemoryPlacement { Corners, EveryTile };

/// How work lies on the PE array: filter rows against map rows, in place (Eyeriss ISCA'16), or channels against channels, in
/// a flow from PE to PE (TPU ISCA'17; KAPLA V).
enum class ArrayDataflow { RowStationary, Systolic };

/// The PEs of one tile and how they work together.
struct PeArray : Extent {
    ArrayDataflow dataflow = ArrayDataflow::RowStationary;

    constexpr PeArray() = default;
    constexpr PeArray(Extent extent, ArrayDataflow works = ArrayDataflow::RowStationary)
        : Extent(extent), dataflow(works)
    {}
    constexpr PeArray(Count rows, Count columns) : Extent{rows, columns} {}
    friend constexpr bool operator==(const PeArray&, const PeArray&) = default;
    friend constexpr bool operator==(const PeArray& array, const Extent& extent)
    {
        return array == PeArray(extent); // an extent alone is row-stationary
    }
};

/// One measured or published point of "a bigger memory costs more".
struct CapacityPoint {
    double bytes = 0;
    double value = 0; ///< pJ for one 16-bit word, or mm2
    friend bool operator==(const CapacityPoint&, const CapacityPoint&) = default;
};

/// What a value costs at a capacity, through `points` (ascending, at least one): exact at a point, a power law between
/// and beyond points, with exponent `slope` where there is one point only.
struct CapacityFit {
    std::vector<CapacityPoint> points;
    double slope = 0.47;
    friend bool operator==(const CapacityFit&, const CapacityFit&) = default;
};
double valueAt(const CapacityFit& fit, double bytes);

/// A memory on the chip that all tiles share, between their buffers and DRAM; it sits where the memory channels do.
struct SharedMemory {
    double bytes = 0;
    double gigabytesPerSecond = std::numeric_limits<double>::infinity();
    friend bool operator==(const SharedMemory&, const SharedMemory&) = default;
};

inline constexpr double unlimited = std::numeric_limits<double>::infinity();

/// A chip as its user turns its knobs; one field a row of the parameter table (parameters.h), plus the fits that energy
/// and area follow. Energies are pJ for one 16-bit word and scale with the word: data movement with its width, the MAC
/// with its square (Horowitz, ISSCC'14, 8- against 32-bit multiplication).
struct Hardware {
    std::string name;
    std::string source; ///< where its numbers come from

    Extent tiles{1, 1};
    Extent peArray{16, 16};
    ArrayDataflow arrayDataflow = ArrayDataflow::RowStationary;
    double registerBytesPerPe = 512;
    double bufferBytesPerTile = 131072;
    double wordBits = 16;
    double clockMhz = 500;
    double busBitsPerCycle = unlimited;        ///< of each of the three array buses
    double dramGigabytesPerSecond = unlimited; ///< all channels together
    MemoryPlacement memory = MemoryPlacement::Corners;
    SharedMemory sharedBuffer;              ///< none where it has no bytes
    std::vector<SharedMemory> outerBuffers; ///< more of them between it and DRAM, the nearest to the tiles first

    /// What the chip can do (KAPLA III-C): schedules use what the search space allows as well.
    bool sameLevelTransfers = true; ///< data go from one tile's buffer to another's
    bool temporalPipelining = true; ///< a layer's data wait in its tiles for the next layer there
    bool spatialPipelining = true;  ///< layers run side by side

    double macPj = 1;
    double busPj = 1.6416;       ///< one word over the array bus of an array whose side is `busReferenceSide`
    double busReferenceSide = 8; ///< bus energy is in proportion to the side, sqrt(height * width), of the array
    double dramPj = 401.89;
    double hopPj = 9.76;
    double staticMilliwatts = 0; ///< of all tiles together

    CapacityFit registerEnergy{{{64, 0.094089}, {512, 0.250729}}};   ///< pJ an access, by bytes of one PE's registers
    CapacityFit bufferEnergy{{{32768, 2.832545}, {262144, 7.4837}}}; ///< pJ an access, by bytes of one tile's buffer
    CapacityFit memoryArea{{{32768, 0.07115}}, 0.9};                 ///< mm2, by bytes of one memory
    double peAreaMm2 = 0;                                            ///< one PE without its registers
    double tileOverheadMm2 = 0;                                      ///< router and control of one tile

    friend bool operator==(const Hardware&, const Hardware&) = default;
};

/// A shared buffer as the cost model reads it.
struct SharedBuffer {
    Count words = 0;
    double accessPj = 0; ///< one word
    double wordsPerCycle = unlimited;
    friend bool operator==(const SharedBuffer&, const SharedBuffer&) = default;
};

/// What a chip consists of.
struct Shape {
    Extent tiles;
    PeArray peArray; ///< of each tile
    MemoryPlacement memory = MemoryPlacement::Corners;
    bool temporalPipelining = true; ///< a layer's data wait in its tiles for the next layer there
    friend bool operator==(const Shape&, const Shape&) = default;
};

/// What its memories hold.
struct Capacities {
    Count registerWordsPerPe = 0;
    Count bufferWordsPerTile = 0;
    friend bool operator==(const Capacities&, const Capacities&) = default;
};

/// How fast words move.
struct Rates {
    double busWordsPerCycle = unlimited;  ///< of each of the three array buses of a tile
    double dramWordsPerCycle = unlimited; ///< all channels together
    friend bool operator==(const Rates&, const Rates&) = default;
};

/// What operations, accesses and time cost, in pJ.
struct Prices {
    double macPj = 0;
    PerLevel<double> accessPj;   ///< one word at each level
    double hopPj = 0;            ///< one word over one link of the mesh
    double staticPjPerCycle = 0; ///< of all tiles together
    friend bool operator==(const Prices&, const Prices&) = default;
};

/// What the cost model reads of a chip: everything in words, cycles and pJ. Derived from `Hardware`, never edited.
struct Machine {
    Shape shape;
    Capacities capacities;
    Rates rates;
    Prices prices;
    std::vector<SharedBuffer>
        sharedBuffers; ///< each with capacity, rate and price; the nearest to the tiles first; may be none
    friend bool operator==(const Machine&, const Machine&) = default;
};
Machine machineOf(const Hardware& hardware);

/// Area in mm2, by part; the parts add up to the total.
struct Area {
    double pes = 0;
    double registers = 0;
    double buffers = 0; ///< the tiles'
    double sharedBuffers = 0;
    double overhead = 0;
    [[nodiscard]] double total() const { return pes + registers + buffers + sharedBuffers + overhead; }
};
Area areaOf(const Hardware& hardware);

} // namespace tilescape::hardware
