#include "core/io/json_reader.h"
#include "core/io/network_json.h"
#include "core/io/program_json.h"
#include "core/io/program_lines.h"
#include "core/io/program_source.h"
#include "core/io/program_text.h"
#include "core/io/text_line.h"
#include "core/program/check_program.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::io {

using namespace program;
using support::Diagnostic;
using support::Diagnostics;

namespace {

class TextReader {
public:
    TextReader(const std::string& text, const std::string& file) : m_lines(text, file), m_file(file) {}

    Program read()
    {
        Line first = m_lines.next();
        first.need("tilescape-program");
        first.need("1");
        m_lines.next().need("network");
        readNetworkText();
        readChip();
        while (m_lines.skip()) {
            readLayer();
        }
        return std::move(m_program);
    }

private:
    void readNetworkText()
    {
        std::string text;
        while (true) {
            if (m_lines.isAtEnd()) {
                m_lines.ahead().fail("the network ends with 'end network'");
            }
            const std::string_view line = m_lines.takeWhole();
            if (line == "end network") {
                break;
            }
            text += line;
            text += '\n';
        }
        auto network = readNetwork(text, m_file);
        if (!network) {
            throw Stop{network.faults()};
        }
        m_program.network = std::move(network.value());
    }

    void readChip()
    {
        Line batch = m_lines.next();
        batch.need("batch");
        m_program.batch = batch.count();
        batch.needEnd();
        Line chip = m_lines.next();
        chip.need("chip");
        m_program.tiles = chip.value(extentFrom, "rows x columns");
        chip.need("memory");
        m_program.memory =
            chip.has("corners") ? hardware::MemoryPlacement::Corners : hardware::MemoryPlacement::EveryTile;
        if (m_program.memory == hardware::MemoryPlacement::EveryTile) {
            chip.need("every_tile");
        }
        chip.need("transfers");
        m_program.transfersBetweenTiles = chip.has("on");
        if (!m_program.transfersBetweenTiles) {
            chip.need("off");
        }
        chip.need("buffer");
        m_program.bufferWords = chip.count();
        chip.need("bus");
        m_program.busWordsPerCycle = chip.number();
        chip.need("dram");
        m_program.dramWordsPerCycle = chip.number();
        chip.needEnd();
        while (m_lines.ahead().has("shared_buffer")) {
            Line line = m_lines.next();
            line.need("shared_buffer");
            SharedBuffer& buffer = m_program.sharedBuffers.emplace_back();
            buffer.words = line.count();
            line.need("rate");
            buffer.wordsPerCycle = line.number();
            line.needEnd();
        }
        Line inputs = m_lines.next();
        inputs.need("inputs");
        m_program.inputPartition = partition(inputs);
        Line segments = m_lines.next();
        segments.need("segments");
        while (!segments.isAtEnd()) {
            m_program.segmentCycles.push_back(segments.count());
        }
    }

    static dataflow::Partition partition(Line& line)
    {
        dataflow::Partition partition;
        for (dataflow::Split& split : partition.order) {
            split = line.value(splitFrom, "output_channel, fmap, batch or input_channel");
            partition.shares[split] = line.value(extentFrom, "rows x columns");
        }
        line.needEnd();
        return partition;
    }

    static std::vector<Tile> tiles(Line& line)
    {
        std::vector<Tile> tiles;
        while (!line.isAtEnd()) {
            tiles.push_back(line.value(tileFrom, "row,column"));
        }
        return tiles;
    }

    std::size_t layerNamed(const Line& line) const
    {
        const auto name = nlohmann::ordered_json::parse(line.rest(), nullptr, false);
        const auto& layers = m_program.network.layers;
        const auto found = std::find_if(layers.begin(), layers.end(), [&](const network::Layer& layer) {
            return name.is_string() && layer.name == name.get<std::string>();
        });
        if (found == layers.end()) {
            line.fail(1, "the name of a layer of the network, in quotes");
        }
        return static_cast<std::size_t>(found - layers.begin());
    }

    void readLayer()
    {
        LayerCode code;
        Line line = m_lines.next();
        line.need("layer");
        code.layer = layerNamed(line);
        line = m_lines.next();
        line.need("slot");
        code.slot = {line.count(), line.count(), line.count()};
        code.takesTurns = line.has("turns");
        line.needEnd();
        line = m_lines.next();
        line.need("region");
        code.region.extent = line.value(extentFrom, "rows x columns");
        code.region.tiles = tiles(line);
        line = m_lines.next();
        line.need("partition");
        code.partition = partition(line);
        line = m_lines.next();
        line.need("units");
        code.unitInputChannels = line.count();
        code.unitOutputChannels = line.count();
        line.need("stripes");
        code.stripes = line.count();
        code.weightsPinned = line.has("pinned");
        line.needEnd();
        while (m_lines.ahead().peek() == "deal") {
            readDealing(code);
        }
        line = m_lines.next();
        line.need("cycles");
        code.modelCycles = line.number();
        line.need("pass");
        code.passCycles = line.count();
        for (const Tensor tensor : allTensors) {
            readTensor(code, tensor);
        }
        while (m_lines.ahead().peek() == "difference") {
            readDifference(code);
        }
        while (m_lines.ahead().peek() == "role") {
            readRole(code);
        }
        m_program.layers.push_back(std::move(code));
    }

    void readDealing(LayerCode& code)
    {
        Line line = m_lines.next();
        line.need("deal");
        Dealing& dealing = code.dealing[line.value(axisFrom, "r, i, o or b")];
        line.need("groups");
        dealing.groups = line.count();
        line.need("units");
        dealing.units = line.count();
        line.needEnd();
    }

