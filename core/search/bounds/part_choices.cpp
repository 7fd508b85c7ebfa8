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

/// Of `usefulParts`, those that the space allows where nothing else is cut.
template <typename With>
std::vector<Count> allowedParts(const Splittable& what, Count length, Count tiles, const SearchSpace& space, With with)
{
    std::vector<Count> allowed;
    for (const Count parts : usefulParts(length, tiles)) {
        Parts alone;
        with(alone) = parts;
        if (allowsShares(what, space, alone.partition().shares)) {
            allowed.push_back(parts);
        }
    }
    return allowed;
}

/// What regions get for which the space allows nothing, but for what it allows elsewhere.
void addFallbacks(std::vector<Parts>& choices, const Splittable& what, Count tiles, const SearchSpace& space)
{
    const auto add = [&](const Parts& parts) {
        if (!allowsShares(what, space, parts.partition().shares)) {
            choices.push_back(parts);
        }
    };
    if (what.map.size() == 1) {
        for (const Count output : usefulParts(what.outputChannels, tiles)) {
            add({1, output, 1, {}});
        }
        return;
    }
    for (const Count height : usefulParts(what.map.height, tiles)) {
        for (const Count width : usefulParts(what.map.width, tiles / height)) {
            add({1, 1, 1, {height, width}});
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
    for (const Count batch : batches) {
        for (const Count output : outputs) {
            for (const Count input : inputs) {
                for (const Count height : heights) {
                    for (const Count width : widths) {
                        const Parts parts{batch, output, input, {height, width}};
                        if (parts.tiles() > tiles) {
                            break;
                        }
                        choices.push_back(parts);
                    }
                }
            }
        }
    }
    addFallbacks(choices, what, tiles, space);
    return choices;
}

} // namespace tilescape::search
