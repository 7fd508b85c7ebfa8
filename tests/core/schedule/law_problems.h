#pragma once

#include "core/io/library.h"
#include "tests/core/schedule/laws.h"
#include "tests/core/schedule/random_schedules.h"

/// Random problems for laws.
namespace samples {

/// A small random network on a random chip of up to 9 x 8 tiles.
inline Problem anyProblem(Dice& dice)
{
    Problem problem;
    problem.solver = "kapla";
    problem.network = randomNetwork(dice);
    problem.goal = dice.pick(goals);
    problem.batch = dice.pick(std::array<Count, 5>{1, 3, 4, 16, 64});
    hardware::Hardware& chip = problem.hardware;
    chip.tiles = {dice.upTo(8), 1};
    chip.tiles.width = std::max<Count>(1, chip.tiles.height - dice.upTo(2) + 1);
    chip.bufferBytesPerTile = dice.pick(std::array<double, 3>{8192, 32768, 131072});
    chip.dramGigabytesPerSecond = dice.pick(std::array<double, 3>{5, 25, 100});
    chip.memory = dice.once(4) ? hardware::MemoryPlacement::EveryTile : hardware::MemoryPlacement::Corners;
    for (bool search::SearchSpace::*freedom : freedoms()) {
        problem.space.*freedom = dice.once(2);
    }
    return problem;
}

/// Networks of the library that are soon solved, on its chips, whose tiles are cut or added to: batches and tiles of which little divides,
/// and buffers that tiles share.
inline Problem anyProblemOfTheLibrary(Dice& dice)
{
    Problem problem;
    problem.solver = "kapla";
    problem.network = io::loadNetwork(dice.pick(std::array<const char*, 8>{"cifar_c", "lenet_c", "sconv", "sfc", "mlp_m", "lstm_phoneme",
                                                                           "zfnet", "alexnet"})).value();
    problem.hardware =
        io::loadHardware(dice.pick(std::array<const char*, 4>{"kapla_16x16", "tangram_16x16", "kapla_edge", "shared_4x4"})).value();
    problem.goal = dice.pick(goals);
    problem.batch = dice.pick(std::array<Count, 7>{1, 3, 4, 7, 16, 61, 64});
    if (problem.hardware.tiles.size() > 1) {
        const Count side = dice.pick(std::array<Count, 7>{2, 3, 4, 5, 7, 8, 11});
        problem.hardware.tiles = {side, std::max<Count>(1, side - dice.upTo(2) + 1)};
    }
    for (bool search::SearchSpace::*freedom : freedoms()) {
        problem.space.*freedom = dice.once(2);
    }
    problem.space.roundedFactors = dice.once(2);
    return problem;
}

/// The problem of this number, as `tests/laws` counts them.
inline Problem problemAt(unsigned seed, int number)
{
    Dice dice(seed);
    Problem problem = anyProblem(dice);
    for (int i = 0; i < number; ++i) {
        problem = anyProblem(dice);
    }
    return problem;
}

} // namespace samples
