#pragma once

#include "core/dataflow/array_pass.h"

#include <QColor>
#include <QWidget>

#include <vector>

namespace tilescape::ui::inspector {

/// The PE array of one tile with the copies of the logical PE set on it (folding and replication), in two shades of one
/// colour; PEs that no copy with a channel of its own covers are grey. What is drawn stands beside it as facts.
class PeArrayPicture : public QWidget {
    Q_OBJECT

public:
    explicit PeArrayPicture(QWidget* parent = nullptr);
    void setPass(const dataflow::ArrayPass& pass, const QColor& colour);
    /// PEs that a pass has work for.
    [[nodiscard]] Count workingPes() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    enum class Cell : unsigned char { Idle, Even, Odd }; ///< by the number of its copy

    Extent m_array{1, 1};
    std::vector<Cell> m_cells; ///< row by row
    QColor m_colour;
};

} // namespace tilescape::ui::inspector
