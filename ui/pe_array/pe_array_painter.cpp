#include "ui/pe_array/pe_array_painter.h"

#include "ui/pe_array/pe_array_text.h"
#include "ui/plot/figure_legend.h"
#include "ui/plot/hatch.h"
#include "ui/plot/text.h"
#include "ui/style/palette.h"

#include <QFontMetricsF>

#include <algorithm>
#include <array>

namespace tilescape::ui::pe_array {

namespace {

/// Neighbouring numbers are far apart; there are as many that no usual stride leaves out all but one.
constexpr std::array<double, 5> shades{0, 0.5, 0.22, 0.7, 0.36};
constexpr double hatchFrom = 7;    ///< side of a PE, pixels
constexpr double seamFrom = 4;
constexpr double largestSide = 84;
constexpr double smallestSide = 22; ///< on paper, if the width allows it: room for a number
constexpr double paperShape = 0.4;  ///< height of an array on paper over the page's width, if it has few rows
constexpr double gap = 8;

QColor colourOf(Shown shown)
{
    switch (shown) {
    case Shown::FilterRows: return style::tensorColour(Tensor::Weight);
    case Shown::InputRows: return style::tensorColour(Tensor::Input);
    case Shown::OutputRows: return style::tensorColour(Tensor::Output);
    case Shown::Channels: break;
    }
    return style::categorical(0);
}

/// Shades run towards white, on dark grounds too: a number stands on each.
QColor shadeOf(Shown shown, Count number)
{
    return style::blend(colourOf(shown), Qt::white, shades[static_cast<std::size_t>(number) % shades.size()]);
}

/// What a PE works on in full, or the number of what is shown.
QStringList linesOf(const dataflow::PeWork& work, Shown shown, bool systolic, bool full)
{
    const auto pair = [](const char* letter, Count row, Count column) {
        return QStringLiteral("%1 %2, %3").arg(QLatin1String(letter)).arg(row).arg(column);
    };
    return full ? QStringList{pair("w", work.filterRow, work.filterColumn), pair("i", work.inputRow, work.inputColumn),
                              pair("o", work.outputRow, work.outputColumn)}
                : QStringList{QString::number(numberOf(work, shown, systolic))};
}

bool fits(const QStringList& lines, double side, const QFontMetricsF& metrics)
{
    const bool wide = std::all_of(lines.begin(), lines.end(), [&](const QString& line) { return metrics.horizontalAdvance(line) + 4 <= side; });
    return wide && static_cast<double>(lines.size()) * metrics.lineSpacing() + 2 <= side;
}

void write(QPainter& painter, const QRectF& cell, const QStringList& lines, const QFontMetricsF& metrics)
{
    double baseline = cell.center().y() - static_cast<double>(lines.size()) * metrics.lineSpacing() / 2 + metrics.ascent();
    for (const QString& line : lines) {
        painter.drawText(QPointF(cell.center().x() - metrics.horizontalAdvance(line) / 2, baseline), line);
        baseline += metrics.lineSpacing();
    }
}

/// Whether all PEs have room for lines of this form: one form for the whole array.
bool allFit(const PeArrayContent& content, const PeArrayMoment& moment, double side, Shown shown, bool full, const QFontMetricsF& metrics)
{
    const tilescape::hardware::PeArray& array = content.pass->peArray();
    for (Count pe = 0; pe < array.size(); ++pe) {
        const dataflow::PeWork work = content.pass->workAt(moment.part, moment.cycle, pe / array.width, pe % array.width);
        if (work.active && !fits(linesOf(work, shown, content.isSystolic(), full), side, metrics)) {
            return false;
        }
    }
    return true;
}

bool sameCopy(const dataflow::PeWork& one, const dataflow::PeWork& other)
{
    return one.mapped == other.mapped && (!one.mapped || (one.inputChannel == other.inputChannel && one.outputChannel == other.outputChannel));
}

/// Lines between PEs of different copies.
void paintCopies(QPainter& painter, const PeArrayContent& content, const PeArrayMoment& moment, const PeArrayLayout& layout, const QColor& ink)
{
    const dataflow::ArrayPass& pass = *content.pass;
    painter.setPen(QPen(ink, std::clamp(layout.side / 16, 0.4, 1.6)));
    const bool single = pass.mapping().foldedSet.size() == 1; // else lines would be around every PE
    for (Count row = 0; row < pass.peArray().height && !single; ++row) {
        for (Count column = 0; column < pass.peArray().width; ++column) {
            const dataflow::PeWork work = pass.workAt(moment.part, moment.cycle, row, column);
            const QRectF cell = layout.cell(row, column);
            if (column + 1 < pass.peArray().width && !sameCopy(work, pass.workAt(moment.part, moment.cycle, row, column + 1))) {
                painter.drawLine(cell.topRight(), cell.bottomRight());
            }
            if (row + 1 < pass.peArray().height && !sameCopy(work, pass.workAt(moment.part, moment.cycle, row + 1, column))) {
                painter.drawLine(cell.bottomLeft(), cell.bottomRight());
            }
        }
    }
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(layout.array);
}

/// The height of the array in a picture of a width.
double arrayHeight(const PeArrayContent& content, double width)
{
    const dataflow::ArrayPass& pass = *content.pass;
    const auto rows = static_cast<double>(pass.peArray().height);
    const double side = std::min((width - 2) / static_cast<double>(pass.peArray().width), largestSide);
    return std::min(side * rows, std::max(rows * smallestSide, paperShape * width)) + 2;
}

QRectF arrayArea(const PeArrayContent& content, double width) { return {1, 1, width - 2, arrayHeight(content, width) - 2}; }

std::vector<plot::LegendEntry> legendOf(const PeArrayContent& content, const PeArrayMoment& moment, Shown shown, double width, const QFont& font)
{
    const QPalette palette = style::paperPalette();
    const auto waits = [palette](QPainter& painter, const QRectF& place) {
        painter.fillRect(place, style::idleFill(palette));
        plot::hatch(painter, place, style::mutedText(palette));
    };
    std::vector<plot::LegendEntry> legend{plot::swatches(PeArrayText::tr("%1, by number").arg(labelOf(shown, content.isSystolic())),
                           {shadeOf(shown, 0), shadeOf(shown, 1), shadeOf(shown, 2), shadeOf(shown, 3)}),
            {PeArrayText::tr("waits"), waits, 18}, plot::outlined(PeArrayText::tr("idle"), style::idleFill(palette), QPen(style::outline(palette), 1))};
    if (allFit(content, moment, layOutArray(content, arrayArea(content, width)).side - 1, shown, true, QFontMetricsF(font))) {
        legend.push_back({PeArrayText::tr("w filter, i input, o output: row, column"), {}, 0});
    }
    return legend;
}

} // namespace

std::optional<std::pair<Count, Count>> PeArrayLayout::peAt(QPointF position) const
{
    if (side <= 0 || !array.contains(position)) {
        return std::nullopt;
    }
    return std::pair(static_cast<Count>((position.y() - array.top()) / side), static_cast<Count>((position.x() - array.left()) / side));
}

PeArrayLayout layOutArray(const PeArrayContent& content, const QRectF& area)
{
    const auto rows = static_cast<double>(content.pass->peArray().height);
    const auto columns = static_cast<double>(content.pass->peArray().width);
    PeArrayLayout layout;
    layout.side = std::min({area.width() / columns, area.height() / rows, largestSide});
    const QSizeF size(columns * layout.side, rows * layout.side);
    layout.array = QRectF(QPointF(area.center().x() - size.width() / 2, area.center().y() - size.height() / 2), size);
    return layout;
}

void paintArray(QPainter& painter, const PeArrayContent& content, const PeArrayMoment& moment, const PeArrayLayout& layout,
                const PeArrayLook& look)
{
    const dataflow::ArrayPass& pass = *content.pass;
    const QFontMetricsF metrics(look.font);
    const double seam = layout.side >= seamFrom ? 0.5 : 0;
    painter.setFont(look.font);
    const double side = layout.side - 2 * seam;
    const bool full = allFit(content, moment, side, look.shown, true, metrics);
    const bool numbered = full || allFit(content, moment, side, look.shown, false, metrics);
    for (Count row = 0; row < pass.peArray().height; ++row) {
        for (Count column = 0; column < pass.peArray().width; ++column) {
            const dataflow::PeWork work = pass.workAt(moment.part, moment.cycle, row, column);
            const QRectF cell = layout.cell(row, column).adjusted(seam, seam, -seam, -seam);
            const QColor fill = work.active ? shadeOf(look.shown, numberOf(work, look.shown, content.isSystolic())) : style::idleFill(look.palette);
            painter.fillRect(cell, fill);
            if (work.mapped && !work.active && layout.side >= hatchFrom) {
                plot::hatch(painter, cell, style::mutedText(look.palette));
            }
            if (work.active && numbered) {
                painter.setPen(style::readableOn(fill));
                write(painter, cell, linesOf(work, look.shown, content.isSystolic(), full), metrics);
            }
        }
    }
    paintCopies(painter, content, moment, layout, look.palette.color(QPalette::WindowText));
}

widgets::Figure peArrayFigure(const PeArrayContent& content, const PeArrayMoment& moment, Shown shown)
{
    const auto captionFor = [content, moment, shown](double width, const QFont& font) {
        QStringList caption;
        for (const QString& line : QStringList{explanationOf(shown, content.isSystolic())} + countsText(content, moment)) {
            caption << plot::wrapped(line, width, QFontMetricsF(font));
        }
        return caption;
    };
    widgets::Figure figure;
    figure.name = QStringLiteral("pe-array");
    figure.title = PeArrayText::tr("%1 on the PE array of a tile").arg(content.layer);
    figure.legend = plot::figureLegend([=](QSizeF picture, const QFont& font) { return legendOf(content, moment, shown, picture.width(), font); });
    figure.heightFor = [=](double width, const QFont& font) {
        return arrayHeight(content, width) + gap + static_cast<double>(captionFor(width, font).size()) * QFontMetricsF(font).lineSpacing();
    };
    figure.stretches = true;
    figure.paint = [=](QPainter& painter, QSizeF size, const QFont& font) {
        const QFontMetricsF metrics(font);
        const double height = size.height() - gap - static_cast<double>(captionFor(size.width(), font).size()) * metrics.lineSpacing();
        const PeArrayLook look{style::paperPalette(), font, shown};
        paintArray(painter, content, moment, layOutArray(content, QRectF(1, 1, size.width() - 2, height - 2)), look);
        painter.setPen(look.palette.color(QPalette::WindowText));
        double baseline = height + gap + metrics.ascent();
        for (const QString& line : captionFor(size.width(), font)) {
            painter.drawText(QPointF(0, baseline), line);
            baseline += metrics.lineSpacing();
        }
    };
    return figure;
}

} // namespace tilescape::ui::pe_array
