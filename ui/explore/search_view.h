#pragma once

#include "ui/explore/axis_list.h"
#include "ui/explore/exploration_view.h"
#include "ui/workspace/search_service.h"

class QFormLayout;
class QSpinBox;

namespace tilescape::ui::explore {

class LimitList;
class MeasureChoice;
class WorkloadList;

/// Searches for a chip, beginning with that of the open problem: networks with weights, what may be varied, objectives and limits. The
/// front grows while it runs; a design that is asked for becomes the open problem.
class SearchView : public ExplorationView {
    Q_OBJECT

public:
    explicit SearchView(workspace::Workspace& workspace);

    [[nodiscard]] WorkloadList& workloads() { return *m_workloads; }
    [[nodiscard]] AxisList& variables() { return *m_variables; }
    [[nodiscard]] LimitList& limits() { return *m_limits; }
    [[nodiscard]] MeasureChoice& objectives() { return *m_objectives; }
    void setEvolution(const tilescape::explore::EvolutionSettings& evolution);
    [[nodiscard]] tilescape::explore::ChipSearch search() const; ///< that is asked; it may have faults
    [[nodiscard]] const workspace::SearchService& service() const { return m_service; }

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
    [[nodiscard]] io::Questions ownOf(const io::Questions& asked) const override { return {{}, asked.search}; }
    [[nodiscard]] io::Questions asked() const override;
    [[nodiscard]] bool isShown() const override;
    [[nodiscard]] QString editText() const override { return tr("Change search"); }

private:
    QWidget* buildQuestion();
    void addEvolution(QFormLayout& form);
    void nameNetworks();
    /// What is known of the designs.
    [[nodiscard]] QString foundText(bool brief) const;
    [[nodiscard]] double mostDesigns() const;
    [[nodiscard]] static bool isForBaseAlone(const tilescape::explore::ChipSearch& search);
    void showSearch(const tilescape::explore::ChipSearch& search);

    workspace::SearchService& m_service;
    WorkloadList* m_workloads = nullptr;
    AxisList* m_variables = nullptr;
    LimitList* m_limits = nullptr;
    MeasureChoice* m_objectives = nullptr;
    QSpinBox* m_population = nullptr;
    QSpinBox* m_generations = nullptr;
    QSpinBox* m_seed = nullptr;
    std::string m_name; ///< of a search that was opened
    tilescape::explore::PointOptions m_options;
};

} // namespace tilescape::ui::explore
