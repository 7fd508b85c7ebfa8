#include "app/cli/interruption.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>

namespace tilescape::cli {

namespace {

bool isIgnored(int number)
{
    struct sigaction action {};
    return sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

sigset_t listenedSignals()
{
    sigset_t signals;
    sigemptyset(&signals);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGUSR1}) {
        if (!isIgnored(number)) {
            sigaddset(&signals, number);
        }
    }
    return signals;
}

} // namespace

// A thread that waits for signals may do anything, a handler nearly nothing.
Interruption::Interruption()
{
    const sigset_t signals = listenedSignals();
    pthread_sigmask(SIG_BLOCK, &signals, &m_before);
    m_signals = signalfd(-1, &signals, SFD_CLOEXEC);
    m_end = eventfd(0, EFD_CLOEXEC);
    if (m_signals < 0 || m_end < 0) {
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr); // they end the program, then
        return;
    }
    m_listener = std::thread([this] { listen(); });
}

Interruption::~Interruption()
{
    if (m_listener.joinable()) {
        const std::uint64_t one = 1;
        while (write(m_end, &one, sizeof one) < 0 && errno == EINTR) {
        }
        m_listener.join();
    }
    for (const int descriptor : {m_signals, m_end}) {
        if (descriptor >= 0) {
            close(descriptor);
        }
    }
    pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
}

void Interruption::listen()
{
    std::array<pollfd, 2> any{{{m_signals, POLLIN, 0}, {m_end, POLLIN, 0}}};
    while (poll(any.data(), any.size(), -1) >= 0 || errno == EINTR) {
        signalfd_siginfo signal{};
        if ((any[0].revents & POLLIN) != 0 && read(m_signals, &signal, sizeof signal) == sizeof signal) {
            if (m_source.stop_requested()) {
                _exit(128 + static_cast<int>(signal.ssi_signo));
            }
            m_source.request_stop();
        } else if ((any[1].revents & POLLIN) != 0) {
            return;
        }
    }
}

} // namespace tilescape::cli
