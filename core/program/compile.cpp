#include "core/program/compile.h"

#include "core/cost/blocking_cost.h"
#include "core/dataflow/rotation_steps.h"
#include "core/dataflow/unit_pass.h"
#include "core/program/claims.h"
#include "core/program/loop_plan.h"
#include "core/program/places.h"
#include "core/program/routes.h"
#include "core/program/streams.h"
#include "core/schedule/evaluate.h"
#include "core/search/space/search_space.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::program {

using schedule::ScheduledLayer;
using support::Diagnostic;
using support::Diagnostics;
using support::Severity;

namespace {

Diagnostic refusal(const std::string& layer, std::string problem, std::string remedy)
{
    return {Severity::Error, "", "", layer, std::move(problem), std::move(remedy)};
}

/// Whether a grouped layer becomes a depthwise one on each tile.
bool isDepthwiseInParts(const schedule::Schedule& schedule, const ScheduledLayer& placed)
{
    const network::Layer& layer = schedule.problem->network.layers[placed.layer];
    const dataflow::TileLayer tile =
        dataflow::tileLayer(layer, schedule.problem->batch, placed.scheme.partition, Counts::Executed);
    return network::isDepthwise(tile.layer) && !network::isDepthwise(layer);
}

Diagnostics whatIsNotCompiled(const schedule::Schedule& schedule)
{
    Diagnostics faults;
    if (schedule.problem->hardware.sharedBuffer.bytes > 0 || !schedule.problem->hardware.outerBuffers.empty()) {
        faults.push_back(refusal("",
                                 "the chip has shared buffers between its tiles and DRAM, which programs do not use",
                                 "set shared_buffer_bytes to 0"));
    }
    for (const ScheduledLayer& placed : schedule.layers) {
        const std::string& name = schedule.problem->network.layers[placed.layer].name;
        if (placed.slot.region > 0 || placed.slot.index > 0) {
            faults.push_back(refusal(name, fmt::format("it shares segment {} with other layers", placed.slot.segment),
                                     "programs run one layer a segment: switch spatial_pipelining and "
                                     "keep_outputs_on_chip off"));
        }
        if (isDepthwiseInParts(schedule, placed)) {
            faults.push_back(refusal(name, "a tile has one channel of each group, so that its channels lie apart",
                                     "split its channels into fewer parts"));
        }
    }
    return faults;
}

/// Compiles one layer after another into one program.
class Compiler {
public:
    explicit Compiler(const schedule::Schedule& schedule)
        : m_schedule(schedule), m_problem(*schedule.problem), m_machine(hardware::machineOf(m_problem.hardware))
    {
        m_program.network = m_problem.network;
        m_program.batch = m_problem.batch;
        m_program.tiles = m_machine.shape.tiles;
        m_program.memory = m_machine.shape.memory;
        m_program.transfersBetweenTiles = m_problem.hardware.sameLevelTransfers;
        m_program.bufferWords = m_machine.capacities.bufferWordsPerTile;
        m_program.busWordsPerCycle = m_machine.rates.busWordsPerCycle;
        m_program.dramWordsPerCycle = m_machine.rates.dramWordsPerCycle;
        m_program.inputPartition = schedule.inputPartition;
        for (const ScheduledLayer& placed : schedule.layers) {
            cutLayer(placed);
        }
        for (const pipeline::SegmentTiming& timing : schedule.segments) {
            m_program.segmentCycles.push_back(timing.cycles());
        }
    }

    support::Result<Program> program()
    {
        const Places places(m_program);
        Diagnostics faults;
        for (std::size_t place = 0; place < m_program.layers.size(); ++place) {
            compileLayer(places, m_schedule.layers[place], m_program.layers[place], faults);
        }
        if (!faults.empty()) {
            return faults;
        }
        return std::move(m_program);
    }

private:
    /// How the layer is cut over tiles and into units: all that the places of its output depend on.
    void cutLayer(const ScheduledLayer& placed)
    {
        const network::Layer& layer = m_problem.network.layers[placed.layer];
        const dataflow::LayerScheme& scheme = placed.scheme;
        LayerCode code;
        code.layer = placed.layer;
        code.slot = placed.slot;
        code.region = scheme.region;
        code.partition = scheme.partition;
        const bool channelwise = dataflow::isChannelwise(layer);
        code.unitInputChannels = channelwise ? 1 : scheme.replication.inputChannels;
        code.unitOutputChannels = scheme.replication.outputChannels;
        code.stripes = placed.mapping.fold.width;
        const Count folds = placed.mapping.fold.height;
        code.folds = {{1, network::hasWeights(layer) ? folds : 1, folds}};
        if (network::isWeightGradient(layer)) {
            std::swap(code.folds[Tensor::Weight], code.folds[Tensor::Output]);
        }
        code.modelCycles = placed.cost.cycles;
        m_program.layers.push_back(std::move(code));
    }

