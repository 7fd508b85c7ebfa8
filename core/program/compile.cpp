#include "core/program/compile.h"

#include "core/cost/blocking_cost.h"
#include "core/dataflow/rotation_steps.h"
#include "core/dataflow/unit_pass.h"
#include "core/program/claims.h"
#include "core/program/loop_plan.h"
#include "core/program/made_map.h"
#include "core/program/places.h"
#include "core/program/routes.h"
#include "core/program/segment_rules.h"
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
    for (std::size_t place = 0; place < schedule.layers.size(); ++place) {
        const ScheduledLayer& placed = schedule.layers[place];
        const std::string& name = schedule.problem->network.layers[placed.layer].name;
        if (const std::string obstacle = handOverObstacle(schedule, place); !obstacle.empty()) {
            faults.push_back(refusal(name, obstacle, "the same groups in both layers, or a segment for each"));
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
        if (isWithOthers(placed)) {
            deal(scheme.blocking, code);
        }
        m_program.layers.push_back(std::move(code));
    }

    /// Whether other layers run in the segment.
    [[nodiscard]] bool isWithOthers(const ScheduledLayer& placed) const
    {
        return std::any_of(m_schedule.layers.begin(), m_schedule.layers.end(), [&](const ScheduledLayer& other) {
            return other.layer != placed.layer && other.slot.segment == placed.slot.segment;
        });
    }

    /// Deals items and channels to the groups of the loops at DRAM level; items whole.
    static void deal(const dataflow::Blocking& blocking, LayerCode& code)
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
                const Dealing& dealt = code.dealing[axis];
                const Count all = std::max(nest.iterations[loop], dealt.groups > 1 ? dealt.groups * dealt.units : 1);
                return plan.changes[tensor][axis] ? all : 1;
            };
            units[tensor] = {{repetitions.groups * repetitions.images, along(Axis::InputChannel, Loop::InputChannel),
                              along(Axis::OutputChannel, Loop::OutputChannel), along(Axis::Batch, Loop::Batch)}};
        }
        code.ranges[Tensor::Input].inPlace =
            kept[Tensor::Input] && takesOfWhatIsHeld(m_schedule, static_cast<std::size_t>(&code - m_program.layers.data()))
            && staysInPlace(places, code, units[Tensor::Input]);
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
        const HandOver handOver{places.readsMemory(code.layer), places.takesFromTiles(code.layer),
                                places.stores(code.layer), places.handsOn(code.layer)};
        code.roles = rolesOf(plan, code, routes, rings, handOver);
        addClaims(m_program, places, code, placed.cost, {spreads, units, plan, rings, routes});
    }

    /// Whether every tile finds all of its input among what it has made itself.
    [[nodiscard]] bool staysInPlace(const Places& places, const LayerCode& code, const PerAxis<Count>& units) const
    {
        std::map<std::size_t, MadeMap> made;
        for (const Places::Source& source : places.sourcesOf(code.layer)) {
            const auto maker = std::find_if(m_program.layers.begin(), m_program.layers.end(), [&](const LayerCode& other) {
                return source.maker && other.layer == *source.maker && other.slot.region == code.slot.region;
            });
            if (maker == m_program.layers.end()) {
                return false;
            }
            made.try_emplace(*source.maker, m_program, *maker);
        }
        return eachUnitOfAllTiles(code, units, [&](const UnitBoxes& boxes, Tile tile, const Unit& unit) {
            return liesOn(tile, places, code, boxes.of(Tensor::Input, unit), made);
        });
    }

    /// Whether all words of the boxes that are no padding lie on the tile.
    static bool liesOn(Tile tile, const Places& places, const LayerCode& code, const std::vector<Box>& boxes,
                       const std::map<std::size_t, MadeMap>& made)
    {
        std::vector<MadeMap::Part> parts;
        for (const Box& box : boxes) {
            for (const Places::Source& source : places.sourcesOf(code.layer)) {
                Box own = box;
                own.channel = dataflow::overlap(box.channel, source.channels);
                own.channel = {own.channel.begin - source.channels.begin, own.channel.end - source.channels.begin};
                const MadeMap& map = made.at(*source.maker);
                map.find(own, parts);
                if (std::any_of(parts.begin(), parts.end(),
                                [&](const MadeMap::Part& part) { return map.tileOf(part) != tile; })) {
                    return false;
                }
            }
        }
        return true;
    }

    /// Whether `holds(boxes, tile, unit)` for all units, `units` along each axis, of all tiles; stops at the first that does not.
    template <class Holds>
    bool eachUnitOfAllTiles(const LayerCode& code, const PerAxis<Count>& units, const Holds& holds) const
    {
        Count count = 1;
        for (const Count along : units) {
            count *= along;
        }
        for (Count row = 0; row < code.region.extent.height; ++row) {
            for (Count column = 0; column < code.region.extent.width; ++column) {
                const UnitBoxes boxes(m_program.network, m_program.batch, code, row, column);
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

    /// The first word after the ranges of the layers before it on the same tiles.
    [[nodiscard]] Count firstFreeWord(const LayerCode& code) const
    {
        Count base = 0;
        for (const LayerCode& other : m_program.layers) {
            if (&other != &code && other.slot.segment == code.slot.segment && other.slot.region == code.slot.region) {
                for (const Range& range : other.ranges) {
                    base = std::max(base, range.takesRoom() ? range.base + range.words() : 0);
                }
            }
        }
        return base;
    }

    /// One range after another, after those of other layers on the same tiles.
    void layOutRanges(const network::Layer& layer, const dataflow::LoopNest& nest, const LoopPlan& plan,
                      const PerTensor<bool>& kept, LayerCode& code) const
    {
        Count base = firstFreeWord(code);
        for (const Tensor tensor : allTensors) {
            Range& range = code.ranges[tensor];
            range.inBuffer = kept[tensor];
            range.rotates = plan.rotation[tensor].has_value();
            range.pieces = plan.held[tensor];
            if (tensor == Tensor::Weight && !network::hasWeights(layer)) {
                continue;
            }
            range.pieceWords = std::max(nest.bufferWords[tensor], largestUnit(code, tensor, nest));
            if (range.takesRoom()) {
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
        Count own = 0;
        Count end = 0;
        for (const Range& range : code.ranges) {
            own += range.takesRoom() ? range.words() : 0;
            end = std::max(end, range.takesRoom() ? range.base + range.words() : 0);
        }
        if (own > m_program.bufferWords) {
            faults.push_back(
                refusal(layer.name,
                        fmt::format("its ranges take {} of {} words a tile, since parts that begin within a "
                                    "stride need more rows than the model counts",
                                    own, m_program.bufferWords),
                        "smaller inner factors need less room"));
        } else if (end > m_program.bufferWords) {
            faults.push_back(refusal(layer.name,
                                     fmt::format("with the layers before it on its tiles it takes {} of {} words a tile, "
                                                 "which the model gives to each by itself",
                                                 end, m_program.bufferWords),
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
