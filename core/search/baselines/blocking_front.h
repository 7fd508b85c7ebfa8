#pragma once

#include "core/search/space/blocking_task.h"

#include <optional>
#include <vector>

namespace tilescape::search {

/// One blocking as the detailed model prices it, tile buffers shared as widely as they can be and rotation left out; none
/// where it does not fit, or brings on-chip data more than once.
std::optional<BlockingChoice> priceOf(const BlockingTask& task, const dataflow::Blocking& blocking);

/// Adds the cheapest way to share the buffers, its hops and loop order.
void shareBuffers(const BlockingTask& task, BlockingChoice& choice);

/// Blockings one by one, of which those stay that may be the best for some price of hops: what searches without bounds
/// collect (blocking_search.h has its own, faster by an order of magnitude).
class BlockingFront {
public:
    explicit BlockingFront(const BlockingTask& task) : m_task(task) {}

    void consider(const dataflow::Blocking& blocking);
    BlockingAnswer take();

    SearchCounts counts; ///< `priced` and `tooBig` are counted here, `considered` by the caller

private:
    [[nodiscard]] double costOf(const BlockingChoice& choice) const;
    [[nodiscard]] bool dominates(const BlockingChoice& a, const BlockingChoice& b) const;
    [[nodiscard]] bool isDominated(const BlockingChoice& choice) const;
    void keep(BlockingChoice choice);
    void settle();

    const BlockingTask& m_task;
    std::vector<BlockingChoice> m_front;
    std::vector<BlockingChoice> m_unshared; ///< how they share is open
};

} // namespace tilescape::search
