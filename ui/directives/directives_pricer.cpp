#include "ui/directives/directives_pricer.h"

#include <chrono>

namespace tilescape::ui::directives {

using namespace std::chrono_literals;

DirectivesPricer::DirectivesPricer(QObject* parent) : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
    m_pause.setSingleShot(true);
    m_pause.setInterval(60ms);
    connect(&m_pause, &QTimer::timeout, this, &DirectivesPricer::start);
}

DirectivesPricer::~DirectivesPricer()
{
    m_pool.waitForDone();
}

void DirectivesPricer::ask(Request request)
{
    m_generation.begin();
    m_waiting = std::move(request);
    m_pause.start();
}

void DirectivesPricer::forget()
{
    m_generation.begin();
    m_waiting.reset();
    m_pause.stop();
}

void DirectivesPricer::start()
{
    if (m_running || !m_waiting) {
        return; // what runs starts the next when it is done
    }
    m_running = true;
    m_pool.start([this, request = std::move(*m_waiting), generation = m_generation.current()] {
        auto answer = std::make_shared<Answer>();
        answer->checked = schedule::checkDirectives(*request.base->problem, request.text, request.base.get());
        answer->priced = schedule::priceDirectives(request.base->problem, answer->checked, request.base.get());
        QMetaObject::invokeMethod(
            this,
            [this, generation, answer] {
                m_running = false;
                if (m_generation.isCurrent(generation)) {
                    Q_EMIT answered(answer);
                }
                if (m_waiting && !m_pause.isActive()) {
                    start();
                }
            },
            Qt::QueuedConnection);
    });
    m_waiting.reset();
}

} // namespace tilescape::ui::directives
