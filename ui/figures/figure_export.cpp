#include "ui/figures/figure_export.h"

#include "ui/figures/exploration_figures.h"
#include "ui/figures/figure_registry.h"

#include <QDir>

#include <algorithm>
#include <array>
#include <iterator>

namespace tilescape::ui::figures {

std::vector<widgets::Figure> figuresOf(const FigureSource& source)
{
    std::vector<widgets::Figure> figures;
    for (const FigureKind& kind : figureKinds()) {
        if (isAbout(kind, source.problem())) {
            if (auto figure = makeFigure(kind, source)) {
                figures.push_back(std::move(figure.value()));
            }
        }
    }
    return figures;
}

std::vector<widgets::Figure> figuresOf(const schedule::Schedule& schedule)
{
    return figuresOf(FigureSource(std::make_shared<const schedule::Schedule>(schedule)));
}

support::Diagnostics makeFolder(const QString& folder)
{
    if (QDir().mkpath(folder)) {
        return {};
    }
    support::Diagnostic fault;
    fault.file = folder.toStdString();
    fault.problem = "the folder for the figures could not be made";
    fault.remedy = "choose a place that may be written to";
    return {std::move(fault)};
}

void writeFigureFiles(const widgets::Figure& figure, ExportedFigures& exported)
{
    static constexpr std::array<const char*, 3> endings{".svg", ".pdf", ".png"};
    const std::size_t before = exported.faults.size();
    for (const char* ending : endings) {
        const QString path = QDir(exported.folder).filePath(figure.name + QLatin1String(ending));
        const support::Diagnostics faults = widgets::writeFigure(figure, path, widgets::twoColumnsMm);
        if (faults.empty()) {
            exported.files << path;
        }
        exported.faults.insert(exported.faults.end(), faults.begin(), faults.end());
    }
    if (exported.faults.size() == before) {
        exported.figures << figure.name;
    }
}

ExportedFigures exportAllFigures(const FigureSource& source, const io::Explorations& explorations, const QString& folder)
{
    ExportedFigures exported;
    exported.folder = folder;
    exported.faults = makeFolder(folder);
    if (exported.faults.empty()) {
        std::vector<widgets::Figure> figures = figuresOf(source);
        std::ranges::move(figuresOf(explorations), std::back_inserter(figures));
        for (const widgets::Figure& figure : figures) {
            writeFigureFiles(figure, exported);
        }
    }
    return exported;
}

} // namespace tilescape::ui::figures
