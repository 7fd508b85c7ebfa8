#include "ui/analysis/tornado_plot.h"

#include "core/support/quantity_text.h"
#include "ui/analysis/analysis_text.h"
#include "ui/plot/ticks.h"
#include "ui/style/core_text.h"
#include "ui/style/palette.h"

#include <QFontMetricsF>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

namespace tilescape::ui::analysis {

namespace {

constexpr double least = 0.001;  ///< a change that is no effect
constexpr double textGap = 6;
constexpr double barShare = 0.7; ///< of a row's height
constexpr double air = 1.15;     ///< beyond the longest bar
constexpr double shortestAxis = 0.01;
constexpr double mostRow = 1.8; ///< lines of text, of a row where there is height left
constexpr double tickWidth = 52;  ///< pixels
constexpr double mostLabels = 0.45; ///< share of the width that names may take
constexpr double leastBar = 30;     ///< pixels, of the longest that is not cut: else the steps' values are left out

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
    return row.bars.size() > 1 && row.bars[0].change && row.bars[1].change
           && (*row.bars[0].change < 0) == (*row.bars[1].change < 0);
}

/// Without `tellsSteps` only what no bar shows.
QString wordsOf(const TornadoBar& bar, bool isCut, bool tellsSteps)
{
    return !bar.change   ? AnalysisText::tr("%1: none fits").arg(bar.text)
           : !tellsSteps ? (isCut ? percentText(*bar.change, 0) : QString())
           : isCut       ? AnalysisText::tr("%1: %2").arg(bar.text, percentText(*bar.change, 0))
                         : bar.text;
}

/// Down, then up, as the bars stand below each other.
QString sharedWords(const TornadoRow& row, const std::array<bool, 2>& areCut, bool tellsSteps)
{
    const std::array<QString, 2> words{wordsOf(row.bars[0], areCut[0], tellsSteps),
                                       wordsOf(row.bars[1], areCut[1], tellsSteps)};
    return words[0].isEmpty()   ? words[1]
           : words[1].isEmpty() ? words[0]
                                : AnalysisText::tr("%1, %2").arg(words[0], words[1]);
}

/// Down and up: the sequence of the steps, not good and bad, which the side says.
QColor stepColour(bool isDown) { return style::categorical(isDown ? 4 : 0); }

/// Whether the words of a bar stand left of it: those of a step with which nothing fits, where the row's other bar is not.
bool isLeftOf(const TornadoRow& row, const TornadoBar& bar)
{
    if (bar.change) {
        return *bar.change < 0;
    }
    const auto other =
        std::find_if(row.bars.begin(), row.bars.end(), [](const TornadoBar& own) { return own.change.has_value(); });
    return other == row.bars.end() ? bar.isDown : *other->change >= 0;
}

/// What bars and the texts at their ends need on both sides of 0.
class Sides {
public:
    explicit Sides(double width) : m_width(width) {}

    void add(bool left, double fraction, double text) { m_needs[left ? 0 : 1].push_back({fraction, text}); }
    [[nodiscard]] double longest(bool left) const
    {
        double most = 0;
        for (const Need& need : m_needs[left ? 0 : 1]) {
            most = std::max(most, need.fraction);
        }
        return most;
    }
    /// Pixels, at so many for the whole.
    [[nodiscard]] double need(bool left, double scale) const
    {
        double most = 0;
        for (const Need& need : m_needs[left ? 0 : 1]) {
            most = std::max(most, scale * need.fraction + need.text);
        }
        return most;
    }
    /// The largest scale at which all have room, also numbers at the ends of the axis; there is a tick beside 0, however short the axis is.
    double scaleWithTick(double& step)
    {
        if (longest(true) <= 0 && longest(false) <= 0) {
            add(false, shortestAxis, 0);
        }
        for (const bool left : {true, false}) {
            if (longest(left) > 0) {
                add(left, longest(left), tickWidth / 2);
            }
        }
        const double scale = largestScale();
        const double most = std::max(longest(true), longest(false));
        step = plot::stepAbove(tickWidth / scale);
        step = step > most ? plot::stepBelow(most) : step;
        return scale;
    }

private:
    struct Need {
        double fraction = 0;
        double text = 0; ///< pixels beyond it
    };
    [[nodiscard]] double largestScale() const
    {
        double least = 0;
        double most = m_width / std::max(longest(true) + longest(false), 1e-9);
        constexpr int halvings = 40;
        for (int i = 0; i < halvings; ++i) {
            const double middle = (least + most) / 2;
            (need(true, middle) + need(false, middle) <= m_width ? least : most) = middle;
        }
        return std::max(least, 1.0); // of texts that have no room, a pixel stands for the whole
    }

