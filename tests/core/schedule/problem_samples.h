#pragma once

#include "core/io/library.h"
#include "core/schedule/schedule.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace samples {

using namespace tilescape;
using schedule::Problem;
using schedule::Schedule;

/// A network and a chip of the library, all else as usual.
inline Problem problemOf(const std::string& network, const std::string& chip, Count batch)
{
    Problem problem;
    problem.network = io::loadNetwork(network).value();
    problem.hardware = io::loadHardware(chip).value();
    problem.batch = batch;
    return problem;
}

/// LeNet on 4 x 4 tiles: solved in milliseconds, with layers in common segments.
inline Problem pipelinedProblem()
{
    Problem problem = problemOf("lenet_c", "kapla_16x16", 4);
    problem.hardware.tiles = {4, 4};
    problem.solver = "kapla";
    problem.space.spatialPipelining = problem.space.keepOutputsOnChip = true;
    problem.space.bufferSharing = problem.space.accessForwarding = true;
    return problem;
}

/// A network in the space of KAPLA's evaluation.
inline Problem problemInKaplaSpace(const std::string& network, Extent tiles, Count batch)
{
    Problem problem = problemOf(network, "kapla_16x16", batch);
    problem.hardware.tiles = tiles;
    problem.solver = "kapla";
    problem.space.batchPartition = problem.space.inputChannelPartition = problem.space.bufferSharing = true;
    problem.space.keepOutputsOnChip = problem.space.spatialPipelining = true;
    problem.space.bufferBypass = {{false, false, false}};
    return problem;
}

/// AlexNet on a chip of 4 x 4 tiles, whose hops and bandwidths all matter.
inline Problem tiledProblem()
{
    Problem problem = problemOf("alexnet", "tangram_16x16", 4);
    problem.hardware.tiles = {4, 4};
    return problem;
}

inline double energyOf(const Schedule& schedule) { return schedule.totals.energy.total(); }

inline bool isClose(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

} // namespace samples
