#include "core/program/compile.h"

#include "core/dataflow/unit_pass.h"
#include "core/pipeline/turn_loops.h"
#include "core/program/layer_compiler.h"
#include "core/program/places.h"
#include "core/program/segment_rules.h"
#include "core/program/turn_layout.h"
#include "core/schedule/evaluate.h"
#include "core/support/parallel.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

#include <fmt/format.h>

namespace tilescape::program {

using schedule::ScheduledLayer;
using support::Diagnostic;
using support::Diagnostics;

namespace {

Diagnostics whatIsNotCompiled(const schedule::Schedule& schedule)
{
    Diagnostics faults;
    const SegmentRules rules(schedule);
    for (std::size_t place = 0; place < schedule.layers.size(); ++place) {
        const ScheduledLayer& placed = schedule.layers[place];
        const std::string& name = schedule.problem->network.layers[placed.layer].name;
        if (const std::string obstacle = rules.obstacle(place); !obstacle.empty()) {
            faults.push_back(refusal(name, obstacle, "the same groups in both layers, or a segment for each"));
        }
    }
    return faults;
}

/// Compiles one region after another into one program.
class Compiler {
public:
    explicit Compiler(const schedule::Schedule& schedule) : m_schedule(schedule), m_layers(schedule, m_program)
    {
        const schedule::Problem& problem = *schedule.problem;
        const hardware::Machine machine = hardware::machineOf(problem.hardware);
        m_program.network = problem.network;
        m_program.batch = problem.batch;
        m_program.tiles = machine.shape.tiles;
        m_program.memory = machine.shape.memory;
        m_program.transfersBetweenTiles = problem.hardware.sameLevelTransfers;
        m_program.bufferWords = machine.capacities.bufferWordsPerTile;
        m_program.busWordsPerCycle = machine.rates.busWordsPerCycle;
        m_program.dramWordsPerCycle = machine.rates.dramWordsPerCycle;
        for (const hardware::SharedBuffer& buffer : machine.sharedBuffers) {
            m_program.sharedBuffers.push_back({buffer.words, buffer.wordsPerCycle});
        }
        m_program.inputPartition = schedule.inputPartition;
        for (std::size_t place = 0; place < schedule.layers.size(); ++place) {
            m_program.layers.push_back(m_layers.cut(place));
        }
        for (const pipeline::SegmentTiming& timing : schedule.segments) {
            m_program.segmentCycles.push_back(timing.cycles());
        }
    }

    support::Result<Program> program()
    {
        Places places(m_program);
        Diagnostics faults;
        for (std::size_t first = 0; first < m_program.layers.size();) {
            std::size_t last = first + 1;
            while (last < m_program.layers.size() && isInRegion(m_program.layers[last].slot, m_program.layers[first].slot)) {
                ++last;
            }
            compileRegion(places, first, last, faults);
            first = last;
        }
        layOutShared(faults);
        if (!faults.empty()) {
            return faults;
        }
        support::parallelFor(m_drafts.size(), 0, [&](std::size_t place) {
            m_layers.claim(places, place, m_drafts[place], m_program.layers[place]);
        });
        return std::move(m_program);
    }

private:
    static bool isInRegion(const pipeline::Slot& a, const pipeline::Slot& b)
    {
        return a.segment == b.segment && a.region == b.region;
    }

