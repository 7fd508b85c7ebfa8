#include "ui/chip/noc_load.h"

#include "ui/chip/chip_painter.h"
#include "ui/chip/chip_text.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>

namespace tilescape::ui::chip {

namespace {

constexpr double laneHalf = 6;      ///< half the width of a lane
constexpr double laneOff = 7.5;     ///< from the line between two routers to the middle of a lane
constexpr double routerHalf = 15;   ///< of a router, from its centre
constexpr double tip = 7;           ///< length of a lane's point
constexpr double faintest = 0.2;    ///< share of the ramp that is left out: on the ground it could not be seen

QPointF wayOf(cost::Heading heading)
{
    switch (heading) {
    case cost::Heading::North: return {0, -1};
    case cost::Heading::East: return {1, 0};
    case cost::Heading::South: return {0, 1};
    case cost::Heading::West: break;
    }
    return {-1, 0};
}

QString headingText(cost::Heading heading)
{
    switch (heading) {
    case cost::Heading::North: return ChipText::tr("up");
    case cost::Heading::East: return ChipText::tr("right");
    case cost::Heading::South: return ChipText::tr("down");
    case cost::Heading::West: break;
    }
    return ChipText::tr("left");
}

} // namespace

QString rateText(double wordsPerCycle) { return ChipText::tr("%1 words/cycle").arg(style::number(wordsPerCycle)); }

std::shared_ptr<const NocLoad> nocLoad(const schedule::Schedule& schedule, Count segment)
{
    if (!schedule.hasResult() || segment < 0 || segment >= static_cast<Count>(schedule.segments.size())) {
        return nullptr;
    }
    auto load = std::make_shared<NocLoad>();
    load->loads = schedule::linkLoads(schedule, segment);
    load->segment = segment;
    load->busiest = load->loads.words.largest();
    return load;
}

QColor heatColour(double share, const QPalette& palette)
{
    // Steps of cividis (Nuñez, Anderton, Renslow 2018): blue to yellow, lightness rising evenly, alike without red or green.
    static const std::array<QColor, 5> ramp{QColor(0, 34, 78), QColor(65, 77, 107), QColor(124, 123, 120),
                                            QColor(188, 175, 111), QColor(254, 232, 56)};
    const double much = std::clamp(share, 0.0, 1.0);
    const double far = faintest + (1 - faintest) * much;
    const double place = (style::isDark(palette) ? far : 1 - far) * static_cast<double>(ramp.size() - 1);
    const auto step = std::min(static_cast<std::size_t>(place), ramp.size() - 2);
    return style::blend(ramp[step], ramp[step + 1], place - static_cast<double>(step));
}

QPainterPath linkShape(const cost::Link& link)
{
    const QPointF way = wayOf(link.heading);
    const QPointF right(-way.y(), way.x());
    const QPointF start = tileRect(link.from).center() + way * routerHalf + right * laneOff;
    const QPointF end = tileRect(link.to()).center() - way * routerHalf + right * laneOff;
    QPainterPath path(start + right * laneHalf);
    path.lineTo(start - right * laneHalf);
    path.lineTo(end - way * tip - right * laneHalf);
    path.lineTo(end);
    path.lineTo(end - way * tip + right * laneHalf);
    path.closeSubpath();
    return path;
}

std::optional<cost::Link> linkAt(const ChipContent& content, QPointF position)
{
    const auto near = [](double at) { return static_cast<Count>(std::floor(at / tilePitch)); };
    const auto inside = [&](Tile tile) {
        return tile.row >= 0 && tile.column >= 0 && tile.row < content.tiles.height && tile.column < content.tiles.width;
    };
    for (Count row = near(position.y()) - 1; row <= near(position.y()) + 1; ++row) {
        for (Count column = near(position.x()) - 1; column <= near(position.x()) + 1; ++column) {
            for (const cost::Heading heading : cost::allHeadings) {
                const cost::Link link{{row, column}, heading};
                if (inside(link.from) && inside(link.to()) && linkShape(link).contains(position)) {
                    return link;
                }
            }
        }
    }
    return std::nullopt;
}

QString linkToolTip(const NocLoad& load, const ChipContent& content, const cost::Link& link)
{
    const double words = load.loads.words.at(link);
    QStringList lines{ChipText::tr("Link from tile in row %1, column %2 %3 to row %4, column %5")
                          .arg(link.from.row).arg(link.from.column).arg(headingText(link.heading))
                          .arg(link.to().row).arg(link.to().column),
                      ChipText::tr("%1, %2 over the segment, %3 of the busiest link")
                          .arg(style::words(words), rateText(load.wordsPerCycle(words)), style::percent(load.share(link)))};
    for (const schedule::LayerLinkLoads& layer : load.loads.layers) {
        double own = 0;
        for (const Tensor tensor : allTensors) {
            own += layer.words[tensor].at(link);
        }
        if (own > 0) {
            const QString name = content.layerNames.value(static_cast<qsizetype>(layer.layer));
            lines << ChipText::tr("%1: %2, %3").arg(name, style::words(own), style::percentOf(own, words));
        }
    }
    return lines.join(QLatin1Char('\n'));
}

QStringList nocLoadLines(const NocLoad& load)
{
    QStringList lines;
    if (load.busiest <= 0) {
        return {ChipText::tr("No words cross the links of the NoC while segment %1 runs.").arg(load.segment)};
    }
    const std::size_t links = cost::linksOf(load.loads.words.tiles()).size();
    lines << ChipText::tr("Segment %1: %2 word-hops in %3 cycles over %4 links, %5 a link on average")
                 .arg(load.segment)
                 .arg(style::count(load.loads.words.sum()), style::count(load.loads.cycles))
                 .arg(links)
                 .arg(style::words(load.loads.words.sum() / static_cast<double>(links)));
    if (load.loads.scaledHops > 0) {
        lines << ChipText::tr("%1 of these follow mean distances, scaled onto their tiles' ways")
                     .arg(style::percentOf(load.loads.scaledHops, load.loads.words.sum()));
    }
    return lines;
}

void paintLinks(QPainter& painter, const NocLoad& load, const QPalette& palette, const QRectF& exposed,
                const std::optional<cost::Link>& hovered)
{
    for (const cost::Link& link : cost::linksOf(load.loads.words.tiles())) {
        const QPainterPath shape = linkShape(link);
        if (!shape.boundingRect().intersects(exposed)) {
            continue;
        }
        const bool used = load.loads.words.at(link) > 0;
        const bool marked = hovered == link;
        painter.setPen(marked ? QPen(palette.color(QPalette::WindowText), 3) : QPen(style::outline(palette), 0.8));
        painter.setBrush(used ? QBrush(heatColour(load.share(link), palette)) : QBrush(palette.color(QPalette::Base)));
        painter.drawPath(shape);
    }
}

} // namespace tilescape::ui::chip
