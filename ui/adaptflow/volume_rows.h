#pragma once

#include "core/training/adaptflow/selection.h"
#include "ui/plot/legend.h"
#include "ui/widgets/figure.h"

#include <QAbstractScrollArea>

#include <memory>

namespace tilescape::ui::adaptflow {

/// One row a layer: the DRAM volumes of the three dataflows as bars of weights, inputs and partial sums, to the scale of the
/// row's largest, and the one that was chosen. A click chooses the layer.
class VolumeRows : public QAbstractScrollArea {
    Q_OBJECT

public:
    using Selection = tilescape::training::adaptflow::Selection;

    explicit VolumeRows(QWidget* parent = nullptr);

    void setSelection(std::shared_ptr<const Selection> selection);
    void setCurrent(std::optional<std::size_t> row); ///< marks it and brings it into view
    [[nodiscard]] QRect rowRect(std::size_t row) const;
    [[nodiscard]] QSize sizeHint() const override { return {420, 320}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {170, QAbstractScrollArea::minimumSizeHint().height()}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return m_isWhole; }
    [[nodiscard]] int heightForWidth(int width) const override; ///< of all rows
    static std::vector<plot::LegendEntry> legend(); ///< the parts of a bar in their colours
    [[nodiscard]] widgets::Figure figure() const; ///< of all rows, with the legend

Q_SIGNALS:
    void rowClicked(std::size_t row);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] int columnsIn(int width) const;
    [[nodiscard]] int rowsIn(int width) const; ///< of a column
    [[nodiscard]] std::optional<std::size_t> rowAt(int y) const;
    [[nodiscard]] QString textOf(std::size_t row) const;
    void paintRow(QPainter& painter, std::size_t row) const;
    void updateScrollBar();

    std::shared_ptr<const Selection> m_selection;
    std::optional<std::size_t> m_current;
    bool m_isWhole = false; ///< of a page: all rows are seen, in columns where they have room
};

} // namespace tilescape::ui::adaptflow
