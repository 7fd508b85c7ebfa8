#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tilescape::io {

/// One number of ours, beside a paper's where it prints one.
struct ComparisonRow {
    std::string what;
    std::string unit; ///< empty for a ratio
    std::optional<double> paper;
    double ours = 0;
    std::string note;

    [[nodiscard]] std::optional<double> ratio() const; ///< ours over the paper's, where that is not 0
};

/// A table or figure of a paper.
struct Comparison {
    std::string title;
    std::string introduction; ///< may be empty
    std::vector<ComparisonRow> rows;
};

/// A heading and a table in Markdown; numbers with four digits.
std::string markdownOf(const Comparison& comparison);

/// All of them in one table, `table,what,unit,paper,ours,ratio,note`; numbers with all their digits.
std::string csvOf(const std::vector<Comparison>& comparisons);

} // namespace tilescape::io
