#include "ui/analysis/tornado_plot.h"

#include "core/support/quantity_text.h"
#include "ui/analysis/analysis_text.h"
#include "ui/plot/ticks.h"
#include "ui/style/core_text.h"
#include "ui/style/palette.h"

#include <QFontMetricsF>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::analysis {

namespace {

constexpr double least = 0.001;  ///< a change that is no effect
constexpr double textGap = 6;
constexpr double barShare = 0.7; ///< of a row's height
constexpr double air = 1.15;     ///< beyond the longest bar
constexpr double tickWidth = 52;  ///< pixels
constexpr double mostLabels = 0.45; ///< share of the width that names may take

QString shownValue(const tilescape::hardware::Parameter& parameter, double value)
{
    return parameter.choices.empty() ? QString::fromStdString(support::quantityText(value, parameter.unit))
                                     : style::coreText(tilescape::hardware::valueText(parameter, value)).replace(QLatin1Char('_'), QLatin1Char(' '));
}

QString percentText(double share, int decimals)
{
    const QString size = QLocale().toString(std::abs(share) * 100, 'f', decimals) + QStringLiteral("\u00a0%");
    return share == 0 ? size : (share < 0 ? QChar(0x2212) : QLatin1Char('+')) + size;
}

bool hasFailure(const tilescape::explore::Sensitivity& own)
{
    return (own.down && !own.down->outcome) || (own.up && !own.up->outcome);
}

/// Whether both bars leave the middle on the same side, where they share the height of the row.
bool shareARow(const TornadoRow& row)
{
    const auto isLeft = [&](std::size_t bar) { return row.bars[bar].change.value_or(0) < 0; };
    return row.bars.size() > 1 && isLeft(0) == isLeft(1);
}

QString wordsOf(const TornadoBar& bar, bool isCut)
{
    return !bar.change ? AnalysisText::tr("%1: none fits").arg(bar.text)
           : isCut     ? AnalysisText::tr("%1: %2").arg(bar.text, percentText(*bar.change, 0))
                       : bar.text;
}

/// Down, then up, as the bars stand below each other.
QString sharedWords(const TornadoRow& row)
{
    return AnalysisText::tr("%1, %2").arg(wordsOf(row.bars[0], false), wordsOf(row.bars[1], false));
}

double lineOf(const QFont& font) { return QFontMetricsF(font).height() + 4; }

} // namespace

std::vector<TornadoRow> tornadoRows(const std::vector<tilescape::explore::Sensitivity>& all, tilescape::explore::SensitivityMeasure measure)
{
    std::vector<const tilescape::explore::Sensitivity*> shown;
    for (const tilescape::explore::Sensitivity& own : all) {
        if (own.largestChange(measure) >= least || hasFailure(own)) {
            shown.push_back(&own);
        }
    }
    std::stable_sort(shown.begin(), shown.end(), [measure](const auto* a, const auto* b) {
        return a->largestChange(measure) > b->largestChange(measure);
    });
    std::vector<TornadoRow> rows;
    for (const tilescape::explore::Sensitivity* own : shown) {
        TornadoRow& row = rows.emplace_back(TornadoRow{style::coreText(own->parameter->label), shownValue(*own->parameter, own->value), !own->parameter->choices.empty(), {}});
        for (const std::optional<tilescape::explore::Step>& step : {own->down, own->up}) {
            if (step) {
                row.bars.push_back({own->parameter, shownValue(*own->parameter, step->value), step->value, own->change(step, measure)});
            }
        }
    }
    return rows;
}

QStringList withoutEffect(const std::vector<tilescape::explore::Sensitivity>& all, tilescape::explore::SensitivityMeasure measure)
{
    QStringList labels;
    for (const tilescape::explore::Sensitivity& own : all) {
        if ((own.down || own.up) && own.largestChange(measure) < least && !hasFailure(own)) {
            labels << style::coreText(own.parameter->label);
        }
    }
    return labels;
}

const TornadoLayout::Place* TornadoLayout::barAt(QPointF position) const
{
    const auto found = std::find_if(bars.begin(), bars.end(), [&](const Place& place) {
        return place.rect.adjusted(-3, -1, 3, 1).contains(position);
    });
    return found == bars.end() ? nullptr : &*found;
}

double tornadoHeight(const std::vector<TornadoRow>& rows, const QFont& font)
{
    return (static_cast<double>(rows.size()) + 2) * lineOf(font) + textGap;
}

