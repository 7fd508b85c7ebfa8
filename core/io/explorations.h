#pragma once

#include "core/explore/chip_search.h"

#include <optional>

namespace tilescape::io {

/// A sweep, and the points of it that are known.
struct SweepRun {
    explore::Sweep sweep;
    explore::PointResults results;
    friend bool operator==(const SweepRun&, const SweepRun&) = default;
};

/// A search, and the evaluations of it that are known: what it finds follows from these.
struct SearchRun {
    explore::ChipSearch search;
    explore::Evaluations evaluations;
    friend bool operator==(const SearchRun&, const SearchRun&) = default;
};

/// What a project keeps of explorations.
struct Explorations {
    std::optional<SweepRun> sweep;
    std::optional<SearchRun> search;
    friend bool operator==(const Explorations&, const Explorations&) = default;
};

} // namespace tilescape::io
