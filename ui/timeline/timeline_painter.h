#pragma once

#include "ui/plot/legend.h"
#include "ui/timeline/timeline_content.h"

#include <QFont>
#include <QPainter>
#include <QPalette>
#include <QRectF>

namespace tilescape::ui::timeline {

/// Screen: rows of a readable height, which scroll, and one row of legend. Paper: all rows; the page has the legend.
enum class TimelineMedium { Screen, Paper };

inline constexpr double leftOfAxis = 20; ///< pixels between what an axis is called and its first label

/// Which cycles are shown where: labels on the left, lanes one above the other, an axis and a legend beneath.
class TimelineGeometry {
public:
    /// `scroll`: pixels of the lanes that are above the plot.
    TimelineGeometry(const TimelineContent& content, QRectF area, double from, double to, const QFont& font,
                     TimelineMedium medium = TimelineMedium::Screen, double scroll = 0);
    /// The height of a picture on paper.
    static double paperHeight(const TimelineContent& content, double from, double to, const QFont& font);

    [[nodiscard]] bool isPaper() const { return m_paper; }
    [[nodiscard]] bool hasLegend() const { return m_legend; }
    [[nodiscard]] bool hasTimes() const { return m_times; }
    /// Of all lanes; what is more than the plot's height has to be scrolled.
    [[nodiscard]] double contentHeight() const { return m_lanes * m_laneHeight; }

    [[nodiscard]] const QRectF& plot() const { return m_plot; }
    [[nodiscard]] double from() const { return m_from; }
    [[nodiscard]] double to() const { return m_to; }
    [[nodiscard]] double x(double cycle) const { return m_plot.left() + (cycle - m_from) * m_scale; }
    [[nodiscard]] double cycleAt(double x) const { return m_from + (x - m_plot.left()) / m_scale; }
    [[nodiscard]] double pixels(double cycles) const { return cycles * m_scale; }
    [[nodiscard]] double lineHeight() const { return m_line; }
    [[nodiscard]] double rowHeight() const { return m_rowHeight; }
    [[nodiscard]] QRectF lane(std::size_t number) const;
    [[nodiscard]] QRectF row(std::size_t lane, std::size_t place) const; ///< over the whole plot
    /// The part of a row that bars fill: beneath the names.
    [[nodiscard]] QRectF bars(std::size_t lane, std::size_t place) const { return row(lane, place).adjusted(0, m_nameStrip, 0, 0); }
    [[nodiscard]] QRectF nameStrip(std::size_t lane, std::size_t place) const;
    [[nodiscard]] QRectF dramRow(std::size_t lane) const;

private:
    QRectF m_plot;
    double m_from = 0;
    double m_to = 1;
    double m_scale = 1; ///< pixels a cycle
    double m_line = 12;
    double m_laneHeight = 0;
    double m_rowHeight = 0;
    double m_nameStrip = 0; ///< height of the names above bars
    double m_rows = 1;
    double m_lanes = 1;
    double m_scroll = 0;
    bool m_titles = false;
    bool m_paper = false;
    bool m_legend = true; ///< they give way to the rows
    bool m_times = true;
};

struct TimelineLook {
    QPalette palette;
    QFont font;
    std::optional<std::size_t> selected; ///< layers by index
    std::optional<std::size_t> hovered;
    bool dimmed = false;
    std::optional<double> moment; ///< of the clock: the cycle on the axis
};

void paintTimeline(QPainter& painter, const TimelineContent& content, const TimelineGeometry& geometry,
                   const TimelineLook& look);

/// The boxes of the loops' groups of one layer, as fine as the zoom allows (Tangram Fig. 8).
void paintTrack(QPainter& painter, const SegmentTrack& segment, std::size_t place, double start,
                const TimelineGeometry& geometry, const QRectF& row, const TimelineLook& look);

/// What stands for groups that are too narrow to be told apart: the fainter the smaller the part of its time, `share` in [0, 1], in which the
/// tiles work on the layer.
QColor partlyBusy(const QColor& colour, double share, const QPalette& palette);

/// Arrows where data is handed on, at its granularity.
void paintHandovers(QPainter& painter, const SegmentTrack& segment, double start, std::size_t lane,
                    const TimelineGeometry& geometry, const TimelineLook& look);

/// Ticks in cycles and in time, and what hatching, arrows and bars mean.
void paintTimelineAxis(QPainter& painter, const TimelineContent& content, const TimelineGeometry& geometry,
                       const TimelineLook& look);
std::vector<plot::LegendEntry> timelineLegend(const TimelineContent& content, const QPalette& palette);

/// What lies at a position.
struct TimelineHit {
    std::size_t lane = 0;
    TimelineContent::Place place;
    std::optional<Count> batchGroup;
};
std::optional<TimelineHit> timelineHit(const TimelineContent& content, const TimelineGeometry& geometry, QPointF position);

} // namespace tilescape::ui::timeline
