#pragma once

#include "core/pipeline/region_room.h"
#include "core/search/space/blocking_task.h"

namespace tilescape::search {

/// What a layer with this partition and blocking, which must outlive the result, keeps in the buffers of its region.
inline pipeline::RegionShare shareOf(const dataflow::Partition& partition, const BlockingChoice& choice)
{
    return {&choice.blocking,
            choice.bufferWords,
            &partition,
            choice.fetches[Tensor::Weight] == 0,
            choice.sharing.subgroup[Tensor::Input] > 1,
            choice.takesInputOnce,
            choice.sharing.subgroup[Tensor::Output]};
}

/// The shares of a segment's layers from the first on the tiles of the one at `place` up to, and without, that one: empty if it is
/// the first. `shareAt(place)` is that of an earlier layer.
template <typename ShareAt>
std::vector<pipeline::RegionShare> sharesBefore(const pipeline::RegionRoom& room, std::size_t place, const ShareAt& shareAt)
{
    std::vector<pipeline::RegionShare> shares;
    for (std::size_t earlier = room.firstAt(place); earlier < place; ++earlier) {
        shares.push_back(shareAt(earlier));
    }
    return shares;
}

/// Whether a further layer has room behind `shares`, which begin with the layer at `first`.
inline bool hasRoomFor(const pipeline::RegionRoom& room, std::size_t first, std::vector<pipeline::RegionShare>& shares,
                       const pipeline::RegionShare& share)
{
    shares.push_back(share);
    const bool fits = room.fits(first, shares);
    shares.pop_back();
    return fits;
}

/// Whether a further layer has room behind `shares` for two pieces of what it hands on.
inline bool holdsTwoPieces(const pipeline::RegionRoom& room, std::size_t first, std::vector<pipeline::RegionShare>& shares,
                           const pipeline::RegionShare& share)
{
    shares.push_back(share);
    const bool holds = room.handOnRooms(first, shares).back().held > 1;
    shares.pop_back();
    return holds;
}

} // namespace tilescape::search