    /// What the layers of a segment hold in shared buffers lies side by side.
    void layOutShared(Diagnostics& faults)
    {
        std::vector<Count> used(m_program.sharedBuffers.size(), 0);
        for (std::size_t place = 0; place < m_program.layers.size(); ++place) {
            LayerCode& code = m_program.layers[place];
            if (place > 0 && code.slot.segment != m_program.layers[place - 1].slot.segment) {
                std::fill(used.begin(), used.end(), 0);
            }
            for (const Tensor tensor : allTensors) {
                SharedRange& shared = code.shared[tensor];
                if (!shared.exists()) {
                    continue;
                }
                const auto number = static_cast<std::size_t>(shared.level - 1);
                shared.base = used[number];
                used[number] += code.sharedWords(tensor);
                if (used[number] > m_program.sharedBuffers[number].words) {
                    faults.push_back(refusal(
                        nameOf(place),
                        fmt::format("its segment holds {} words at a time in shared buffer {}, which has {}; the model lets layers on "
                                    "the same tiles have it one after another",
                                    used[number], shared.level, m_program.sharedBuffers[number].words),
                        "a larger shared buffer, or a segment for each layer"));
                    return;
                }
            }
        }
    }

    /// How the layers from `first` up to `last`, which have the same tiles, may use them, in the order of what is tried: side by
    /// side, else in turns; if need be inputs pass the buffer by.
    /// Weights of several layers are brought in for every turn, as the model has it; those of the only layer that has any stay
    /// beside all other ranges or, if need be, are brought in for every turn as well.
    [[nodiscard]] std::vector<TileUse> waysToUse(const Places& places, std::size_t first, std::size_t last) const
    {
        std::vector<TileUse> ways;
        const auto turns = turnLoopsOf(places, first, last);
        for (const bool streamsInputs : {false, true}) {
            ways.push_back({false, 0, false, streamsInputs});
            if (turns && layersWithWeights(first, last) < 2) {
                ways.push_back({true, *turns, false, streamsInputs});
            }
        }
        for (const bool streamsInputs : {false, true}) {
            if (turns) {
                ways.push_back({true, *turns, true, streamsInputs});
            }
        }
        return ways;
    }

    void compileRegion(Places& places, std::size_t first, std::size_t last, Diagnostics& faults)
    {
        const std::vector<TileUse> uses = waysToUse(places, first, last);
        for (const TileUse& use : uses) {
            Diagnostics found;
            std::vector<LayerDraft> drafts = compileLayers(places, first, last, use, found);
            const bool isFirst = &use == &uses.front();
            if (!found.empty() && isFirst) {
                faults.insert(faults.end(), found.begin(), found.end());
                return;
            }
            if (found.empty()
                && (use.takesTurns ? takeTurns(places, first, drafts, use.turnLoops) : layOutSideBySide(first, last))) {
                std::move(drafts.begin(), drafts.end(), std::back_inserter(m_drafts));
                return;
            }
            if (last - first == 1) {
                break; // a layer by itself has all the room already
            }
        }
        compileLayers(places, first, last, {}, faults);
        std::string room;
        for (std::size_t place = first; place < last; ++place) {
            const PerTensor<Range>& ranges = m_program.layers[place].ranges;
            const auto words = [&](Tensor tensor) { return ranges[tensor].takesRoom() ? ranges[tensor].words() : 0; };
            room += fmt::format("{}'{}' {} + {} + {}", room.empty() ? "" : ", ", nameOf(place), words(Tensor::Weight),
                                words(Tensor::Input), words(Tensor::Output));
        }
        faults.push_back(refusal(nameOf(last - 1),
                                 fmt::format("the layers of its region do not fit into {} words a tile; weights, inputs and "
                                             "outputs: {}",
                                             m_program.bufferWords, room),
                                 "smaller inner factors need less room"));
    }

    [[nodiscard]] std::ptrdiff_t layersWithWeights(std::size_t first, std::size_t last) const
    {
        const auto begin = m_program.layers.begin();
        return std::count_if(begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last),
                             [&](const LayerCode& code) { return network::hasWeights(m_program.network.layers[code.layer]); });
    }

    [[nodiscard]] const std::string& nameOf(std::size_t place) const
    {
        return m_program.network.layers[m_program.layers[place].layer].name;
    }

