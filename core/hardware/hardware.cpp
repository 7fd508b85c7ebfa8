#include "core/hardware/hardware.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace tilescape::hardware {
namespace {

/// The law through two points, or the only point's with the fit's slope.
double along(const CapacityPoint& from, double exponent, double bytes)
{
    return from.value * std::pow(bytes / from.bytes, exponent);
}

double exponentBetween(const CapacityPoint& low, const CapacityPoint& high)
{
    return std::log(high.value / low.value) / std::log(high.bytes / low.bytes);
}

Count wholeWords(double bytes, double wordBytes) { return static_cast<Count>(std::floor(bytes / wordBytes)); }

constexpr double fitWordBits = 16; ///< the word that the energies are given for

std::vector<SharedMemory> sharedMemories(const Hardware& hardware)
{
    std::vector<SharedMemory> memories;
    if (hardware.sharedBuffer.bytes > 0) {
        memories.push_back(hardware.sharedBuffer);
    }
    memories.insert(memories.end(), hardware.outerBuffers.begin(), hardware.outerBuffers.end());
    return memories;
}

} // namespace

double valueAt(const CapacityFit& fit, double bytes)
{
    assert(!fit.points.empty());
    for (const CapacityPoint& point : fit.points) {
        if (point.bytes == bytes) {
            return point.value; // a power of one would do, but for its rounding
        }
    }
    if (fit.points.size() == 1) {
        return along(fit.points.front(), fit.slope, bytes);
    }
    std::size_t high = 1;
    while (high + 1 < fit.points.size() && fit.points[high].bytes < bytes) {
        ++high;
    }
    const CapacityPoint& low = fit.points[high - 1];
    const CapacityPoint& top = fit.points[high];
    const double value = along(low, exponentBetween(low, top), bytes);
    // The power rounds: keep a bigger memory from costing a hair less than a point beside it.
    return bytes < low.bytes   ? std::min(value, low.value)
           : bytes < top.bytes ? std::clamp(value, low.value, top.value)
                               : std::max(value, top.value);
}

Machine machineOf(const Hardware& hardware)
{
    const double wordBytes = hardware.wordBits / 8;
    const double width = hardware.wordBits / fitWordBits;
    const double side =
        std::sqrt(static_cast<double>(hardware.peArray.height) * static_cast<double>(hardware.peArray.width));

    Machine machine;
    machine.shape.tiles = hardware.tiles;
    machine.shape.peArray = {hardware.peArray, hardware.arrayDataflow};
    machine.capacities.registerWordsPerPe = wholeWords(hardware.registerBytesPerPe, wordBytes);
    machine.capacities.bufferWordsPerTile = wholeWords(hardware.bufferBytesPerTile, wordBytes);
    machine.rates.busWordsPerCycle = hardware.busBitsPerCycle / hardware.wordBits;
    machine.rates.dramWordsPerCycle = hardware.dramGigabytesPerSecond / (wordBytes * hardware.clockMhz / 1000);
    machine.shape.memory = hardware.memory;
    machine.shape.temporalPipelining = hardware.temporalPipelining;
    for (const SharedMemory& memory : sharedMemories(hardware)) {
        machine.sharedBuffers.push_back({wholeWords(memory.bytes, wordBytes),
                                         valueAt(hardware.bufferEnergy, memory.bytes) * width,
                                         memory.gigabytesPerSecond / (wordBytes * hardware.clockMhz / 1000)});
    }
    machine.prices.macPj = hardware.macPj * (width * width);
    machine.prices.accessPj[Level::Dram] = hardware.dramPj * width;
    machine.prices.accessPj[Level::Buffer] = valueAt(hardware.bufferEnergy, hardware.bufferBytesPerTile) * width;
    machine.prices.accessPj[Level::Bus] = hardware.busPj * (side / hardware.busReferenceSide) * width;
    machine.prices.accessPj[Level::Register] = valueAt(hardware.registerEnergy, hardware.registerBytesPerPe) * width;
    machine.prices.hopPj = hardware.hopPj * width;
    machine.prices.staticPjPerCycle = hardware.staticMilliwatts * (1000 / hardware.clockMhz);
    return machine;
}

Area areaOf(const Hardware& hardware)
{
    const auto tiles = static_cast<double>(hardware.tiles.size());
    const double pes = tiles * static_cast<double>(hardware.peArray.size());
    Area area;
    area.pes = pes * hardware.peAreaMm2;
    area.registers = pes * valueAt(hardware.memoryArea, hardware.registerBytesPerPe);
    area.buffers = tiles * valueAt(hardware.memoryArea, hardware.bufferBytesPerTile);
    for (const SharedMemory& memory : sharedMemories(hardware)) {
        area.sharedBuffers += valueAt(hardware.memoryArea, memory.bytes);
    }
    area.overhead = tiles * hardware.tileOverheadMm2;
    return area;
}

} // namespace tilescape::hardware
