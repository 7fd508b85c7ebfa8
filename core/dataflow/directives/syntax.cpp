#include "core/dataflow/directives/syntax.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

namespace tilescape::dataflow::directives {

std::string_view nameOf(Dim dim)
{
    static constexpr std::array<std::string_view, allDims.size()> names{"N",  "P",  "G",  "C",  "K", "M",
                                                                       "Xi", "Yi", "Xo", "Yo", "R", "S", "T", "E"};
    return names[static_cast<std::size_t>(dim)];
}

std::string_view meaningOf(Dim dim)
{
    static constexpr std::array<std::string_view, allDims.size()> meanings{
        "images",        "parts of images", "groups of channels", "input channels", "output channels", "rows of a matrix",
        "input columns", "input rows",      "output columns",     "output rows",    "filter columns",  "filter rows",
        "taps of the filter", "operands"};
    return meanings[static_cast<std::size_t>(dim)];
}

const Scope* LayerDirectives::find(std::string_view memory) const
{
    const auto scope = std::find_if(scopes.begin(), scopes.end(), [&](const Scope& one) { return one.memory == memory; });
    return scope == scopes.end() ? nullptr : &*scope;
}

bool hasErrors(const Faults& faults)
{
    return std::any_of(faults.begin(), faults.end(),
                       [](const Fault& fault) { return fault.severity == support::Severity::Error; });
}

void sortByPlace(Faults& faults)
{
    std::stable_sort(faults.begin(), faults.end(), [](const Fault& a, const Fault& b) {
        return std::tie(a.place.line, a.place.column) < std::tie(b.place.line, b.place.column);
    });
}

support::Diagnostics diagnosticsOf(const Faults& faults, const std::string& file)
{
    support::Diagnostics diagnostics;
    for (const Fault& fault : faults) {
        diagnostics.push_back({fault.severity, file, fmt::format("{}:{}", fault.place.line, fault.place.column),
                               fault.layer, fault.problem, fault.remedy});
    }
    return diagnostics;
}

} // namespace tilescape::dataflow::directives
