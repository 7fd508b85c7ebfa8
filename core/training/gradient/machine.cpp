#include "core/training/gradient/machine.h"

#include <numeric>

namespace tilescape::training::gradient {

Machine::Machine(const Settings& settings)
{
    const Npu& npu = settings.npu;
    const Count megabytesPerSecond = npu.dramMegabytesPerSecond * settings.cores;
    const Count common = std::gcd(megabytesPerSecond, npu.frequencyMhz);
    residentBytes = npu.scratchpadBytes * settings.cores / 2;
    windowBytes = residentBytes;
    ticksPerCycle = megabytesPerSecond / common; // bytes a cycle are ticksPerCycle / ticksPerByte
    ticksPerByte = npu.frequencyMhz / common;
    ticksPerSecond = npu.frequencyMhz * 1000000 * ticksPerCycle;
}

} // namespace tilescape::training::gradient
