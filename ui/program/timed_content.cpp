#include "ui/program/timed_content.h"

#include "ui/program/program_text.h"
#include "ui/style/format.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace tilescape::ui::program {

using namespace tilescape::program;

namespace {

constexpr std::size_t arrayParts = 400; ///< in which the share of arrays that compute is told

QString nameOf(const Program& program, const LayerCode& code)
{
    return QString::fromStdString(program.network.layers[code.layer].name);
}

/// Segments with roles, in the order in which they run.
std::vector<SegmentSpans> segmentsOf(const Trace& trace)
{
    const Program& program = trace.program();
    std::map<Count, QStringList> names;
    std::map<Count, double> starts;
    std::vector<Count> order;
    std::map<Count, std::size_t> numbers;
    for (std::size_t place = 0; place < program.layers.size(); ++place) {
        const LayerCode& code = program.layers[place];
        numbers.emplace(code.slot.segment, numbers.size());
        if (code.roles.empty()) {
            continue;
        }
        if (names[code.slot.segment].empty()) {
            order.push_back(code.slot.segment);
            starts[code.slot.segment] = trace.startOf(place);
        }
        names[code.slot.segment] << nameOf(program, code);
    }
    std::vector<SegmentSpans> segments;
    const bool stopped = trace.execution().stopped || trace.execution().fault.has_value();
    const Count last = program.layers.empty() ? 0 : program.layers[trace.placeAt(trace.size())].slot.segment;
    double model = 0;
    for (const Count segment : order) {
        const std::size_t number = numbers[segment];
        SegmentSpans spans;
        spans.name = names[segment].join(QStringLiteral(" + "));
        spans.modelBegin = model;
        model += number < program.segmentCycles.size() ? static_cast<double>(program.segmentCycles[number]) : 0;
        spans.modelEnd = model;
        spans.begin = spans.end = starts[segment];
        spans.recorded = !stopped || segment != last;
        segments.push_back(std::move(spans));
        if (segment == last) {
            break; // no other has begun
        }
    }
    return segments;
}

/// What a tile waits for: memory channels of DRAM, a shared buffer, its buses, its array.
enum class Part { Channels, Shared, Buses, Array };

/// The cycles in which a step has a part.
std::optional<StepCycles> cyclesOf(const TraceStep& step, Operation operation, Part part)
{
    const bool carries = operation == Operation::Load || operation == Operation::Unload;
    switch (part) {
    case Part::Channels: return step.channels;
    case Part::Shared: return step.shared;
    case Part::Buses: return carries ? std::optional(StepCycles{step.begin, step.end}) : std::nullopt;
    case Part::Array: break;
    }
    return operation == Operation::Pass ? std::optional(StepCycles{step.begin, step.end}) : std::nullopt;
}

double sharedRate(const Program& program)
{
    double least = tilescape::hardware::unlimited;
    for (const SharedBuffer& buffer : program.sharedBuffers) {
        least = std::min(least, buffer.wordsPerCycle);
    }
    return least;
}

} // namespace

TimedContent timedContent(const Trace& trace, std::optional<Tile> tile)
{
    TimedContent content;
    if (!trace.isTimed() || trace.program().layers.empty()) {
        return content;
    }
    content.tile = tile;
    content.segments = segmentsOf(trace);
    const Program& program = trace.program();
    const auto remark = [](double rate) { return std::isinf(rate) ? ProgramText::tr("no limit of its rate") : QString(); };
    std::vector<Part> parts;
    const auto add = [&](Part part, const QString& name, const QString& note) {
        parts.push_back(part);
        content.rows.push_back({name, {}, note});
    };
    add(Part::Channels, ProgramText::tr("DRAM"), remark(program.dramWordsPerCycle));
    if (!program.sharedBuffers.empty()) {
        add(Part::Shared, ProgramText::tr("shared buffer"), remark(sharedRate(program)));
    }
    add(Part::Buses, ProgramText::tr("buses"), remark(program.busWordsPerCycle));
    add(Part::Array, ProgramText::tr("array"), {});
    std::set<Tile> tiles;
    std::size_t segment = 0;
    for (std::size_t number = 0; number < trace.size(); ++number) {
        content.end = std::max(content.end, trace.step(number).end);
    }
    content.arrays.assign(arrayParts, 0);
    const double width = std::max(content.end, 1.0) / static_cast<double>(arrayParts);
    for (std::size_t number = 0; number < trace.size(); ++number) {
        const TraceStep& step = trace.step(number);
        const StreamName& name = trace.streams()[step.stream].name;
        const Instruction& instruction = trace.instruction(step);
        while (segment + 1 < content.segments.size() && trace.startOf(name.place) >= content.segments[segment + 1].begin) {
            ++segment;
        }
        content.segments[segment].end = std::max(content.segments[segment].end, step.end);
        tiles.insert(name.tile);
        const bool computes = instruction.operation == Operation::Pass;
        if (computes) {
            for (auto at = static_cast<std::size_t>(step.begin / width); at < arrayParts && static_cast<double>(at) * width < step.end; ++at) {
                const double from = std::max(step.begin, static_cast<double>(at) * width);
                const double to = std::min(step.end, static_cast<double>(at + 1) * width);
                content.arrays[at] += std::max(0.0, to - from) / width;
            }
        }
        for (std::size_t row = 0; tile && name.tile == *tile && row < parts.size(); ++row) {
            const auto cycles = cyclesOf(step, instruction.operation, parts[row]);
            if (cycles && cycles->end > cycles->begin) {
                content.rows[row].spans.push_back({cycles->begin, cycles->end, computes ? std::nullopt : std::optional(instruction.tensor)});
            }
        }
    }
    for (double& share : content.arrays) {
        share /= static_cast<double>(std::max<std::size_t>(tiles.size(), 1));
    }
    for (BusyRow& row : content.rows) {
        std::stable_sort(row.spans.begin(), row.spans.end(), [](const BusySpan& a, const BusySpan& b) { return a.begin < b.begin; });
    }
    return content;
}

QString cyclesText(const Trace& trace, std::size_t place)
{
    const std::vector<SegmentCycles>& cycles = trace.execution().cycles;
    // One entry a segment, in the order of the program's segments.
    std::set<Count> before;
    for (const LayerCode& code : trace.program().layers) {
        if (code.slot.segment < trace.program().layers[place].slot.segment) {
            before.insert(code.slot.segment);
        }
    }
    if (before.size() >= cycles.size() || trace.execution().stopped || trace.execution().fault) {
        return {};
    }
    const SegmentCycles& own = cycles[before.size()];
    if (own.executed == own.model) {
        return ProgramText::tr("executed in %1 cycles, as the model has it").arg(style::exactCount(own.executed));
    }
    return ProgramText::tr("executed in %1 cycles, the model has %2 (%3)")
        .arg(style::exactCount(own.executed), style::exactCount(own.model),
             own.model > 0 ? (own.executed >= own.model ? QStringLiteral("+") : QStringLiteral("−"))
                     + style::percent(std::abs(own.executed - own.model) / own.model)
                           : QStringLiteral("–"));
}

} // namespace tilescape::ui::program
