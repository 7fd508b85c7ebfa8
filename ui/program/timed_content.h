#pragma once

#include "core/program/trace.h"

#include <QString>

#include <optional>
#include <vector>

namespace tilescape::ui::program {

/// Cycles in which a part of a tile is busy.
struct BusySpan {
    double begin = 0;
    double end = 0;
    std::optional<Tensor> tensor; ///< that is moved; none: the array computes
};

/// A part of the selected tile: what is not busy waits.
struct BusyRow {
    QString name;
    std::vector<BusySpan> spans; ///< by their beginning
    QString remark{};            ///< why there are none
};

/// One segment as the model has it, and as it was executed.
struct SegmentSpans {
    QString name; ///< of its layers
    double modelBegin = 0;
    double modelEnd = 0;
    double begin = 0;
    double end = 0;
    bool recorded = false; ///< to its end
};

/// A timed execution as rows over its cycles. A plain value.
struct TimedContent {
    double end = 0; ///< of what is recorded
    std::vector<SegmentSpans> segments;
    std::vector<double> arrays; ///< share of the tiles' arrays that compute, in equal parts of the time until `end`
    std::vector<BusyRow> rows;  ///< of the selected tile
    std::optional<Tile> tile;
    [[nodiscard]] bool isEmpty() const { return end <= 0; }
};

/// Nothing where the execution was not timed.
TimedContent timedContent(const tilescape::program::Trace& trace, std::optional<Tile> tile);

/// "Executed 1,240 cycles, the model has 1,200 (+3.3 %)" of the segment of a layer, by its place in the program.
QString cyclesText(const tilescape::program::Trace& trace, std::size_t place);

} // namespace tilescape::ui::program
