#pragma once

#include "ui/plot/legend.h"

#include <QWidget>

#include <vector>

namespace tilescape::ui::plot {

/// A legend beneath a drawing, the most important items first. It has the height of its rows whatever is in it: what does
/// not fit stands in the tooltip, so that the drawing keeps its room.
class LegendStrip : public QWidget {
    Q_OBJECT

public:
    explicit LegendStrip(QWidget* parent = nullptr);

    void setItems(std::vector<LegendEntry> items, const QString& more = {}); ///< `more`: for the tooltip alone
    void setRows(int rows);
    [[nodiscard]] int heightOf(int rows) const; ///< pixels
    void setDimmed(bool dimmed);
    [[nodiscard]] const std::vector<LegendEntry>& items() const { return m_items; }
    [[nodiscard]] QStringList texts() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

    /// As many of the items, from the first, as are shown.
    [[nodiscard]] std::vector<LegendEntry> shownItems() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<LegendEntry> m_items;
    int m_rows = 1;
    bool m_dimmed = false;
};

} // namespace tilescape::ui::plot
