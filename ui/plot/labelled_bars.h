#pragma once

#include "ui/widgets/figure.h"

#include <QColor>
#include <QWidget>

#include <vector>

namespace tilescape::ui::plot {

/// A few horizontal bars under headings, each group to the scale of its largest, the values written beside them.
class LabelledBars : public QWidget {
    Q_OBJECT

public:
    struct Bar {
        QString label;
        double value = 0; ///< not finite: no bar
        QString text;     ///< with its unit
        bool strong = false;
    };
    struct Group {
        QString title;
        QColor colour;
        std::vector<Bar> bars;
    };

    explicit LabelledBars(QWidget* parent = nullptr) : QWidget(parent) {}

    void setGroups(std::vector<Group> groups);
    [[nodiscard]] const std::vector<Group>& groups() const { return m_groups; }
    /// Where the values come from, as a line: added to what hovering a bar tells.
    void setOrigin(const QString& line) { m_origin = line; }
    /// Value and share of the group's largest of what lies at a height; empty where there is no bar.
    [[nodiscard]] QString toolTipAt(int y) const;
    [[nodiscard]] widgets::Figure figure(const QString& name, const QString& title) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] int lineHeight() const { return fontMetrics().height() + 4; }

    std::vector<Group> m_groups;
    QString m_origin;
};

} // namespace tilescape::ui::plot
