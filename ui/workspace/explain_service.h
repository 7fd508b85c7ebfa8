#pragma once

#include "core/explore/explain.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <memory>
#include <stop_token>
#include <vector>

namespace tilescape::ui::workspace {

/// Finds out in the background what limits a schedule and what would help (tilescape::explore::proposalsFor), one proposal at a time on one
/// thread that runs when nothing else wants to. It begins when nothing was edited for a while. The destructor stops and waits.
class ExplainService : public QObject {
    Q_OBJECT

public:
    explicit ExplainService(QObject* parent = nullptr);
    ~ExplainService() override;

    /// Looks for what helps `problem`, whose answer is `standing`; what is under way is dropped.
    void request(schedule::Problem problem, std::shared_ptr<const schedule::Schedule> standing);
    void cancel();

Q_SIGNALS:
    void found(const tilescape::explore::Finding& finding);

private:
    void start();

    QThreadPool m_pool;
    QTimer m_pause;
    schedule::Problem m_problem;
    std::shared_ptr<const schedule::Schedule> m_standing;
    std::stop_source m_stop;
};

} // namespace tilescape::ui::workspace
