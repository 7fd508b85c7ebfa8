#include "core/io/comparison.h"

#include "core/io/cell_text.h"

#include <fmt/format.h>

namespace tilescape::io {
namespace {

} // namespace

std::optional<double> ComparisonRow::ratio() const
{
    return paper && *paper != 0 ? std::optional(ours / *paper) : std::nullopt;
}

std::string markdownOf(const Comparison& comparison)
{
    std::string text = fmt::format("## {}\n\n", comparison.title);
    if (!comparison.introduction.empty()) {
        text += comparison.introduction + "\n\n";
    }
    text += "| what | unit | paper | ours | ours / paper | note |\n|---|---|---:|---:|---:|---|\n";
    for (const ComparisonRow& row : comparison.rows) {
        const std::optional<double> ratio = row.ratio();
        text += fmt::format("| {} | {} | {} | {:.4g} | {} | {} |\n", markdownCell(row.what), markdownCell(row.unit),
                            row.paper ? fmt::format("{:.4g}", *row.paper) : "", row.ours,
                            ratio ? fmt::format("{:.3f}", *ratio) : "", markdownCell(row.note));
    }
    return text;
}

std::string csvOf(const std::vector<Comparison>& comparisons)
{
    std::string text = "table,what,unit,paper,ours,ratio,note\n";
    for (const Comparison& comparison : comparisons) {
        for (const ComparisonRow& row : comparison.rows) {
            const std::optional<double> ratio = row.ratio();
            text += fmt::format("{},{},{},{},{},{},{}\n", csvField(comparison.title), csvField(row.what), csvField(row.unit),
                                row.paper ? fmt::format("{}", *row.paper) : "", row.ours,
                                ratio ? fmt::format("{}", *ratio) : "", csvField(row.note));
        }
    }
    return text;
}

} // namespace tilescape::io
