#include "ui/network/graph_fold.h"
#include "ui/network/layer_looks.h"
#include "ui/network/network_scene.h"
#include "ui/network/network_view.h"
#include "ui/plot/figure_legend.h"
#include "ui/style/palette.h"
#include "ui/style/travel_colours.h"

#include <QPainter>

#include <algorithm>

namespace tilescape::ui::network {

namespace {

/// The kinds of layers that occur, each once; with a schedule, how data travels, as the edges are coloured, and the outline
/// of a segment.
std::vector<plot::LegendEntry> paperLegend(const schedule::Schedule& schedule)
{
    const QPalette palette = style::paperPalette();
    std::vector<plot::LegendEntry> legend;
    for (const tilescape::network::Layer& layer : schedule.problem->network.layers) {
        const QString label = kindLabel(layer);
        if (std::none_of(legend.begin(), legend.end(), [&](const plot::LegendEntry& entry) { return entry.text == label; })) {
            const QColor colour = kindColour(layer, palette);
            legend.push_back(plot::outlined(label, colour, QPen(colour.darker(125), 1)));
        }
    }
    if (schedule.hasResult()) {
        for (const style::Travel travel : style::allTravels) {
            legend.push_back(plot::arrow(style::travelLabel(travel), style::travelColour(travel, palette), style::travelStyle(travel)));
        }
        legend.push_back(plot::outlined(NetworkView::tr("segment: runs together"), Qt::NoBrush, QPen(style::mutedText(palette), 1)));
    }
    return legend;
}

/// The graph in the colours of paper, in a scene of its own, so that the one on the screen is left alone.
struct PaperGraph {
    NetworkScene scene;
    GraphLayout layout; ///< in one column

    /// In so many columns; its extent then.
    QRectF foldInto(std::size_t columns)
    {
        scene.applyLayout(foldLayout(layout, scene.shape(), columns));
        return scene.sceneRect();
    }
};

GraphLayout oneColumn(const GraphShape& shape, const GraphLayout* shown)
{
    // While the network changes, layout and schedule may be of different ones.
    if (shown && shown->nodes.size() == shape.nodes.size() && shown->edges.size() == shape.edges.size()) {
        return *shown;
    }
    const auto dot = shape.nodes.size() <= largestDotGraph ? dotLayout(shape) : std::nullopt;
    return dot ? *dot : layeredLayout(shape);
}

std::shared_ptr<PaperGraph> paperGraph(const std::shared_ptr<const schedule::Schedule>& schedule, const GraphLayout* shown)
{
    auto graph = std::make_shared<PaperGraph>();
    graph->scene.setColours(style::paperPalette());
    graph->scene.setNetwork(schedule->problem->network);
    graph->scene.setSchedule(schedule);
    graph->layout = oneColumn(graph->scene.shape(), shown);
    return graph;
}

/// Not larger than on the screen, so that its text is of the page's size at most.
double scaleInto(const QRectF& area, QSizeF room)
{
    return std::min({room.width() / std::max(area.width(), 1.0), room.height() / std::max(area.height(), 1.0), 1.0});
}

} // namespace

widgets::Figure networkFigure(std::shared_ptr<const schedule::Schedule> schedule, const GraphLayout* layout, std::size_t columns)
{
    const std::shared_ptr<PaperGraph> graph = paperGraph(schedule, layout);
    const QRectF usual = graph->foldInto(columns);
    const auto heightFor = [usual](double width) { return usual.height() * scaleInto(usual, {width, usual.height()}); };

    widgets::Figure figure;
    figure.name = QStringLiteral("network");
    figure.title = QString::fromStdString(schedule->problem->network.name);
    figure.legend = plot::figureLegend(paperLegend(*schedule));
    figure.stretches = true;
    figure.heightFor = [=](double width, const QFont&) { return heightFor(width); };
    figure.leastHeightFor = [](double, const QFont&) { return 1.0; };
    figure.paint = [=](QPainter& painter, QSizeF size, const QFont& font) {
        const bool isLow = size.height() < heightFor(size.width()) - 1;
        const QRectF area = graph->foldInto(isLow ? columnsFor(graph->layout, size) : columns);
        const QSizeF drawn = area.size() * scaleInto(area, size);
        painter.setFont(font);
        graph->scene.render(&painter, QRectF(QPointF((size.width() - drawn.width()) / 2, 0), drawn), area);
    };
    return figure;
}

} // namespace tilescape::ui::network
