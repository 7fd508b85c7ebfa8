#include "app/desktop/result_files.h"

#include "core/io/files.h"

namespace tilescape::desktop {

namespace {

support::Diagnostic faultOfOrder(const FigureOrder& order, const std::string& problem, const std::string& remedy)
{
    return {support::Severity::Error, order.figure, "", "", problem, remedy};
}

support::Result<ui::figures::Results> resultsIn(const ui::figures::ResultFigureKind& kind, const std::string& file)
{
    const auto text = io::readFile(file);
    return text ? readResults(kind, text.value(), file) : support::Result<ui::figures::Results>(text.faults());
}

} // namespace

support::Result<ui::widgets::Figure> ResultFiles::figure(const FigureOrder& order)
{
    const ui::figures::ResultFigureKind& kind = *ui::figures::findResultFigure(QString::fromStdString(order.figure));
    if (order.of.empty()) {
        return faultOfOrder(order, "no results are named",
                            kind.chart ? "name with --of what 'tilescape-cli sweep' or 'search' wrote with --json, or "
                                         "a project with one of them"
                                       : "name with --of what 'tilescape-cli sensitivity' wrote with --json");
    }
    if (!order.layer.empty()) {
        return faultOfOrder(order, "a figure of results shows no layer", "leave out the layer");
    }
    auto known = m_results.find(order.of);
    if (known == m_results.end() || std::holds_alternative<io::ExploredPoints>(known->second) != kind.chart.has_value()) {
        auto results = resultsIn(kind, order.of);
        if (!results) {
            return results.faults();
        }
        known = m_results.insert_or_assign(order.of, std::move(results.value())).first;
    }
    return resultFigure(kind, known->second, order.choice);
}

} // namespace tilescape::desktop
