#include "core/training/gradient/tile_search.h"

#include <algorithm>

namespace tilescape::training::gradient {
namespace {

std::vector<Count> sidesFor(Count size, Count unit, TileChoice choice)
{
    std::vector<Count> sides{unit};
    while (choice != TileChoice::ArrayCube && sides.back() < size) {
        sides.push_back(sides.back() * 2);
    }
    return sides;
}

Count largestStep(Gemm gemm, const TileShape& tile, const Settings& settings)
{
    if (settings.room == StepRoom::Unrolled) {
        gemm.inputElements = 0;
    }
    const Tiling tiling(gemm, tile, settings);
    Count largest = 0;
    for (const StepKind kind : allStepKinds) {
        largest = std::max(largest, tiling.bytesOfAStep(kind));
    }
    return largest;
}

} // namespace

TileCandidates tileCandidates(const Gemm& gemm, const Settings& settings, const std::optional<TileShape>& shape)
{
    const Count half = settings.npu.scratchpadBytes / 2;
    TileCandidates candidates;
    struct Candidate {
        Count steps;
        TileShape shape;
    };
    std::vector<Candidate> found;
    const auto consider = [&](const TileShape& tile, Count room) {
        const Tiling tiling(gemm, tile, settings);
        if (largestStep(gemm, tile, settings) > room) {
            return false;
        }
        if (tiling.stepsOfAKind() > mostSteps / 2) {
            ++candidates.tooManySteps;
        } else {
            found.push_back({tiling.stepsOfAKind(), tile});
        }
        return true;
    };
    if (shape) {
        consider(*shape, half);
    } else {
        const Count room = half * settings.tileSharePercent / 100;
        const Count unit = settings.npu.arraySide;
        for (const Count m : sidesFor(gemm.m, unit, settings.tile)) {
            for (const Count k : sidesFor(gemm.k, unit, settings.tile)) {
                for (const Count n : sidesFor(gemm.n, unit, settings.tile)) {
                    if (!consider({{m, k, n}}, room)) {
                        break; // a longer tile takes no less
                    }
                }
            }
        }
    }
    std::sort(found.begin(), found.end(), [](const Candidate& a, const Candidate& b) {
        return a.steps != b.steps ? a.steps < b.steps : a.shape < b.shape;
    });
    for (const Candidate& candidate : found) {
        candidates.shapes.push_back(candidate.shape);
    }
    return candidates;
}

std::optional<Measure> fastest(Simulator& simulator, const Gemm& gemm, const Settings& settings,
                               std::span<const TileShape> shapes, const PlanMaker& plan, std::stop_token stop,
                               bool freeSecondDy)
{
    std::optional<Measure> best;
    RunLimits limits;
    limits.stop = std::move(stop);
    for (const TileShape& shape : shapes) {
        const Tiling tiling(gemm, shape, settings);
        const std::optional<Measure> measure = simulator.run(tiling, plan(tiling), limits, freeSecondDy);
        if (measure) { // faster than the best so far: a slower one is given up
            best = measure;
            limits.mostTicks = best->ticks;
        }
        if (limits.stop.stop_requested()) {
            return std::nullopt;
        }
    }
    return best;
}

} // namespace tilescape::training::gradient
