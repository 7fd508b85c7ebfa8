#pragma once

#include "core/pipeline/segment.h"
#include "core/schedule/schedule.h"
#include "core/search/space/search_task.h"
#include "tests/core/schedule/random_schedules.h"

#include <array>
#include <limits>

namespace samples {

using namespace tilescape;

/// A problem of any kind that is small enough to be solved in milliseconds.
inline schedule::Problem boundedProblem(Dice& dice)
{
    schedule::Problem problem = randomProblem(dice);
    hardware::Hardware& chip = problem.hardware;
    chip.bufferBytesPerTile = static_cast<double>(Count{512} << dice.upTo(8));
    chip.registerBytesPerPe = static_cast<double>(Count{32} << dice.upTo(4));
    chip.busBitsPerCycle = dice.once(2) ? hardware::unlimited : 64;
    chip.staticMilliwatts = dice.once(2) ? 0 : 1000;
    chip.arrayDataflow =
        dice.once(4) ? hardware::ArrayDataflow::Systolic : hardware::ArrayDataflow::RowStationary;
    if (dice.once(4)) {
        chip.sharedBuffer.bytes = static_cast<double>(Count{4096} << dice.upTo(8));
    }
    search::SearchSpace& space = problem.space;
    space.batchPartition = dice.once(2);
    space.inputChannelPartition = dice.once(2);
    space.hybridPartition = space.inputChannelPartition || !dice.once(3);
    space.keepOutputsOnChip = dice.once(2);
    space.spatialPipelining = dice.once(2);
    space.alternateLoopOrder = !dice.once(3);
    space.linearChains = dice.once(4);
    space.mostVertices = dice.once(2) ? 3 : std::numeric_limits<double>::infinity();
    space.counts = dice.once(3) ? Counts::Reference : Counts::Executed;
    space.training = dice.once(5);
    for (const Tensor tensor : allTensors) {
        space.bufferBypass[tensor] = dice.once(2);
    }
    problem.goal = dice.pick(std::array{search::Goal::Energy, search::Goal::Delay, search::Goal::EnergyDelay});
    return problem;
}

/// The segment of this number.
inline pipeline::Segment segmentOf(const schedule::Schedule& schedule, std::size_t number)
{
    pipeline::Segment segment;
    for (std::size_t place = 0; place < schedule.layers.size(); ++place) {
        const schedule::ScheduledLayer& layer = schedule.layers[place];
        if (static_cast<std::size_t>(layer.slot.segment) != number) {
            continue;
        }
        segment.first = segment.regions.empty() ? place : segment.first;
        segment.regions.resize(static_cast<std::size_t>(layer.slot.region) + 1);
        segment.regions.back().push_back(layer.layer);
    }
    return segment;
}

/// Energy in pJ of the segment with this number, with `cyclePj` for each of its cycles, static energy in it.
inline double energyOfSegment(const schedule::Schedule& schedule, std::size_t number, double cyclePj)
{
    double energy = cyclePj
                    * static_cast<double>(
                        pipeline::cyclesOf(schedule.segments[number], schedule.segments.size() == 1));
    for (const schedule::ScheduledLayer& layer : schedule.layers) {
        if (static_cast<std::size_t>(layer.slot.segment) == number) {
            energy += layer.cost.energy.total() - layer.cost.energy.staticPower;
        }
    }
    return energy;
}

/// A problem as searches see it.
struct BoundedTask {
    explicit BoundedTask(const schedule::Problem& problem)
        : machine(hardware::machineOf(problem.hardware)),
          topology(network::topologyOf(problem.network)),
          task(problem.network, topology, problem.batch, machine, problem.space)
    {}
    hardware::Machine machine;
    network::Topology topology;
    search::SearchTask task; ///< refers to the others
};

} // namespace samples
