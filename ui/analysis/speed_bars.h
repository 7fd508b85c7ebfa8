#pragma once

#include "core/explore/speed_of_light.h"

#include <QWidget>

#include <vector>

namespace tilescape::ui::analysis {

/// How near each resource comes to its peak: one row a resource, one column for the network, the selected layer's segment and the
/// layer.
class SpeedBars : public QWidget {
    Q_OBJECT

public:
    struct Column {
        QString title;
        tilescape::explore::SpeedOfLight shares;
    };

    explicit SpeedBars(QWidget* parent = nullptr);
    void setColumns(std::vector<Column> columns);
    [[nodiscard]] const std::vector<Column>& columns() const { return m_columns; }
    void setDimmed(bool dimmed);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<Column> m_columns;
    bool m_dimmed = false;
};

} // namespace tilescape::ui::analysis
