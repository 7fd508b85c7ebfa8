#pragma once

#include "core/explore/sensitivity.h"

#include <QObject>
#include <QSet>
#include <QThreadPool>
#include <QTimer>

#include <memory>
#include <stop_token>
#include <vector>

namespace tilescape::ui::workspace {

class Workspace;

/// Solves the problem with each parameter a step down and up, in the order of the hardware panel, on one thread that runs when
/// nothing else wants to; while somebody wants to see it, and nothing was edited for a while. What was found stays until
/// the problem changes. The destructor stops and waits.
class SensitivityService : public QObject {
    Q_OBJECT

public:
    /// `workspace` outlives this object.
    explicit SensitivityService(Workspace& workspace, QObject* parent = nullptr);
    ~SensitivityService() override;

    /// Whether `by` wants to see it: nothing is solved while nobody does.
    void setWanted(const QObject* by, bool wanted);
    /// What is found so far of the problem that stands.
    [[nodiscard]] const std::vector<tilescape::explore::Sensitivity>& found() const { return m_found; }
    /// Null where it is not found yet.
    [[nodiscard]] const tilescape::explore::Sensitivity* find(std::string_view key) const;
    [[nodiscard]] bool isComplete() const;

Q_SIGNALS:
    void foundChanged();

private:
    void halt();
    void forget();
    void follow();
    void start();

    Workspace& m_workspace;
    QThreadPool m_pool;
    QTimer m_pause;
    std::stop_source m_stop;
    std::shared_ptr<const schedule::Schedule> m_standing; ///< whose sensitivities these are
    schedule::Problem m_problem;
    std::vector<tilescape::explore::Sensitivity> m_found;
    QSet<const QObject*> m_wantedBy;
    bool m_started = false;
};

} // namespace tilescape::ui::workspace
