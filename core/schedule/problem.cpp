#include "core/schedule/problem.h"

#include "core/network/training_graph.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace tilescape::schedule {

support::Diagnostics checkHops(const Problem& problem)
{
    const Extent tiles = problem.hardware.tiles;
    const auto across = static_cast<double>(tiles.height + tiles.width - 2);
    support::Diagnostics faults;
    for (const network::Layer& layer : problem.network.layers) {
        const auto maps = static_cast<double>(std::max(network::inputWords(layer), network::outputWords(layer)));
        const double words =
            std::max(maps * static_cast<double>(problem.batch), static_cast<double>(network::weightWords(layer)));
        if (words * static_cast<double>(tiles.size()) * across > std::ldexp(1.0, 61)) {
            faults.push_back({support::Severity::Error, "", "/batch", layer.name,
                              fmt::format("{:.3g} words of one tensor on {} x {} tiles are more than hops can be counted for",
                                          words, tiles.height, tiles.width),
                              "use a smaller batch, or fewer tiles"});
        }
    }
    return faults;
}

bool operator==(const KeptSchedule& first, const KeptSchedule& second)
{
    return first.directives == second.directives
           && (first.of == second.of || (first.of && second.of && *first.of == *second.of));
}

Problem keeping(Problem problem, std::string directives)
{
    problem.kept.reset();
    auto of = std::make_shared<const Problem>(problem);
    problem.kept = {std::move(directives), std::move(of)};
    return problem;
}

bool keepsSchedule(const Problem& problem)
{
    if (!problem.kept) {
        return false;
    }
    Problem bare = problem;
    bare.kept.reset();
    return haveSameSchedule(bare, *problem.kept->of);
}

bool haveSameSchedule(const Problem& first, const Problem& second)
{
    if (first == second) {
        return true;
    }
    if (first.training == second.training && first.kept == second.kept) {
        return false;
    }
    // Copies compare the fields that are yet to come, too.
    const auto asScheduled = [](const Problem& problem) {
        Problem copy = problem;
        copy.training = {};
        if (!keepsSchedule(problem)) {
            copy.kept.reset();
        } else {
            copy.kept->of = nullptr; // it is the copy itself
        }
        return copy;
    };
    return asScheduled(first) == asScheduled(second);
}

namespace {

bool makesWeightGradients(const Problem& problem)
{
    const std::vector<network::Layer>& layers = problem.network.layers;
    return problem.space.training || std::any_of(layers.begin(), layers.end(), network::isWeightGradient);
}

} // namespace

search::SearchSpace usableSpace(const Problem& problem)
{
    const hardware::Hardware& hardware = problem.hardware;
    search::SearchSpace space = problem.space;
    const bool transfers = hardware.sameLevelTransfers;
    space.accessForwarding &= transfers;
    space.bufferSharing &= transfers;
    space.gathersSums &= transfers;
    space.inputChannelPartition &=
        transfers || makesWeightGradients(problem); // of which no input channels are summed over
    space.keepOutputsOnChip &= transfers && hardware.temporalPipelining;
    space.spatialPipelining &= transfers && hardware.spatialPipelining;
    // KAPLA's searches round up; on chips with shared buffers the exhaustive one takes its place.
    space.roundedFactors &= problem.solver == "kapla" && hardware::machineOf(hardware).sharedBuffers.empty();
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

support::Result<Problem> settled(const Problem& problem)
{
    auto network = scheduledNetwork(problem);
    if (!network) {
        return network.faults();
    }
    Problem settled = problem;
    settled.network = std::move(network.value());
    settled.space = usableSpace(problem);
    settled.space.training = false;
    return settled;
}

} // namespace tilescape::schedule
