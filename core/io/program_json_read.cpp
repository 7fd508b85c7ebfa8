#include "core/io/json_reader.h"
#include "core/io/problem_parts.h"
#include "core/io/program_json.h"
#include "core/io/program_lines.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::io {

using namespace program;

namespace {

/// Reads values whose faults it notes; what cannot be read keeps its default.
class Reader {
public:
    void read(const JsonPlace& root, Program& program)
    {
        if (const auto network = root.require("network")) {
            auto found = networkFrom(*network);
            if (found) {
                program.network = *std::move(found);
            }
        }
        program.batch = count(root, "batch");
        if (const auto chip = root.require("chip"); chip && chip->isObject()) {
            program.tiles = word(*chip, "tiles", extentFrom);
            static constexpr std::array<std::string_view, 2> memories{"corners", "every_tile"};
            const auto memory = chip->require("memory");
            const auto choice = memory ? memory->choice(memories) : std::nullopt;
            program.memory = static_cast<hardware::MemoryPlacement>(choice.value_or(0));
            program.transfersBetweenTiles = flag(*chip, "transfers");
            program.bufferWords = count(*chip, "buffer_words");
            program.busWordsPerCycle = word(*chip, "bus_words_per_cycle", numberFrom);
            program.dramWordsPerCycle = word(*chip, "dram_words_per_cycle", numberFrom);
            if (chip->find("shared_buffers")) {
                for (const JsonPlace& buffer : elements(*chip, "shared_buffers")) {
                    program.sharedBuffers.push_back({count(buffer, "words"), word(buffer, "words_per_cycle", numberFrom)});
                }
            }
        }
        program.inputPartition = partition(root, "inputs");
        program.segmentCycles = counts(root, "segment_cycles");
        for (const JsonPlace& place : elements(root, "layers")) {
            if (place.isObject()) {
                program.layers.push_back(layer(place, program.network));
            }
        }
    }

private:
    Count count(const JsonPlace& place, std::string_view key)
    {
        const auto found = place.require(key);
        return found ? found->count().value_or(0) : 0;
    }
    double number(const JsonPlace& place, std::string_view key)
    {
        const auto found = place.require(key);
        return found ? found->number().value_or(0) : 0;
    }
    bool flag(const JsonPlace& place, std::string_view key)
    {
        const auto found = place.require(key);
        return found && found->flag().value_or(false);
    }
    std::string text(const JsonPlace& place, std::string_view key)
    {
        const auto found = place.require(key);
        return found ? found->text().value_or("") : "";
    }
    template <class Value>
    Value wordAt(const JsonPlace& place, std::optional<Value> (*read)(std::string_view))
    {
        const auto text = place.text();
        const auto value = text ? read(*text) : std::nullopt;
        if (text && !value) {
            place.fault(fmt::format("'{}' is not understood", *text), "write it as in the text form");
        }
        return value.value_or(Value{});
    }
    template <class Value>
    Value word(const JsonPlace& place, std::string_view key, std::optional<Value> (*read)(std::string_view))
    {
        const auto found = place.require(key);
        return found ? wordAt(*found, read) : Value{};
    }
    std::vector<JsonPlace> elements(const JsonPlace& place, std::string_view key)
    {
        const auto found = place.require(key);
        return found ? found->elements().value_or(std::vector<JsonPlace>{}) : std::vector<JsonPlace>{};
    }
    std::vector<Count> counts(const JsonPlace& place, std::string_view key)
    {
        std::vector<Count> all;
        for (const JsonPlace& element : elements(place, key)) {
            all.push_back(element.count().value_or(0));
        }
        return all;
    }
    std::vector<Count> counts(const JsonPlace& place, std::string_view key, std::size_t size)
    {
        std::vector<Count> all = counts(place, key);
        if (all.size() != size) {
            place.fault(fmt::format("'{}' has {} numbers", key, all.size()), fmt::format("{} are needed", size));
        }
        all.resize(size);
        return all;
    }
    std::vector<dataflow::TapBlock> tapsOf(const JsonPlace& place)
    {
        std::vector<dataflow::TapBlock> all;
        for (const JsonPlace& element : place.elements().value_or(std::vector<JsonPlace>{})) {
            std::vector<Count> bounds;
            for (const JsonPlace& bound : element.elements().value_or(std::vector<JsonPlace>{})) {
                bounds.push_back(bound.count().value_or(0));
            }
            if (bounds.size() == 4) {
                all.push_back({{bounds[0], bounds[1]}, {bounds[2], bounds[3]}});
            } else {
                element.fault(fmt::format("taps with {} numbers", bounds.size()),
                              "first and end of rows and of columns");
            }
        }
        return all;
    }
    std::vector<Tile> tilesOf(const JsonPlace& place)
    {
        std::vector<Tile> all;
        for (const JsonPlace& element : place.elements().value_or(std::vector<JsonPlace>{})) {
            all.push_back(wordAt(element, tileFrom));
        }
        return all;
    }
    std::vector<Tile> tiles(const JsonPlace& place, std::string_view key)
    {
        const auto found = place.require(key);
        return found ? tilesOf(*found) : std::vector<Tile>{};
    }

