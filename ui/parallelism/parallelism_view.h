#pragma once

#include "ui/parallelism/parallelism_study.h"
#include "ui/widgets/setting_row.h"
#include "ui/workspace/background_job.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QGridLayout;
class QLabel;
class QToolButton;

namespace tilescape::ui::plot {
class ValueChart;
}
namespace tilescape::ui::widgets {
class SeenUpdates;
}
namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::parallelism {

class ParallelismMap;
class TopologyPicture;

/// HyPar for the problem's network: the map of choices, which a person may force, and what they cost by kind, by strategy, by
/// number of accelerators and on the links. Found in the background, and only while it is to be seen.
class ParallelismView : public QWidget {
    Q_OBJECT

public:
    explicit ParallelismView(workspace::Workspace& workspace, QWidget* parent = nullptr);
    ~ParallelismView() override;

    [[nodiscard]] std::shared_ptr<const ParallelismStudy> study() const { return m_study; }
    [[nodiscard]] ParallelismMap& map() { return *m_map; }
    [[nodiscard]] plot::ValueChart& strategies() { return *m_strategies; }
    [[nodiscard]] plot::ValueChart& kinds() { return *m_kinds; }
    [[nodiscard]] plot::ValueChart& scaling() { return *m_scaling; }
    [[nodiscard]] TopologyPicture& topology() { return *m_topology; }
    [[nodiscard]] QString totals() const;
    [[nodiscard]] QString price() const;
    [[nodiscard]] bool isBusy() const { return m_job.isRunning(); }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    using Settings = tilescape::training::parallelism::Settings;

    QWidget* buildHead();
    QWidget* buildReadings();
    QWidget* buildCharts();
    widgets::SettingRow settingRow(const tilescape::training::parallelism::Option& row);
    widgets::SettingRow settingRow(const tilescape::training::parallelism::Number& row, const QString& unit);
    void edit(const QString& text, const std::function<void(Settings&)>& change);
    void toggle(std::size_t level, const QString& layer, tilescape::training::parallelism::Choice now);
    void problemChanged();
    void find();
    void take(std::shared_ptr<const ParallelismStudy> study);
    void showSettings();
    void showTexts();
    void showStrategies();
    void showKinds();
    void tellOrigins(); ///< of the numbers, where one hovers
    void showScaling();
    void showSelection();
    void arrange();

    workspace::Workspace& m_workspace;
    widgets::SeenUpdates* m_updates = nullptr;
    std::shared_ptr<const ParallelismStudy> m_study;
    ParallelismMap* m_map = nullptr;
    plot::ValueChart* m_strategies = nullptr;
    plot::ValueChart* m_kinds = nullptr;
    plot::ValueChart* m_scaling = nullptr;
    TopologyPicture* m_topology = nullptr;
    QComboBox* m_measure = nullptr;
    QWidget* m_strategiesAndBox = nullptr;
    QToolButton* m_release = nullptr;
    QLabel* m_accelerators = nullptr;
    QLabel* m_totals = nullptr;
    QLabel* m_price = nullptr;
    QGridLayout* m_charts = nullptr;
    widgets::SettingBoxes m_boxes;
    workspace::BackgroundJob m_job{this}; ///< last: it is stopped first
};

} // namespace tilescape::ui::parallelism
