#include "core/io/result_project.h"

#include <utility>

namespace tilescape::io {

namespace {

constexpr const char* view = "explore";

} // namespace

Project projectOf(SweepRun run)
{
    Project project{problemWith(run.sweep.base, {}), view};
    project.explorations.sweep = std::move(run);
    return project;
}

Project projectOf(SearchRun run)
{
    Project project{
        problemWith(run.search.base, {{std::string(explore::networkKey), run.search.workloads.front().network}}), view};
    project.explorations.search = std::move(run);
    return project;
}

Project projectOf(const explore::Sweep& sweep) { return projectOf(SweepRun{sweep, {}}); }

Project projectOf(const explore::ChipSearch& search) { return projectOf(SearchRun{search, {}}); }

} // namespace tilescape::io
