#pragma once

#include "core/support/dimensions.h"

#include <cstddef>
#include <vector>

namespace tilescape::pipeline {

/// What the execution of a segment rests on: its layers in order, those of one region next to each other.
struct ExecutedSegment {
    /// A layer of the segment whose output this one takes: group by group as the groups are made, or the whole map at once.
    struct Arrival {
        std::size_t from = 0; ///< place in the segment, before the taker's
        bool byGroup = false;
    };
    struct Layer {
        std::size_t region = 0;
        Count groups = 1;        ///< pieces of its work within one batch group
        double groupCycles = 0;  ///< of one of them
        bool takesTurns = false; ///< with the layer before it in its region: group by group, one after the other
        std::vector<Arrival> arrivals;
    };
    std::vector<Layer> layers;
    std::size_t regions = 1;
    Count batchGroups = 1;
};

/// A segment executed group by group (Tangram Fig. 8): each region works through the batch groups in order, and on a group as
/// soon as its tiles are free and the data that it needs are there. Regions that are ahead run on.
class SegmentExecution {
public:
    /// `everyGroup`: also the times of the groups between the first and the last, for `start` and `end`.
    explicit SegmentExecution(ExecutedSegment segment, bool everyGroup = false);

    [[nodiscard]] const ExecutedSegment& segment() const { return m_segment; }

    /// Upwards; what sums of fractions leave over is no cycle.
    static Count wholeCycles(double cycles);
    [[nodiscard]] double cycles() const;                    ///< until the last region has ended
    [[nodiscard]] double firstEnd(std::size_t place) const; ///< of the first group of the first batch group
    [[nodiscard]] double lastEnd(std::size_t place) const;  ///< of the last group of the first batch group
    /// From one batch group to the next, in the steady state: its region's own work, or the slowest before it that it waits for.
    [[nodiscard]] double pitch(std::size_t place) const { return m_pitch[m_segment.layers[place].region]; }
    /// Batch groups that do not yet follow each other at the pitch.
    [[nodiscard]] Count unsteadyGroups() const { return static_cast<Count>(m_kept.size()); }
    [[nodiscard]] double end(std::size_t place, Count batchGroup, Count group) const; ///< with `everyGroup`
    [[nodiscard]] double start(std::size_t place, Count batchGroup, Count group) const
    {
        return end(place, batchGroup, group) - m_segment.layers[place].groupCycles;
    }

private:
    /// Ends of one layer's groups within one batch group: of the first and the last, or of all.
    using Ends = std::vector<double>;

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
