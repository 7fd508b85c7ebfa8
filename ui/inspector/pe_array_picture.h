#pragma once

#include "core/dataflow/pe_mapping.h"

#include <QColor>
#include <QWidget>

namespace tilescape::ui::inspector {

/// The PE array of one tile with the copies of the logical PE set on it (folding and replication), in two shades of one
/// colour; PEs that no copy covers are grey. What is drawn stands beside it as facts.
class PeArrayPicture : public QWidget {
    Q_OBJECT

public:
    explicit PeArrayPicture(QWidget* parent = nullptr);
    void setMapping(Extent array, const dataflow::ArrayMapping& mapping, const QColor& colour);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Extent m_array{1, 1};
    dataflow::ArrayMapping m_mapping;
    QColor m_colour;
};

} // namespace tilescape::ui::inspector
