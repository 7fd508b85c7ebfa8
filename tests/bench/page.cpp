#include "page.h"

#include "table.h"

#include <fmt/format.h>

#include <array>

namespace tilescape::bench {

std::span<const Section> pageSections()
{
    static const std::array<Section, 10> sections{{
        {"KAPLA from nothing, 16 x 16 tiles, its evaluation's space", "--from-nothing"},
        {"KAPLA from nothing, 16 x 16 tiles, Tangram's space", "--from-nothing --mode tangram"},
        {"KAPLA and exhaustive, 16 x 16 tiles, Tangram's space",
         "--from-nothing --mode tangram --solver exhaustive --solver kapla --network mlp_l --network lstm_gnmt --network alexnet"},
        {"All solvers, 4 x 4 tiles, KAPLA's space", "--solvers --side 4 --network mlp_l --network lstm_gnmt"},
        {"", "--tangram-chip"},
        {"", "--reference"},
        {"Edits, goal energy", "--edits --goal energy"},
        {"Edits, the other goals", "--edits --network alexnet --goal delay --goal energy_delay"},
        {"", "--gradient-order"},
        {"", "--parallelism"},
    }};
    return sections;
}

std::string pageHead(const Machine& machine, int threads)
{
    return fmt::format("# Benchmarks\n\nMeasured by Tilescape {} on {}, {} {}, with {}. A command makes its table alone; without "
                       "`--markdown -` it prints one JSON line a case.\n",
                       TILESCAPE_VERSION, machine.processor, machine.cores, machine.cores == 1 ? "core" : "cores",
                       threads == 0       ? "a thread for each core"
                           : threads == 1 ? "1 thread"
                                          : fmt::format("{} threads", threads));
}

std::string sectionText(const Section& section, const Benchmark& benchmark, const std::vector<nlohmann::ordered_json>& lines)
{
    return fmt::format("\n## {}\n\n{}\n\n`tilescape-bench {} --markdown -`\n\n{}",
                       section.title.empty() ? benchmark.title : section.title, benchmark.text, section.arguments,
                       tableOf(lines, benchmark.columns));
}

} // namespace tilescape::bench
