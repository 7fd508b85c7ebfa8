#pragma once

#include "core/training/gradient/simulator.h"

#include <functional>

namespace tilescape::training::gradient {

/// More steps than this are not simulated: a run of a second or so.
inline constexpr Count mostSteps = Count{1} << 26;

/// Which tile shapes are tried for one product.
struct TileCandidates {
    std::vector<TileShape> shapes; ///< fewest steps first
    Count tooManySteps = 0;        ///< shapes that fit and are left out for their number of steps
};

/// Sides are the array's side times powers of two, up to the first that covers the dimension; the three tiles of a step
/// may take `tileSharePercent` of half a core's scratchpad. `shape` instead, if one is given and fits that half.
TileCandidates tileCandidates(const Gemm& gemm, const Settings& settings,
                              const std::optional<TileShape>& shape = std::nullopt);

using PlanMaker = std::function<Plan(const Tiling&)>;

/// The fastest of the shapes (of equals, the first); nothing if there is none or the run is stopped. A shape is given up
/// as soon as what it still must move or compute cannot end before the best so far does: no winner is lost.
std::optional<Measure> fastest(Simulator& simulator, const Gemm& gemm, const Settings& settings,
                               std::span<const TileShape> shapes, const PlanMaker& plan, std::stop_token stop,
                               bool freeSecondDy = false);

} // namespace tilescape::training::gradient