    dataflow::Partition partition(const JsonPlace& place, std::string_view key)
    {
        dataflow::Partition partition;
        const auto found = place.require(key);
        if (!found || !found->isObject()) {
            return partition;
        }
        const std::vector<std::string> keys = found->keys();
        if (keys.size() != partition.order.size()) {
            found->fault("it does not name four splits",
                         "output_channel, fmap, batch and input_channel, outermost first");
            return partition;
        }
        for (std::size_t place = 0; place < keys.size(); ++place) {
            const auto split = splitFrom(keys[place]);
            if (!split) {
                found->fault(fmt::format("'{}' is no split", keys[place]),
                             "output_channel, fmap, batch or input_channel");
                continue;
            }
            partition.order[place] = *split;
            partition.shares[*split] = word(*found, keys[place], extentFrom);
        }
        return partition;
    }

    SharedRange sharedRange(const JsonPlace& place)
    {
        SharedRange range;
        range.level = count(place, "level");
        range.base = count(place, "base");
        const std::vector<Count> pieces = counts(place, "pieces", allAxes.size());
        std::copy(pieces.begin(), pieces.end(), range.pieces.begin());
        for (const JsonPlace& tiles : elements(place, "groups")) {
            range.groups.push_back(tilesOf(tiles));
        }
        return range;
    }

    void sharedClaim(const JsonPlace& place, TensorClaim& claim)
    {
        const std::vector<JsonPlace> words = elements(place, "shared_words");
        if (words.size() == 2) {
            claim.shared = words[0].number().value_or(0);
            claim.expectedShared = words[1].number().value_or(0);
        } else {
            place.fault(fmt::format("'shared_words' has {} numbers", words.size()), "those of the model and of the machine");
        }
    }

    void tensor(const JsonPlace& place, LayerCode& code, Tensor tensor)
    {
        code.folds[tensor] = count(place, "folds");
        Range& range = code.ranges[tensor];
        range.inBuffer = flag(place, "in_buffer");
        range.base = count(place, "base");
        const std::vector<Count> pieces = counts(place, "pieces", allAxes.size());
        std::copy(pieces.begin(), pieces.end(), range.pieces.begin());
        range.pieceWords = count(place, "words");
        range.rotates = flag(place, "rotates");
        range.inPlace = flag(place, "in_place");
        if (const auto spread = place.find("spread"); spread && spread->isObject()) {
            range.spread.axis = word(*spread, "axis", axisFrom);
            range.spread.units = count(*spread, "units");
            for (const JsonPlace& ring : elements(*spread, "rings")) {
                range.spread.rings.push_back(tilesOf(ring));
            }
        }
        if (const auto taps = place.find("taps"); taps && tensor == Tensor::Input) {
            code.inputTaps = tapsOf(*taps);
        }
        TensorClaim& claim = code.claims[tensor];
        if (const auto own = place.find("shared"); own && own->isObject()) {
            code.shared[tensor] = sharedRange(*own);
            sharedClaim(place, claim);
        }
        const auto claims = [&](std::string_view key, double& dram, double& buffer, double& hops, double& handed) {
            const std::vector<JsonPlace> values = elements(place, key);
            if (values.size() == 4) {
                dram = values[0].number().value_or(0);
                buffer = values[1].number().value_or(0);
                hops = values[2].number().value_or(0);
                handed = values[3].number().value_or(0);
            } else {
                place.fault(fmt::format("'{}' has {} numbers", key, values.size()),
                            "words of DRAM and buffers, word-hops, and words handed on");
            }
        };
        claims("model", claim.dram, claim.buffer, claim.hops, claim.handed);
        claims("expected", claim.expectedDram, claim.expectedBuffer, claim.expectedHops, claim.expectedHanded);
    }

