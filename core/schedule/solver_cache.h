#pragma once

#include "core/search/exhaustive/layer_answer_cache.h"
#include "core/search/kapla/kapla_cache.h"

namespace tilescape::schedule {

/// A cache of what solves found out, for later solves: hand the same object to every solve of a session. It is bounded
/// and may be used by several solves at once. What it holds never changes an answer.
class SolverCache {
public:
    /// Answers for layers, of the exhaustive solver.
    [[nodiscard]] search::LayerAnswerCache& layers() { return m_layers; }
    /// Candidates and plans, of KAPLA.
    [[nodiscard]] search::KaplaCache& segments() { return m_segments; }
    /// Drops now what the next solve would drop first, unless a solve is using it.
    void tidy()
    {
        if (const std::unique_lock lock = m_segments.tryLock()) {
            m_segments.tidy();
        }
    }

private:
    search::LayerAnswerCache m_layers;
    search::KaplaCache m_segments;
};

} // namespace tilescape::schedule
