#include "core/explore/check_parts.h"

#include "core/explore/point.h"
#include "core/support/nearest_name.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::explore {

using support::Diagnostics;

void addFault(Diagnostics& faults, std::string pointer, std::string problem, std::string remedy)
{
    faults.push_back({support::Severity::Error, "", std::move(pointer), "", std::move(problem), std::move(remedy)});
}

void checkMeasure(Diagnostics& faults, const std::string& pointer, const std::string& key)
{
    if (findMeasure(key)) {
        return;
    }
    std::vector<std::string_view> known;
    for (const Measure& measure : measures()) {
        known.push_back(measure.key);
    }
    addFault(faults, pointer, fmt::format("there is no measure '{}'", key), support::suggestName(key, known));
}

void checkObjectives(Diagnostics& faults, const std::vector<std::string>& objectives)
{
    for (std::size_t i = 0; i < objectives.size(); ++i) {
        const std::string pointer = fmt::format("/objectives/{}", i);
        checkMeasure(faults, pointer, objectives[i]);
        if (std::count(objectives.begin(), objectives.begin() + static_cast<std::ptrdiff_t>(i), objectives[i]) > 0) {
            addFault(faults, pointer, fmt::format("'{}' is there already", objectives[i]),
                     "each measure is an objective once");
        }
    }
    if (objectives.empty()) {
        addFault(faults, "/objectives", "there is none", "one or more measures are needed");
    }
}

} // namespace tilescape::explore
