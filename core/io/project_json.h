#pragma once

#include "core/io/explorations.h"
#include "core/schedule/problem.h"
#include "core/support/result.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescape::io {

/// `format` of a project.
inline constexpr std::string_view projectFormat = "tilescape-project";

/// A problem that a project keeps under a name, so that results can be compared with its schedule.
struct Baseline {
    std::string name;
    schedule::Problem problem;
    friend bool operator==(const Baseline&, const Baseline&) = default;
};

/// Those of a project, and the one that numbers are compared with.
struct Baselines {
    std::vector<Baseline> all;
    std::optional<std::size_t> chosen; ///< index into `all`
    friend bool operator==(const Baselines&, const Baselines&) = default;
};

/// What a project file holds.
struct Project {
    schedule::Problem problem;
    std::string view; ///< of `projectViews()`: the one that the project is about, shown when it is opened; may be empty
    Baselines baselines{};
    Explorations explorations{}; ///< a sweep and a search with what they found
    friend bool operator==(const Project&, const Project&) = default;
};

/// The views that a project may ask for.
std::span<const std::string_view> projectViews();

/// Reads a project file (`.tilescape`): network and hardware in full, batch, goal, search space, solver, the
/// directives of a schedule to keep, baselines, each a problem in which network and hardware are those of the project where they are left out,
/// and explorations. All faults at once; those of the directives are told by a solve.
support::Result<Project> readProjectFile(const std::string& text, const std::string& file);
std::string writeProject(const Project& project);

/// The same for those who show nothing.
support::Result<schedule::Problem> readProject(const std::string& text, const std::string& file);
std::string writeProject(const schedule::Problem& problem);

} // namespace tilescape::io
