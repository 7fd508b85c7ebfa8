#include "ui/tensor/loop_painter.h"

#include "ui/style/palette.h"
#include "ui/tensor/tensor_text.h"

#include <QFontMetricsF>

#include <algorithm>

namespace tilescape::ui::tensor {

namespace {

constexpr double widestIndent = 8; ///< pixels

/// As many lines as there is room for: where it is scarce, the names of the levels are left out first.
std::vector<LoopRow> shownRows(const TensorContent& content, Count cycle, double height, double step)
{
    std::vector<LoopRow> rows = loopRows(content, cycle);
    const auto fits = [&] { return static_cast<double>(rows.size()) * step <= height; };
    if (!fits()) {
        std::erase_if(rows, [](const LoopRow& row) { return row.count == 0; });
    }
    while (!fits() && !rows.empty()) {
        rows.pop_back();
    }
    return rows;
}

QString loopText(const LoopRow& row) { return row.count == 0 ? row.text : TensorText::tr("%1: %2").arg(row.text).arg(row.index); }

/// Pixels that a loop stands further right than the one around it: fewer where the texts would have no room.
double indentFor(const std::vector<LoopRow>& rows, double width, const QFont& font)
{
    const QFontMetricsF metrics(boldOf(font));
    double indent = widestIndent;
    for (const LoopRow& row : rows) {
        if (row.indent > 0) {
            indent = std::min(indent, (width - metrics.horizontalAdvance(loopText(row)) - 7) / row.indent);
        }
    }
    return std::max(indent, 0.0);
}

void paintLoopRow(QPainter& painter, const LoopRow& row, const QRectF& place, double indent, const TensorLook& look)
{
    const double line = QFontMetricsF(look.font).lineSpacing();
    const QRectF text = place.adjusted(row.indent * indent + 4, (place.height() - line) / 2, -2, 0);
    if (row.count == 0) {
        QFont slanted = look.font;
        slanted.setItalic(true);
        write(painter, text, row.text, slanted, style::mutedText(look.palette));
        return;
    }
    QRectF passed = place.adjusted(row.indent * indent, 1, 0, -1);
    painter.fillRect(passed, style::idleFill(look.palette));
    passed.setWidth(passed.width() * static_cast<double>(row.index + 1) / static_cast<double>(row.count));
    const QColor running = style::selection(look.palette);
    painter.fillRect(passed, style::blend(running, look.palette.color(QPalette::Base), row.advanced ? 0.55 : 0.82));
    const QFont font = row.advanced ? boldOf(look.font) : look.font;
    const QString loop = loopText(row);
    write(painter, text, loop, font, ink(look));
    const QRectF rest = text.adjusted(QFontMetricsF(boldOf(look.font)).horizontalAdvance(loop) + 10, 0, 0, 0);
    if (QFontMetricsF(look.font).horizontalAdvance(row.remark) <= rest.width()) {
        write(painter, rest, row.remark, look.font, style::mutedText(look.palette));
    }
}

} // namespace

void paintLoops(QPainter& painter, const TensorContent& content, Count cycle, const TensorLayout& layout, const TensorLook& look)
{
    const double step = layout.line * 1.15;
    double top = layout.loops.top();
    const std::vector<LoopRow> rows = shownRows(content, cycle, layout.loops.height(), step);
    const double indent = indentFor(rows, layout.loops.width(), look.font);
    for (const LoopRow& row : rows) {
        paintLoopRow(painter, row, {layout.loops.left(), top, layout.loops.width(), step}, indent, look);
        top += step;
    }
}

} // namespace tilescape::ui::tensor
