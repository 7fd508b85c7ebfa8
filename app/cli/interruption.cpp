#include "app/cli/interruption.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

namespace tilescape::cli {

namespace {

constexpr int wakeSignal = SIGUSR1; ///< ends the listener

sigset_t listenedSignals()
{
    sigset_t signals;
    sigemptyset(&signals);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, wakeSignal}) {
        sigaddset(&signals, number);
    }
    return signals;
}

} // namespace

// A thread that waits for signals may do anything, a handler nearly nothing.
Interruption::Interruption()
{
    const sigset_t signals = listenedSignals();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    m_listener = std::thread([this, signals] {
        int number = 0;
        while (sigwait(&signals, &number) == 0 && number != wakeSignal) {
            if (m_source.stop_requested()) {
                _exit(128 + number);
            }
            m_source.request_stop();
        }
    });
}

Interruption::~Interruption()
{
    pthread_kill(m_listener.native_handle(), wakeSignal);
    m_listener.join();
    const sigset_t signals = listenedSignals();
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

} // namespace tilescape::cli
