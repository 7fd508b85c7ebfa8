#pragma once

#include "ui/analysis/tornado_plot.h"
#include "ui/widgets/figure_menu.h"

#include <QWidget>

#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QScrollArea;

namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::analysis {

/// The bars; hovering one tells its numbers, a click asks for its value.
class TornadoChart : public QWidget {
    Q_OBJECT

public:
    explicit TornadoChart(QWidget* parent = nullptr);
    void setRows(std::vector<TornadoRow> rows, const QString& title);
    [[nodiscard]] const std::vector<TornadoRow>& rows() const { return m_rows; }
    [[nodiscard]] const QString& title() const { return m_title; }
    [[nodiscard]] TornadoLayout chartLayout() const;
    [[nodiscard]] QString barToolTip(std::size_t row, std::size_t bar) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void valueClicked(const QString& key, double value);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    std::vector<TornadoRow> m_rows;
    QString m_title;
};

/// What a step of each parameter down and up makes of energy, cycles or their product, as a tornado chart. It is found in the
/// background while the view is seen; a click on a bar sets the parameter, which undo takes back.
class SensitivityView : public QWidget {
    Q_OBJECT

public:
    explicit SensitivityView(workspace::Workspace& workspace, QWidget* parent = nullptr);
    [[nodiscard]] TornadoChart* chart() const { return m_chart; }
    [[nodiscard]] widgets::Figure figure() const;
    void setMeasure(tilescape::explore::SensitivityMeasure measure);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void refresh();
    [[nodiscard]] tilescape::explore::SensitivityMeasure measure() const;
    [[nodiscard]] QString stateText() const;

    workspace::Workspace& m_workspace;
    TornadoChart* m_chart = nullptr;
    QComboBox* m_measure = nullptr;
    widgets::FigureAction* m_export = nullptr;
    QLabel* m_state = nullptr;
};

/// What stands above the bars.
QString tornadoTitle(tilescape::explore::SensitivityMeasure measure);
/// The chart as a figure, without a window.
widgets::Figure tornadoFigure(const std::vector<TornadoRow>& rows, const QString& title);

} // namespace tilescape::ui::analysis
