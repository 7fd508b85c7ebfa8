#pragma once

#include "core/explore/chip_search.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

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

/// A sweep or a search that was given a name. Those of one kind have different names.
struct KeptRun {
    std::string name;
    std::variant<SweepRun, SearchRun> run;
    friend bool operator==(const KeptRun&, const KeptRun&) = default;
};

/// Questions around the project's own problem, which is the base of each: their own bases have none. A search without workloads is for the
/// project's network.
struct Questions {
    std::optional<explore::Sweep> sweep;
    std::optional<explore::ChipSearch> search;
    friend bool operator==(const Questions&, const Questions&) = default;
};

/// A sweep or a search as `Questions` have it.
template <typename Question>
Question aroundProject(Question question)
{
    question.base.problem = {};
    return question;
}

/// What a project keeps of explorations.
struct Explorations {
    std::optional<SweepRun> sweep;   ///< that is shown
    std::optional<SearchRun> search; ///< that is shown
    std::vector<KeptRun> kept;
    Questions asked{}; ///< beside what is shown, and not run
    friend bool operator==(const Explorations&, const Explorations&) = default;
};

} // namespace tilescape::io
