#include "ui/program/program_moment.h"

#include "ui/program/step_text.h"

#include <algorithm>

namespace tilescape::ui::program {

using namespace tilescape::program;

namespace {

constexpr std::size_t mostLookedBack = 4096; ///< steps before the last one whose cycles may not be over
constexpr std::size_t mostNamedPieces = 2;   ///< of a range that rotates

MomentTransfer transferOf(const Trace& trace, std::size_t number)
{
    const TraceStep& step = trace.step(number);
    const Instruction& instruction = trace.instruction(step);
    const Tile tile = trace.streams()[step.stream].name.tile;
    const Tile other{tile.row + instruction.to.row, tile.column + instruction.to.column};
    MomentTransfer transfer{std::nullopt, std::nullopt, instruction.tensor, step.words, false, momentMemory(trace, number)};
    if (instruction.operation != Operation::Fetch) {
        transfer.from = tile;
    }
    if (instruction.operation == Operation::Fetch) {
        transfer.to = tile;
    } else if (instruction.operation != Operation::Store) {
        transfer.to = other;
    }
    return transfer;
}

bool travels(Operation operation)
{
    return operation == Operation::Fetch || operation == Operation::Store || operation == Operation::Send
        || operation == Operation::Rotate;
}

/// The units of a tensor that rotates which the tile holds: all, or none if they are too many to be named.
QString heldText(const TracedRange& range, std::size_t position)
{
    QStringList units;
    for (const auto& piece : range.pieces) {
        const TracedPiece* state = piece.at(position);
        if (state && state->armed && !state->isFree()) {
            units << unitText(state->unit);
        }
    }
    return static_cast<std::size_t>(units.size()) <= mostNamedPieces ? units.join(QLatin1Char('\n')) : QString();
}

void addTiles(ProgramMoment& moment, const Trace& trace, std::size_t position)
{
    const std::vector<LayerCode>& layers = trace.program().layers;
    const Count segment = layers[trace.placeAt(position)].slot.segment;
    for (std::size_t stream = 0; stream < trace.streams().size(); stream += 2) {
        const StreamName& name = trace.streams()[stream].name;
        const LayerCode& code = layers[name.place];
        if (code.slot.segment != segment) {
            continue;
        }
        MomentTile& tile = moment.contents[static_cast<std::size_t>(name.tile.row * moment.tiles.width + name.tile.column)];
        tile.works = true;
        tile.region = static_cast<std::size_t>(code.slot.region);
        for (const Tensor tensor : allTensors) {
            const TracedRange& range = trace.range(stream, tensor);
            const Count* words = range.words.at(position);
            tile.words[tensor] += words && code.ranges[tensor].takesRoom() ? *words : 0;
            if (code.ranges[tensor].rotates) {
                tile.rotates = tensor;
                tile.label = heldText(range, position);
            }
        }
    }
}

} // namespace

MomentMemory momentMemory(const Trace& trace, std::size_t step)
{
    const Instruction& instruction = trace.instruction(trace.step(step));
    const std::size_t place = trace.streams()[trace.step(step).stream].name.place;
    if (!hasTensor(instruction.operation) || !trace.program().layers[place].shared[instruction.tensor].exists()) {
        return MomentMemory::Dram;
    }
    return trace.wordsOfDram(step) > 0 ? MomentMemory::DramThroughShared : MomentMemory::Shared;
}

std::vector<std::size_t> stepsAtWork(const Trace& trace, std::size_t position)
{
    std::vector<std::size_t> steps;
    position = std::min(position, trace.size());
    if (position == 0) {
        return steps;
    }
    const std::vector<LayerCode>& layers = trace.program().layers;
    const Count segment = layers[trace.placeAt(position)].slot.segment; // another one's last words are not on their way any more
    const double now = trace.cycleAt(position);
    const std::size_t first = position > mostLookedBack ? position - mostLookedBack : 0;
    for (std::size_t number = first; number < position; ++number) {
        const TraceStep& step = trace.step(number);
        const bool during = step.end > now || (step.begin == now && step.end == now);
        const bool atWork = trace.isTimed() && during && layers[trace.streams()[step.stream].name.place].slot.segment == segment;
        if (atWork || number + 1 == position) {
            steps.push_back(number);
        }
    }
    return steps;
}

ProgramMoment momentOf(const Trace& trace, std::size_t position, std::optional<Tile> selected)
{
    const Program& program = trace.program();
    ProgramMoment moment;
    moment.tiles = program.tiles;
    moment.cornerMemory = program.memory == tilescape::hardware::MemoryPlacement::Corners;
    moment.sharedBuffers = !program.sharedBuffers.empty();
    moment.bufferWords = program.bufferWords;
    moment.contents.resize(static_cast<std::size_t>(program.tiles.size()));
    moment.selected = selected;
    if (program.layers.empty()) {
        return moment;
    }
    addTiles(moment, trace, position);
    const auto tileAt = [&](Tile tile) -> MomentTile& {
        return moment.contents[static_cast<std::size_t>(tile.row * moment.tiles.width + tile.column)];
    };
    for (const std::size_t number : stepsAtWork(trace, position)) {
        const TraceStep& step = trace.step(number);
        const Instruction& instruction = trace.instruction(step);
        const Tile tile = trace.streams()[step.stream].name.tile;
        tileAt(tile).computes |= instruction.operation == Operation::Pass;
        tileAt(tile).last |= number + 1 == position;
        for (const ObservedHandover& handed : step.handed) {
            moment.transfers.push_back({handed.from, handed.to, Tensor::Input, handed.words, number + 1 == position, {}});
        }
        if (travels(instruction.operation)) {
            moment.transfers.push_back(transferOf(trace, number));
            moment.transfers.back().last = number + 1 == position;
        }
    }
    if (trace.execution().fault && position >= trace.size()) {
        for (const StreamName& name : trace.execution().fault->streams) {
            tileAt(name.tile).faulty = true;
        }
    }
    return moment;
}

std::optional<std::size_t> streamAt(const Trace& trace, Tile tile, std::size_t position)
{
    std::optional<std::size_t> best;
    std::size_t latest = 0; ///< step of the best stream, the last before the position; one more
    const Count segment = trace.program().layers.empty() ? 0 : trace.program().layers[trace.placeAt(position)].slot.segment;
    for (std::size_t place = 0; place < trace.program().layers.size(); ++place) {
        const auto stream = trace.find({place, tile, false});
        if (!stream || trace.program().layers[place].slot.segment != segment) {
            continue;
        }
        std::size_t last = 0;
        for (const std::size_t own : {*stream, *stream + 1}) {
            const auto& steps = trace.streams()[own].steps;
            const auto after = std::lower_bound(steps.begin(), steps.end(), position);
            last = std::max<std::size_t>(last, after == steps.begin() ? 0 : *(after - 1) + std::size_t{1});
        }
        if (!best || last > latest) {
            best = stream;
            latest = last;
        }
    }
    return best;
}

} // namespace tilescape::ui::program
