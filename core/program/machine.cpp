#include "core/program/machine.h"

#include "core/program/segment_machine.h"
#include "core/support/parallel.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>

#include <fmt/format.h>

namespace tilescape::program {

namespace {

/// Words of a buffer that a tensor of one layer has.
struct LaidOut {
    const LayerCode& code;
    Tensor tensor;
    Count base = 0;
    Count words = 0;
};

/// Whether the two may not lie over each other in tiles' buffers: on the same tiles, unless their layers take turns.
bool lieApart(const LaidOut& a, const LaidOut& b)
{
    return &a.code == &b.code
           || (a.code.slot.region == b.code.slot.region && !(a.code.takesTurns && b.code.takesTurns));
}

/// Why `own` cannot be in a buffer of so many words beside `earlier`, of which those count that `lieApart` from it.
template <class LieApart>
std::optional<Fault> faultOfRange(const Program& program, const LaidOut& own, const std::vector<LaidOut>& earlier, Count room,
                                  const std::string& buffer, const LieApart& lieApart)
{
    const auto faultOf = [&](std::string problem) {
        return Fault{std::move(problem), program.network.layers[own.code.layer].name,
                     fmt::format("range of the {}{}", nameOf(own.tensor), buffer)};
    };
    const Count end = own.base + own.words;
    if (own.base < 0 || end > room) {
        return faultOf(fmt::format("words {} to {} are not in a buffer of {}", own.base, end, room));
    }
    for (const LaidOut& other : earlier) {
        if (lieApart(own, other) && own.base < other.base + other.words && other.base < end) {
            const bool same = &other.code == &own.code;
            return faultOf(fmt::format("word {} is also in that of the {}{}", std::max(own.base, other.base), nameOf(other.tensor),
                                       same ? "" : " of '" + program.network.layers[other.code.layer].name + "'"));
        }
    }
    return std::nullopt;
}

/// Ranges that reach beyond their buffer, or into each other, on the tiles of one segment and in the chip's shared buffers.
std::optional<Fault> faultOfRanges(const Program& program, std::span<const LayerCode> codes)
{
    std::vector<LaidOut> inTiles;
    std::vector<std::vector<LaidOut>> inShared(program.sharedBuffers.size());
    for (const LayerCode& code : codes) {
        for (const Tensor tensor : allTensors) {
            if (const Range& range = code.ranges[tensor]; range.takesRoom()) {
                const LaidOut own{code, tensor, range.base, range.words()};
                if (auto fault = faultOfRange(program, own, inTiles, program.bufferWords, "", lieApart)) {
                    return fault;
                }
                inTiles.push_back(own);
            }
            if (const SharedRange& shared = code.shared[tensor]; shared.exists()) {
                const auto number = static_cast<std::size_t>(shared.level - 1);
                const LaidOut own{code, tensor, shared.base, code.sharedWords(tensor)};
                if (auto fault = faultOfRange(program, own, inShared[number], program.sharedBuffers[number].words,
                                              fmt::format(" in shared buffer {}", shared.level),
                                              [](const LaidOut&, const LaidOut&) { return true; })) {
                    return fault;
                }
                inShared[number].push_back(own);
            }
        }
    }
    return std::nullopt;
}

Fault faultOf(const Program& program, std::size_t layer, const WrongWord& word)
{
    return {
        fmt::format("{} instead of {}", static_cast<std::int64_t>(word.made), static_cast<std::int64_t>(word.right)),
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

/// Of the layer at `place`, the units that were sampled.
std::optional<Fault> compareSample(const Program& program, NetworkData& data, Execution& execution,
                                   const std::set<Box>& boxes, std::size_t place)
{
    const auto wrong = firstWrongWord(program.network, program.batch, data, program.layers[place].layer, boxes);
    for (const Box& box : boxes) {
        execution.wordsCompared += box.size();
    }
    return wrong ? std::optional(faultOf(program, program.layers[place].layer, *wrong)) : std::nullopt;
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
                                      differs("word-hops", count.hops, claim.expectedHops),
                                      differs("words of shared buffers", count.shared, claim.expectedShared),
                                      differs("words handed on", count.handed, claim.expectedHanded)}) {
                if (fault) {
                    return fault;
                }
            }
        }
    }
    return std::nullopt;
}

