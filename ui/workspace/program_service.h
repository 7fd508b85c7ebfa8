#pragma once

#include "core/program/trace.h"
#include "core/schedule/schedule.h"
#include "ui/workspace/background_job.h"

#include <QObject>

#include <memory>
#include <optional>

namespace tilescape::ui::workspace {

/// What is to be executed, and how.
struct ProgramRequest {
    std::shared_ptr<const schedule::Schedule> schedule;         ///< to be compiled
    std::shared_ptr<const tilescape::program::Program> program; ///< else this one, as it is
    std::string file; ///< else the one in this file
    std::optional<std::size_t> layer; ///< of the network, whose segment alone is executed; none: all of them
    std::uint64_t interleaving = 0;   ///< seed of the order of the streams; 0: in the order of their cycles
    std::size_t mostSteps = tilescape::program::TraceLimits{}.steps;
};

/// What came of it.
struct ProgramRun {
    std::shared_ptr<const tilescape::program::Program> program; ///< the whole one; null if there is none
    std::shared_ptr<const tilescape::program::Trace> trace;     ///< null: it was refused
    support::Diagnostics faults;                                ///< why
    bool alone = false;   ///< only one segment was executed, on maps drawn at random
    bool sampled = false; ///< only some units of the outputs were computed
};

/// Multiply-accumulates of all layers up to which a program is computed in full, and by itself as a whole.
inline constexpr double mostOperationsInFull = 2e7;
/// Whether all of a network is executed at once unless a person asks for something else.
bool isExecutedAsAWhole(const tilescape::network::Network& network, Count batch);

/// Compiles and executes. Refused are schedules that cannot be compiled, and tensors larger than a window should take memory for.
ProgramRun runProgram(const ProgramRequest& request, const std::stop_token& stop = {});

/// Runs programs off the window's thread. A new request stops the older one.
class ProgramService : public QObject {
    Q_OBJECT

public:
    explicit ProgramService(QObject* parent = nullptr);

    void start(ProgramRequest request);
    void cancel() { m_job.cancel(); }
    [[nodiscard]] bool isRunning() const { return m_job.isRunning(); }
    /// The newest; without program and faults before the first, and after `forget`.
    [[nodiscard]] const ProgramRun& run() const { return m_run; }
    void forget();

Q_SIGNALS:
    void runningChanged();
    void finished();

private:
    ProgramRun m_run;
    BackgroundJob m_job; ///< last: it is stopped first
};

} // namespace tilescape::ui::workspace
