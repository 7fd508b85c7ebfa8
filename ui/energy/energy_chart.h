#pragma once

#include "ui/energy/energy_plot.h"
#include "ui/widgets/figure.h"

#include <QWidget>

#include <memory>
#include <optional>

class QComboBox;
class QLabel;

namespace tilescape::ui::widgets {
class SeenUpdates;
}
namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::energy {

class EnergyChartView;
class EnergyTotalStrip;

/// Energy by component: a lying bar for the network, a standing one for each layer. A click on a layer's bar selects it.
class EnergyChart : public QWidget {
    Q_OBJECT

public:
    explicit EnergyChart(workspace::Workspace& workspace, QWidget* parent = nullptr);

    [[nodiscard]] widgets::Figure figure() const;
    [[nodiscard]] const std::vector<EnergyBar>& bars() const { return m_bars; }
    [[nodiscard]] EnergyChartView* chartView() const { return m_view; }
    [[nodiscard]] EnergyMeasure measure() const;
    void setMeasure(EnergyMeasure measure);
    /// Where the bar with this number stands, in the chart view.
    [[nodiscard]] QRectF barRect(std::size_t bar) const;
    /// What the tooltip says of a bar; of one component of it if `value` (on the chart's axis) lies on one.
    [[nodiscard]] QString barToolTip(std::size_t bar, double value) const;

private:
    void refresh();
    void showState();
    [[nodiscard]] QString description() const;
    [[nodiscard]] QString comparedWith() const; ///< name of the baseline of the twins; empty: none
    void click(std::size_t bar);
    void hover(std::optional<std::size_t> bar);
    [[nodiscard]] std::optional<std::size_t> barOf(std::optional<std::size_t> layer) const;

    workspace::Workspace& m_workspace;
    widgets::SeenUpdates* m_updates = nullptr;
    std::shared_ptr<const schedule::Schedule> m_shown;
    std::vector<EnergyBar> m_bars;
    EnergyChartView* m_view = nullptr;
    EnergyTotalStrip* m_total = nullptr;
    QComboBox* m_measure = nullptr;
    QLabel* m_title = nullptr;
};

/// The same as a figure, without a window.
widgets::Figure energyFigure(const schedule::Schedule& schedule, EnergyMeasure measure);
/// With a twin on the left of each bar, of the same layers in `baseline`.
widgets::Figure energyFigure(const schedule::Schedule& schedule, EnergyMeasure measure, const schedule::Schedule& baseline,
                             const QString& baselineName);

} // namespace tilescape::ui::energy
