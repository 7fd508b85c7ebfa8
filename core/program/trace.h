#pragma once

#include "core/program/machine.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <stop_token>

namespace tilescape::program {

/// One instruction or loop of a stream as a line of its listing.
struct StreamLine {
    std::size_t depth = 0;                    ///< loops around it
    const Instruction* instruction = nullptr; ///< null: a loop begins, or ends
    Count times = 0;                          ///< of a loop that begins; 0: it ends
};
/// The lines of a stream, a loop with one for its beginning and one for its end.
std::vector<StreamLine> linesOf(const Steps& steps);

/// What a stream did with one unit, or is about to do: the number of the line in its listing, the unit, the counters of
/// the loops around it (outermost first).
struct TracePoint {
    std::uint32_t line = 0;
    Unit unit;
    std::vector<std::uint32_t> counters;
};

/// One step of an execution.
struct TraceStep {
    std::uint32_t stream = 0; ///< in Trace::streams
    TracePoint point;
    Count words = 0;                      ///< of the unit that are moved; 0 if none are
    std::vector<ObservedHandover> handed; ///< to other layers of the segment
    double begin =
        0; ///< if timed: the cycles in which it takes channels, a bus or the array, from the first segment on
    double end = 0;
    StepCycles channels; ///< of these: memory channels, and a shared buffer
    StepCycles shared;
};

/// Values over the steps of an execution, each from the step that made it on.
template <typename T>
class Series {
public:
    void put(std::uint32_t step, T value)
    {
        if (!m_steps.empty() && m_steps.back() == step) {
            m_values.back() = std::move(value);
            return;
        }
        m_steps.push_back(step);
        m_values.push_back(std::move(value));
    }
    /// The value when `position` steps are done; null before the first.
    [[nodiscard]] const T* at(std::size_t position) const
    {
        const auto after = std::lower_bound(m_steps.begin(), m_steps.end(), position);
        return after == m_steps.begin() ? nullptr : &m_values[static_cast<std::size_t>(after - m_steps.begin()) - 1];
    }
    [[nodiscard]] const std::vector<T>& values() const { return m_values; }

private:
    std::vector<std::uint32_t> m_steps;
    std::vector<T> m_values;
};

/// What is tracked of a piece.
struct TracedPiece {
    bool armed = false;
    Unit unit;
    Count updates = 0; ///< still to arrive
    Count reads = 0;   ///< still to happen
    Count words = 0;   ///< of the unit
    [[nodiscard]] bool isFree() const { return !armed || (updates == 0 && reads == 0); }
};

/// One stream of an execution. Those of a tile stand in pairs, the controller's first.
struct TracedStream {
    StreamName name;
    std::size_t role = 0;                 ///< of its layer
    std::vector<std::uint32_t> steps;     ///< its own, by number
    std::optional<TracePoint> unfinished; ///< where it stood when the recording ended, if not at its end
};

/// A range of a tile over the steps.
struct TracedRange {
    std::vector<Series<TracedPiece>> pieces;
    Series<Count> words; ///< of all pieces that are in use
};

/// How much of an execution is kept.
struct TraceLimits {
    std::size_t steps = 400'000; ///< after which it ends
};

/// An execution step by step: every question about any moment is answered at once, so that it can be played, stepped back and
/// scrubbed. A moment, or position, is a number of steps that are done.
class Trace {
public:
    [[nodiscard]] const Program& program() const { return *m_program; }
    /// What the execution came to; `stopped` if the steps were more than were to be kept.
    [[nodiscard]] const Execution& execution() const { return m_execution; }
    [[nodiscard]] bool isTimed() const { return m_timed; }
    [[nodiscard]] std::size_t size() const { return m_steps.size(); }
    [[nodiscard]] const TraceStep& step(std::size_t number) const { return m_steps[number]; }
    [[nodiscard]] const std::vector<TracedStream>& streams() const { return m_streams; }
    /// The number of a stream; nothing if there is no such stream.
    [[nodiscard]] std::optional<std::size_t> find(const StreamName& name) const;
    [[nodiscard]] const std::vector<StreamLine>& lines(std::size_t stream) const;
    [[nodiscard]] const Instruction& instruction(const TraceStep& step) const;

    /// What the stream does next; null at its end.
    [[nodiscard]] const TracePoint* next(std::size_t stream, std::size_t position) const;
    /// The range of a tensor on the tile of a stream.
    [[nodiscard]] const TracedRange& range(std::size_t stream, Tensor tensor) const
    {
        return m_ranges[stream / 2][tensor];
    }
    /// What was counted of a layer, by its place in the program.
    [[nodiscard]] PerTensor<TensorCount> counts(std::size_t place, std::size_t position) const;
    /// Words that a step has moved between DRAM and tiles or shared buffers, also those that are not counted.
    [[nodiscard]] Count wordsOfDram(std::size_t step) const;
    /// The cycle that has been reached, if timed.
    [[nodiscard]] double cycleAt(std::size_t position) const
    {
        return m_cycles.empty() || position == 0 ? 0 : m_cycles[std::min(position, m_cycles.size()) - 1];
    }
    /// The cycle at which the segment of a layer, by its place in the program, has begun.
    [[nodiscard]] double startOf(std::size_t place) const { return m_starts[place]; }
    /// The place of the layer that is at work, which the step that was done last belongs to.
    [[nodiscard]] std::size_t placeAt(std::size_t position) const;

private:
    friend class TraceRecorder;
    std::shared_ptr<const Program> m_program;
    Execution m_execution;
    bool m_timed = false;
    std::vector<TraceStep> m_steps;
    std::vector<double> m_starts; ///< by place
    std::vector<double> m_cycles; ///< reached when so many steps are done, less one
    std::vector<TracedStream> m_streams;
    std::map<StreamName, std::size_t> m_numbers;
    std::vector<PerTensor<TracedRange>> m_ranges;              ///< by pair of streams
    std::vector<std::vector<std::vector<StreamLine>>> m_lines; ///< by place, and twice the role, one more for the array
    std::vector<Series<PerTensor<TensorCount>>> m_counts;      ///< by place
};

/// Executes a program and keeps its steps. A stop ends it early, as do more steps than are to be kept; `options.observer` is not
/// called.
Trace record(std::shared_ptr<const Program> program, ExecutionOptions options, const TraceLimits& limits = {},
             const std::stop_token& stop = {});

/// The program in which only the layers of one segment, by its number, do anything. Executed by itself it works on what the
/// layers before it would have made only if that is drawn at random (`Arithmetic::Sample`) or nothing is computed.
Program segmentOf(const Program& program, Count segment);

} // namespace tilescape::program