    void readTensor(LayerCode& code, Tensor tensor)
    {
        Line line = m_lines.next();
        line.need("tensor");
        line.need(nameOf(tensor));
        line.need("folds");
        code.folds[tensor] = line.count();
        line.needEnd();
        while (tensor == Tensor::Input && m_lines.ahead().has("taps")) {
            readTaps(code.inputTaps.emplace_back());
        }
        line = m_lines.next();
        line.need("range");
        Range& range = code.ranges[tensor];
        range.inBuffer = line.has("buffer");
        if (!range.inBuffer) {
            line.need("array");
        }
        line.need("base");
        range.base = line.count();
        line.need("pieces");
        for (Count& pieces : range.pieces) {
            pieces = line.count();
        }
        line.need("words");
        range.pieceWords = line.count();
        range.rotates = line.has("rotates");
        range.inPlace = line.has("in_place");
        line.needEnd();
        if (m_lines.ahead().has("spread")) {
            readSpread(range.spread);
        }
        if (m_lines.ahead().has("shared")) {
            readShared(code.shared[tensor]);
        }
        line = m_lines.next();
        line.need("claim");
        TensorClaim& claim = code.claims[tensor];
        line.need("dram");
        claim.dram = line.number();
        claim.expectedDram = line.number();
        line.need("buffer");
        claim.buffer = line.number();
        claim.expectedBuffer = line.number();
        line.need("hops");
        claim.hops = line.number();
        claim.expectedHops = line.number();
        if (line.has("handed")) {
            claim.handed = line.number();
            claim.expectedHanded = line.number();
        }
        if (line.has("shared")) {
            claim.shared = line.number();
            claim.expectedShared = line.number();
        }
        line.needEnd();
    }

    void readTaps(dataflow::TapBlock& taps)
    {
        Line line = m_lines.next();
        line.need("taps");
        for (Count* bound : {&taps.row.begin, &taps.row.end, &taps.column.begin, &taps.column.end}) {
            *bound = line.count();
        }
        line.needEnd();
    }

    void readSpread(Spread& spread)
    {
        Line line = m_lines.next();
        line.need("spread");
        spread.axis = line.value(axisFrom, "r, i, o or b");
        line.need("units");
        spread.units = line.count();
        line.needEnd();
        do {
            line = m_lines.next();
            line.need("ring");
            spread.rings.push_back(tiles(line));
        } while (m_lines.ahead().has("ring"));
    }

    void readShared(SharedRange& shared)
    {
        Line line = m_lines.next();
        line.need("shared");
        shared.level = line.count();
        line.need("base");
        shared.base = line.count();
        line.need("pieces");
        for (Count& pieces : shared.pieces) {
            pieces = line.count();
        }
        line.needEnd();
        while (m_lines.ahead().has("group")) {
            line = m_lines.next();
            line.need("group");
            shared.groups.push_back(tiles(line));
        }
    }

    void readDifference(LayerCode& code)
    {
        Line line = m_lines.next();
        line.need("difference");
        Difference difference;
        difference.name = line.word();
        difference.tensor = line.value(tensorFrom, "weight, input or output");
        difference.quantity = line.word();
        difference.words = line.number();
        line.needEnd();
        code.differences.push_back(std::move(difference));
    }

    void readRole(LayerCode& code)
    {
        Role role;
        Line line = m_lines.next();
        line.need("role");
        role.tiles = tiles(line);
        line = m_lines.next();
        line.need("controller");
        line.need("{");
        role.controller = readSteps(0);
        line = m_lines.next();
        line.need("array");
        line.need("{");
        role.array = readSteps(0);
        code.roles.push_back(std::move(role));
    }

    Steps readSteps(int depth)
    {
        constexpr int deepest = 64;
        Steps steps;
        while (true) {
            Line line = m_lines.next();
            if (line.has("}")) {
                line.needEnd();
                return steps;
            }
            if (line.has("loop")) {
                const Count times = line.count();
                line.need("{");
                line.needEnd();
                if (depth == deepest) {
                    line.fail(0, "fewer loops inside each other");
                }
                steps.push_back({Repeat{times, readSteps(depth + 1)}});
                continue;
            }
            std::size_t wrong = 0;
            auto instruction = instructionFrom(line.words(), wrong);
            if (!instruction) {
                line.fail(wrong, "an instruction such as 'load input i=4*L2:4', 'loop 3 {' or '}' is needed");
            }
            steps.push_back({*std::move(instruction)});
        }
    }

    ProgramSource m_lines;
    const std::string& m_file;
    Program m_program;
};

support::Result<Program> readText(const std::string& text, const std::string& file)
{
    try {
        return TextReader(text, file).read();
    } catch (const Stop& stop) {
        return stop.faults;
    }
}

} // namespace

bool isProgram(const std::string& text)
{
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string::npos) {
        return false;
    }
    return text.compare(begin, programFormat.size(), programFormat) == 0
           || (text[begin] == '{' && text.substr(0, 200).find(fmt::format("\"{}\"", programFormat)) != std::string::npos);
}

support::Result<Program> readProgram(const std::string& text, const std::string& file)
{
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    const bool json = begin != std::string::npos && text[begin] == '{';
    auto read = json ? readProgramJson(text, file) : readText(text, file);
    if (!read) {
        return read;
    }
    Diagnostics faults = checkProgram(read.value());
    for (Diagnostic& fault : faults) {
        fault.file = file;
    }
    return faults.empty() ? std::move(read) : support::Result<Program>(std::move(faults));
}

} // namespace tilescape::io
