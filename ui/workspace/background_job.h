#pragma once

#include "ui/workspace/generation.h"

#include <QObject>
#include <QThreadPool>

#include <functional>
#include <stop_token>

namespace tilescape::ui::workspace {

/// One piece of work off the window's thread. A newer piece stops the older one, and what that still brings is dropped.
class BackgroundJob : public QObject {
    Q_OBJECT

public:
    using Deliver = std::function<void()>;                ///< runs on the window's thread
    using Work = std::function<Deliver(std::stop_token)>; ///< runs on a worker; touches nothing of the window

    explicit BackgroundJob(QObject* parent = nullptr);
    ~BackgroundJob() override;

    void start(Work work);
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_running; }

Q_SIGNALS:
    void runningChanged(bool running);

private:
    void setRunning(bool running);

    QThreadPool m_pool;
    std::stop_source m_stop;
    Generation m_generation;
    bool m_running = false;
};

} // namespace tilescape::ui::workspace
