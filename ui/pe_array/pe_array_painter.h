#pragma once

#include "ui/pe_array/pe_array_content.h"
#include "ui/widgets/figure.h"

#include <QFont>
#include <QPainter>
#include <QPalette>

#include <optional>

namespace tilescape::ui::pe_array {

struct PeArrayLook {
    QPalette palette;
    QFont font;
    Shown shown = Shown::InputRows;
};

/// Where the PEs stand in an area: squares, in its middle.
struct PeArrayLayout {
    QRectF array;
    double side = 0; ///< of a PE, pixels
    [[nodiscard]] QRectF cell(Count row, Count column) const
    {
        return {array.left() + static_cast<double>(column) * side, array.top() + static_cast<double>(row) * side, side, side};
    }
    /// Row and column; none beyond the array.
    [[nodiscard]] std::optional<std::pair<Count, Count>> peAt(QPointF position) const;
};
PeArrayLayout layOutArray(const PeArrayContent& content, const QRectF& area);

/// PEs in shades of the shown rows' tensor, with what they work on where there is room; idle ones grey, waiting ones hatched,
/// copies of the set framed.
void paintArray(QPainter& painter, const PeArrayContent& content, const PeArrayMoment& moment, const PeArrayLayout& layout,
                const PeArrayLook& look);

/// The array at a moment above its counts.
widgets::Figure peArrayFigure(const PeArrayContent& content, const PeArrayMoment& moment, Shown shown);

} // namespace tilescape::ui::pe_array
