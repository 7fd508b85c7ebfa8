#include "ui/network/graph_fold.h"
#include "ui/network/layer_looks.h"
#include "ui/network/network_items.h"
#include "ui/network/network_scene.h"
#include "ui/network/network_view.h"
#include "ui/plot/figure_legend.h"
#include "ui/style/palette.h"
#include "ui/style/travel_colours.h"

#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace tilescape::ui::network {

namespace {

constexpr std::size_t mostNamed =
    100; ///< layers; in the picture of a larger network blocks have names, where layers have no room for theirs
constexpr double surelyNumbered = 1.1 * numberScale; ///< from this scale on every box has room for its number, in whole pixels of text

/// What occurs in the picture, each once: the kinds of layers; with a schedule, how data travels, as the edges are coloured, and the
/// outline of a segment. Of a layer that has its number in place of its name, what that is.
std::vector<plot::LegendEntry> paperLegend(const schedule::Schedule& schedule, const NetworkScene& scene,
                                           bool hasNumbers)
{
    const QPalette palette = style::paperPalette();
    std::vector<plot::LegendEntry> legend;
    std::vector<std::pair<QColor, QStringList>> kinds; // some have one colour between them
    for (const tilescape::network::Layer& layer : schedule.problem->network.layers) {
        const QColor colour = kindColour(layer, palette);
        auto known = std::find_if(kinds.begin(), kinds.end(), [&](const auto& kind) { return kind.first == colour; });
        known = known == kinds.end() ? kinds.insert(known, {colour, {}}) : known;
        if (!known->second.contains(kindLabel(layer))) {
            known->second << kindLabel(layer);
        }
    }
    for (const auto& [colour, labels] : kinds) {
        legend.push_back(plot::outlined(labels.join(NetworkView::tr(", ")), colour, QPen(colour.darker(125), 1)));
    }
    for (const style::Travel travel : style::allTravels) {
        if (scene.hasTravel(travel)) {
            legend.push_back(plot::arrow(style::travelLabel(travel), style::travelColour(travel, palette), style::travelStyle(travel)));
        }
    }
    if (scene.hasSegments()) {
        legend.push_back(plot::outlined(NetworkView::tr("segment: runs together"), Qt::NoBrush, QPen(style::mutedText(palette), 1)));
    }
    if (hasNumbers) {
        legend.push_back(
            {NetworkView::tr("number for a name: layer, from the input"), [](QPainter&, const QRectF&) {}, 0});
    }
    return legend;
}

/// Not larger than on the screen, so that its text is of the page's size at most.
double scaleInto(QSizeF area, QSizeF room)
{
    return std::min({room.width() / std::max(area.width(), 1.0), room.height() / std::max(area.height(), 1.0), 1.0});
}

/// The graph in the colours of paper, in a scene of its own, so that the one on the screen is left alone.
struct PaperGraph {
    NetworkScene scene;
    GraphLayout layout; ///< in one column
    std::map<std::size_t, QSizeF> extents{}; ///< in so many columns: a page asks again and again

    /// In so many columns; its extent then.
    QRectF foldInto(std::size_t columns)
    {
        scene.applyLayout(foldLayout(layout, scene.shape(), columns));
        return scene.sceneRect();
    }

    QSizeF extentIn(std::size_t columns)
    {
        const auto [known, isNew] = extents.try_emplace(columns);
        if (isNew) {
            known->second = foldInto(columns).size();
        }
        return known->second;
    }
    double scaleIn(std::size_t columns, QSizeF room) { return scaleInto(extentIn(columns), room); }

