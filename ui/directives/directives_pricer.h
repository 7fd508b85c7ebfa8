#pragma once

#include "core/schedule/check_directives.h"
#include "ui/workspace/generation.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <memory>
#include <optional>
#include <string>

namespace tilescape::ui::directives {

/// Checks and prices edited directives in the background: only the newest request is answered. The destructor waits.
class DirectivesPricer : public QObject {
    Q_OBJECT

public:
    struct Request {
        std::shared_ptr<const schedule::Schedule> base; ///< the rest of the schedule
        std::string text;
    };
    struct Answer {
        schedule::CheckedDirectives checked;
        schedule::Schedule priced; ///< without a result where there are errors
    };

    explicit DirectivesPricer(QObject* parent = nullptr);
    ~DirectivesPricer() override;

    void ask(Request request);
    void forget();
    [[nodiscard]] bool isBusy() const { return m_running || m_waiting.has_value(); }

Q_SIGNALS:
    void answered(std::shared_ptr<const tilescape::ui::directives::DirectivesPricer::Answer> answer);

private:
    void start();

    QThreadPool m_pool;
    QTimer m_pause; ///< typing goes on for a moment
    std::optional<Request> m_waiting;
    workspace::Generation m_generation;
    bool m_running = false;
};

} // namespace tilescape::ui::directives
