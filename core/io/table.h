#pragma once

#include "core/support/result.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tilescape::io {

/// A table for a paper, a page or a spreadsheet.
struct Table {
    struct Column {
        std::string heading; ///< for a person
        std::string unit;    ///< beside the heading; empty: none
        std::string key;     ///< of CSV, with the unit in it
        bool number = true;
        /// Each row has a unit of its own: its numbers are rounded for themselves, beside each other.
        bool byRow = false;
    };
    using Cell = std::variant<std::monostate, std::string, double>; ///< empty where there is nothing to say

    std::string caption;
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows; ///< each as long as the columns
    bool hasTotal = false;               ///< the last row is a sum of those above
};

enum class TableFormat { Latex, Markdown, Csv };

/// The format of a word: latex, markdown or csv. Faults: another word.
support::Result<TableFormat> tableFormatNamed(const std::string& word);

/// LaTeX: a `table` with booktabs' rules and siunitx' columns, numbers rounded to four digits of the largest of a column
/// (or of a row, where its columns say so) and two of its smallest (percentages: to two decimals, or two digits of the largest), and the packages in a remark. Markdown: the same numbers.
/// CSV: numbers in full precision.
std::string writeTable(const Table& table, TableFormat format);

} // namespace tilescape::io