    std::vector<LayerDraft> compileLayers(Places& places, std::size_t first, std::size_t last, const TileUse& use,
                                          Diagnostics& faults)
    {
        std::vector<LayerDraft> drafts;
        for (std::size_t place = first; place < last; ++place) {
            if (auto draft = m_layers.compile(places, place, use, m_program.layers[place])) {
                drafts.push_back(std::move(draft.value()));
            } else {
                faults.insert(faults.end(), draft.faults().begin(), draft.faults().end());
            }
            places.noteMade(m_program, m_program.layers[place]);
        }
        return drafts;
    }

    /// The outermost loops that all layers of a region go through in step, so that each iteration is a turn of each.
    [[nodiscard]] std::optional<std::size_t> turnLoopsOf(const Places& places, std::size_t first,
                                                         std::size_t last) const
    {
        const SegmentRules& rules = m_layers.rules();
        std::vector<std::vector<std::size_t>> makers;
        std::vector<pipeline::TurnTaking> layers;
        for (std::size_t place = first; place < last; ++place) {
            makers.push_back(makersOf(places, first, place));
        }
        for (std::size_t place = first; place < last; ++place) {
            const network::Layer& layer = m_program.network.layers[m_program.layers[place].layer];
            layers.push_back({&m_schedule.layers[place].scheme.blocking, rules.groupLoops(place),
                              rules.inputLoops(place), dataflow::groupsInTurn(layer) > 1,
                              places.handsOn(m_program.layers[place].layer), makers[place - first]});
        }
        return pipeline::turnLoops(first, layers);
    }

    /// The layers from `first` on, on the same tiles, whose output the layer at `place` takes.
    [[nodiscard]] std::vector<std::size_t> makersOf(const Places& places, std::size_t first, std::size_t place) const
    {
        std::vector<std::size_t> makers;
        for (const Places::Source& source : places.sourcesOf(m_program.layers[place].layer)) {
            for (std::size_t maker = first; maker < place; ++maker) {
                if (source.maker == m_program.layers[maker].layer) {
                    makers.push_back(maker);
                }
            }
        }
        return makers;
    }

    /// One range after another; false if they do not fit.
    bool layOutSideBySide(std::size_t first, std::size_t last)
    {
        Count words = 0;
        for (std::size_t place = first; place < last; ++place) {
            for (const Range& range : m_program.layers[place].ranges) {
                words += range.takesRoom() ? range.words() : 0;
            }
        }
        if (words > m_program.bufferWords) {
            return false;
        }
        const auto inSegment = [&](const ScheduledLayer& placed) {
            return placed.slot.segment == m_schedule.layers[first].slot.segment;
        };
        const Count layers = std::count_if(m_schedule.layers.begin(), m_schedule.layers.end(), inSegment);
        Count base = 0;
        for (std::size_t place = first; place < last; ++place) {
            words += addCopies(m_program.layers[place], m_program.bufferWords - words, layers);
            for (Range& range : m_program.layers[place].ranges) {
                range.base = range.takesRoom() ? base : 0;
                base += range.takesRoom() ? range.words() : 0;
            }
        }
        return true;
    }

    /// Where room is left, what a layer hands on group by group has pieces for more than one group: for a second, so that one is made
    /// while the other is taken, and for one more for each layer through which a longer branch leads to the layer that needs both, as
    /// beside the shortcut of a residual block. No branch is longer than the segment has `layers`. Returns the words that this adds.
    static Count addCopies(LayerCode& code, Count room, Count layers)
    {
        Range& range = code.ranges[Tensor::Output];
        const bool channels = code.dealing[Axis::OutputChannel].groups > 1;
        const Axis axis = channels ? Axis::OutputChannel : Axis::Batch;
        const bool offers = std::any_of(code.roles.begin(), code.roles.end(), [](const Role& role) {
            return hasOperation(role.controller, Operation::Offer);
        });
        const Count words = range.words();
        if (!offers || !range.takesRoom() || range.rotates || words == 0) {
            return 0;
        }
        Count copies = std::min({layers, code.dealing[axis].groups, 1 + room / words});
        if (range.spread.isSpread() && range.spread.axis == axis) {
            while (!liesApart(range.spread, range.pieces[axis], copies)) {
                --copies;
            }
        }
        range.pieces[axis] *= copies;
        return words * (copies - 1);
    }

