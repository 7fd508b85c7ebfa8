#pragma once

#include "core/search/space/blocking_task.h"

#include <array>
#include <optional>
#include <vector>

namespace tilescape::search {

/// One blocking priced by the cost model, its tiles sharing buffers as widely as possible and rotation left out. Empty
/// if it does not fit, or fetches data from tiles' buffers more than once.
std::optional<BlockingChoice> priceOf(const BlockingTask& task, const dataflow::Blocking& blocking);

/// Replaces the choice's sharing and buffer-level loop order by those of `bestSharing` and adds their hops. Does
/// nothing if tiles do not share buffers.
void shareBuffers(const BlockingTask& task, BlockingChoice& choice);

/// The Pareto front, over the objective and the fetches of each tensor, of blockings that are priced one by one.
/// Searches without lower bounds use it; blocking_search.h has its own, which is faster by an order of magnitude.
class BlockingFront {
public:
    /// `task` must outlive this.
    explicit BlockingFront(const BlockingTask& task);

    /// Prices a blocking that keeps no tensor for which the buffer saves no fetch, and also with each set of tensors that it may pay to
    /// keep all the same; counts each, and adds it to the front unless it does not fit or is dominated.
    void consider(dataflow::Blocking blocking);
    /// The front and the counts; the front is empty afterwards.
    BlockingAnswer take();

    SearchCounts counts; ///< `priced` and `tooBig` are counted here, `considered` by the caller

private:
    void considerOne(const dataflow::Blocking& blocking);
    [[nodiscard]] double costOf(const BlockingChoice& choice) const;
    [[nodiscard]] bool dominates(const BlockingChoice& a, const BlockingChoice& b) const;
    [[nodiscard]] bool isDominated(const BlockingChoice& choice) const;
    void keep(BlockingChoice choice);
    void settle();

    const BlockingTask& m_task;
    std::vector<std::array<bool, 3>> m_keeps; ///< sets of tensors, a flag by tensor; first none
    std::vector<BlockingChoice> m_front;
    std::vector<BlockingChoice> m_unshared; ///< how they share is open
};

} // namespace tilescape::search
