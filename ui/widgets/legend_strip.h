#pragma once

#include <QPainter>
#include <QString>
#include <QWidget>

#include <functional>
#include <vector>

namespace tilescape::ui::widgets {

/// One sign of a drawing, and what it means.
struct LegendItem {
    QString text;
    double signWidth = 0;
    std::function<void(QPainter& painter, const QRectF& area)> paintSign; ///< none: text alone
};

/// Squares of these colours.
LegendItem colourItem(const QString& text, const std::vector<QColor>& colours);
/// An arrow.
LegendItem arrowItem(const QString& text, const QColor& colour, Qt::PenStyle style = Qt::SolidLine);

/// Lays the items out from left to right in at most `rows` rows of the area, and paints them if there is a painter. An
/// item is shown whole or not at all. Returns how many are shown, and the height that they take.
struct LegendExtent {
    std::size_t items = 0;
    double height = 0;
};
LegendExtent flowLegend(QPainter* painter, const std::vector<LegendItem>& items, const QRectF& area, const QColor& text,
                        const QFont& font, int rows);

/// A legend beneath a drawing, the most important items first. It has the height of its rows whatever is in it: what does
/// not fit stands in the tooltip, so that the drawing keeps its room.
class LegendStrip : public QWidget {
    Q_OBJECT

public:
    explicit LegendStrip(QWidget* parent = nullptr);

    void setItems(std::vector<LegendItem> items, const QString& more = {}); ///< `more`: for the tooltip alone
    void setRows(int rows);
    void setDimmed(bool dimmed);
    [[nodiscard]] const std::vector<LegendItem>& items() const { return m_items; }
    [[nodiscard]] QStringList texts() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<LegendItem> m_items;
    int m_rows = 1;
    bool m_dimmed = false;
};

} // namespace tilescape::ui::widgets
