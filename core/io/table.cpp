#include "core/io/table.h"

#include "core/io/cell_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace tilescape::io {

namespace {

constexpr int shownDigits = 4; ///< of a column's largest number
constexpr int leastDigits = 2; ///< of its smallest
constexpr int mostDecimals = 6;
constexpr int decimalsOfPercent = 2; ///< or as many as a column's largest number needs
constexpr std::size_t longText = 40; ///< letters from which a cell of LaTeX is broken into lines

std::string latexText(const std::string& text)
{
    std::string escaped;
    for (const char letter : text) {
        switch (letter) {
        case '\\': escaped += "\\textbackslash{}"; break;
        case '~': escaped += "\\textasciitilde{}"; break;
        case '^': escaped += "\\textasciicircum{}"; break;
        case '<':
            escaped += "\\textless{}";
            break;
        case '>':
            escaped += "\\textgreater{}";
            break;
        case '|':
            escaped += "\\textbar{}";
            break;
        case '&': case '%': case '$': case '#': case '_': case '{': case '}': escaped += '\\'; [[fallthrough]];
        default: escaped += letter;
        }
    }
    return escaped;
}

std::string latexUnit(const std::string& unit)
{
    static constexpr std::array<std::pair<const char*, const char*>, 10> units{{{"pJ", "\\pico\\joule"}, {"nJ", "\\nano\\joule"},
        {"uJ", "\\micro\\joule"}, {"mJ", "\\milli\\joule"}, {"J", "\\joule"}, {"%", "\\percent"}, {"MHz", "\\mega\\hertz"},
        {"GB/s", "\\giga\\byte\\per\\second"}, {"mW", "\\milli\\watt"}, {"mm2", "\\milli\\metre\\squared"}}};
    const auto found = std::find_if(units.begin(), units.end(), [&](const auto& one) { return unit == one.first; });
    return found == units.end() ? latexText(unit) : fmt::format("\\si{{{}}}", found->second);
}

/// How the numbers of a column are written: decimals, and digits before the point.
struct NumberForm {
    int decimals = 0;
    int whole = 1;
};

int digitsBeforePoint(double value) { return value >= 1 ? static_cast<int>(std::floor(std::log10(value))) + 1 : 1; }

/// So many that `leastDigits` digits of the number are seen.
int decimalsFor(double value) { return leastDigits - 1 - static_cast<int>(std::floor(std::log10(value))); }

/// For cells that are compared with each other.
NumberForm formOf(const std::vector<const Table::Cell*>& cells, bool arePercent)
{
    double largest = 0;
    double smallest = std::numeric_limits<double>::infinity(); // of those that are not 0
    bool fractions = false;
    for (const Table::Cell* cell : cells) {
        if (const double* value = std::get_if<double>(cell); value && std::isfinite(*value)) {
            largest = std::max(largest, std::abs(*value));
            smallest = *value != 0 ? std::min(smallest, std::abs(*value)) : smallest;
            fractions = fractions || *value != std::round(*value);
        }
    }
    NumberForm form;
    form.whole = digitsBeforePoint(largest);
    if (fractions) {
        const int needed = std::max(shownDigits - form.whole, decimalsFor(smallest));
        form.decimals =
            std::clamp(needed, 0, arePercent ? std::max(decimalsOfPercent, decimalsFor(largest)) : mostDecimals);
    }
    return form;
}

/// The forms of all numbers of a table.
class NumberForms {
public:
    explicit NumberForms(const Table& table) : m_table(table)
    {
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            m_ofColumns.push_back(table.columns[column].byRow ? widestRow() : formOfColumn(column));
        }
    }

    /// Room for all of a column's numbers.
    [[nodiscard]] const NumberForm& ofColumn(std::size_t column) const { return m_ofColumns[column]; }
    [[nodiscard]] NumberForm at(std::size_t row, std::size_t column) const
    {
        return m_table.columns[column].byRow ? formOfRow(row) : m_ofColumns[column];
    }

private:
    [[nodiscard]] NumberForm formOfColumn(std::size_t column) const
    {
        std::vector<const Table::Cell*> cells;
        for (const auto& row : m_table.rows) {
            cells.push_back(&row[column]);
        }
        return formOf(cells, m_table.columns[column].unit == "%");
    }
    [[nodiscard]] NumberForm widestRow() const
    {
        NumberForm most;
        for (std::size_t row = 0; row < m_table.rows.size(); ++row) {
            const NumberForm own = formOfRow(row);
            most = {std::max(most.decimals, own.decimals), std::max(most.whole, own.whole)};
        }
        return most;
    }
    [[nodiscard]] NumberForm formOfRow(std::size_t row) const
    {
        std::vector<const Table::Cell*> cells;
        for (std::size_t column = 0; column < m_table.columns.size(); ++column) {
            if (m_table.columns[column].byRow) {
                cells.push_back(&m_table.rows[row][column]);
            }
        }
        return formOf(cells, false);
    }

    const Table& m_table;
    std::vector<NumberForm> m_ofColumns;
};

