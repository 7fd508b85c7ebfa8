#include "core/program/layer_compiler.h"

#include "core/cost/blocking_cost.h"
#include "core/dataflow/rotation_steps.h"
#include "core/dataflow/unit_pass.h"
#include "core/pipeline/weight_pinning.h"
#include "core/program/layer_ranges.h"
#include "core/program/streams.h"
#include "core/search/space/search_space.h"

#include <algorithm>

namespace tilescape::program {

using schedule::ScheduledLayer;
using support::Diagnostic;

Diagnostic refusal(const std::string& layer, std::string problem, std::string remedy)
{
    return {support::Severity::Error, "", "", layer, std::move(problem), std::move(remedy)};
}

namespace {

/// Deals items and channels to the groups of the loops at DRAM level; items whole.
void deal(const dataflow::Blocking& blocking, LayerCode& code)
{
    const auto along = [&](Axis axis, Loop loop, Count together) {
        const auto& factors = blocking.factors[loop];
        if (factors[0] > 1 && factors[1] * factors[2] % together == 0) {
            code.dealing[axis] = {factors[0], factors[1] * factors[2]};
        }
    };
    along(Axis::InputChannel, Loop::InputChannel, 1);
    along(Axis::OutputChannel, Loop::OutputChannel, 1);
    along(Axis::Batch, Loop::Batch, code.stripes);
}

/// Whether `holds(boxes, tile, unit)` for all units, `units` along each axis, of all tiles; stops at the first that does not.
template <class Holds>
bool eachUnitOfAllTiles(const Program& program, const LayerCode& code, const PerAxis<Count>& units,
                        const Holds& holds)
{
    const Count count = productOf(units);
    for (Count row = 0; row < code.region.extent.height; ++row) {
        for (Count column = 0; column < code.region.extent.width; ++column) {
            const UnitBoxes boxes(program.network, program.batch, code, row, column);
            for (Count number = 0; number < count; ++number) {
                Unit unit;
                Count rest = number;
                for (const Axis axis : allAxes) {
                    unit[axis] = rest % units[axis];
                    rest /= units[axis];
                }
                if (!holds(boxes, code.region.at(row, column), unit)) {
                    return false;
                }
            }
        }
    }
    return true;
}

/// Whether the plan's loops move each tensor as often as the model counts.
bool hasFetches(const LoopPlan& plan, const PerStorage<PerTensor<Count>>& fetches,
                       const PerTensor<bool>& kept)
{
    return std::all_of(allTensors.begin(), allTensors.end(), [&](Tensor tensor) {
        const auto times = [tensor](Count once) { return tensor == Tensor::Output ? 2 * once - 1 : once; };
        return times(plan.loads(tensor)) == fetches[Storage::Register][tensor]
               && (!kept[tensor] || times(plan.fetches(tensor)) == fetches[Storage::Buffer][tensor]);
    });
}

/// Whether tiles that hand a tensor on are at the same places of all rings along whose axes it changes.
bool inStep(const LoopPlan& plan, const std::vector<PerTensor<std::vector<RouteGroup>>>& routes,
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

/// Units of each tensor on the largest part, along each axis; 1 where it does not change.
PerTensor<PerAxis<Count>> unitsOf(const LayerCode& code, const LoopPlan& plan, const dataflow::LoopNest& nest,
                                  Count repetitions)
{
    PerTensor<PerAxis<Count>> units;
    for (const Tensor tensor : allTensors) {
        const auto along = [&](Axis axis, Loop loop) {
            const Dealing& dealt = code.dealing[axis];
            const Count all = std::max(nest.iterations[loop], dealt.groups > 1 ? dealt.groups * dealt.units : 1);
            return plan.changes[tensor][axis] ? all : 1;
        };
        units[tensor] = {{repetitions, along(Axis::InputChannel, Loop::InputChannel),
                          along(Axis::OutputChannel, Loop::OutputChannel), along(Axis::Batch, Loop::Batch)}};
    }
    return units;
}

bool goesThroughChannels(const dataflow::Blocking& blocking)
{
    return std::any_of(allLoops.begin(), allLoops.end(), [&](Loop loop) {
        const auto& factors = blocking.factors[loop];
        return loop != Loop::Batch
               && std::any_of(factors.begin(), factors.end(), [](Count factor) { return factor > 1; });
    });
}

} // namespace

LayerCompiler::LayerCompiler(const schedule::Schedule& schedule, const Program& program)
    : m_schedule(schedule),
      m_problem(*schedule.problem),
      m_program(program),
      m_rules(schedule),
      m_machine(hardware::machineOf(m_problem.hardware))
{}

LayerCode LayerCompiler::cut(std::size_t place) const
{
    const ScheduledLayer& placed = m_schedule.layers[place];
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
    if (code.folds[Tensor::Input] > 1) {
        code.inputTaps = dataflow::tapBlocks(
            dataflow::tileLayer(layer, m_problem.batch, scheme.partition, Counts::Executed).layer, placed.mapping);
    }
    code.modelCycles = placed.cost.cycles;
    if (isWithOthers(placed)) {
        deal(scheme.blocking, code);
    }
    return code;
}

/// Whether the cost has the weights brought in for every batch group.
bool LayerCompiler::modelReloadsWeights(const ScheduledLayer& placed) const
{
    std::vector<pipeline::Placement> segment;
    std::size_t own = 0;
    for (const ScheduledLayer& other : m_schedule.layers) {
        if (other.slot.segment == placed.slot.segment) {
            own = other.layer == placed.layer ? segment.size() : own;
            segment.push_back({other.layer, other.slot});
        }
    }
    return pipeline::reloadsWeights(m_problem.network, m_problem.space.counts, segment, own);
}

/// Whether other layers run in the segment.
bool LayerCompiler::isWithOthers(const ScheduledLayer& placed) const
{
    return std::any_of(m_schedule.layers.begin(), m_schedule.layers.end(), [&](const ScheduledLayer& other) {
        return other.layer != placed.layer && other.slot.segment == placed.slot.segment;
    });
}

PerTensor<bool> LayerCompiler::keptOf(std::size_t place) const
{
    PerTensor<bool> kept;
    for (const Tensor tensor : allTensors) {
        kept[tensor] = m_schedule.layers[place].cost.wordsHeld[Storage::Buffer][tensor] > 0;
    }
    kept[Tensor::Output] = kept[Tensor::Output] || m_rules.keepsToHandOn(place);
    return kept;
}

LoopPlan LayerCompiler::planOf(const ScheduledLayer& placed, const dataflow::LoopNest& nest,
                               const PerTensor<bool>& kept, bool handsOn, std::string& refused) const
{
    const network::Layer& layer = m_problem.network.layers[placed.layer];
    LoopPlan plan =
        planLoops(nest, {placed.scheme.blocking, placed.scheme.sharing, kept, placed.cost.rotationRounds, handsOn},
                  repetitionsOf(layer, m_problem.batch, placed.scheme.partition));
    const dataflow::Blocking& blocking = placed.scheme.blocking;
    const bool reloads = blocking.factors[Loop::Batch][0] > 1 && modelReloadsWeights(placed);
    if (reloads) {
        const auto groups = std::find_if(plan.loops.begin(), plan.loops.end(),
                                         [](const PlannedLoop& loop) { return loop.axis == Axis::Batch; });
        plan.bringInWithin(Tensor::Weight, static_cast<std::size_t>(groups - plan.loops.begin()) + 1);
    }
    if (!hasFetches(plan, cost::fetchesOf(nest, blocking, reloads), kept)) {
        refused = "the level that sharing inserts changes how often data are fetched";
    }
    return plan;
}

support::Result<LayerDraft> LayerCompiler::compile(const Places& places, std::size_t place, const TileUse& use,
                                                   LayerCode& code) const
{
    const ScheduledLayer& placed = m_schedule.layers[place];
    const network::Layer& layer = m_problem.network.layers[placed.layer];
    const dataflow::LayerScheme& scheme = placed.scheme;
    const dataflow::TileLayer tile = dataflow::tileLayer(layer, m_problem.batch, scheme.partition, Counts::Executed);
    const dataflow::LoopNest nest = dataflow::loopNest(tile, m_machine.shape.peArray, scheme.replication);
    if (network::isDepthwise(layer) && !network::isDepthwise(tile.layer) && goesThroughChannels(scheme.blocking)) {
        return refusal(layer.name, "each tile has one channel, and its loops go through more",
                       "factors of 1 for its loops over channels");
    }
    const Repetitions repetitions = repetitionsOf(layer, m_problem.batch, scheme.partition);
    PerTensor<bool> kept = keptOf(place);
    std::string refused;
    LoopPlan plan = planOf(placed, nest, kept, places.handsOn(placed.layer), refused);
    const bool streams =
        use.streamsInputs && refused.empty() && kept[Tensor::Input] && mayStreamInput(places, place, plan);
    if (streams) {
        kept[Tensor::Input] = false;
        plan = planOf(placed, nest, kept, places.handsOn(placed.layer), refused);
    }
    const PerTensor<RingPlaces> rings =
        refused.empty() ? ringsOf(layer, nest, placed, plan, code, refused) : PerTensor<RingPlaces>{};
    if (!refused.empty()) {
        return refusal(layer.name, refused, "other factors, or buffer_sharing off");
    }
    if (use.turnLoops > 0 && (plan.loops.size() < use.turnLoops || plan.loops.front().axis == Axis::Repetition)) {
        return refusal(layer.name, "its groups of channels have no room beside the layers before it on its tiles",
                       "smaller inner factors need less room");
    }
    const LoopPlan modelled = plan;
    if (use.reloadsWeights) {
        plan.bringInWithin(Tensor::Weight, use.turnLoops);
    }
    PerTensor<bool> stays;
    for (const Tensor tensor : allTensors) {
        stays[tensor] = plan.memoryDepth[tensor] < use.turnLoops;
    }
    code.passCycles = nest.cycles;
    code.takesTurns = use.takesTurns;
    const PerTensor<PerAxis<Count>> units = unitsOf(code, plan, nest, repetitions.groups * repetitions.images);
    code.ranges[Tensor::Input].inPlace =
        kept[Tensor::Input] && m_rules.takesOfWhatIsHeld(place) && staysInPlace(places, code, units[Tensor::Input]);
    spreadOver(rings, plan, code);
    layOutRanges(m_program, nest, plan, kept, code);
    layOutShared(m_program, plan, units, placed.cost.sharedLevel, code);
    code.weightsPinned = network::hasWeights(layer) && placed.cost.fetches[Storage::Buffer][Tensor::Weight] == 0;

    const bool spreads = search::spreadsFetches(m_problem.space);
    const auto routes = routesOf(m_program, places, code, spreads, rings);
    if (!inStep(plan, routes, rings)) {
        return refusal(layer.name, "tiles that hand data on to each other work on different parts of them",
                       "other splits, or buffer_sharing off");
    }
    const HandOver handOver{places.readsMemory(code.layer), places.takesFromTiles(code.layer), places.stores(code.layer),
                            places.handsOn(code.layer), use.takesTurns, use.turnLoops};
    code.roles = rolesOf(plan, code, routes, rings, handOver);
    LayerDraft draft{stays, {spreads, units, plan, rings, routes}};
    draft.context.reloads = plan.fetches(Tensor::Weight) / modelled.fetches(Tensor::Weight);
    draft.context.registerReloads = plan.loads(Tensor::Weight) / modelled.loads(Tensor::Weight);
    draft.context.keepsToHandOn =
        kept[Tensor::Output] && placed.cost.wordsHeld[Storage::Buffer][Tensor::Output] == 0;
    draft.context.streamsInput = streams;
    return draft;
}

void LayerCompiler::claim(const Places& places, std::size_t place, const LayerDraft& draft, LayerCode& code) const
{
    addClaims(m_program, places, code, m_schedule.layers[place].cost, draft.context);
}

/// Whether the array can take its input from the tiles that made it as it goes, which moves nothing more often than into the
/// buffer. The makers must offer a whole group before that.
bool LayerCompiler::mayStreamInput(const Places& places, std::size_t place, const LoopPlan& plan) const
{
    const ScheduledLayer& placed = m_schedule.layers[place];
    const auto handsOnGroups = [&](const Places::Source& source) {
        const auto maker = std::find_if(m_schedule.layers.begin(), m_schedule.layers.end(), [&](const ScheduledLayer& other) {
            return other.layer == source.maker;
        });
        return !source.maker
               || m_rules.groupLoops(static_cast<std::size_t>(maker - m_schedule.layers.begin())).has_value();
    };
    const auto& sources = places.sourcesOf(placed.layer);
    return places.takesFromTiles(placed.layer) && m_rules.takesOfWhatIsHeld(place)
           && placed.scheme.sharing.subgroup[Tensor::Input] == 1
           && plan.loads(Tensor::Input) == plan.fetches(Tensor::Input)
           && std::all_of(sources.begin(), sources.end(), handsOnGroups);
}

/// Whether every tile finds all of its input among what it has made itself.
bool LayerCompiler::staysInPlace(const Places& places, const LayerCode& code, const PerAxis<Count>& units) const
{
    const auto& sources = places.sourcesOf(code.layer);
    const bool fromSameTiles = std::all_of(sources.begin(), sources.end(), [&](const Places::Source& source) {
        return source.maker && std::any_of(m_program.layers.begin(), m_program.layers.end(), [&](const auto& other) {
            return other.layer == *source.maker && other.slot.region == code.slot.region;
        });
    });
    std::vector<cost::LayoutIndex::Part> parts;
    return fromSameTiles && eachUnitOfAllTiles(m_program, code, units, [&](const UnitBoxes& boxes, Tile tile, const Unit& unit) {
        const std::vector<Box> all = boxes.of(Tensor::Input, unit);
        return std::all_of(all.begin(), all.end(), [&](const Box& box) {
            places.find(code.layer, Tensor::Input, box, parts);
            return std::all_of(parts.begin(), parts.end(), [tile](const auto& part) { return part.at == tile; });
        });
    });
}

/// The rings of the tensors that rotate, or are spread over tiles.
PerTensor<RingPlaces> LayerCompiler::ringsOf(const network::Layer& layer, const dataflow::LoopNest& nest,
                              const ScheduledLayer& placed, const LoopPlan& plan, const LayerCode& code,
                              std::string& refused) const
{
    PerTensor<RingPlaces> rings;
    const auto steps = dataflow::rotationSteps(layer, nest, placed.scheme, placed.cost.rotationRounds);
    for (const Tensor tensor : allTensors) {
        if (!plan.rotation[tensor] && !plan.spread[tensor]) {
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

} // namespace tilescape::program
