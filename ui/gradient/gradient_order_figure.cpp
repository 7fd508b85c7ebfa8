#include "ui/gradient/gradient_order_figure.h"

#include "ui/gradient/gradient_legend.h"
#include "ui/gradient/gradient_pane_painter.h"
#include "ui/gradient/gradient_text.h"
#include "ui/plot/figure_legend.h"
#include "ui/plot/text.h"
#include "ui/style/palette.h"

#include <algorithm>

namespace tilescape::ui::gradient {

namespace {

constexpr double figureGap = 14;
constexpr double narrowestPane = 230;

using Players = std::vector<std::shared_ptr<const GradientPlayer>>;

/// Where the panes stand in a picture of this width, beneath the name of the layer.
struct Page {
    std::vector<QRectF> panes;
    double height = 0;
};

/// What is above the panes.
QStringList headingOf(const QString& layer, double width, const QFont& font)
{
    return layer.isEmpty() ? QStringList{QString()}
                           : plot::wrapped(GradientText::tr("Layer %1").arg(layer), width, QFontMetricsF(font));
}

Page pageFor(const Players& players, const QString& layer, double width, const QFont& font)
{
    const auto fitting = static_cast<std::size_t>(std::max(1.0, (width + figureGap) / (narrowestPane + figureGap)));
    const std::size_t columns = std::clamp<std::size_t>(fitting, 1, std::max<std::size_t>(players.size(), 1));
    const double paneWidth = (width - figureGap * static_cast<double>(columns - 1)) / static_cast<double>(columns);
    double paneHeight = 0;
    for (const auto& player : players) {
        paneHeight = std::max(paneHeight, GradientPanePainter(*player, 1, style::paperPalette(), font).heightFor(paneWidth));
    }
    const auto lines = static_cast<double>(headingOf(layer, width, font).size());
    const double top = (lines - 1) * QFontMetricsF(font).lineSpacing() + QFontMetricsF(font).height() + 2;
    Page page;
    for (std::size_t i = 0; i < players.size(); ++i) {
        page.panes.emplace_back(static_cast<double>(i % columns) * (paneWidth + figureGap), top + static_cast<double>(i / columns) * (paneHeight + figureGap),
                                paneWidth, paneHeight);
    }
    page.height = page.panes.empty() ? 0 : page.panes.back().bottom();
    return page;
}

} // namespace

widgets::Figure gradientOrderFigure(Players players, Count longest, const QString& layer)
{
    widgets::Figure figure;
    figure.name = QStringLiteral("gradient-order");
    figure.title = GradientText::tr("Tiles in the scratchpad, order by order");
    figure.description = layer;
    figure.legend = plot::figureLegend(gradientLegend(style::paperPalette()));
    figure.heightFor = [players, layer](double width, const QFont& font) {
        return pageFor(players, layer, width, font).height;
    };
    figure.paint = [players, longest, layer](QPainter& painter, QSizeF size, const QFont& font) {
        painter.setFont(font);
        painter.setPen(style::paperPalette().color(QPalette::WindowText));
        double baseline = QFontMetricsF(font).ascent();
        for (const QString& line : headingOf(layer, size.width(), font)) {
            painter.drawText(QPointF(0, baseline), line);
            baseline += QFontMetricsF(font).lineSpacing();
        }
        const Page page = pageFor(players, layer, size.width(), font);
        for (std::size_t i = 0; i < players.size(); ++i) {
            GradientPanePainter(*players[i], longest, style::paperPalette(), font).paint(painter, page.panes[i]);
        }
    };
    return figure;
}

std::size_t layerOfMostGain(const training::gradient::NetworkResult& result)
{
    const auto gain = [](const training::gradient::LayerResult& layer) {
        return layer.product.count
               * (layer.orders[training::gradient::Order::Sequential].ticks - layer.orders[layer.best].ticks);
    };
    const auto& layers = result.layers;
    const auto best = std::max_element(layers.begin(), layers.end(), [&](const auto& a, const auto& b) { return gain(a) < gain(b); });
    return static_cast<std::size_t>(best - layers.begin());
}

widgets::Figure gradientOrderFigure(const training::gradient::NetworkResult& result)
{
    const training::gradient::LayerResult& layer = result.layers[layerOfMostGain(result)];
    // The first layer has no dX, and one order only.
    const bool ordered = layer.product.gemm.inputGradient && layer.best != training::gradient::Order::Sequential;
    std::vector<training::gradient::Order> orders{training::gradient::Order::Sequential};
    if (ordered) {
        orders.push_back(layer.best);
    }
    Players players;
    Count longest = 1;
    Count last = 1;
    std::vector<std::shared_ptr<const GradientRun>> runs;
    for (const training::gradient::Order order : orders) {
        runs.push_back(recordRun(layer.product.gemm, order, layer.orders[order].tile, result.settings));
        longest = std::max(longest, runs.back()->measure.totalBytes());
        last = std::max(last, runs.back()->lastTick());
    }
    for (const auto& run : runs) {
        auto player = std::make_shared<GradientPlayer>(run);
        player->seekTime(last / 2);
        players.push_back(std::move(player));
    }
    return gradientOrderFigure(std::move(players), longest, QString::fromStdString(layer.product.layer));
}

} // namespace tilescape::ui::gradient
