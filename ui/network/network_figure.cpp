#include "ui/network/network_legend.h"
#include "ui/network/network_scene.h"
#include "ui/network/network_view.h"
#include "ui/style/palette.h"

#include <QPainter>

#include <algorithm>

namespace tilescape::ui::network {

namespace {

/// The kinds that occur, each once.
std::vector<LegendEntry> kindLegend(const tilescape::network::Network& network, const QPalette& palette)
{
    std::vector<LegendEntry> legend;
    for (const tilescape::network::Layer& layer : network.layers) {
        const QString label = kindLabel(layer);
        if (std::none_of(legend.begin(), legend.end(), [&](const LegendEntry& entry) { return entry.label == label; })) {
            legend.push_back({label, kindColour(layer, palette), LegendEntry::Sign::Box});
        }
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
    scene->setSchedule(schedule.get());
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
    std::vector<LegendEntry> legend = kindLegend(schedule->problem->network, style::paperPalette());
    if (schedule->hasResult()) {
        const std::vector<LegendEntry> travels = travelLegend(style::paperPalette());
        legend.insert(legend.end(), travels.begin(), travels.end());
    }
    const QRectF area = scene->sceneRect();
    const auto scaleFor = [area](double width) { return std::min(width / std::max(area.width(), 1.0), 1.0); };

    widgets::Figure figure;
    figure.name = QStringLiteral("network");
    figure.title = QString::fromStdString(schedule->problem->network.name);
    figure.heightFor = [=](double width) {
        return area.height() * scaleFor(width) + paintLegend(nullptr, legend, QRectF(0, 0, width, 0), {}, style::figureFont());
    };
    figure.paint = [=](QPainter& painter, QSizeF size) {
        const double scale = scaleFor(size.width());
        const QSizeF graph = area.size() * scale;
        scene->render(&painter, QRectF(QPointF((size.width() - graph.width()) / 2, 0), graph), area);
        paintLegend(&painter, legend, QRectF(0, graph.height(), size.width(), 0), style::paperPalette(),
                    style::figureFont());
    };
    return figure;
}

} // namespace tilescape::ui::network
