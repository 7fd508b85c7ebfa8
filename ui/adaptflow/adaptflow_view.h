#pragma once

#include "ui/adaptflow/adaptflow_table.h"
#include "ui/widgets/setting_row.h"
#include "ui/workspace/background_job.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QMenu;
class QSortFilterProxyModel;
class QTableView;

namespace tilescape::ui::plot {
class LabelledBars;
}
namespace tilescape::ui::widgets {
class SeenUpdates;
}
namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::adaptflow {

class InterconnectPicture;
class VolumeRows;

/// Adapt-Flow for the network: the volumes of the three dataflows for each layer and the choice, the interconnect as the
/// selected layer's choice sets it up, totals against the baselines. Found in the background, and only while it is to be seen.
class AdaptflowView : public QWidget {
    Q_OBJECT

public:
    explicit AdaptflowView(workspace::Workspace& workspace, QWidget* parent = nullptr);
    ~AdaptflowView() override;

    [[nodiscard]] std::shared_ptr<const AdaptflowStudy> study() const { return m_study; }
    [[nodiscard]] VolumeRows& rows() { return *m_rows; }
    [[nodiscard]] InterconnectPicture& interconnect() { return *m_interconnect; }
    [[nodiscard]] plot::LabelledBars& totals() { return *m_totals; }
    [[nodiscard]] QTableView& table() { return *m_table; }
    [[nodiscard]] QString message() const;
    [[nodiscard]] bool isBusy() const { return m_job.isRunning(); }
    [[nodiscard]] QSize sizeHint() const override { return {820, 800}; }

protected:
    void changeEvent(QEvent* event) override;

private:
    using Settings = tilescape::training::adaptflow::Settings;
    struct Question; ///< what a study answers

    QWidget* buildHead();
    QMenu* buildOptions();
    void buildTable();
    widgets::SettingRow settingRow(const tilescape::training::adaptflow::NumberRow& row);
    widgets::SettingRow settingRow(const tilescape::training::adaptflow::ChoiceRow& row);
    void edit(const QString& what, const std::function<void(Settings&)>& change);
    void problemChanged();
    void find();
    void take(std::shared_ptr<const AdaptflowStudy> study);
    void showSettings();
    void showSummary();
    void showTotals();
    void showSelection();
    void showInterconnect();
    void select(std::size_t row);
    [[nodiscard]] std::optional<std::size_t> selectedRow() const;

    workspace::Workspace& m_workspace;
    widgets::SeenUpdates* m_updates = nullptr;
    std::unique_ptr<Question> m_asked;
    std::shared_ptr<const AdaptflowStudy> m_study;
    widgets::SettingBoxes m_boxes;
    QLabel* m_summary = nullptr;
    QComboBox* m_operand = nullptr;
    VolumeRows* m_rows = nullptr;
    InterconnectPicture* m_interconnect = nullptr;
    plot::LabelledBars* m_totals = nullptr;
    AdaptflowTable* m_model = nullptr;
    QSortFilterProxyModel* m_sorted = nullptr;
    QTableView* m_table = nullptr;
    QWidget* m_content = nullptr;
    workspace::BackgroundJob m_job{this}; ///< last: it is stopped first
};

} // namespace tilescape::ui::adaptflow
