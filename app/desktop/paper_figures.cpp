#include "app/desktop/paper_figures.h"

#include "app/reproduce/papers.h"
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

} // namespace

support::Result<ui::widgets::Figure> PaperFigures::figure(const std::string& name)
{
    const std::string paperName = name.substr(0, name.find('/'));
    const std::string file = name.substr(name.find('/') + 1);
    std::vector<std::string_view> papers;
    for (const reproduce::Paper& paper : reproduce::papers()) {
        papers.push_back(paper.name);
    }
    const auto paper = std::find(papers.begin(), papers.end(), paperName);
    if (paper == papers.end()) {
        return fault(name, "there is no such paper", fmt::format("use one of {}, and a figure behind the stroke", fmt::join(papers, ", ")));
    }
    const reproduce::Paper& found = reproduce::papers()[static_cast<std::size_t>(paper - papers.begin())];
    if (!m_made.contains(paperName)) {
        try {
            m_made[paperName] = found.make(0);
        } catch (const std::runtime_error& error) {
            return fault(name, error.what(), "choose a figure of another paper");
        }
    }
    std::vector<std::string> known;
    for (const reproduce::Reproduction::Figure& figure : m_made[paperName].figures) {
        if (figure.file == file) {
            return ui::figures::reproductionFigure(QString::fromStdString(name),
                                                   QString::fromStdString(fmt::format("{}, made anew by Tilescape", found.help)), figure.chart);
        }
        known.push_back(paperName + "/" + figure.file);
    }
    return fault(name, "the paper has no such figure here", fmt::format("use one of {}", fmt::join(known, ", ")));
}

} // namespace tilescape::desktop
