#pragma once

#include "core/support/dimensions.h"

#include <cstddef>
#include <vector>

namespace tilescape::pipeline {

/// Two times in cycles that differ by less than this part of them are one.
inline constexpr double sameTime = 1e-9;

/// What the execution of a segment depends on: its layers in order, those of one region next to each other.
struct ExecutedSegment {
    /// A layer of the segment whose output this layer needs, group by group or as a whole map.
    struct Arrival {
        std::size_t from = 0; ///< position of that layer in the segment, before the consumer's
        bool byGroup = false; ///< group k of the consumer needs group k of the source; else the last group
        /// Pieces of what it takes, groups or maps of a batch group, for which the tiles of a source in another region have room:
        /// the source begins a further one when the first of them has been taken. 0: it never waits.
        Count held = 0;
        bool copied = false; ///< the consumer has room for a piece itself; else it reads it where it was made as long as it works on it
        Count pieces = 1;    ///< pieces in which it takes a whole map one after another
        Count blocks = 1;    ///< of one of its groups, that its registers have one after another: what is read where it was made is taken with the last
    };
    /// One layer's work in one batch group.
    struct Layer {
        std::size_t region = 0;  ///< number of its region
        Count groups = 1;        ///< pieces of its work within one batch group
        double groupCycles = 0;  ///< cycles of one piece; may be a fraction
        bool takesTurns = false; ///< with the layer before it in its region: they alternate group by group
        std::vector<Arrival> arrivals;
    };
    std::vector<Layer> layers;
    std::size_t regions = 1;
    Count batchGroups = 1;
};

/// A segment executed group by group (Tangram Fig. 8; cost-model.md 5): each region works through the batch groups in
/// order, and starts a group as soon as its tiles are free and the data that the group needs are there. Regions that
/// are ahead run on as far as there is room for what they make (`BoundedExecution`).
class SegmentExecution {
public:
    /// What is asked for: `cycles` and the largest `pitch` only, which takes least time; the first and the last group of the first
    /// batch group as well; or the times of all groups, which `start` and `end` need.
    enum class Detail { Cycles, FirstBatchGroup, EveryGroup };
    explicit SegmentExecution(ExecutedSegment segment, Detail detail = Detail::FirstBatchGroup);

    /// What was executed.
    [[nodiscard]] const ExecutedSegment& segment() const { return m_segment; }

    /// Rounds up to whole cycles, but ignores the rounding error of sums of fractions.
    static Count wholeCycles(double cycles);
    [[nodiscard]] double cycles() const;                    ///< until the last region has ended
    [[nodiscard]] double firstEnd(std::size_t place) const; ///< end of the first group of the first batch group
    [[nodiscard]] double lastEnd(std::size_t place) const;  ///< end of the last group of the first batch group
    /// Cycles from one batch group to the next in the steady state: those of the layer's own region, or of the slowest
    /// region before it that it waits for. Where room is bounded, of all regions.
    [[nodiscard]] double pitch(std::size_t place) const { return m_pitch[m_segment.layers[place].region]; }
    /// Cycles from the start of the segment; needs `Detail::EveryGroup`.
    [[nodiscard]] double end(std::size_t place, Count batchGroup, Count group) const;
    /// The cycle at which the layer starts this group; needs `Detail::EveryGroup`.
    [[nodiscard]] double start(std::size_t place, Count batchGroup, Count group) const
    {
        return end(place, batchGroup, group) - m_segment.layers[place].groupCycles;
    }

private:
    /// Ends of one layer's groups within one batch group: of the first and the last, or of all.
    using Ends = std::vector<double>;

    [[nodiscard]] bool isBounded(Detail detail) const;
    [[nodiscard]] bool runWithinRoom(Detail detail);
    void findPitches();
    [[nodiscard]] bool mayLeaveOutGroups() const;
    void runBatchGroup();
    void runTurns(std::size_t first, std::size_t last);
    void runEveryGroup(std::size_t first, std::size_t last);
    void runOuterGroups(std::size_t first, std::size_t last);
    [[nodiscard]] double arrivalAt(std::size_t place, std::size_t index, bool isLast) const;
    [[nodiscard]] bool isSteady(const std::vector<double>& before) const;

    ExecutedSegment m_segment;
    bool m_everyGroup;
    std::vector<double> m_pitch;           ///< by region
    std::vector<double> m_free;            ///< by region: end of what it has done so far
    std::vector<Ends> m_ends;              ///< by place: of the batch group at hand
    std::vector<std::vector<Ends>> m_kept; ///< by batch group until the steady state, then by place
    Count m_done = 0;                      ///< batch groups that were executed; the others follow at the pitch
};

} // namespace tilescape::pipeline
