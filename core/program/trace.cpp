#include "core/program/trace.h"

#include "core/program/stream_cursor.h"

#include <algorithm>
#include <set>

namespace tilescape::program {

namespace {

void addLines(std::vector<StreamLine>& lines, const Steps& steps, std::size_t depth)
{
    for (const Step& step : steps) {
        if (const auto* repeat = std::get_if<Repeat>(&step.content)) {
            lines.push_back({depth, nullptr, repeat->times});
            addLines(lines, repeat->steps, depth + 1);
            lines.push_back({depth, nullptr, 0});
        } else {
            lines.push_back({depth, &std::get<Instruction>(step.content), 0});
        }
    }
}

bool moves(Operation operation)
{
    return operation == Operation::Fetch || operation == Operation::Store || operation == Operation::Send
           || operation == Operation::Take || operation == Operation::Offer || operation == Operation::Rotate
           || operation == Operation::Load || operation == Operation::Unload;
}

} // namespace

std::vector<StreamLine> linesOf(const Steps& steps)
{
    std::vector<StreamLine> lines;
    addLines(lines, steps, 0);
    return lines;
}

Program segmentOf(const Program& program, Count segment)
{
    Program part = program;
    std::set<Count> segments;
    for (LayerCode& code : part.layers) {
        segments.insert(code.slot.segment);
        if (code.slot.segment != segment) {
            // Where its maps lie in memory stays of importance to the others.
            code.roles.clear();
            code.claims = {};
            code.differences.clear();
        }
    }
    std::size_t number = 0;
    for (const Count own : segments) {
        if (own != segment && number < part.segmentCycles.size()) {
            part.segmentCycles[number] = 0;
        }
        ++number;
    }
    return part;
}

/// Follows an execution with a cursor for each stream.
class TraceRecorder {
public:
    TraceRecorder(std::shared_ptr<const Program> program, const TraceLimits& limits, const std::stop_token& stop)
        : m_limits(limits), m_stop(stop)
    {
        m_trace.m_program = std::move(program);
        const Program& own = *m_trace.m_program;
        m_trace.m_counts.resize(own.layers.size());
        m_trace.m_lines.resize(own.layers.size());
        m_trace.m_starts.resize(own.layers.size());
        for (std::size_t place = 0; place < own.layers.size(); ++place) {
            addLayer(place);
        }
    }

    Trace run(ExecutionOptions options)
    {
        options.observer = [this](const ObservedStep& step) { return take(step); };
        m_trace.m_timed = options.timed;
        m_trace.m_execution = execute(*m_trace.m_program, options);
        for (std::size_t stream = 0; stream < m_cursors.size(); ++stream) {
            if (!m_cursors[stream].isDone()) {
                m_trace.m_streams[stream].unfinished = pointOf(stream);
            }
        }
        return std::move(m_trace);
    }

private:
    void addLayer(std::size_t place)
    {
        const Program& program = *m_trace.m_program;
        const LayerCode& code = program.layers[place];
        std::map<Tile, Extent> positions;
        for (Count row = 0; row < code.region.extent.height; ++row) {
            for (Count column = 0; column < code.region.extent.width; ++column) {
                positions[code.region.at(row, column)] = {row, column};
            }
        }
        for (std::size_t role = 0; role < code.roles.size(); ++role) {
            for (const bool array : {false, true}) {
                const Steps& steps = array ? code.roles[role].array : code.roles[role].controller;
                m_trace.m_lines[place].push_back(linesOf(steps));
            }
            for (const Tile tile : code.roles[role].tiles) {
                for (const bool array : {false, true}) {
                    const StreamName name{place, tile, array};
                    m_trace.m_numbers[name] = m_trace.m_streams.size();
                    m_trace.m_streams.push_back({name, role, {}, std::nullopt});
                    m_cursors.emplace_back(array ? code.roles[role].array : code.roles[role].controller);
                }
                const Extent at = positions.at(tile);
                m_boxes.emplace_back(program.network, program.batch, code, at.height, at.width);
                PerTensor<TracedRange> ranges;
                for (const Tensor tensor : allTensors) {
                    const Range& range = code.ranges[tensor];
                    ranges[tensor].pieces.resize(range.pieceWords > 0 ? static_cast<std::size_t>(range.pieceCount())
                                                                      : 0);
                }
                m_trace.m_ranges.push_back(std::move(ranges));
                m_words.emplace_back();
            }
        }
        for (const auto& lines : m_trace.m_lines[place]) {
            for (std::size_t line = 0; line < lines.size(); ++line) {
                if (lines[line].instruction != nullptr) {
                    m_lineNumbers[lines[line].instruction] = static_cast<std::uint32_t>(line);
                }
            }
        }
    }

