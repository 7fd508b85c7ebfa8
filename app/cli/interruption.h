#pragma once

#include <csignal>
#include <stop_token>
#include <thread>

namespace tilescape::cli {

/// While it lives, Ctrl+C (SIGINT), SIGTERM, SIGHUP and SIGUSR1, with which batch systems warn, ask for a stop instead of ending the
/// program; the second one ends it. Those that were ignored before, as under nohup, still are. One object at a time, made before
/// any other thread, which inherits what it does to signals.
class Interruption {
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }

private:
    void listen();

    std::stop_source m_source;
    sigset_t m_before;  ///< signals that were blocked before
    int m_signals = -1; ///< a descriptor to read them from; -1: the system has none
    int m_end = -1;     ///< a descriptor that can be read once there is nothing more to listen for
    std::thread m_listener;
};

} // namespace tilescape::cli
