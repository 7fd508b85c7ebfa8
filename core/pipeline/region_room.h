#pragma once

#include "core/dataflow/scheme.h"
#include "core/network/network.h"
#include "core/pipeline/segment.h"
#include "core/pipeline/segment_timing.h"

#include <optional>
#include <vector>

namespace tilescape::pipeline {

/// What a layer keeps in the buffer of each tile of its region.
struct RegionShare {
    const dataflow::Blocking* blocking = nullptr; ///< not null
    PerTensor<Count> bufferWords;                 ///< of a tile; 0 for what bypasses the buffer
    const dataflow::Partition* partition = nullptr; ///< not null
    bool pinsWeights = false;                     ///< its weights stay for the whole batch
    bool sharesInput = false;    ///< tiles hold one copy of its input between them
    bool takesInputOnce = false; ///< its input is not shared between tiles, and goes to the PEs as often as to the buffer
    Count outputSharers = 1;     ///< tiles that hold one copy of its sums between them
};

/// Whether the layers that share the tiles of a region have room in their buffers (Tangram 2.4: the layers of a region run one
/// after another for each group of data). They have if all that they keep lies side by side, or if they go through their
/// outermost loops in step and what is in use at a time has room: a layer's own data, the outputs that a later layer of the
/// region still takes, and what stays from one group to the next. What comes from a layer of the region takes no room of its own
/// if it lies in the same tile, or goes to the PEs only once. A program for the schedule may need somewhat more: how ranges are
/// laid out, and in what pieces data come, is not looked at.
class RegionRoom {
public:
    /// The network must outlive this. `placements` are those of a segment.
    RegionRoom(const network::Network& network, const network::Topology& topology,
               const std::vector<Placement>& placements, Count bufferWordsPerTile);

    /// Whether other layers run on the tiles of the layer at `place`.
    [[nodiscard]] bool isShared(std::size_t place) const { return m_first[place] != place || hasNext(place); }
    /// The first layer on the tiles of the layer at `place`.
    [[nodiscard]] std::size_t firstAt(std::size_t place) const { return m_first[place]; }
    /// Whether the next layer of the segment runs on the tiles of the one at `place`.
    [[nodiscard]] bool hasNext(std::size_t place) const
    {
        return place + 1 < m_first.size() && m_first[place + 1] == m_first[place];
    }

    /// The earlier layers on the tiles of the one at `place` whose outputs are there while it runs.
    [[nodiscard]] std::vector<std::size_t> standingAt(std::size_t place) const;
    [[nodiscard]] Count bufferWords() const { return m_bufferWords; }

    /// Whether the layers from `first` on, of one region and given by their shares in order, have room together, whatever the
    /// region's other layers need.
    [[nodiscard]] bool fits(std::size_t first, const std::vector<RegionShare>& shares) const;

    /// For each layer of a region, all given by their shares: pieces of what it hands on at a time for which there is room, and
    /// whether there is room for its input. Words that are left over go to the first layers first, which may need a piece for
    /// each layer of the segment where branches of different length meet.
    [[nodiscard]] std::vector<HandOnRoom> handOnRooms(std::size_t first, const std::vector<RegionShare>& shares) const;
    [[nodiscard]] bool hasRegions() const { return m_first.back() > 0; } ///< more than one
    /// Whether a layer of the segment takes the output of the one at `place`.
    [[nodiscard]] bool handsOn(std::size_t place) const { return m_handsOn[place]; }
    /// Whether a layer on other tiles takes the output of the one at `place`.
    [[nodiscard]] bool handsOver(std::size_t place) const { return m_handsOver[place]; }
    /// Whether the layer at `place` takes the output of one on other tiles.
    [[nodiscard]] bool takesOver(std::size_t place) const { return m_takesOver[place]; }
    /// Whether the tiles of the layer at `place` have room for all that it takes at a time, in the buffer or in the registers: then it does
    /// not read block after block where its input was made.
    [[nodiscard]] bool takesAtOnce(std::size_t place, const RegionShare& share) const;

private:
    [[nodiscard]] Count wordsSideBySide(std::size_t first, const std::vector<RegionShare>& shares) const;
    [[nodiscard]] bool fitsSideBySide(std::size_t first, const std::vector<RegionShare>& shares) const;
    [[nodiscard]] bool fitsInTurns(std::size_t first, const std::vector<RegionShare>& shares) const;
    [[nodiscard]] std::optional<std::size_t> turnLoops(std::size_t first, const std::vector<RegionShare>& shares) const;
    [[nodiscard]] std::optional<std::size_t> groupLoops(std::size_t place, const RegionShare& share) const;
    [[nodiscard]] Count inputRoom(std::size_t first, std::size_t place, const std::vector<RegionShare>& shares) const;
    [[nodiscard]] bool isSpread(std::size_t first, std::size_t place, const std::vector<RegionShare>& shares) const;
    [[nodiscard]] bool liesWhereItIsMade(std::size_t first, std::size_t place, const std::vector<RegionShare>& shares) const;
    [[nodiscard]] bool takesOfWhatIsHeld(std::size_t first, std::size_t place, const std::vector<RegionShare>& shares) const;
    [[nodiscard]] std::size_t inputLoops(std::size_t place, const RegionShare& share) const;
    [[nodiscard]] static std::size_t outputLoops(const RegionShare& share);
    [[nodiscard]] std::size_t takenLoops(std::size_t place, const RegionShare& share) const;
    [[nodiscard]] bool hasChannelGroups(std::size_t place) const;
    [[nodiscard]] Loop inputChannels(std::size_t place) const;

    const network::Network* m_network;
    std::vector<std::size_t> m_layers; ///< by place, indices in the network
    Count m_bufferWords = 0;
    std::vector<std::size_t> m_first;     ///< by place: the first place of the region
    std::vector<std::size_t> m_lastTaker; ///< by place: the last place of the region that takes its output, or itself
    std::vector<bool> m_handsOn;          ///< by place: whether a layer of the segment takes its output
    std::vector<bool> m_handsOver;        ///< by place: whether one on other tiles does
    std::vector<bool> m_takesOver;        ///< by place: whether it takes that of one on other tiles
    std::vector<std::vector<std::size_t>> m_makers; ///< by place: the places of the region whose output it takes
    std::vector<bool> m_madeInRegion;               ///< by place: whether these make all of its input
};

/// Sets `TimedLayer::room` of all layers of a segment, whose shares these are: nothing bounds those of a single region.
void noteHandOnRooms(const RegionRoom& room, const std::vector<RegionShare>& shares, std::vector<TimedLayer>& segment);

} // namespace tilescape::pipeline