    [[nodiscard]] TracePoint pointOf(std::size_t stream) const
    {
        const StreamCursor& cursor = m_cursors[stream];
        TracePoint point{m_lineNumbers.at(&cursor.instruction()), cursor.unit(), {}};
        for (const Count counter : cursor.counters()) {
            point.counters.push_back(static_cast<std::uint32_t>(counter));
        }
        return point;
    }

    bool take(const ObservedStep& observed)
    {
        const std::size_t stream = m_trace.m_numbers.at(observed.stream);
        const auto number = static_cast<std::uint32_t>(m_trace.m_steps.size());
        const Instruction& instruction = m_cursors[stream].instruction();
        beginSegment(observed.stream.place);
        const auto shifted = [this](const StepCycles& cycles) { return StepCycles{m_start + cycles.begin, m_start + cycles.end}; };
        TraceStep step{static_cast<std::uint32_t>(stream), pointOf(stream),       0, observed.handed,
                       m_start + observed.begin,           m_start + observed.end, shifted(observed.channels), shifted(observed.shared)};
        m_end = std::max(m_end, step.end);
        Unit moved = step.point.unit;
        if (instruction.operation == Operation::Rotate) {
            moved = handedOn(stream, instruction.tensor, step.point.unit, number);
        }
        step.words = moves(instruction.operation) ? m_boxes[stream / 2].words(instruction.tensor, moved) : 0;
        m_trace.m_cycles.push_back(std::max(m_trace.m_cycles.empty() ? 0.0 : m_trace.m_cycles.back(), step.begin));
        m_trace.m_steps.push_back(std::move(step));
        m_trace.m_streams[stream].steps.push_back(number);
        for (std::size_t layer = 0; layer < observed.counts.size(); ++layer) {
            auto& series = m_trace.m_counts[observed.firstPlace + layer];
            if (series.values().empty() || series.values().back() != observed.counts[layer]) {
                series.put(number, observed.counts[layer]);
            }
        }
        for (const ObservedPiece& piece : observed.pieces) {
            takePiece(piece, number);
        }
        m_cursors[stream].next();
        return m_trace.m_steps.size() < m_limits.steps && !m_stop.stop_requested();
    }

    /// Segments run one after another; the machine counts the cycles of each from 0.
    void beginSegment(std::size_t place)
    {
        const Count segment = m_trace.m_program->layers[place].slot.segment;
        if (m_segment != segment) {
            m_segment = segment;
            m_start = m_end;
            for (std::size_t own = 0; own < m_trace.m_starts.size(); ++own) {
                if (m_trace.m_program->layers[own].slot.segment == segment) {
                    m_trace.m_starts[own] = m_start;
                }
            }
        }
    }

    /// The unit that a piece held before it was armed for `unit`.
    [[nodiscard]] Unit handedOn(std::size_t stream, Tensor tensor, const Unit& unit, std::uint32_t number) const
    {
        const LayerCode& code = m_trace.m_program->layers[m_trace.m_streams[stream].name.place];
        Count piece = 0;
        for (const Axis axis : allAxes) {
            piece = piece * code.ranges[tensor].pieces[axis] + unit[axis] % code.ranges[tensor].pieces[axis];
        }
        const TracedPiece* before =
            m_trace.m_ranges[stream / 2][tensor].pieces[static_cast<std::size_t>(piece)].at(number);
        return before != nullptr ? before->unit : unit;
    }

