#pragma once

#include "ui/explore/axis_list.h"
#include "ui/explore/exploration_view.h"
#include "ui/workspace/sweep_service.h"

class QComboBox;
class QLabel;
class QSpinBox;

namespace tilescape::ui::explore {

class MeasureChoice;

/// Sweeps around the open problem: axes and the pattern of their points.
class SweepView : public ExplorationView {
    Q_OBJECT

public:
    explicit SweepView(workspace::Workspace& workspace);

    [[nodiscard]] AxisList& axes() { return *m_axes; }
    void setPattern(tilescape::explore::Pattern pattern, int sobolPoints = 64);
    /// Sets `PointOptions::within`, which is in the list of choices from then on.
    void setWithin(double within);
    [[nodiscard]] tilescape::explore::Sweep sweep() const; ///< that is asked; it may have faults
    [[nodiscard]] const workspace::SweepService& service() const { return m_service; }

protected:
    void followProblem() override;
    [[nodiscard]] support::Diagnostics faults() const override;
    [[nodiscard]] std::size_t known() const override;
    void start(bool anew) override;
    [[nodiscard]] PointSet points() const override;
    [[nodiscard]] RunState state() const override;
    [[nodiscard]] QString stateText(const RunState& state, bool brief) const override;
    [[nodiscard]] schedule::Problem problemOf(std::size_t number) const override;
    [[nodiscard]] std::optional<std::size_t> openedPoint() const override;
    [[nodiscard]] std::string textOf(Saved what) const override;
    [[nodiscard]] io::Project shownProject() const override;
    support::Diagnostics read(const std::string& text, const std::string& file) override;
    void offerChoices() override;
    void showUnedited() override;
    void showAsked(const io::Questions& asked) override;
    [[nodiscard]] io::Questions ownOf(const io::Questions& asked) const override { return {asked.sweep, {}}; }
    [[nodiscard]] io::Questions asked() const override;
    [[nodiscard]] bool isShown() const override;
    [[nodiscard]] QString editText() const override { return tr("Change sweep"); }

private:
    QWidget* buildQuestion();
    static QString withinText(double within);
    void showSweep(const tilescape::explore::Sweep& sweep);
    void changePattern();
    /// Whether points may be left out; else the choice shows that every one is solved.
    void offerWithin();

    workspace::SweepService& m_service;
    AxisList* m_axes = nullptr;
    QComboBox* m_pattern = nullptr; ///< in the order of Pattern
    QSpinBox* m_sobolPoints = nullptr;
    QComboBox* m_within = nullptr;                           ///< data: `PointOptions::within`
    double m_wantedWithin = tilescape::explore::usualWithin; ///< where points may be left out
    MeasureChoice* m_objectives = nullptr;
    QLabel* m_set = nullptr;
    std::string m_name;                                  ///< of a sweep that was opened
    std::vector<tilescape::explore::Setting> m_settings; ///< that it has beside its axes, which matter where these exchange the chip
    tilescape::explore::PointOptions m_options;
};

} // namespace tilescape::ui::explore
