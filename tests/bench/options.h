#pragma once

#include "core/search/space/search_space.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tilescape::bench {

/// What a benchmark is told. Lists that are empty are as each benchmark likes.
struct Options {
    int threads = 1;
    std::vector<std::string> benchmarks; ///< by `Benchmark::name`, in the order of the table
    std::vector<std::string> networks;   ///< names of the library
    std::vector<std::string> solvers;    ///< names of `schedule::solvers()`
    std::vector<search::Goal> goals{search::Goal::Energy, search::Goal::Delay, search::Goal::EnergyDelay};
    std::string mode;            ///< search space of `search::spaceModes()`; empty: that of KAPLA's evaluation
    int side = 16;               ///< of the chip, in tiles
    bool training = false;
    double budgetSeconds = 1800; ///< of wall clock for one solve: what takes longer is ended
    std::filesystem::path cases; ///< folder of reference cases
    std::string against;         ///< another binary of this program, to compare times with; empty: none
    std::string markdown;        ///< file of the page, "-" for standard output; empty: no page
};

/// Takes the result of one case: an object of named values. Called as soon as it is known.
using Emit = std::function<void(const nlohmann::ordered_json&)>;

/// How a value of a line stands in a table.
enum class Form { Text, Count, Digits3, Digits5 };

/// A column of a table: the value of that key in each line, empty where a line has none.
struct Column {
    std::string key;
    std::string heading; ///< with the unit
    Form form = Form::Digits3;
};

struct Benchmark {
    std::string_view name; ///< as an option, after two dashes
    std::string_view help;
    std::string_view title; ///< of its table
    std::string_view text;  ///< a paragraph about it
    void (*run)(const Options& options, const Emit& emit);
    std::vector<Column> columns;
    bool always = true; ///< run where nothing is chosen
};
/// Those that solve in processes of their own come first: before any other thread runs.
std::span<const Benchmark> benchmarks();

/// Reads the arguments after the program's name. Prints help or what is wrong, and returns the exit code, where there is
/// nothing to run.
std::optional<int> parse(std::vector<std::string> arguments, Options& options);

} // namespace tilescape::bench
