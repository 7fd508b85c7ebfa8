#include "core/schedule/problem.h"

#include "core/network/training_graph.h"

namespace tilescape::schedule {

bool haveSameSchedule(const Problem& first, const Problem& second)
{
    if (first == second) {
        return true;
    }
    if (first.training == second.training) {
        return false;
    }
    // A copy compares the fields that are yet to come, too.
    Problem other = second;
    other.training = first.training;
    return first == other;
}

intralayer::SearchSpace usableSpace(const Problem& problem)
{
    const hardware::Hardware& hardware = problem.hardware;
    intralayer::SearchSpace space = problem.space;
    const bool transfers = hardware.sameLevelTransfers;
    space.accessForwarding &= transfers;
    space.bufferSharing &= transfers;
    space.inputChannelPartition &= transfers;
    space.keepOutputsOnChip &= transfers && hardware.temporalPipelining;
    space.spatialPipelining &= transfers && hardware.spatialPipelining;
    return space;
}

support::Result<network::Network> scheduledNetwork(const Problem& problem)
{
    if (!problem.space.training) {
        return problem.network;
    }
    auto extended = network::trainingGraph(problem.network);
    if (extended) {
        support::Diagnostics faults = network::check(extended.value());
        for (support::Diagnostic& fault : faults) {
            fault.pointer.clear(); // those of a file that nobody wrote
        }
        if (!faults.empty()) {
            return faults;
        }
    }
    return extended;
}

} // namespace tilescape::schedule