    /// Whether so many groups of a tensor that is spread along the axis of its groups have pieces of their own on each tile: its part
    /// of a group is further on in the next one by the units of all tiles.
    static bool liesApart(const Spread& spread, Count pieces, Count copies)
    {
        for (Count position = 0; position < spread.tiles(); ++position) {
            std::set<Count> taken;
            for (Count group = 0; group < copies; ++group) {
                for (Count unit = spread.beginOf(position); unit < spread.beginOf(position + 1); ++unit) {
                    if (!taken.insert((group * spread.units + unit) % (pieces * copies)).second) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    static bool hasOperation(const Steps& steps, Operation operation)
    {
        return std::any_of(steps.begin(), steps.end(), [operation](const Step& step) {
            if (const auto* repeat = std::get_if<Repeat>(&step.content)) {
                return hasOperation(repeat->steps, operation);
            }
            return std::get<Instruction>(step.content).operation == operation;
        });
    }

    bool takeTurns(const Places& places, std::size_t first, const std::vector<LayerDraft>& drafts,
                   std::size_t loops)
    {
        std::vector<TurnLayer> layers;
        for (std::size_t place = first; place < first + drafts.size(); ++place) {
            LayerCode& code = m_program.layers[place];
            TurnLayer& own = layers.emplace_back(TurnLayer{&code, takesAtOnce(code, loops), drafts[place - first].stays, {}});
            own.stays[Tensor::Weight] = own.stays[Tensor::Weight] || code.weightsPinned;
            for (const std::size_t maker : makersOf(places, first, place)) {
                own.makers.push_back(maker - first);
            }
        }
        return layOutInTurns(layers, m_program.bufferWords);
    }

    /// Whether the controller's turn, inside so many `loops`, begins with all that it takes.
    static bool takesAtOnce(const LayerCode& code, std::size_t loops)
    {
        const Steps* steps = &code.roles.front().controller;
        for (std::size_t depth = 0; depth < loops; ++depth) {
            const auto inner = std::find_if(steps->begin(), steps->end(), [](const Step& step) {
                return std::holds_alternative<Repeat>(step.content);
            });
            if (inner == steps->end()) {
                return false;
            }
            steps = &std::get<Repeat>(inner->content).steps;
        }
        const auto* first = steps->empty() ? nullptr : std::get_if<Instruction>(&steps->front().content);
        return first != nullptr && first->operation == Operation::Arm && first->tensor == Tensor::Input;
    }

    const schedule::Schedule& m_schedule;
    Program m_program;
    LayerCompiler m_layers;
    std::vector<LayerDraft> m_drafts; ///< of the layers that have been laid out, in order
};

} // namespace

support::Result<Program> compile(const schedule::Schedule& schedule)
{
    if (!schedule.hasResult()) {
        return schedule.diagnostics.empty()
                   ? Diagnostics{refusal("", "there is no schedule", "solve the problem first")}
                   : schedule.diagnostics;
    }
    if (schedule.problem->space.counts == Counts::Reference) {
        schedule::Problem executed = *schedule.problem;
        executed.space.counts = Counts::Executed;
        std::vector<schedule::GivenScheme> schemes;
        for (const ScheduledLayer& placed : schedule.layers) {
            schemes.push_back({placed.layer, placed.slot, placed.scheme});
        }
        return compile(schedule::evaluate(std::make_shared<const schedule::Problem>(std::move(executed)),
                                          schedule.inputPartition, schemes));
    }
    const Diagnostics faults = whatIsNotCompiled(schedule);
    if (!faults.empty()) {
        return faults;
    }
    return Compiler(schedule).program();
}

} // namespace tilescape::program