TornadoLayout layOutTornado(const std::vector<TornadoRow>& rows, const QRectF& area, const QFont& font)
{
    const QFontMetricsF metrics(font);
    TornadoLayout layout;
    layout.area = area;
    layout.row = lineOf(font);
    double labels = 0;
    double most = 0.01;
    double texts = 0;
    for (const TornadoRow& row : rows) {
        labels = std::max(labels, metrics.horizontalAdvance(row.label));
        for (const TornadoBar& bar : row.bars) {
            most = row.isChoice ? most : std::max(most, std::abs(bar.change.value_or(0)));
            const bool isLong = row.isChoice || !bar.change;
            texts = std::max(texts, metrics.horizontalAdvance(isLong ? bar.text + QStringLiteral(": none fits") : bar.text));
        }
        if (shareARow(row)) {
            texts = std::max(texts, metrics.horizontalAdvance(sharedWords(row)));
        }
    }
    labels = std::min(labels, mostLabels * area.width());
    layout.range = most * air;
    const double left = area.left() + labels + texts + 2 * textGap;
    layout.plot = QRectF(left, area.top() + 2 * layout.row, std::max(20.0, area.right() - texts - textGap - left),
                         layout.row * static_cast<double>(rows.size()));
    for (std::size_t number = 0; number < rows.size(); ++number) {
        const double top = layout.plot.top() + layout.row * (static_cast<double>(number) + (1 - barShare) / 2);
        const std::size_t bars = rows[number].bars.size();
        const bool both = shareARow(rows[number]);
        for (std::size_t bar = 0; bar < bars; ++bar) {
            const double change = rows[number].bars[bar].change.value_or(0);
            const double end = layout.x(std::clamp(change, -layout.range, layout.range));
            const double height = layout.row * barShare / (both ? 2 : 1);
            const double from = std::min(end, layout.plot.center().x());
            layout.bars.push_back({number, bar,
                                   QRectF(from, top + (both ? height * static_cast<double>(bar) : 0),
                                          std::abs(end - layout.plot.center().x()), height),
                                   std::abs(change) > layout.range});
        }
    }
    return layout;
}

void paintTornado(QPainter& painter, const std::vector<TornadoRow>& rows, const TornadoLayout& layout, const QString& title,
                  const QPalette& palette, const QFont& font)
{
    const QFontMetricsF metrics(font);
    const QRectF& plot = layout.plot;
    const QColor text = palette.color(QPalette::Text);
    painter.setFont(font);
    painter.setPen(text);
    painter.drawText(QPointF(layout.area.left(), layout.area.top() + metrics.ascent()), title);
    const double step = plot::stepAbove(2 * layout.range * tickWidth / plot.width());
    for (double tick = -std::floor(layout.range / step) * step; tick <= layout.range * (1 + 1e-9); tick += step) {
        const double value = std::abs(tick) < step / 2 ? 0 : tick;
        const double x = layout.x(value);
        painter.setPen(QPen(value == 0 ? text : style::outline(palette), value == 0 ? 1.2 : 0.8));
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        const QString words = percentText(value, plot::decimalsFor(step * 100));
        painter.setPen(text);
        painter.drawText(QPointF(x - metrics.horizontalAdvance(words) / 2, plot.top() - textGap / 2 - metrics.descent()), words);
    }
    for (std::size_t number = 0; number < rows.size(); ++number) {
        const double base = plot.top() + layout.row * (static_cast<double>(number) + 0.5) + (metrics.ascent() - metrics.descent()) / 2;
        const double room = plot.left() - layout.area.left() - textGap;
        painter.setPen(text);
        painter.drawText(QPointF(layout.area.left(), base), metrics.elidedText(rows[number].label, Qt::ElideRight, room));
    }
    QRectF shared; // the first of two bars that share a row
    for (const TornadoLayout::Place& place : layout.bars) {
        const TornadoBar& bar = rows[place.row].bars[place.bar];
        // Down and up: the sequence of the steps, not good and bad, which the side says.
        const bool isDown = place.bar == 0 && rows[place.row].bars.size() > 1;
        painter.fillRect(place.rect, style::categorical(isDown ? 4 : 0));
        const bool shares = shareARow(rows[place.row]);
        const bool left = bar.change ? *bar.change < 0 : isDown && !shares;
        if (shares && place.bar == 0) {
            shared = place.rect;
            continue;
        }
        const QRectF room = shares ? place.rect | shared : place.rect;
        const QString words = shares ? sharedWords(rows[place.row]) : wordsOf(bar, place.isCut);
        const double middle = room.center().y() + (metrics.ascent() - metrics.descent()) / 2;
        painter.setPen(style::mutedText(palette));
        painter.drawText(QPointF(left ? room.left() - metrics.horizontalAdvance(words) - 4 : room.right() + 4, middle), words);
    }
}

} // namespace tilescape::ui::analysis
