#pragma once

#include "ui/workspace/proof_service.h"

#include <QDialog>

#include <memory>

class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QTableView;

namespace tilescape::ui::plot {
class ValueChart;
}
namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::proof {

class ProofLogModel;

/// Proves how far the open problem's schedule is from the best possible, until the gap asked for is reached, and shows the log.
/// Not modal: an edit drops the proof; closing the dialog ends it with what there is.
class ProofDialog : public QDialog {
    Q_OBJECT

public:
    /// `workspace` outlives the dialog.
    explicit ProofDialog(workspace::Workspace& workspace, QWidget* parent = nullptr);

    void start();
    void stop();
    void done(int result) override;

private:
    enum class State { Idle, Running, Ended, Dropped };

    QWidget* buildHead();
    QTableView* buildTable();
    void addProgress(const schedule::ProofProgress& progress);
    void follow();
    void suggestGap();
    void refresh();
    [[nodiscard]] bool canStart() const;
    [[nodiscard]] bool hasBetterSchedule() const;
    [[nodiscard]] QString stateText() const;
    [[nodiscard]] QString outcomeText() const;

    workspace::Workspace& m_workspace;
    ProofLogModel* m_log = nullptr;
    QDoubleSpinBox* m_gap = nullptr;
    bool m_gapIsChosen = false; ///< by a person
    QPushButton* m_start = nullptr;
    QPushButton* m_stop = nullptr;
    QPushButton* m_use = nullptr;
    QLabel* m_state = nullptr;
    QTableView* m_table = nullptr;
    plot::ValueChart* m_chart = nullptr;
    State m_phase = State::Idle;
    schedule::Problem m_problem;                    ///< that the log is of
    double m_asked = 1;                             ///< the gap that its proof was asked for, as a ratio
    schedule::ProofProgress m_newest;               ///< of the proof under way
    std::shared_ptr<const schedule::Proof> m_proof; ///< the last one that ended, until the problem changes
};

} // namespace tilescape::ui::proof
