#include "ui/timeline/timeline_painter.h"

#include "ui/style/palette.h"
#include "ui/style/travel_colours.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

namespace tilescape::ui::timeline {

namespace {

constexpr double tickRoom = 92; ///< pixels that the label of a tick needs

QString tr(const char* text) { return QCoreApplication::translate("Timeline", text); }

/// 1, 2 or 5 times a power of ten, not below `least`.
double niceStep(double least)
{
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least) {
            return factor * power;
        }
    }
    return 10 * power;
}

struct Scale {
    double size = 1;
    QString unit;
};

template <std::size_t Size>
Scale scaleOf(double largest, double smallest, const std::array<const char*, Size>& units)
{
    std::size_t unit = 0;
    double size = smallest;
    while (largest / size >= 1000 && unit + 1 < Size) {
        size *= 1000;
        ++unit;
    }
    return {size, QString::fromUtf8(units[unit])};
}

/// As many decimals as tell two ticks apart.
QString tickText(double value, double step, const Scale& scale)
{
    const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step / scale.size) - 1e-9)), 0, 9);
    return QLocale().toString(value / scale.size, 'f', decimals) + (scale.unit.isEmpty() ? QString() : QChar(0xa0) + scale.unit);
}

/// Ticks of one quantity, of which a cycle is `perCycle`.
void paintTicks(QPainter& painter, const TimelineGeometry& geometry, double perCycle, const Scale& scale, double top,
                double length, const QColor& colour)
{
    const QFontMetricsF metrics(painter.font());
    const double step = niceStep(tickRoom / geometry.plot().width() * (geometry.to() - geometry.from()) * perCycle);
    painter.setPen(colour);
    for (double value = std::ceil(geometry.from() * perCycle / step - 1e-9) * step; value <= geometry.to() * perCycle * (1 + 1e-12); value += step) {
        const double x = geometry.x(value / perCycle);
        const QString text = tickText(value, step, scale);
        const double width = metrics.horizontalAdvance(text);
        const double left = std::clamp(x - width / 2, geometry.plot().left() - 14, geometry.plot().right() + 8 - width);
        if (length > 0) {
            painter.drawLine(QPointF(x, geometry.plot().bottom()), QPointF(x, geometry.plot().bottom() + length));
        }
        painter.drawText(QPointF(left, top + metrics.ascent()), text);
    }
}

} // namespace

void paintTimelineAxis(QPainter& painter, const TimelineContent& content, const TimelineGeometry& geometry,
                       const TimelineLook& look)
{
    static constexpr std::array<const char*, 5> counts{"", "k", "M", "G", "T"};
    static constexpr std::array<const char*, 4> times{"ns", "µs", "ms", "s"};
    const QRectF& plot = geometry.plot();
    const double line = geometry.lineHeight();
    const double nanoseconds = 1e3 / content.clockMhz;
    const QColor muted = style::mutedText(look.palette);
    painter.setFont(look.font);
    painter.setPen(style::outline(look.palette));
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    paintTicks(painter, geometry, 1, scaleOf(geometry.to(), 1, counts), plot.bottom() + 3, 3, look.palette.color(QPalette::Text));
    paintTicks(painter, geometry, nanoseconds, scaleOf(geometry.to() * nanoseconds, 1, times), plot.bottom() + 2 + line, 0, muted);
    painter.setPen(look.palette.color(QPalette::Text));
    painter.drawText(QRectF(0, plot.bottom() + 3, plot.left() - 20, line), Qt::AlignRight | Qt::AlignVCenter, tr("cycles"));
    painter.setPen(muted);
    painter.drawText(QRectF(0, plot.bottom() + 2 + line, plot.left() - 20, line), Qt::AlignRight | Qt::AlignVCenter, tr("time"));
    paintTimelineLegend(painter, QRectF(plot.left(), plot.bottom() + 2.3 * line, plot.width(), line), look);
}

void paintTimelineLegend(QPainter& painter, const QRectF& area, const TimelineLook& look)
{
    const QFontMetricsF metrics(look.font);
    const QColor text = style::mutedText(look.palette);
    const QColor hatchColour = style::blend(look.palette.color(QPalette::Text), look.palette.color(QPalette::Base), 0.55);
    double left = area.left();
    const auto entry = [&](const QString& label, auto paintSign) {
        const double width = 22 + metrics.horizontalAdvance(label) + 14;
        if (left + width - 14 > area.right()) {
            return;
        }
        painter.setPen(Qt::NoPen);
        paintSign(QRectF(left, area.center().y() - 4, 17, 8));
        painter.setPen(text);
        painter.drawText(QRectF(left + 22, area.top(), width, area.height()), Qt::AlignLeft | Qt::AlignVCenter, label);
        left += width;
    };
    const auto box = [&painter](const QBrush& brush) {
        return [&painter, brush](const QRectF& sign) {
            painter.setBrush(brush);
            painter.drawRect(sign);
        };
    };
    const auto arrow = [&painter](const QColor& colour) {
        return [&painter, colour](const QRectF& sign) {
            painter.setPen(QPen(colour, 1.6));
            painter.drawLine(QPointF(sign.left(), sign.center().y()), QPointF(sign.right() - 4, sign.center().y()));
            painter.setPen(Qt::NoPen);
            painter.setBrush(colour);
            painter.drawPolygon(QPolygonF{QPointF(sign.right(), sign.center().y()), QPointF(sign.right() - 6, sign.top() + 1),
                                          QPointF(sign.right() - 6, sign.bottom() - 1)});
        };
    };
    entry(tr("fill, drain"), box(QBrush(hatchColour, Qt::BDiagPattern)));
    entry(style::travelLabel(style::Travel::BetweenRegions), arrow(style::neighbourColour()));
    entry(style::travelLabel(style::Travel::WithinRegion), arrow(style::localColour(look.palette)));
    entry(tr("DRAM busy"), box(style::memoryColour(look.palette)));
    entry(tr("waits for DRAM"), box(QBrush(style::warningColour(look.palette), Qt::Dense6Pattern)));
    entry(tr("b batch, o output, i input groups"), [&](const QRectF& sign) {
        painter.setBrush(style::blend(style::categorical(0), look.palette.color(QPalette::Base), 0.72));
        painter.drawRect(sign);
        painter.fillRect(QRectF(sign.left() + 1, sign.top() + 2, 7, 5), style::categorical(0));
        painter.fillRect(QRectF(sign.left() + 9, sign.top() + 2, 7, 5), style::categorical(0));
    });
}

} // namespace tilescape::ui::timeline
