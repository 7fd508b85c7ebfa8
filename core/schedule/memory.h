#pragma once

#include "core/interlayer/kapla_memory.h"
#include "core/intralayer/answer_memory.h"

namespace tilescape::schedule {

/// What earlier solves found out, for the next one: hand the same object to every solve of a session. Bounded; safe to
/// share between threads. An answer never depends on what is remembered.
class Memory {
public:
    [[nodiscard]] intralayer::AnswerMemory& layers() { return m_layers; }
    [[nodiscard]] interlayer::KaplaMemory& segments() { return m_segments; }

private:
    intralayer::AnswerMemory m_layers;
    interlayer::KaplaMemory m_segments;
};

} // namespace tilescape::schedule
