#pragma once

#include "core/schedule/problem.h"
#include "core/support/result.h"

#include <span>
#include <string>
#include <string_view>

namespace tilescape::io {

/// What a project file holds.
struct Project {
    schedule::Problem problem;
    std::string view; ///< of `projectViews()`: the one that the project is about, shown when it is opened; may be empty
    friend bool operator==(const Project&, const Project&) = default;
};

/// The views that a project may ask for.
std::span<const std::string_view> projectViews();

/// Reads a project file (`.tilescape`): network and hardware in full, batch, goal, search space, solver. All faults at once.
support::Result<Project> readProjectFile(const std::string& text, const std::string& file);
std::string writeProject(const Project& project);

/// The same for those who show nothing.
support::Result<schedule::Problem> readProject(const std::string& text, const std::string& file);
std::string writeProject(const schedule::Problem& problem);

} // namespace tilescape::io