/// The layers of a segment, by their places in the program.
struct SegmentPlaces {
    std::size_t first = 0;
    std::size_t count = 0;
};

std::vector<SegmentPlaces> segmentsOf(const Program& program)
{
    std::vector<SegmentPlaces> segments;
    for (std::size_t place = 0; place < program.layers.size(); ++place) {
        const bool begins = place == 0 || program.layers[place].slot.segment != program.layers[place - 1].slot.segment;
        if (begins) {
            segments.push_back({place, 0});
        }
        ++segments.back().count;
    }
    return segments;
}

/// What came of a segment, beside its counts.
struct SegmentOutcome {
    std::optional<Fault> fault;
    std::optional<SegmentCycles> cycles; ///< if timed
    bool stopped = false;
};

/// Executes one segment by its number; its counts are added to those of the execution.
SegmentOutcome executeSegment(const Program& program, std::size_t number, const SegmentPlaces& segment, const Places& places,
                              NetworkData& data, const ExecutionOptions& options, Execution& execution)
{
    const auto [first, count] = segment;
    const std::span<const LayerCode> codes(program.layers.data() + first, count);
    const double model = number < program.segmentCycles.size() ? static_cast<double>(program.segmentCycles[number]) : 0;
    SegmentOutcome outcome;
    if (std::all_of(codes.begin(), codes.end(), [](const LayerCode& code) { return code.roles.empty(); })) {
        if (options.timed) {
            outcome.cycles = SegmentCycles{0, model, {}, {}, {}, {}};
        }
        return outcome; // its tensors need no memory
    }
    outcome.fault = faultOfRanges(program, codes);
    if (outcome.fault) {
        return outcome;
    }
    const bool samples = options.arithmetic == ExecutionOptions::Arithmetic::Sample;
    if (samples) {
        for (const LayerCode& code : codes) {
            data.drawSourcesOf(code.layer, options.dataSeed);
        }
    }
    SegmentMachine machine(program, codes, places, data, options, std::span(execution.counts.data() + first, count));
    outcome.fault = machine.run();
    outcome.stopped = machine.isStopped();
    for (std::size_t place = 0; samples && !outcome.fault && !outcome.stopped && place < count; ++place) {
        outcome.fault = compareSample(program, data, execution, machine.sampled(place), first + place);
    }
    if (options.timed) {
        outcome.cycles = machine.cycles(model);
    }
    return outcome;
}

/// Executes the segments in order up to the first that does not end well. Where nothing is computed none needs what another made,
/// so that all are executed, on several threads.
std::vector<SegmentOutcome> executeSegments(const Program& program, NetworkData& data, const ExecutionOptions& options, Execution& execution)
{
    const Places places(program);
    const std::vector<SegmentPlaces> segments = segmentsOf(program);
    std::vector<SegmentOutcome> outcomes(segments.size());
    const auto run = [&](std::size_t number) {
        outcomes[number] = executeSegment(program, number, segments[number], places, data, options, execution);
    };
    if (options.arithmetic == ExecutionOptions::Arithmetic::None && !options.observer) {
        support::parallelFor(segments.size(), options.threads, run);
        return outcomes;
    }
    for (std::size_t number = 0; number < segments.size(); ++number) {
        run(number);
        if (outcomes[number].fault || outcomes[number].stopped) {
            break;
        }
    }
    return outcomes;
}

} // namespace

Execution execute(const Program& program, const ExecutionOptions& options)
{
    Execution execution;
    execution.counts.resize(program.layers.size());
    NetworkData data(program.network, program.batch, options.dataSeed);
    for (SegmentOutcome& outcome : executeSegments(program, data, options, execution)) {
        if (outcome.cycles) {
            execution.cycles.push_back(*outcome.cycles);
        }
        execution.fault = std::move(outcome.fault);
        execution.stopped = outcome.stopped;
        if (execution.fault || execution.stopped) {
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
