#pragma once

#include "core/training/gradient/tiling.h"

#include <optional>
#include <vector>

namespace tilescape::training::gradient {

/// One tile product: indices of tiles along m, k and n.
struct Step {
    StepKind kind = StepKind::Forward;
    PerAxis<Count> at;
    friend bool operator==(const Step&, const Step&) = default;
};

/// Tiles [from, to) along each axis.
struct Box {
    PerAxis<Count> from;
    PerAxis<Count> to;
    [[nodiscard]] bool empty() const;
};
Box wholeOf(const Tiling& tiling);

/// Three loops over the tiles of a box, outermost first.
using Loops = std::array<Axis, 3>;

/// One pass over a box: `first` is run through before `second` begins, or they take turns step by step.
struct Pass {
    struct Nest {
        StepKind kind = StepKind::Forward;
        Loops loops{};
    };
    Box box;
    std::vector<Nest> nests; ///< one or two
    bool takeTurns = false;
};

/// What a layer runs: for each core the passes that it runs one after another. Cores work in lock step.
struct Plan {
    std::vector<std::vector<Pass>> cores;
};

/// The backward pass over `box` in one order (Fig. 8 and 10); without dX only dW is computed.
Pass backwardPass(const Box& box, Order order, bool inputGradient, MajorLoops major);
/// The forward pass, sum-stationary.
Pass forwardPass(const Box& box);

/// The whole layer in `order` on one core.
Plan planOf(const Tiling& tiling, Order order, const Settings& settings);
Plan forwardPlanOf(const Tiling& tiling, const Settings& settings);

/// The layer cut along the partition's axis into `parts` ranges of tiles as equal as can be; each part in `order`, or
/// where there is none in the order that the rule chooses for the part's own dimensions. On one core the parts run one
/// after another; on several, part c on core c. With None and several cores the batch is cut (weight sharing).
Plan partitionedPlanOf(const Tiling& tiling, Partition partition, Count parts, std::optional<Order> order,
                       const Settings& settings);

/// Gives the steps of one core, in order.
class StepStream {
public:
    explicit StepStream(const std::vector<Pass>& passes);
    bool next(Step& step);

private:
    struct Walk {
        StepKind kind = StepKind::Forward;
        Loops loops{};
        PerAxis<Count> at;
        bool done = true;
    };
    void begin(const Pass& pass);
    void advance(Walk& walk) const;

    const std::vector<Pass>* m_passes;
    std::size_t m_pass = 0;
    std::array<Walk, 2> m_walks;
    std::size_t m_turn = 0;
};

// In the header, for a step takes no longer than a call.

inline void StepStream::advance(Walk& walk) const
{
    const Box& box = (*m_passes)[m_pass].box;
    for (std::size_t loop = walk.loops.size(); loop-- > 0;) {
        const Axis axis = walk.loops[loop];
        if (++walk.at[axis] < box.to[axis]) {
            return;
        }
        walk.at[axis] = box.from[axis];
    }
    walk.done = true;
}

inline bool StepStream::next(Step& step)
{
    if (m_walks[0].done && m_walks[1].done) {
        if (m_pass + 1 >= m_passes->size()) {
            return false;
        }
        begin((*m_passes)[++m_pass]);
    }
    if (m_walks[m_turn].done) {
        m_turn = 1 - m_turn;
    }
    Walk& walk = m_walks[m_turn];
    step = {walk.kind, walk.at};
    advance(walk);
    if ((*m_passes)[m_pass].takeTurns) {
        m_turn = 1 - m_turn;
    }
    return true;
}

} // namespace tilescape::training::gradient
