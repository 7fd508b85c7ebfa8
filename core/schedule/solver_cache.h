#pragma once

#include "core/search/exhaustive/layer_answer_cache.h"
#include "core/search/kapla/kapla_cache.h"

namespace tilescape::schedule {

/// What earlier solves found out, for the next one: hand the same object to every solve of a session. Bounded; safe to
/// share between threads. An answer never depends on what is cached.
class SolverCache {
public:
    [[nodiscard]] search::LayerAnswerCache& layers() { return m_layers; }
    [[nodiscard]] search::KaplaCache& segments() { return m_segments; }

private:
    search::LayerAnswerCache m_layers;
    search::KaplaCache m_segments;
};

} // namespace tilescape::schedule
