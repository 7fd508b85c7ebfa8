#include "core/search/bounds/part_choices.h"

#include <algorithm>

namespace tilescape::search {

using dataflow::Split;

dataflow::Partition Parts::partition() const
{
    dataflow::Partition made;
    made.shares[Split::Batch] = {batch, 1};
    made.shares[Split::OutputChannel] = {output, 1};
    made.shares[Split::InputChannel] = {input, 1};
    made.shares[Split::Map] = map;
    return made;
}

std::vector<Count> usefulParts(Count length, Count most)
{
    std::vector<Count> useful;
    for (Count parts = 1; parts <= std::min(length, most); ++parts) {
        const Count largest = ceilDivide(length, parts);
        if (ceilDivide(length, largest) == parts) {
            useful.push_back(parts);
        }
    }
    return useful;
}

namespace {

/// A number of parts, and the largest number that leaves parts as long.
struct PartRange {
    Count parts = 1;
    Count most = 1;
};

/// Of `usefulParts`, those that the space allows where nothing else is cut.
template <typename With>
std::vector<PartRange> allowedParts(const Splittable& what, Count length, Count tiles, const SearchSpace& space, With with)
{
    const auto isAllowed = [&](Count parts) {
        Parts alone;
        with(alone) = parts;
        return allowsShares(what, space, alone.partition().shares);
    };
    std::vector<PartRange> allowed;
    for (Count parts = 1; parts <= tiles; ++parts) {
        if (!isAllowed(parts)) {
            continue;
        }
        const Count largest = ceilDivide(length, parts);
        if (!allowed.empty() && ceilDivide(length, allowed.back().parts) == largest) {
            allowed.back().most = parts;
        } else {
            allowed.push_back({ceilDivide(length, largest), parts});
        }
    }
    return allowed;
}

/// What regions get for which the space allows nothing: as many parts as they have tiles.
void addFallbacks(std::vector<Parts>& choices, const Splittable& what, const SearchSpace& space, Count tiles)
{
    if (splitOfWholeRegions(what, space) == dataflow::Split::OutputChannel) {
        for (const Count output : usefulParts(what.outputChannels, tiles)) {
            choices.push_back({1, output, 1, {}, tiles});
        }
        return;
    }
    for (const Count height : usefulParts(what.map.height, tiles)) {
        for (const Count width : usefulParts(what.map.width, tiles / height)) {
            choices.push_back({1, 1, 1, {height, width}, tiles});
        }
    }
}

} // namespace

std::vector<Parts> partChoices(const Splittable& what, Count tiles, const SearchSpace& space)
{
    const auto batches = allowedParts(what, what.batch, tiles, space, [](Parts& parts) -> Count& { return parts.batch; });
    const auto outputs =
        allowedParts(what, what.outputChannels, tiles, space, [](Parts& parts) -> Count& { return parts.output; });
    const auto inputs =
        allowedParts(what, what.inputChannels, tiles, space, [](Parts& parts) -> Count& { return parts.input; });
    const auto heights =
        allowedParts(what, what.map.height, tiles, space, [](Parts& parts) -> Count& { return parts.map.height; });
    const auto widths =
        allowedParts(what, what.map.width, tiles, space, [](Parts& parts) -> Count& { return parts.map.width; });
    std::vector<Parts> choices;
    for (const PartRange batch : batches) {
        for (const PartRange output : outputs) {
            for (const PartRange input : inputs) {
                for (const PartRange height : heights) {
                    for (const PartRange width : widths) {
                        Parts parts{batch.parts, output.parts, input.parts, {height.parts, width.parts}};
                        if (parts.tiles() > tiles) {
                            break;
                        }
                        parts.mostTiles =
                            std::min(tiles, batch.most * output.most * input.most * height.most * width.most);
                        choices.push_back(parts);
                    }
                }
            }
        }
    }
    addFallbacks(choices, what, space, tiles);
    return choices;
}

} // namespace tilescape::search