    /// So many columns that boxes are largest, or nearly so; where they are to have numbers and might not, as large as they can be.
    std::size_t columnsIn(QSizeF room, bool isNamed)
    {
        const std::size_t usual = columnsFor(layout, room);
        return !isNamed || scaleIn(usual, room) >= surelyNumbered ? usual : columnsOfLargest(room);
    }
    /// On a page as high as it needs to be: as many as on the screen, or fewer if boxes have no room for their numbers else.
    std::size_t columnsOnHigh(double width, std::size_t shown)
    {
        for (std::size_t columns = shown; columns > 0; --columns) {
            if (scaleIn(columns, {width, std::numeric_limits<double>::max()}) >= surelyNumbered) {
                return columns;
            }
        }
        return shown;
    }
    std::size_t columnsOfLargest(QSizeF room)
    {
        std::size_t best = 1;
        for (std::size_t columns = 2; columns <= mostColumnsOf(layout); ++columns) {
            best = scaleIn(columns, room) > scaleIn(best, room) ? columns : best;
        }
        return best;
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

/// The least height up to `natural` at which every box has room for its number; beyond every page if there is none.
double leastNumberedHeight(PaperGraph& graph, double width, double natural, std::size_t usualColumns)
{
    if (graph.scaleIn(usualColumns, {width, natural}) < surelyNumbered) {
        return std::numeric_limits<double>::max();
    }
    double unnumbered = 0;
    double numbered = natural;
    while (numbered - unnumbered > 1) {
        const QSizeF room(width, (unnumbered + numbered) / 2);
        const bool isNumbered = graph.scaleIn(graph.columnsOfLargest(room), room) >= surelyNumbered;
        (isNumbered ? numbered : unnumbered) = room.height();
    }
    return numbered;
}

} // namespace

widgets::Figure networkFigure(std::shared_ptr<const schedule::Schedule> schedule, const GraphLayout* layout, std::size_t columns)
{
    const std::shared_ptr<PaperGraph> graph = paperGraph(schedule, layout);
    const bool isNamed = schedule->problem->network.layers.size() <= mostNamed;
    const auto usualColumns = [=](double width) { return isNamed ? graph->columnsOnHigh(width, columns) : columns; };
    const auto heightFor = [=](double width) {
        const QSizeF usual = graph->extentIn(usualColumns(width));
        return usual.height() * scaleInto(usual, {width, usual.height()});
    };

    widgets::Figure figure;
    figure.name = QStringLiteral("network");
    figure.title = QString::fromStdString(schedule->problem->network.name);
    // How many columns the graph has goes by the height of the page.
    const auto columnsIn = [=](QSizeF size) {
        return size.height() > 0 && size.height() < heightFor(size.width()) - 1 ? graph->columnsIn(size, isNamed)
                                                                                : usualColumns(size.width());
    };
    figure.legend = plot::figureLegend([=](QSizeF picture, const QFont& font) {
        const double height = picture.height() > 0 ? picture.height() : std::numeric_limits<double>::max();
        const double scale = graph->scaleIn(columnsIn(picture), {picture.width(), height});
        return paperLegend(*schedule, graph->scene, isNamed && graph->scene.hasNumbersAt(scale, font.family()));
    });
    figure.stretches = true;
    figure.heightFor = [=](double width, const QFont&) { return heightFor(width); };
    figure.leastHeightFor = [=](double width, const QFont&) {
        return isNamed ? leastNumberedHeight(*graph, width, heightFor(width), usualColumns(width)) : 1.0;
    };
    figure.heightWithin = [=](double width, double most) {
        const std::size_t folded = graph->columnsIn({width, most}, isNamed);
        return std::min(most, std::ceil(graph->extentIn(folded).height() * graph->scaleIn(folded, {width, most})));
    };
    figure.paint = [=](QPainter& painter, QSizeF size, const QFont& font) {
        const QRectF area = graph->foldInto(columnsIn(size));
        const QSizeF drawn = area.size() * scaleInto(area.size(), size);
        painter.setFont(font);
        // Pixels of the layout, as for the legend, whatever the size of the page's text and its format.
        graph->scene.setTextScale(QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter.worldTransform()));
        graph->scene.render(
            &painter, QRectF(QPointF((size.width() - drawn.width()) / 2, (size.height() - drawn.height()) / 2), drawn),
            area);
    };
    return figure;
}

} // namespace tilescape::ui::network
