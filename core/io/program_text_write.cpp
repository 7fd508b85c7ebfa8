#include "core/io/json_reader.h"
#include "core/io/network_json.h"
#include "core/io/program_lines.h"
#include "core/io/program_text.h"

#include <fmt/format.h>

namespace tilescape::io {

using namespace program;

namespace {

std::string quoted(const std::string& name) { return nlohmann::ordered_json(name).dump(); }

std::string partitionText(const dataflow::Partition& partition)
{
    std::string text;
    for (const dataflow::Split split : partition.order) {
        text += fmt::format(" {} {}", nameOf(split), textOf(partition.shares[split]));
    }
    return text;
}

std::string tilesText(const auto& tiles)
{
    std::string text;
    for (const Tile tile : tiles) {
        text += " " + textOf(tile);
    }
    return text;
}

void putSteps(std::string& text, const Steps& steps, const std::string& indent)
{
    for (const Step& step : steps) {
        if (const auto* repeat = std::get_if<Repeat>(&step.content)) {
            text += fmt::format("{}loop {} {{\n", indent, repeat->times);
            putSteps(text, repeat->steps, indent + "  ");
            text += indent + "}\n";
        } else {
            text += indent + lineOf(std::get<Instruction>(step.content)) + "\n";
        }
    }
}

void putTensors(std::string& text, const LayerCode& code)
{
    for (const Tensor tensor : allTensors) {
        const Range& range = code.ranges[tensor];
        const TensorClaim& claim = code.claims[tensor];
        text += fmt::format("  tensor {} folds {}\n", nameOf(tensor), code.folds[tensor]);
        for (const dataflow::TapBlock& taps :
             tensor == Tensor::Input ? code.inputTaps : std::vector<dataflow::TapBlock>{}) {
            text +=
                fmt::format("    taps {} {} {} {}\n", taps.row.begin, taps.row.end, taps.column.begin, taps.column.end);
        }
        text += fmt::format("    range {} base {} pieces", range.inBuffer ? "buffer" : "array", range.base);
        for (const Count pieces : range.pieces) {
            text += fmt::format(" {}", pieces);
        }
        text += fmt::format(" words {}{}{}\n", range.pieceWords, range.rotates ? " rotates" : "",
                            range.inPlace ? " in_place" : "");
        if (const Spread& spread = range.spread; spread.isSpread()) {
            text += fmt::format("    spread {} units {}\n", letterOf(spread.axis), spread.units);
            for (const std::vector<Tile>& ring : spread.rings) {
                text += "    ring";
                for (const Tile tile : ring) {
                    text += " " + textOf(tile);
                }
                text += "\n";
            }
        }
        if (const SharedRange& shared = code.shared[tensor]; shared.exists()) {
            text += fmt::format("    shared {} base {} pieces", shared.level, shared.base);
            for (const Count pieces : shared.pieces) {
                text += fmt::format(" {}", pieces);
            }
            text += "\n";
            for (const std::vector<Tile>& tiles : shared.groups) {
                text += fmt::format("    group{}\n", tilesText(tiles));
            }
        }
        text += fmt::format("    claim dram {} {} buffer {} {} hops {} {}", numberText(claim.dram),
                            numberText(claim.expectedDram), numberText(claim.buffer), numberText(claim.expectedBuffer),
                            numberText(claim.hops), numberText(claim.expectedHops));
        const auto pair = [&text](std::string_view name, double model, double expected) {
            text += model != 0 || expected != 0 ? fmt::format(" {} {} {}", name, numberText(model), numberText(expected)) : "";
        };
        pair("handed", claim.handed, claim.expectedHanded);
        pair("shared", claim.shared, claim.expectedShared);
        text += "\n";
    }
    for (const Difference& difference : code.differences) {
        text += fmt::format("  difference {} {} {} {}\n", difference.name, nameOf(difference.tensor),
                            difference.quantity, numberText(difference.words));
    }
}

void putLayer(std::string& text, const Program& program, const LayerCode& code)
{
    text += fmt::format("\nlayer {}\n", quoted(program.network.layers[code.layer].name));
    text += fmt::format("  slot {} {} {}{}\n", code.slot.segment, code.slot.region, code.slot.index,
                        code.takesTurns ? " turns" : "");
    text += fmt::format("  region {}{}\n", textOf(code.region.extent), tilesText(code.region.tiles));
    text += fmt::format("  partition{}\n", partitionText(code.partition));
    text += fmt::format("  units {} {} stripes {}{}\n", code.unitInputChannels, code.unitOutputChannels, code.stripes,
                        code.weightsPinned ? " pinned" : "");
    for (const Axis axis : allAxes) {
        const Dealing& dealing = code.dealing[axis];
        text += dealing == Dealing{}
                    ? std::string()
                    : fmt::format("  deal {} groups {} units {}\n", letterOf(axis), dealing.groups, dealing.units);
    }
    text += fmt::format("  cycles {} pass {}\n", numberText(code.modelCycles), code.passCycles);
    putTensors(text, code);
    for (const Role& role : code.roles) {
        text += fmt::format("  role{}\n  controller {{\n", tilesText(role.tiles));
        putSteps(text, role.controller, "    ");
        text += "  }\n  array {\n";
        putSteps(text, role.array, "    ");
        text += "  }\n";
    }
}

} // namespace

std::string writeProgramText(const Program& program)
{
    std::string text = "tilescape-program 1\nnetwork\n" + writeNetwork(program.network) + "end network\n";
    text += fmt::format("batch {}\n", program.batch);
    text += fmt::format("chip {} memory {} transfers {} buffer {} bus {} dram {}\n", textOf(program.tiles),
                        program.memory == hardware::MemoryPlacement::Corners ? "corners" : "every_tile",
                        program.transfersBetweenTiles ? "on" : "off", program.bufferWords,
                        numberText(program.busWordsPerCycle), numberText(program.dramWordsPerCycle));
    for (const SharedBuffer& buffer : program.sharedBuffers) {
        text += fmt::format("shared_buffer {} rate {}\n", buffer.words, numberText(buffer.wordsPerCycle));
    }
    text += fmt::format("inputs{}\n", partitionText(program.inputPartition));
    text += "segments";
    for (const Count cycles : program.segmentCycles) {
        text += fmt::format(" {}", cycles);
    }
    text += "\n";
    for (const LayerCode& code : program.layers) {
        putLayer(text, program, code);
    }
    return text;
}

} // namespace tilescape::io