    void compileLayer(const Places& places, const ScheduledLayer& placed, LayerCode& code, Diagnostics& faults) const
    {
        const network::Layer& layer = m_problem.network.layers[placed.layer];
        const dataflow::LayerScheme& scheme = placed.scheme;
        const dataflow::TileLayer tile =
            dataflow::tileLayer(layer, m_problem.batch, scheme.partition, Counts::Executed);
        const dataflow::LoopNest nest = dataflow::loopNest(tile, m_machine.shape.peArray, scheme.replication);
        code.passCycles = nest.cycles;
        PerTensor<bool> kept;
        for (const Tensor tensor : allTensors) {
            kept[tensor] = placed.cost.wordsHeld[Storage::Buffer][tensor] > 0;
        }
        const Repetitions repetitions = repetitionsOf(layer, m_problem.batch, scheme.partition);
        std::string refused;
        const LoopPlan plan =
            planLoops(nest, {scheme.blocking, scheme.sharing, kept, placed.cost.rotationRounds}, repetitions, refused);
        if (refused.empty() && !hasFetches(plan, cost::fetchesOf(nest, scheme.blocking), kept)) {
            refused = "the level that sharing inserts changes how often data are fetched";
        }
        const PerTensor<RingPlaces> rings =
            refused.empty() ? ringsOf(layer, nest, placed, plan, code, refused) : PerTensor<RingPlaces>{};
        if (!refused.empty()) {
            faults.push_back(refusal(layer.name, refused, "other factors, or buffer_sharing off"));
            return;
        }
        PerTensor<PerAxis<Count>> units;
        for (const Tensor tensor : allTensors) {
            const auto along = [&](Axis axis, Loop loop) {
                return plan.changes[tensor][axis] ? nest.iterations[loop] : 1;
            };
            units[tensor] = {{repetitions.groups * repetitions.images, along(Axis::InputChannel, Loop::InputChannel),
                              along(Axis::OutputChannel, Loop::OutputChannel), along(Axis::Batch, Loop::Batch)}};
        }
        layOutRanges(layer, nest, plan, kept, code);
        checkRoom(layer, code, faults);
        code.weightsPinned = network::hasWeights(layer) && placed.cost.fetches[Storage::Buffer][Tensor::Weight] == 0;

        const bool spreads = search::spreadsFetches(m_problem.space);
        const auto routes = routesOf(m_program, places, code, spreads, rings);
        if (!inStep(plan, routes, rings)) {
            faults.push_back(refusal(layer.name,
                                     "tiles that hand data on to each other work on different parts of them",
                                     "other splits, or buffer_sharing off"));
            return;
        }
        code.roles = rolesOf(plan, code, routes, rings);
        addClaims(m_program, places, code, placed.cost, {spreads, units, plan, rings, routes});
    }

    /// Whether the plan's loops move each tensor as often as the model counts.
    static bool hasFetches(const LoopPlan& plan, const PerStorage<PerTensor<Count>>& fetches,
                           const PerTensor<bool>& kept)
    {
        return std::all_of(allTensors.begin(), allTensors.end(), [&](Tensor tensor) {
            const auto times = [tensor](Count once) { return tensor == Tensor::Output ? 2 * once - 1 : once; };
            return times(plan.loads(tensor)) == fetches[Storage::Register][tensor]
                   && (!kept[tensor] || times(plan.fetches(tensor)) == fetches[Storage::Buffer][tensor]);
        });
    }