    void takePiece(const ObservedPiece& piece, std::uint32_t number)
    {
        const std::size_t pair = m_trace.m_numbers.at({piece.place, piece.tile, false}) / 2;
        TracedRange& range = m_trace.m_ranges[pair][piece.tensor];
        Series<TracedPiece>& series = range.pieces[piece.piece];
        TracedPiece state{piece.armed, piece.unit, piece.updates, piece.reads, 0};
        const TracedPiece* last = series.values().empty() ? nullptr : &series.values().back();
        const bool same = last != nullptr && last->unit == piece.unit;
        state.words = same ? last->words : m_boxes[pair].words(piece.tensor, piece.unit);
        Count& words = m_words[pair][piece.tensor];
        words -= last != nullptr && !last->isFree() ? last->words : 0;
        words += !state.isFree() ? state.words : 0;
        series.put(number, state);
        range.words.put(number, words);
    }

    TraceLimits m_limits;
    std::stop_token m_stop;
    Trace m_trace;
    std::vector<StreamCursor> m_cursors;   ///< by stream
    std::vector<UnitBoxes> m_boxes;        ///< by pair of streams
    std::vector<PerTensor<Count>> m_words; ///< in use, by pair of streams
    std::map<const Instruction*, std::uint32_t> m_lineNumbers;
    std::optional<Count> m_segment; ///< that is at work
    double m_start = 0;             ///< cycle at which it began
    double m_end = 0;               ///< of the steps so far
};

Trace record(std::shared_ptr<const Program> program, ExecutionOptions options, const TraceLimits& limits,
             const std::stop_token& stop)
{
    return TraceRecorder(std::move(program), limits, stop).run(std::move(options));
}

std::optional<std::size_t> Trace::find(const StreamName& name) const
{
    const auto found = m_numbers.find(name);
    return found == m_numbers.end() ? std::nullopt : std::optional(found->second);
}

const std::vector<StreamLine>& Trace::lines(std::size_t stream) const
{
    const TracedStream& own = m_streams[stream];
    return m_lines[own.name.place][2 * own.role + (own.name.array ? 1 : 0)];
}

const Instruction& Trace::instruction(const TraceStep& step) const
{
    return *lines(step.stream)[step.point.line].instruction;
}

const TracePoint* Trace::next(std::size_t stream, std::size_t position) const
{
    const TracedStream& own = m_streams[stream];
    const auto step = std::lower_bound(own.steps.begin(), own.steps.end(), position);
    if (step != own.steps.end()) {
        return &m_steps[*step].point;
    }
    return own.unfinished ? &*own.unfinished : nullptr;
}

PerTensor<TensorCount> Trace::counts(std::size_t place, std::size_t position) const
{
    const PerTensor<TensorCount>* counts = m_counts[place].at(position);
    return counts != nullptr ? *counts : PerTensor<TensorCount>{};
}

Count Trace::wordsOfDram(std::size_t step) const
{
    const std::size_t place = m_streams[m_steps[step].stream].name.place;
    const PerTensor<TensorCount> before = counts(place, step);
    const PerTensor<TensorCount> after = counts(place, step + 1);
    Count words = 0;
    for (const Tensor tensor : allTensors) {
        words += after[tensor].dram + after[tensor].pinned - before[tensor].dram - before[tensor].pinned;
    }
    return words;
}

std::size_t Trace::placeAt(std::size_t position) const
{
    if (m_steps.empty()) {
        return 0;
    }
    const TraceStep& last = m_steps[std::min(std::max<std::size_t>(position, 1), m_steps.size()) - 1];
    return m_streams[last.stream].name.place;
}

} // namespace tilescape::program
