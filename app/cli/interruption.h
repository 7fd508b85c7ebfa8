#pragma once

#include <stop_token>
#include <thread>

namespace tilescape::cli {

/// While it lives, Ctrl+C (SIGINT), SIGTERM and SIGHUP ask for a stop instead of ending the program; the second one ends it. One object at
/// a time, made before any other thread, which inherits what it does to signals.
class Interruption {
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }

private:
    std::stop_source m_source;
    std::thread m_listener;
};

} // namespace tilescape::cli
