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

std::optional<std::size_t> rowOf(const Instruction& instruction)
{
    switch (instruction.operation) {
    case Operation::Fetch:
    case Operation::Store: return 0;
    case Operation::Load:
    case Operation::Unload: return 1;
    case Operation::Pass: return 2;
    default: return std::nullopt;
    }
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
    content.rows = {{ProgramText::tr("DRAM"), {}, remark(program.dramWordsPerCycle)},
                    {ProgramText::tr("buses"), {}, remark(program.busWordsPerCycle)},
                    {ProgramText::tr("array"), {}, {}}};
    std::set<Tile> tiles;
    std::size_t segment = 0;
    for (std::size_t number = 0; number < trace.size(); ++number) {
        content.end = std::max(content.end, trace.step(number).end);
    }
    content.arrays.assign(arrayParts, 0);
    const double part = std::max(content.end, 1.0) / static_cast<double>(arrayParts);
    for (std::size_t number = 0; number < trace.size(); ++number) {
        const TraceStep& step = trace.step(number);
        const StreamName& name = trace.streams()[step.stream].name;
        const Instruction& instruction = trace.instruction(step);
        while (segment + 1 < content.segments.size() && trace.startOf(name.place) >= content.segments[segment + 1].begin) {
            ++segment;
        }
        content.segments[segment].end = std::max(content.segments[segment].end, step.end);
        tiles.insert(name.tile);
        const auto row = rowOf(instruction);
        const bool computes = instruction.operation == Operation::Pass;
        if (computes) {
            for (auto at = static_cast<std::size_t>(step.begin / part); at < arrayParts && static_cast<double>(at) * part < step.end; ++at) {
                const double from = std::max(step.begin, static_cast<double>(at) * part);
                const double to = std::min(step.end, static_cast<double>(at + 1) * part);
                content.arrays[at] += std::max(0.0, to - from) / part;
            }
        }
        if (tile && name.tile == *tile && row && step.end > step.begin) {
            content.rows[*row].spans.push_back({step.begin, step.end, computes ? std::nullopt : std::optional(instruction.tensor)});
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
