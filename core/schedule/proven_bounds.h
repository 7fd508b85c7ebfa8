#pragma once

#include "core/schedule/schedule.h"

#include <optional>
#include <stop_token>

namespace tilescape::schedule {

/// Chips of more tiles have too many partitions: no bound of layers and segments, and no proof.
extern const Count mostTilesOfProof;
bool canProve(const Problem& problem);

/// Whether a bound of one of the problems holds for the other as well: they differ at most in the solver and its settings, in the
/// settings of training, and in what is kept.
bool haveSameBounds(const Problem& first, const Problem& second);

/// Takes over what is proven of another schedule of a problem with the same bounds, where that is more; bounds of segments if both
/// have the same ones. Returns whether the bound was raised.
bool takeBounds(Schedule& schedule, const Schedule& other);

/// The bound of `search::chainBound` for a problem that `solve` accepts; empty if stopped, or if the network has no
/// layers of training to add though the problem asks for them.
std::optional<search::LowerBound> provenBound(const Problem& problem, const std::stop_token& stop = {});

/// The bound of `search::networkBound` for such a problem, which a solve sets; empty without layers of training as above.
std::optional<search::LowerBound> networkBound(const Problem& problem);

/// Energy of all layers of the segment with this number, and static energy of its cycles: what its bound is compared with.
double segmentEnergyPj(const Schedule& schedule, std::size_t segment);

/// What is a bound of `measureOf` (advice.h) under this goal.
double boundOf(const search::LowerBound& bound, search::Goal goal);

/// Whether a bound of the goal holds for the schedule: a kept one, or one edited by hand, may be outside the space that it ranges over. It may
/// be below by what sums differ in their last digits.
bool mayBeAbove(const Schedule& schedule, double bound);

/// The closest bound that it has of what its goal makes small.
double closestBoundOf(const Schedule& schedule);

/// What the schedule's goal makes small, pJ, cycles or their product, divided by the closest bound that it has: below 1 only of one that is kept, or
/// edited by hand, and outside the space of that bound.
double gapOf(const Schedule& schedule);
/// Of a gap: 1 where it differs from that as sums do in their last digits.
double withoutRounding(double gap);

} // namespace tilescape::schedule
