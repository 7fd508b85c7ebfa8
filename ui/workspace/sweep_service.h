#pragma once

#include "core/explore/sweep_run.h"
#include "ui/workspace/exploration_run.h"

namespace tilescape::ui::workspace {

/// Runs one sweep off the window's thread, and keeps it with its results.
class SweepService : public ExplorationRun {
    Q_OBJECT

public:
    explicit SweepService(QObject* parent = nullptr) : ExplorationRun(parent) {}
    ~SweepService() override { finishWork(); }

    /// Solves the points of the sweep, which has no faults, that neither `known` nor the journal has.
    void start(tilescape::explore::Sweep sweep, tilescape::explore::PointResults known = {}, JournalPlace journal = {});
    /// Stops, and shows these results.
    void restore(tilescape::explore::Sweep sweep, tilescape::explore::PointResults results);
    /// Stops, and forgets sweep and results.
    void clear();

    [[nodiscard]] const tilescape::explore::Sweep& sweep() const { return m_sweep; }
    [[nodiscard]] const tilescape::explore::PointResults& results() const { return m_results; }
    [[nodiscard]] std::size_t pointCount() const { return m_pointCount; }
    [[nodiscard]] bool isComplete() const override { return m_pointCount > 0 && m_results.size() == m_pointCount; }
    /// By the points that this run has solved; negative while there is none.
    [[nodiscard]] double secondsLeft() const;

private:
    struct Shared {
        std::mutex mutex;
        tilescape::explore::PointResults fresh; ///< that the window has not taken yet
        std::size_t known = 0;                  ///< before the first point was solved
    };
    bool takeFresh() override;
    void set(tilescape::explore::Sweep sweep, tilescape::explore::PointResults results);

    std::shared_ptr<Shared> m_shared;
    tilescape::explore::Sweep m_sweep;
    tilescape::explore::PointResults m_results;
    std::size_t m_pointCount = 0;
    std::size_t m_known = 0; ///< results that this run began with
};

} // namespace tilescape::ui::workspace
