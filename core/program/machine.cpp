#include "core/program/machine.h"

#include "core/program/layer_machine.h"

#include <cmath>

#include <fmt/format.h>

namespace tilescape::program {

namespace {

/// Ranges that reach beyond the buffer, or into each other.
std::optional<Fault> faultOfRanges(const Program& program, const LayerCode& code)
{
    const std::string& name = program.network.layers[code.layer].name;
    for (const Tensor tensor : allTensors) {
        const Range& range = code.ranges[tensor];
        if (!range.inBuffer || range.pieceWords == 0) {
            continue;
        }
        if (range.base < 0 || range.base + range.words() > program.bufferWords) {
            return Fault{fmt::format("words {} to {} are not in a buffer of {}", range.base, range.base + range.words(),
                                     program.bufferWords),
                         name, fmt::format("range of the {}", nameOf(tensor))};
        }
        for (const Tensor other : allTensors) {
            const Range& second = code.ranges[other];
            const bool both = other > tensor && second.inBuffer && second.pieceWords > 0;
            if (both && range.base < second.base + second.words() && second.base < range.base + range.words()) {
                return Fault{
                    fmt::format("word {} is also in that of the {}", std::max(range.base, second.base), nameOf(other)),
                    name, fmt::format("range of the {}", nameOf(tensor))};
            }
        }
    }
    return std::nullopt;
}

Fault faultOf(const Program& program, std::size_t layer, const WrongWord& word)
{
    return {fmt::format("{} instead of {}", static_cast<std::int64_t>(word.made), static_cast<std::int64_t>(word.right)),
            program.network.layers[layer].name,
            fmt::format("output word ({}, {}, {}, {})", word.at[0], word.at[1], word.at[2], word.at[3])};
}

/// The first word of an output that is not what a direct evaluation gives.
std::optional<Fault> compareOutputs(const Program& program, NetworkData& data, Execution& execution,
                                    const ExecutionOptions& options)
{
    NetworkData direct(program.network, program.batch, options.dataSeed);
    evaluateDirectly(program.network, program.batch, direct);
    for (const LayerCode& code : program.layers) {
        const Store& made = data.output(code.layer);
        const Store& right = direct.output(code.layer);
        for (std::size_t word = 0; word < right.words.size(); ++word) {
            if (made.words[word] != right.words[word]) {
                auto rest = static_cast<Count>(word);
                WrongWord wrong{{}, made.words[word], right.words[word]};
                for (std::size_t side = 4; side-- > 0;) {
                    wrong.at[side] = rest % right.size[side];
                    rest /= right.size[side];
                }
                return faultOf(program, code.layer, wrong);
            }
        }
        execution.wordsCompared += static_cast<Count>(right.words.size());
    }
    return std::nullopt;
}

/// Of one layer, the units that were sampled.
std::optional<Fault> compareSample(const Program& program, NetworkData& data, Execution& execution, const LayerMachine& machine,
                                   std::size_t layer)
{
    const auto wrong = firstWrongWord(program.network, program.batch, data, layer, machine.sampled());
    for (const Box& box : machine.sampled()) {
        execution.wordsCompared += box.size();
    }
    return wrong ? std::optional(faultOf(program, layer, *wrong)) : std::nullopt;
}

bool isEqual(Count counted, double expected)
{
    return std::abs(static_cast<double>(counted) - expected) <= 1e-9 * std::max(1.0, expected);
}

/// The first count that is not the one that the program claims.
std::optional<Fault> compareCounts(const Program& program, const Execution& execution)
{
    for (std::size_t place = 0; place < program.layers.size(); ++place) {
        const LayerCode& code = program.layers[place];
        for (const Tensor tensor : allTensors) {
            const TensorCount& count = execution.counts[place][tensor];
            const TensorClaim& claim = code.claims[tensor];
            const auto differs = [&](std::string_view quantity, Count counted,
                                     double expected) -> std::optional<Fault> {
                if (isEqual(counted, expected)) {
                    return std::nullopt;
                }
                return Fault{fmt::format("{} instead of the {} that it claims", counted, expected),
                             program.network.layers[code.layer].name,
                             fmt::format("{} of the {}", quantity, nameOf(tensor))};
            };
            for (const auto& fault : {differs("words of DRAM", count.dram, claim.expectedDram),
                                      differs("words of buffers", count.buffer, claim.expectedBuffer),
                                      differs("word-hops", count.hops, claim.expectedHops)}) {
                if (fault) {
                    return fault;
                }
            }
        }
    }
    return std::nullopt;
}

} // namespace

Execution execute(const Program& program, const ExecutionOptions& options)
{
    Execution execution;
    execution.counts.resize(program.layers.size());
    const Places places(program);
    NetworkData data(program.network, program.batch, options.dataSeed);
    for (std::size_t place = 0; place < program.layers.size(); ++place) {
        const LayerCode& code = program.layers[place];
        execution.fault = faultOfRanges(program, code);
        const bool samples = options.arithmetic == ExecutionOptions::Arithmetic::Sample;
        if (samples) {
            data.drawSourcesOf(code.layer, options.dataSeed);
        }
        if (!execution.fault) {
            LayerMachine machine(program, code, places, data, options, execution.counts[place]);
            execution.fault = machine.run();
            execution.stopped = machine.isStopped();
            if (execution.stopped) {
                return execution;
            }
            if (samples && !execution.fault) {
                execution.fault = compareSample(program, data, execution, machine, code.layer);
            }
            if (options.timed) {
                const bool known = place < program.segmentCycles.size();
                execution.cycles.push_back(
                    machine.cycles(known ? static_cast<double>(program.segmentCycles[place]) : 0));
            }
        }
        if (execution.fault) {
            return execution;
        }
    }
    if (options.arithmetic == ExecutionOptions::Arithmetic::All) {
        execution.fault = compareOutputs(program, data, execution, options);
    }
    execution.outputsCompared = options.arithmetic != ExecutionOptions::Arithmetic::None;
    execution.outputsEqual = execution.outputsCompared && !execution.fault;
    if (!execution.fault) {
        execution.fault = compareCounts(program, execution);
        execution.countsEqual = !execution.fault;
    }
    return execution;
}

} // namespace tilescape::program
