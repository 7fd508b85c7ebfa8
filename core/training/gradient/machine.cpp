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
    ticksPerSecond = static_cast<double>(npu.frequencyMhz) * 1e6 * static_cast<double>(ticksPerCycle);
}

} // namespace tilescape::training::gradient
