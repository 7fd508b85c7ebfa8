#pragma once

#include "core/schedule/prove.h"
#include "ui/workspace/background_job.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <stop_token>

namespace tilescape::ui::workspace {

/// Proves in the background how far the best schedule of a problem is from the best possible (schedule::prove), one proof at a
/// time. The destructor stops and waits.
class ProofService : public QObject {
    Q_OBJECT

public:
    using Prove = std::function<schedule::Proof(const schedule::Problem&, const schedule::ProofControl&)>;

    explicit ProofService(Prove prove = schedule::prove, QObject* parent = nullptr);

    /// Proves until the incumbent is at most `gap` times the bound; a proof under way is dropped.
    void start(schedule::Problem problem, double gap);
    /// Ends the proof with what there is: `ended` follows.
    void stop();
    /// Drops the proof.
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_job.isRunning(); }

Q_SIGNALS:
    void runningChanged(bool running);
    /// How far the proof has come: at most ten times a second, and once before it ends.
    void progressed(const tilescape::schedule::ProofProgress& progress);
    /// The proof; null where there was not the memory for it.
    void ended(const std::shared_ptr<const tilescape::schedule::Proof>& proof);

private:
    struct Progress;
    void tellProgress();

    Prove m_prove;
    QTimer m_tick;
    std::shared_ptr<Progress> m_progress; ///< shared with the proof
    std::stop_source m_enough;
    BackgroundJob m_job;
};

} // namespace tilescape::ui::workspace