/// Without the sign of what is rounded to 0.
std::string roundedText(double value, int decimals)
{
    std::string text = fmt::format("{:.{}f}", value, decimals);
    return text.front() == '-' && text.find_first_not_of("-0.") == std::string::npos ? text.substr(1) : text;
}

std::string shown(const Table::Cell& cell, const NumberForm& form, std::string (*text)(const std::string&))
{
    if (const auto* words = std::get_if<std::string>(&cell)) {
        return text(*words);
    }
    const auto* value = std::get_if<double>(&cell);
    return value ? std::isfinite(*value) ? roundedText(*value, form.decimals) : "unlimited" : "";
}

/// A column of LaTeX for texts.
std::string textColumn(const Table& table, std::size_t column)
{
    const bool isLong = std::any_of(table.rows.begin(), table.rows.end(), [&](const auto& row) {
        const auto* words = std::get_if<std::string>(&row[column]);
        return words && words->size() > longText;
    });
    return isLong ? "p{0.4\\linewidth}" : "l";
}

std::string writeLatex(const Table& table)
{
    std::string columns;
    std::string heads;
    std::string units;
    const NumberForms forms(table);
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const Table::Column& column = table.columns[i];
        columns += i > 0 ? " " : "";
        columns += column.number
                       ? fmt::format("S[table-format={}.{}]", forms.ofColumn(i).whole, forms.ofColumn(i).decimals)
                       : textColumn(table, i);
        const char* next = i + 1 < table.columns.size() ? " & " : " \\\\\n";
        heads += '{' + latexText(column.heading) + '}' + next;
        units += (column.unit.empty() ? "{}" : "{(" + latexUnit(column.unit) + ")}") + next;
    }
    std::string text = "% needs \\usepackage{booktabs} and \\usepackage{siunitx}\n\\begin{table}\n  \\centering\n  \\caption{"
        + latexText(table.caption) + "}\n  \\begin{tabular}{" + columns + "}\n    \\toprule\n    " + heads;
    const bool anyUnit = std::any_of(table.columns.begin(), table.columns.end(), [](const Table::Column& column) { return !column.unit.empty(); });
    text += (anyUnit ? "    " + units : "") + "    \\midrule\n";
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        text += table.hasTotal && row + 1 == table.rows.size() ? "    \\midrule\n    " : "    ";
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            const Table::Cell& cell = table.rows[row][i];
            const std::string content = shown(cell, forms.at(row, i), latexText);
            // After the end of a row, `[` and `*` would belong to that.
            text += i == 0 && (content.starts_with('[') || content.starts_with('*')) ? "{}" : "";
            // What is no number stands in braces in a column of numbers.
            const auto* value = std::get_if<double>(&cell);
            const bool plain = !table.columns[i].number || (value && std::isfinite(*value));
            text += (plain ? content : '{' + content + '}') + (i + 1 < table.columns.size() ? " & " : " \\\\\n");
        }
    }
    return text + "    \\bottomrule\n  \\end{tabular}\n\\end{table}\n";
}

std::string writeMarkdown(const Table& table)
{
    std::string heads = "|";
    std::string rule = "|";
    const NumberForms forms(table);
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const Table::Column& column = table.columns[i];
        heads += ' ' + markdownCell(column.heading) + (column.unit.empty() ? "" : " (" + column.unit + ")") + " |";
        rule += column.number ? "---:|" : "---|";
    }
    std::string text = heads + '\n' + rule + '\n';
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        text += '|';
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            const std::string content = shown(table.rows[row][i], forms.at(row, i),
                                              [](const std::string& words) { return markdownCell(words); });
            text += content.empty() ? " |" : ' ' + content + " |";
        }
        text += '\n';
    }
    return text;
}

std::string writeCsv(const Table& table)
{
    std::string text;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        text += (i > 0 ? "," : "") + csvField(table.columns[i].key);
    }
    text += '\n';
    for (const auto& row : table.rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            const auto* value = std::get_if<double>(&row[i]);
            const auto* words = std::get_if<std::string>(&row[i]);
            const std::string number = !value ? "" : std::isfinite(*value) ? fmt::format("{}", *value) : "unlimited";
            text += (i > 0 ? "," : "") + (words ? csvField(*words) : number);
        }
        text += '\n';
    }
    return text;
}

} // namespace

support::Result<TableFormat> tableFormatNamed(const std::string& word)
{
    if (word == "latex") {
        return TableFormat::Latex;
    }
    if (word == "markdown") {
        return TableFormat::Markdown;
    }
    if (word == "csv") {
        return TableFormat::Csv;
    }
    return support::Diagnostic{support::Severity::Error, "", "", "", "there is no format '" + word + "'", "use latex, markdown or csv"};
}

std::string writeTable(const Table& table, TableFormat format)
{
    switch (format) {
    case TableFormat::Latex: return writeLatex(table);
    case TableFormat::Markdown: return writeMarkdown(table);
    case TableFormat::Csv: break;
    }
    return writeCsv(table);
}

} // namespace tilescape::io