    double m_width;
    std::array<std::vector<Need>, 2> m_needs; ///< left, right
};

bool isCutAt(const TornadoBar& bar, double limit) { return std::abs(bar.change.value_or(0)) > limit; }

/// At the end of this bar; of two that share a row, those of both.
QString wordsAt(const TornadoRow& row, const TornadoBar& bar, double limit, bool tellsSteps)
{
    return shareARow(row) ? sharedWords(row, {isCutAt(row.bars[0], limit), isCutAt(row.bars[1], limit)}, tellsSteps)
                          : wordsOf(bar, isCutAt(bar, limit), tellsSteps);
}

void addNeeds(Sides& sides, const TornadoRow& row, double limit, bool tellsSteps, const QFontMetricsF& metrics)
{
    for (const TornadoBar& bar : row.bars) {
        sides.add(isLeftOf(row, bar), std::min(std::abs(bar.change.value_or(0)), limit),
                  metrics.horizontalAdvance(wordsAt(row, bar, limit, tellsSteps)) + textGap);
    }
}

/// How the bars and their words share a width.
struct Scaled {
    Sides sides;
    double scale = 1;  ///< pixels for the whole
    double step = 0.1; ///< of the ticks
};

Scaled scaled(const std::vector<TornadoRow>& rows, double width, double limit, bool tellsSteps,
              const QFontMetricsF& metrics)
{
    Scaled made{Sides(width)};
    for (const TornadoRow& row : rows) {
        addNeeds(made.sides, row, limit, tellsSteps, metrics);
    }
    made.scale = made.sides.scaleWithTick(made.step);
    return made;
}

/// Two slanted gaps near the outer end of a bar that is longer than the axis.
void paintBreak(QPainter& painter, const QRectF& bar, bool isLeft, const QPalette& palette)
{
    constexpr double gap = 4;
    painter.setPen(QPen(palette.color(QPalette::Base), 1.5));
    for (const double fromEnd : {2 * gap, 3 * gap}) {
        const double x = isLeft ? bar.left() + fromEnd : bar.right() - fromEnd;
        painter.drawLine(QPointF(x - gap / 2, bar.bottom()), QPointF(x + gap / 2, bar.top()));
    }
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
        const auto add = [&](const std::optional<tilescape::explore::Step>& step, bool isDown) {
            if (step) {
                row.bars.push_back({own->parameter, shownValue(*own->parameter, step->value), step->value, isDown, own->change(step, measure)});
            }
        };
        add(own->down, true);
        add(own->up, false);
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

std::vector<plot::LegendEntry> tornadoLegend()
{
    return {plot::swatch(AnalysisText::tr("a step down"), stepColour(true)), plot::swatch(AnalysisText::tr("a step up"), stepColour(false))};
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
    layout.line = lineOf(font);
    const auto count = static_cast<double>(std::max<std::size_t>(rows.size(), 1));
    layout.row = std::clamp((area.height() - 2 * layout.line - textGap) / count, layout.line, mostRow * layout.line);
    double labels = 0;
    double values = 0;
    double longest = 0; // of numbers; of choices where no number changes anything
    double longestOfAll = 0;
    for (const TornadoRow& row : rows) {
        labels = std::max(labels, metrics.horizontalAdvance(row.label));
        values = std::max(values, metrics.horizontalAdvance(row.now));
        for (const TornadoBar& bar : row.bars) {
            const double change = std::abs(bar.change.value_or(0));
            longest = row.isChoice ? longest : std::max(longest, change);
            longestOfAll = std::max(longestOfAll, change);
        }
    }
    longest = std::max(shortestAxis, longest < least ? longestOfAll : longest);
    if (labels + 2 * textGap + values <= mostLabels * area.width()) {
        labels += 2 * textGap + values;
        layout.now = area.left() + labels;
    }
    labels = std::min(labels, mostLabels * area.width());
    const double gap = layout.now > 0 ? 3 * textGap : textGap; // the values that stand are none of a bar
    const double width = std::max(20.0, area.width() - labels - gap);
    layout.limit = longest * air;
    Scaled made = scaled(rows, width, layout.limit, true, metrics);
    layout.tellsSteps = made.scale * longest >= leastBar;
    if (!layout.tellsSteps) {
        made = scaled(rows, width, layout.limit, false, metrics);
    }
    const auto& [sides, scale, step] = made;
    layout.step = step;
    layout.least = -sides.longest(true);
    layout.most = sides.longest(false);
    const double zero = area.left() + labels + gap + sides.need(true, scale);
    layout.plot = QRectF(QPointF(zero + scale * layout.least, area.top() + 2 * layout.line),
                         QPointF(zero + scale * layout.most, area.top() + 2 * layout.line + layout.row * static_cast<double>(rows.size())));
    for (std::size_t number = 0; number < rows.size(); ++number) {
        const double top = layout.plot.top() + layout.row * (static_cast<double>(number) + (1 - barShare) / 2);
        const bool both = shareARow(rows[number]);
        for (std::size_t bar = 0; bar < rows[number].bars.size(); ++bar) {
            const double change = rows[number].bars[bar].change.value_or(0);
            const double end = zero + scale * std::clamp(change, -layout.limit, layout.limit);
            const double height = layout.row * barShare / (both ? 2 : 1);
            layout.bars.push_back({number, bar,
                                   QRectF(std::min(end, zero), top + (both ? height * static_cast<double>(bar) : 0),
                                          std::abs(end - zero), height),
                                   isCutAt(rows[number].bars[bar], layout.limit)});
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
    std::vector<double> ticks = plot::multiplesOf(layout.step, layout.least, layout.most);
    std::stable_sort(ticks.begin(), ticks.end(), [](double a, double b) { return std::abs(a) > std::abs(b); });
    std::vector<QRectF> numbers; // on a short axis there is room for the outermost alone
    for (const double tick : ticks) {
        const double x = layout.x(tick);
        painter.setPen(QPen(tick == 0 ? text : style::outline(palette), tick == 0 ? 1.2 : 0.8));
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        const QString words = percentText(tick, plot::decimalsFor(layout.step * 100));
        const double width = metrics.horizontalAdvance(words);
        const QRectF place(x - width / 2 - textGap / 2, plot.top() - textGap / 2 - metrics.height(), width + textGap,
                           metrics.height());
        if (std::none_of(numbers.begin(), numbers.end(),
                         [&place](const QRectF& other) { return other.intersects(place); })) {
            numbers.push_back(place);
            painter.setPen(text);
            painter.drawText(QPointF(x - width / 2, plot.top() - textGap / 2 - metrics.descent()), words);
        }
    }
    for (std::size_t number = 0; number < rows.size(); ++number) {
        const double base = plot.top() + layout.row * (static_cast<double>(number) + 0.5) + (metrics.ascent() - metrics.descent()) / 2;
        painter.setPen(text);
        painter.drawText(QPointF(layout.area.left(), base),
                         metrics.elidedText(rows[number].label, Qt::ElideRight, mostLabels * layout.area.width()));
        if (layout.now > 0) {
            painter.setPen(style::mutedText(palette));
            painter.drawText(QPointF(layout.now - metrics.horizontalAdvance(rows[number].now), base), rows[number].now);
        }
    }
    QRectF shared; // the first of two bars that share a row
    for (const TornadoLayout::Place& place : layout.bars) {
        const TornadoBar& bar = rows[place.row].bars[place.bar];
        painter.fillRect(place.rect, stepColour(bar.isDown));
        if (place.isCut) {
            paintBreak(painter, place.rect, bar.change.value_or(0) < 0, palette);
        }
        const bool shares = shareARow(rows[place.row]);
        const bool left = isLeftOf(rows[place.row], bar);
        if (shares && place.bar == 0) {
            shared = place.rect;
            continue;
        }
        const QRectF room = shares ? place.rect | shared : place.rect;
        const QString words = wordsAt(rows[place.row], bar, layout.limit, layout.tellsSteps);
        const double middle = room.center().y() + (metrics.ascent() - metrics.descent()) / 2;
        painter.setPen(style::mutedText(palette));
        painter.drawText(QPointF(left ? room.left() - metrics.horizontalAdvance(words) - 4 : room.right() + 4, middle), words);
    }
}

} // namespace tilescape::ui::analysis
