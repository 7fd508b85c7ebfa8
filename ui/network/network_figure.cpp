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

/// A scene of its own in the colours of paper, so that the one on the screen is left alone.
std::shared_ptr<NetworkScene> paperScene(const std::shared_ptr<const schedule::Schedule>& schedule,
                                         const GraphLayout* layout)
{
    auto scene = std::make_shared<NetworkScene>();
    scene->setColours(style::paperPalette());
    scene->setNetwork(schedule->problem->network);
    scene->setSchedule(schedule);
    // While the network changes, layout and schedule may be of different ones.
    const bool fits = layout && layout->nodes.size() == scene->shape().nodes.size()
        && layout->edges.size() == scene->shape().edges.size();
    if (fits) {
        scene->applyLayout(*layout);
    } else if (scene->shape().nodes.size() <= largestDotGraph) {
        if (const auto dot = dotLayout(scene->shape())) {
            scene->applyLayout(*dot);
        }
    }
    return scene;
}

} // namespace

widgets::Figure networkFigure(std::shared_ptr<const schedule::Schedule> schedule, const GraphLayout* layout)
{
    const std::shared_ptr<NetworkScene> scene = paperScene(schedule, layout);
    const QRectF area = scene->sceneRect();
    const auto scaleFor = [area](double width) { return std::min(width / std::max(area.width(), 1.0), 1.0); };

    widgets::Figure figure;
    figure.name = QStringLiteral("network");
    figure.title = QString::fromStdString(schedule->problem->network.name);
    figure.legend = plot::figureLegend(paperLegend(*schedule));
    figure.heightFor = [=](double width, const QFont&) { return area.height() * scaleFor(width); };
    figure.paint = [=](QPainter& painter, QSizeF size, const QFont& font) {
        const double scale = scaleFor(size.width());
        const QSizeF graph = area.size() * scale;
        painter.setFont(font);
        scene->render(&painter, QRectF(QPointF((size.width() - graph.width()) / 2, 0), graph), area);
    };
    return figure;
}

} // namespace tilescape::ui::network
