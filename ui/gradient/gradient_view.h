#pragma once

#include "core/training/gradient/analysis.h"
#include "ui/widgets/setting_row.h"
#include "ui/workspace/background_job.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QLabel;
class QMenu;
class QScrollArea;
class QSplitter;
class QSortFilterProxyModel;
class QTabWidget;
class QTableView;
class QToolButton;

namespace tilescape::ui::widgets {
class SeenUpdates;
}
namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::gradient {

class GradientAnimation;
class GradientBars;
class GradientTable;

/// The gradient order of the problem's network: machine and options, the selected layer tile by tile, bars and table of all
/// layers. Simulates in the background, and only while it is to be seen.
class GradientView : public QWidget {
    Q_OBJECT

public:
    explicit GradientView(workspace::Workspace& workspace, QWidget* parent = nullptr);
    ~GradientView() override;

    [[nodiscard]] std::shared_ptr<const tilescape::training::gradient::NetworkResult> result() const { return m_result; }
    [[nodiscard]] GradientAnimation& animation() { return *m_animation; }
    [[nodiscard]] GradientBars& bars() { return *m_bars; }
    [[nodiscard]] QTableView& table() { return *m_table; }
    [[nodiscard]] QString message() const;
    [[nodiscard]] bool isBusy() const { return m_job.isRunning(); }
    [[nodiscard]] QSize sizeHint() const override { return {760, 800}; }

protected:
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    using Settings = tilescape::training::gradient::Settings;
    struct Question; ///< what a result answers

    void buildHead();
    QMenu* buildOptions();
    QWidget* buildMachine();
    widgets::SettingRow settingRow(const tilescape::training::gradient::NumberRow& row);
    widgets::SettingRow settingRow(const tilescape::training::gradient::ChoiceRow& row);
    void edit(const QString& what, const std::function<void(Settings&)>& change);
    void problemChanged();
    void simulate();
    void take(std::shared_ptr<const tilescape::training::gradient::NetworkResult> result, const QString& faults);
    void refreshHead();
    void refreshSummary();
    [[nodiscard]] QString aboutLayer(std::size_t shown) const;
    void selectionChanged();
    void select(std::size_t layer);
    [[nodiscard]] std::optional<std::size_t> selectedLayer() const; ///< of the result

    workspace::Workspace& m_workspace;
    widgets::SeenUpdates* m_updates = nullptr;
    workspace::BackgroundJob m_job{this};
    std::unique_ptr<Question> m_asked;
    std::shared_ptr<const tilescape::training::gradient::NetworkResult> m_result;
    QComboBox* m_npu = nullptr;
    widgets::SettingBoxes m_boxes;
    QWidget* m_cores = nullptr;
    QWidget* m_tokens = nullptr;
    QToolButton* m_options = nullptr;
    QLabel* m_summary = nullptr;
    GradientAnimation* m_animation = nullptr;
    GradientBars* m_bars = nullptr;
    QScrollArea* m_scroll = nullptr; ///< around the bars
    GradientTable* m_model = nullptr;
    QSortFilterProxyModel* m_sorted = nullptr;
    QTableView* m_table = nullptr;
    QTabWidget* m_tabs = nullptr;
    QSplitter* m_content = nullptr;
};

} // namespace tilescape::ui::gradient
