#include "core/io/result_project.h"

namespace tilescape::io {

Project projectOf(const explore::Sweep& sweep)
{
    Project project{problemWith(sweep.base, {}), {}};
    project.explorations.sweep = SweepRun{sweep, {}};
    return project;
}

Project projectOf(const explore::ChipSearch& search)
{
    Project project{problemWith(search.base, {{std::string(explore::networkKey), search.workloads.front().network}}), {}};
    project.explorations.search = SearchRun{search, {}};
    return project;
}

} // namespace tilescape::io
