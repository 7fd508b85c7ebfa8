#pragma once

#include "ui/plot/round_numbers.h"
#include "ui/plot/ticks.h"

#include <QFont>
#include <QPainter>
#include <QPalette>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

namespace tilescape::ui::plot {

/// A grid of named columns and rows, whose cells are coloured by a value; cells without one are hatched. Where names do not fit beside
/// each other and are numbers, round numbers stand where they lie between the cells.
struct HeatMap {
    struct Numbers {
        std::vector<double> values; ///< ascending, one a name; empty: names are none
        TickText text;
        RoundScale scale{};
    };
    struct Cell {
        std::size_t column = 0;
        std::size_t row = 0; ///< from below
        std::optional<double> value;
    };
    std::vector<QString> columns;
    std::vector<QString> rows;
    Numbers columnNumbers{};
    Numbers rowNumbers{};
    QString xTitle;
    QString yTitle;
    QString valueTitle;
    TickText valueText; ///< written in a cell where it fits, and at the ends of the scale
    bool logarithmic = false; ///< all values are above 0
    std::vector<Cell> cells;
    std::optional<std::size_t> chosen; ///< index of a cell that stands out
};

struct HeatMapLayout {
    QRectF area;
    QRectF plot;
    QRectF scale; ///< of colours, beside the plot
    double least = 0;
    double most = 1;
    double line = 0; ///< height of a line of text
    struct Name {
        double place = 0; ///< of its middle, along its side
        QString text;
    };
    std::vector<Name> columnNames; ///< from left to right
    std::vector<Name> rowNames;    ///< from below

    [[nodiscard]] QRectF cell(const HeatMap& map, const HeatMap::Cell& cell) const;
    [[nodiscard]] std::optional<std::size_t> pointAt(const HeatMap& map, QPointF place) const;
    /// Where a value lies on the scale, 0 to 1.
    [[nodiscard]] double share(const HeatMap& map, double value) const;
};

HeatMapLayout layOut(const HeatMap& map, const QRectF& area, const QFont& font);

void paint(QPainter& painter, const HeatMap& map, const HeatMapLayout& layout, const QPalette& palette, const QFont& font);

} // namespace tilescape::ui::plot
