#pragma once

#include "machine.h"
#include "options.h"

#include <nlohmann/json.hpp>

namespace tilescape::bench {

/// A table of the page: the benchmark, and the arguments with which it makes just this table.
struct Section {
    std::string title; ///< empty: the benchmark's
    std::string arguments;
};
/// The sections of the whole page, of cases that two quiet cores solve in a quarter of an hour.
std::span<const Section> pageSections();

/// The page's heading, and one paragraph about what measured it.
std::string pageHead(const Machine& machine, int threads);
/// A heading, the benchmark's paragraph, the command and the table.
std::string sectionText(const Section& section, const Benchmark& benchmark,
                        const std::vector<nlohmann::ordered_json>& lines);

} // namespace tilescape::bench
