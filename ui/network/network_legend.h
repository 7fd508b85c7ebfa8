#pragma once

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QPalette>
#include <QString>
#include <QWidget>

#include <vector>

namespace tilescape::ui::network {

struct LegendEntry {
    enum class Sign { Box, Line, Frame };
    QString label;
    QColor colour;
    Sign sign = Sign::Box;
};

/// Ways in which data travels, as the edges are coloured, and the outline of a segment.
std::vector<LegendEntry> travelLegend(const QPalette& palette);

/// Height of the legend at the area's width, in rows from its top; paints it if there is a painter.
double paintLegend(QPainter* painter, const std::vector<LegendEntry>& legend, const QRectF& area, const QPalette& palette,
                   const QFont& font);

/// What the edges' colours and the outlines mean, beneath the graph.
class NetworkLegend : public QWidget {
    Q_OBJECT

public:
    explicit NetworkLegend(QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override { return {280, heightForWidth(280)}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {60, fontMetrics().height()}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace tilescape::ui::network
