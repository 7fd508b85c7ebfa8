#include "ui/network/network_scene.h"
#include "ui/network/network_view.h"
#include "ui/style/palette.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace tilescape::ui::network {

namespace {

constexpr double legendSwatch = 10;
constexpr double legendGap = 6;

struct LegendEntry {
    QString label;
    QColor colour;
};

/// The kinds that occur, each once.
std::vector<LegendEntry> legendOf(const tilescape::network::Network& network, const QPalette& palette)
{
    std::vector<LegendEntry> legend;
    for (const tilescape::network::Layer& layer : network.layers) {
        const QString label = kindLabel(layer);
        if (std::none_of(legend.begin(), legend.end(), [&](const LegendEntry& entry) { return entry.label == label; })) {
            legend.push_back({label, kindColour(layer, palette)});
        }
    }
    return legend;
}

/// Height of the legend at this width; paints it if there is a painter.
double paintLegend(QPainter* painter, const std::vector<LegendEntry>& legend, double top, double width,
                   const QPalette& palette)
{
    const QFontMetricsF metrics(style::figureFont());
    const double row = metrics.height() + 3;
    QPointF at(0, top);
    for (const LegendEntry& entry : legend) {
        const double needed = legendSwatch + legendGap + metrics.horizontalAdvance(entry.label);
        if (at.x() > 0 && at.x() + needed > width) {
            at = {0, at.y() + row};
        }
        if (painter) {
            painter->setFont(style::figureFont());
            painter->setPen(QPen(entry.colour.darker(125), 1));
            painter->setBrush(entry.colour);
            painter->drawRect(QRectF(at.x(), at.y() + (row - legendSwatch) / 2, legendSwatch, legendSwatch));
            painter->setPen(palette.color(QPalette::WindowText));
            painter->drawText(QPointF(at.x() + legendSwatch + legendGap, at.y() + metrics.ascent() + 1), entry.label);
        }
        at.rx() += needed + 2 * legendGap;
    }
    return at.y() + row - top;
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
    const std::vector<LegendEntry> legend = legendOf(schedule->problem->network, style::paperPalette());
    const QRectF area = scene->sceneRect();
    const auto scaleFor = [area](double width) { return std::min(width / std::max(area.width(), 1.0), 1.0); };

    widgets::Figure figure;
    figure.name = QStringLiteral("network");
    figure.title = QString::fromStdString(schedule->problem->network.name);
    figure.heightFor = [=](double width) {
        return area.height() * scaleFor(width) + paintLegend(nullptr, legend, 0, width, {});
    };
    figure.paint = [=](QPainter& painter, QSizeF size) {
        const double scale = scaleFor(size.width());
        const QSizeF graph = area.size() * scale;
        scene->render(&painter, QRectF(QPointF((size.width() - graph.width()) / 2, 0), graph), area);
        paintLegend(&painter, legend, graph.height(), size.width(), style::paperPalette());
    };
    return figure;
}

} // namespace tilescape::ui::network
