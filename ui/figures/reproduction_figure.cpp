#include "ui/figures/reproduction_figure.h"

#include "ui/plot/chart_figure.h"
#include "ui/style/palette.h"

#include <cmath>

namespace tilescape::ui::figures {

namespace {

constexpr double paperPaleness = 0.55; ///< of the paper's own values

plot::Chart::Kind kindOf(io::PaperChart::Kind kind)
{
    switch (kind) {
    case io::PaperChart::Kind::Bars: return plot::Chart::Kind::Grouped;
    case io::PaperChart::Kind::StackedBars: return plot::Chart::Kind::Stacked;
    case io::PaperChart::Kind::Lines: break;
    }
    return plot::Chart::Kind::Lines;
}

plot::Chart::Series seriesOf(const io::PaperChart::Series& series, int number, bool stacked)
{
    plot::Chart::Series made;
    made.name = QString::fromStdString(series.name);
    const QColor colour = style::categorical(series.colour >= 0 ? series.colour : number);
    made.colour = series.fromPaper ? style::blend(colour, Qt::white, paperPaleness) : colour;
    made.texture = series.fromPaper ? plot::Texture::Rising : plot::Texture::Plain;
    for (const double value : series.values) {
        made.values.push_back(stacked && std::isnan(value) ? 0 : value); // nothing on top of the others
    }
    return made;
}

} // namespace

widgets::Figure reproductionFigure(const QString& name, const QString& description, const io::PaperChart& chart)
{
    plot::Chart made;
    made.kind = kindOf(chart.kind);
    for (const std::string& category : chart.categories) {
        made.categories << QString::fromStdString(category);
    }
    made.categoryTitle = made.numberTitle = QString::fromStdString(chart.xLabel);
    made.valueTitle = QString::fromStdString(chart.yLabel);
    made.logarithmic = chart.logarithmic;
    bool fromPaper = false;
    for (const io::PaperChart::Series& series : chart.series) {
        made.series.push_back(seriesOf(series, static_cast<int>(made.series.size()), chart.kind == io::PaperChart::Kind::StackedBars));
        fromPaper = fromPaper || series.fromPaper;
    }
    if (!fromPaper) {
        plot::addTextures(made);
    }
    widgets::Figure figure = plot::chartFigure(name, QString::fromStdString(chart.title), std::move(made));
    figure.description = description;
    return figure;
}

} // namespace tilescape::ui::figures
