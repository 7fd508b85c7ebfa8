#pragma once

#include "ui/explore/chart_content.h"

#include <QWidget>

#include <functional>
#include <optional>

class QBoxLayout;
class QComboBox;
class QSortFilterProxyModel;
class QTableView;
class QTabWidget;

namespace tilescape::ui::explore {

class PointsChart;
class PointsModel;

/// The points of a sweep or a search as a chart, whose axes are chosen here, and as a table.
class ResultsPane : public QWidget {
    Q_OBJECT

public:
    /// `tableName` is what a screen reader calls the table; `emptyText` stands where there are no points.
    ResultsPane(const QString& objectName, const QString& tableName, const QString& emptyText,
                QWidget* parent = nullptr);

    void setPoints(PointSet points);
    [[nodiscard]] const PointSet& points() const;
    /// The chart of another sweep or search begins with `firstChoice`.
    void offerChoices(ChartKeys known);
    void setProjectText(std::function<QByteArray()> text);
    /// The point that stands out; none if it has none of this number.
    void setChosen(std::optional<std::size_t> number);
    [[nodiscard]] PointsChart& chart() { return *m_chart; }
    [[nodiscard]] PointsModel& model() { return *m_model; }

Q_SIGNALS:
    void pointAsked(std::size_t number);

private:
    QWidget* buildChart();
    QWidget* buildTable(const QString& name);
    [[nodiscard]] ChartKind kind() const;
    [[nodiscard]] ChartChoice choice() const;
    void fillBoxes(ChartChoice wanted);
    void showChart();

    QTabWidget* m_tabs = nullptr;
    QWidget* m_choices = nullptr; ///< what the chart shows
    PointsChart* m_chart = nullptr;
    QComboBox* m_kind = nullptr; ///< in the order of ChartKind
    QComboBox* m_x = nullptr;
    QComboBox* m_y = nullptr;
    QComboBox* m_by = nullptr;
    PointsModel* m_model = nullptr;
    QTableView* m_table = nullptr;
    QSortFilterProxyModel* m_sorted = nullptr;
    ChartKeys m_known;
    QString m_emptyText;
};

} // namespace tilescape::ui::explore
