#include "app/desktop/paper_figures.h"

#include "app/reproduce/papers.h"
#include "core/io/files.h"
#include "ui/figures/reproduction_figure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace tilescape::desktop {

namespace {

support::Diagnostic fault(const std::string& name, const std::string& problem, const std::string& remedy)
{
    return {support::Severity::Error, name, "", "", problem, remedy};
}

support::Result<const reproduce::Paper*> paperOf(const std::string& name)
{
    const std::string paperName = name.substr(0, name.find('/'));
    std::vector<std::string_view> known;
    for (const reproduce::Paper& paper : reproduce::papers()) {
        if (paper.name == paperName) {
            return &paper;
        }
        known.push_back(paper.name);
    }
    return fault(name, "there is no such paper", fmt::format("use one of {}, and a figure behind the stroke", fmt::join(known, ", ")));
}

support::Result<io::PaperFigures> readFigures(const std::string& file)
{
    const auto text = io::readFile(file);
    return text ? io::readPaperFigures(text.value(), file) : support::Result<io::PaperFigures>(text.faults());
}

support::Result<io::PaperFigures> makeFigures(const reproduce::Paper& paper, const std::string& name)
{
    try {
        return io::PaperFigures{std::string(paper.name), paper.make(0).figures};
    } catch (const std::runtime_error& error) {
        return fault(name, error.what(), "choose a figure of another paper");
    }
}

} // namespace

support::Result<const io::PaperFigures*> PaperFigures::figuresOf(const std::string& name, const std::string& file)
{
    const auto paper = paperOf(name);
    if (!paper) {
        return paper.faults();
    }
    const std::string key = file.empty() ? std::string(paper.value()->name) : file;
    if (!m_figures.contains(key)) {
        auto figures = file.empty() ? makeFigures(*paper.value(), name) : readFigures(file);
        if (!figures) {
            return figures.faults();
        }
        m_figures[key] = std::move(figures.value());
    }
    const io::PaperFigures& figures = m_figures[key];
    if (figures.paper != paper.value()->name) {
        return fault(name, fmt::format("{} holds figures of {}", file, figures.paper), "name a file of this paper, or none");
    }
    return &figures;
}

support::Result<ui::widgets::Figure> PaperFigures::figure(const std::string& name, const std::string& file)
{
    const auto figures = figuresOf(name, file);
    if (!figures) {
        return figures.faults();
    }
    std::vector<std::string> known;
    for (const io::PaperFigure& figure : figures.value()->figures) {
        known.push_back(figures.value()->paper + "/" + figure.name);
        if (known.back() == name) {
            return ui::figures::reproductionFigure(QString::fromStdString(name),
                                                   QString::fromStdString(fmt::format("{}, made anew by Tilescape", paperOf(name).value()->help)),
                                                   figure.chart);
        }
    }
    return fault(name, "the paper has no such figure here", fmt::format("use one of {}", fmt::join(known, ", ")));
}

} // namespace tilescape::desktop
