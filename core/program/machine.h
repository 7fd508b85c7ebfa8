#pragma once

#include "core/program/clock.h"
#include "core/program/fault.h"
#include "core/program/program.h"
#include "core/program/step_observer.h"
#include "core/program/tensor_data.h"

#include <optional>
#include <string>
#include <vector>

namespace tilescape::program {

/// How a program is executed.
struct ExecutionOptions {
    std::uint64_t dataSeed = 1;         ///< of inputs and weights
    std::uint64_t interleavingSeed = 1; ///< of the order in which streams advance, where nothing orders them
    bool timed = false;                 ///< streams advance in the order of their cycles, which are counted
    /// Which multiply-accumulates are done: all, and the network's outputs are compared; those of a few units of the
    /// output of each layer, which is executed by itself on maps drawn at random; or none.
    enum class Arithmetic { All, Sample, None };
    Arithmetic arithmetic = Arithmetic::All;
    int threads = 0; ///< for segments, if nothing is computed and there is no observer; 0 for all cores
    StepObserver observer{}; ///< may be empty
    /// What layers of a segment hand on at a time: each unit when it is made, or a group when all of it is, as the cost model has it;
    /// the pieces of a group are then free when all of it has been taken. Without room for a group units are handed on in any case.
    enum class HandOver { Units, Groups };
    HandOver handOver = HandOver::Units;
};

/// What an execution did.
struct Execution {
    std::vector<PerTensor<TensorCount>> counts; ///< by place in the program
    std::vector<SegmentCycles> cycles;          ///< by segment, if timed
    bool outputsCompared = false;
    Count wordsCompared = 0;
    bool outputsEqual = false;
    bool countsEqual = false;   ///< to those that the program expects
    std::optional<Fault> fault; ///< the first; nothing else counts then
    bool stopped = false;       ///< the observer has ended it: nothing was compared
    [[nodiscard]] bool holds() const { return !fault && countsEqual && (outputsEqual || !outputsCompared); }
};

/// Executes a program (Tangram 4.1): every tile's two streams advance in an order drawn at random, and wait only for tracked
/// pieces. Checked are: room and overlap of ranges; that each piece holds the unit that is asked for, complete, and is read as
/// often as counted; receivers of transfers; deadlock; counts that are never reached; at the end, each output word against a
/// direct evaluation, and what was moved against what the program claims.
Execution execute(const Program& program, const ExecutionOptions& options);

} // namespace tilescape::program
