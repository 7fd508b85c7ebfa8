#include "core/io/training_parts.h"

#include <fmt/format.h>

namespace tilescape::io {

using nlohmann::ordered_json;
using namespace training::adaptflow;

namespace {

constexpr std::string_view tilesKey = "literal_tiles";
constexpr std::array<std::string_view, 6> sideKeys{"k", "c", "s", "r", "x", "y"};
constexpr std::array<Count LoopTile::*, 6> sides{&LoopTile::k, &LoopTile::c, &LoopTile::s,
                                                 &LoopTile::r, &LoopTile::x, &LoopTile::y};

void readNumber(const JsonPlace& place, const NumberRow& row, Settings& settings)
{
    const std::optional<Count> value = place.count();
    if (value && (*value < row.smallest || *value > row.largest)) {
        place.fault(fmt::format("{} is {}", row.key, *value), fmt::format("it lies between {} and {}", row.smallest, row.largest));
        return;
    }
    row.value(settings) = value.value_or(row.value(settings));
}

void readTile(const JsonPlace& place, LoopTile& tile)
{
    if (!place.isObject(sideKeys)) {
        return;
    }
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const auto found = place.find(sideKeys[i]);
        const auto side = found ? found->count() : std::nullopt;
        if (side && *side < 1) {
            found->fault(fmt::format("the tile's side is {}", *side), "it is 1 or more");
        } else if (side) {
            tile.*sides[i] = *side;
        }
    }
}

void readTiles(const JsonPlace& place, PerDataflow<LoopTile>& tiles)
{
    static constexpr std::array<std::string_view, 3> keys{"ws", "is", "os"};
    if (!place.isObject(keys)) {
        return;
    }
    for (const Dataflow dataflow : allDataflows) {
        if (const auto found = place.find(nameOf(dataflow))) {
            readTile(*found, tiles[dataflow]);
        }
    }
}

} // namespace

void readAdaptflow(const JsonPlace& place, Settings& settings)
{
    std::vector<std::string_view> keys{tilesKey};
    for (const NumberRow& row : numberRows()) {
        keys.push_back(row.key);
    }
    for (const ChoiceRow& row : choiceRows()) {
        keys.push_back(row.key);
    }
    if (!place.isObject(keys)) {
        return;
    }
    for (const NumberRow& row : numberRows()) {
        if (const auto found = place.find(row.key)) {
            readNumber(*found, row, settings);
        }
    }
    for (const ChoiceRow& row : choiceRows()) {
        if (const auto found = place.find(row.key)) {
            const auto index = found->choice(row.names);
            row.set(settings, index ? static_cast<int>(*index) : row.get(settings));
        }
    }
    if (const auto found = place.find(tilesKey)) {
        readTiles(*found, settings.literal);
    }
}

ordered_json adaptflowJson(const Settings& settings)
{
    Settings copy = settings;
    Settings usual;
    ordered_json json;
    for (const NumberRow& row : numberRows()) {
        if (row.value(copy) != row.value(usual)) {
            json[std::string(row.key)] = row.value(copy);
        }
    }
    for (const ChoiceRow& row : choiceRows()) {
        if (row.get(settings) != row.get(usual)) {
            json[std::string(row.key)] = row.names[static_cast<std::size_t>(row.get(settings))];
        }
    }
    for (const Dataflow dataflow : allDataflows) {
        if (settings.literal[dataflow] != usualTile) {
            ordered_json& tile = json[std::string(tilesKey)][std::string(nameOf(dataflow))];
            for (std::size_t i = 0; i < sides.size(); ++i) {
                tile[std::string(sideKeys[i])] = settings.literal[dataflow].*sides[i];
            }
        }
    }
    return json;
}

} // namespace tilescape::io