    Steps steps(const std::vector<JsonPlace>& places, int depth)
    {
        constexpr int deepest = 64;
        Steps steps;
        for (const JsonPlace& place : places) {
            if (!place.isText()) {
                if (place.isObject() && depth < deepest) {
                    const Count times = count(place, "loop");
                    steps.push_back({Repeat{times, this->steps(elements(place, "steps"), depth + 1)}});
                }
                continue;
            }
            const std::string line = place.text().value_or("");
            std::size_t wrong = 0;
            auto instruction = instructionFrom(wordsOf(line), wrong);
            if (instruction) {
                steps.push_back({*std::move(instruction)});
            } else {
                place.fault(fmt::format("'{}' is no instruction", line), "write it as in the text form");
            }
        }
        return steps;
    }

    LayerCode layer(const JsonPlace& place, const network::Network& network)
    {
        LayerCode code;
        const std::string name = text(place, "layer");
        const auto found = std::find_if(network.layers.begin(), network.layers.end(),
                                        [&](const network::Layer& layer) { return layer.name == name; });
        if (found == network.layers.end()) {
            place.fault(fmt::format("'{}' is no layer of the network", name), "the name of one of them");
        } else {
            code.layer = static_cast<std::size_t>(found - network.layers.begin());
        }
        const std::vector<Count> slot = counts(place, "slot", 3);
        code.slot = {slot[0], slot[1], slot[2]};
        code.takesTurns = flag(place, "takes_turns");
        if (const auto region = place.require("region"); region && region->isObject()) {
            code.region.extent = word(*region, "extent", extentFrom);
            code.region.tiles = tiles(*region, "tiles");
        }
        code.partition = partition(place, "partition");
        const std::vector<Count> unit = counts(place, "unit_channels", 2);
        code.unitInputChannels = unit[0];
        code.unitOutputChannels = unit[1];
        code.stripes = count(place, "stripes");
        for (std::size_t number = 0; const JsonPlace& own : elements(place, "dealing")) {
            const std::vector<JsonPlace> pair = own.elements().value_or(std::vector<JsonPlace>{});
            if (pair.size() != 2 || number >= allAxes.size()) {
                own.fault("it is no dealing along one of four axes", "groups and units");
                continue;
            }
            code.dealing[allAxes[number++]] = {pair[0].count().value_or(0), pair[1].count().value_or(0)};
        }
        code.weightsPinned = flag(place, "weights_pinned");
        code.modelCycles = number(place, "model_cycles");
        code.passCycles = count(place, "pass_cycles");
        if (const auto tensors = place.require("tensors"); tensors && tensors->isObject()) {
            for (const Tensor own : allTensors) {
                if (const auto found = tensors->require(nameOf(own)); found && found->isObject()) {
                    tensor(*found, code, own);
                }
            }
        }
        for (const JsonPlace& difference : elements(place, "differences")) {
            if (difference.isObject()) {
                code.differences.push_back({text(difference, "name"), word(difference, "tensor", tensorFrom),
                                            text(difference, "quantity"), number(difference, "words")});
            }
        }
        for (const JsonPlace& role : elements(place, "roles")) {
            if (role.isObject()) {
                code.roles.push_back(
                    {tiles(role, "tiles"), steps(elements(role, "controller"), 0), steps(elements(role, "array"), 0)});
            }
        }
        return code;
    }
};

} // namespace

support::Result<Program> readProgramJson(const std::string& text, const std::string& file)
{
    JsonFaults faults(file);
    const auto json = parseJson(text, faults);
    if (json) {
        const JsonPlace root(*json, "", faults);
        if (isFormat(root, programFormat)) {
            Program program;
            Reader().read(root, program);
            if (faults.count() == 0) {
                return program;
            }
        }
    }
    return faults.take();
}

} // namespace tilescape::io