    /// The rings of the tensors that rotate.
    PerTensor<RingPlaces> ringsOf(const network::Layer& layer, const dataflow::LoopNest& nest,
                                  const ScheduledLayer& placed, const LoopPlan& plan, const LayerCode& code,
                                  std::string& refused) const
    {
        PerTensor<RingPlaces> rings;
        const auto steps = dataflow::rotationSteps(layer, nest, placed.scheme, placed.cost.rotationRounds);
        for (const Tensor tensor : allTensors) {
            if (!plan.rotation[tensor]) {
                continue;
            }
            for (const std::vector<Tile>& ring : steps[tensor].rings) {
                for (std::size_t place = 0; place < ring.size(); ++place) {
                    rings[tensor][ring[place]] = {static_cast<Count>(place),
                                                  ring[(place + ring.size() - 1) % ring.size()]};
                }
            }
        }
        for (Count row = 0; row < code.region.extent.height; ++row) {
            for (Count column = 0; column < code.region.extent.width; ++column) {
                const bool turns =
                    std::any_of(rings.begin(), rings.end(), [](const RingPlaces& places) { return !places.empty(); });
                if (turns && UnitBoxes(m_program.network, m_program.batch, code, row, column).isIdle()) {
                    refused = "a tile of a ring has nothing to do";
                }
            }
        }
        return rings;
    }

    /// Whether tiles that hand a tensor on are at the same places of all rings along whose axes it changes.
    static bool inStep(const LoopPlan& plan, const std::vector<PerTensor<std::vector<RouteGroup>>>& routes,
                       const PerTensor<RingPlaces>& rings)
    {
        for (const Tensor turning : allTensors) {
            if (!plan.rotation[turning]) {
                continue;
            }
            for (const Tensor tensor : allTensors) {
                for (const auto& ofHead : routes) {
                    for (const RouteGroup& group : ofHead[tensor]) {
                        const bool alike = std::all_of(group.tiles.begin(), group.tiles.end(), [&](Tile tile) {
                            return rings[turning].at(tile).position == rings[turning].at(group.tiles.front()).position;
                        });
                        if (!alike && plan.changes[tensor][plan.rotation[turning]->axis]) {
                            return false;
                        }
                    }
                }
            }
        }
        return true;
    }

    /// One range after another from the first word of the buffer on.
    void layOutRanges(const network::Layer& layer, const dataflow::LoopNest& nest, const LoopPlan& plan,
                      const PerTensor<bool>& kept, LayerCode& code) const
    {
        Count base = 0;
        for (const Tensor tensor : allTensors) {
            Range& range = code.ranges[tensor];
            range.inBuffer = kept[tensor];
            range.rotates = plan.rotation[tensor].has_value();
            range.pieces = plan.held[tensor];
            if (tensor == Tensor::Weight && !network::hasWeights(layer)) {
                continue;
            }
            range.pieceWords = std::max(nest.bufferWords[tensor], largestUnit(code, tensor, nest));
            if (kept[tensor]) {
                range.base = base;
                base += range.words();
            }
        }
    }

    /// Words of the largest unit of any tile: pieces of transposed layers that begin within a stride may need a row more than
    /// the model counts.
    [[nodiscard]] Count largestUnit(const LayerCode& code, Tensor tensor, const dataflow::LoopNest& nest) const
    {
        Count largest = 0;
        for (Count row = 0; row < code.region.extent.height; ++row) {
            for (Count column = 0; column < code.region.extent.width; ++column) {
                const UnitBoxes boxes(m_program.network, m_program.batch, code, row, column);
                for (Count stripe = 0; stripe < std::min(code.stripes, nest.iterations[Loop::Batch]); ++stripe) {
                    largest = std::max(largest, boxes.words(tensor, {{0, 0, 0, stripe}}));
                }
            }
        }
        return largest;
    }

    void checkRoom(const network::Layer& layer, const LayerCode& code, Diagnostics& faults) const
    {
        Count words = 0;
        for (const Range& range : code.ranges) {
            words += range.inBuffer ? range.words() : 0;
        }
        if (words > m_program.bufferWords) {
            faults.push_back(
                refusal(layer.name,
                        fmt::format("its ranges take {} of {} words a tile, since parts that begin within a "
                                    "stride need more rows than the model counts",
                                    words, m_program.bufferWords),
                        "smaller inner factors need less room"));
        }
    }

    const schedule::Schedule& m_schedule;
    const schedule::Problem& m_problem;
    hardware::Machine m_machine;
    Program m_program;
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
