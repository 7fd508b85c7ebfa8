#include "core/schedule/same_run.h"

#include <algorithm>

namespace tilescape::schedule {

namespace {

bool runOnTheSame(const hardware::Hardware& first, const hardware::Hardware& second)
{
    const hardware::Machine one = hardware::machineOf(first);
    const hardware::Machine other = hardware::machineOf(second);
    return first.clockMhz == second.clockMhz && one.shape == other.shape && one.capacities == other.capacities
           && one.rates == other.rates && one.sharedBuffers.empty() && other.sharedBuffers.empty();
}

} // namespace

bool runTheSame(const Schedule& first, const Schedule& second)
{
    if (&first == &second) {
        return true;
    }
    if (!first.problem || !second.problem) {
        return false;
    }
    const Problem& one = *first.problem;
    const Problem& other = *second.problem;
    return first.inputPartition == second.inputPartition && one.batch == other.batch && one.space == other.space
           && runOnTheSame(one.hardware, other.hardware)
           && std::equal(first.layers.begin(), first.layers.end(), second.layers.begin(), second.layers.end(),
                         [](const ScheduledLayer& a, const ScheduledLayer& b) {
                             return a.layer == b.layer && a.slot == b.slot && a.scheme == b.scheme;
                         })
           && one.network == other.network;
}

} // namespace tilescape::schedule
