#pragma once

#include "core/schedule/link_loads.h"
#include "ui/chip/chip_content.h"

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>

#include <memory>

namespace tilescape::ui::chip {

/// What crosses the links of the mesh while one segment runs: read from the schedule's own count, drawn as a heat map.
struct NocLoad {
    schedule::SegmentLinkLoads loads;
    Count segment = 0;
    double busiest = 0; ///< words of the link with most

    [[nodiscard]] double share(const cost::Link& link) const { return busiest > 0 ? loads.words.at(link) / busiest : 0; }
    [[nodiscard]] double wordsPerCycle(double words) const { return loads.cycles > 0 ? words / loads.cycles : 0; }
};
/// Null without a result, or without such a segment.
std::shared_ptr<const NocLoad> nocLoad(const schedule::Schedule& schedule, Count segment);

/// From little to much; darker in light, brighter in dark, ordered by lightness alone as well.
QColor heatColour(double share, const QPalette& palette);

/// The arrow of a link: on the right of its way, as wide as a lane between two routers.
QPainterPath linkShape(const cost::Link& link);
std::optional<cost::Link> linkAt(const ChipContent& content, QPointF position);

/// "Tile 2, 3 to 2, 4 (east)", its words, words per cycle and share of the busiest, and whose words they are.
QString linkToolTip(const NocLoad& load, const ChipContent& content, const cost::Link& link);
/// The sums over the links, in one line each.
QStringList nocLoadLines(const NocLoad& load);
QString rateText(double wordsPerCycle);

void paintLinks(QPainter& painter, const NocLoad& load, const QPalette& palette, const QRectF& exposed,
                const std::optional<cost::Link>& hovered);
} // namespace tilescape::ui::chip
