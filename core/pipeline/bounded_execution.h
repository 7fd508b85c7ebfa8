#pragma once

#include "core/pipeline/segment_execution.h"

#include <optional>
#include <vector>

namespace tilescape::pipeline {

/// A segment executed group by group where tiles have room for some groups only of what they hand on to other regions
/// (`ExecutedSegment::Arrival::held`): a layer begins a group when its tiles are free, what it needs is there, and what lies
/// in the place of the new group has been taken.
class BoundedExecution {
public:
    /// The segment must outlive this. Executes batch groups until all layers repeat themselves after the same time, or, if they do
    /// not, all of the segment, and some more of one that has few.
    explicit BoundedExecution(const ExecutedSegment& segment);

    /// Whether it can be executed: not where one layer waits for a second one, and that for a later group of the first.
    [[nodiscard]] bool isPossible() const { return m_isPossible; }
    [[nodiscard]] Count batchGroups() const { return m_done; } ///< that were executed
    /// Cycles from one batch group to the next from the last one executed on; on the average where layers do not repeat themselves.
    [[nodiscard]] double pitch() const { return m_pitch; }
    /// Cycles from the start of the segment to the end of each group of the layer, batch group after batch group.
    [[nodiscard]] const std::vector<double>& ends(std::size_t place) const { return m_ends[place]; }

private:
    /// A layer of another region that takes what a layer makes.
    struct Taker {
        std::size_t place = 0;
        const ExecutedSegment::Arrival* arrival = nullptr;
    };
    /// What a region does next. Layers that take turns are one run, which goes through their groups together.
    struct Step {
        std::size_t run = 0;
        std::size_t place = 0;
        Count group = 0;
        Count batchGroup = 0;
    };
    /// A group of a layer, counted over all batch groups.
    struct Group {
        std::size_t place = 0;
        Count number = 0;
    };
    struct Region {
        std::vector<std::size_t> runs; ///< the first place of each
        Step next;
        Group missing; ///< that it waits for, where it cannot go on
        double free = 0;
    };

    void findRegions();
    [[nodiscard]] bool runBatchGroup(Count number);
    [[nodiscard]] bool work(Region& region);
    void skipSteadyGroups(Count batchGroup);
    [[nodiscard]] bool isInSteadyState(std::size_t place, const std::vector<bool>& isWorking, std::optional<double>& pitch) const;
    [[nodiscard]] Group takenWith(const Taker& taker, Count piece) const;
    [[nodiscard]] std::size_t endOfRun(std::size_t first) const;
    void goOn(Region& region) const;
    [[nodiscard]] bool isSteady();
    [[nodiscard]] Count groupsBack() const;
    [[nodiscard]] double pitchOfGroup(Count number, std::size_t place, Count group) const;

    const ExecutedSegment& m_segment;
    std::vector<Region> m_regions;
    std::vector<std::vector<Taker>> m_takers; ///< by place
    std::vector<std::vector<double>> m_ends;  ///< by place
    Count m_window = 0;       ///< groups of each layer that must follow each other after the same time
    std::vector<Step> m_before; ///< of each region, before it went on
    Count m_done = 0;
    Count m_alike = 0; ///< of the last batch groups, how many followed the one before after the same time
    double m_pitch = 0;
    bool m_isPossible = true;
};

} // namespace tilescape::pipeline
