#include "core/program/segment_rules.h"

#include "core/dataflow/unit_pass.h"
#include "core/network/network.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::program {

using schedule::ScheduledLayer;

namespace {

/// Whether each iteration of the batch loop at DRAM level has whole items: the array folds one over several units, stripes of its map.
bool hasWholeItems(const ScheduledLayer& placed)
{
    const auto& batch = placed.scheme.blocking.factors[Loop::Batch];
    return batch[1] * batch[2] % placed.mapping.fold.width == 0;
}

} // namespace

/// A loop that goes through a map block by block: what is inside it is held as a whole.
struct SegmentRules::Pass {
    enum class Through { Groups, Channels, Batch };
    Through axis = Through::Batch;
    Count blocks = 1;
    bool dealt = true; ///< loops at DRAM level are; those inside follow each other
    friend bool operator==(const Pass&, const Pass&) = default;
};

SegmentRules::SegmentRules(const schedule::Schedule& schedule)
    : m_schedule(schedule),
      m_network(schedule.problem->network),
      m_topology(network::topologyOf(schedule.problem->network))
{}

std::string SegmentRules::obstacle(std::size_t place) const
{
    const ScheduledLayer& placed = m_schedule.layers[place];
    std::vector<const ScheduledLayer*> makers;
    bool handsOn = false;
    for (const ScheduledLayer& other : m_schedule.layers) {
        const bool inside = other.slot.segment == placed.slot.segment;
        handsOn = handsOn || (inside && reads(other, placed));
        if (inside && reads(placed, other)) {
            makers.push_back(&other);
        }
    }
    if (makers.empty() && !handsOn) {
        return "";
    }
    std::string found = ownObstacle(placed, !makers.empty(), handsOn);
    for (const ScheduledLayer* maker : makers) {
        found = found.empty() ? orderObstacle(*maker, placed) : found;
    }
    return found;
}

bool SegmentRules::keepsToHandOn(std::size_t place) const
{
    const ScheduledLayer& maker = m_schedule.layers[place];
    return maker.cost.wordsHeld[Storage::Buffer][Tensor::Output] == 0
           && std::any_of(m_schedule.layers.begin(), m_schedule.layers.end(), [&](const ScheduledLayer& taker) {
                  return taker.slot.segment == maker.slot.segment && reads(taker, maker);
              });
}

std::optional<std::size_t> SegmentRules::groupLoops(std::size_t place) const
{
    const ScheduledLayer& maker = m_schedule.layers[place];
    const std::vector<Pass> passes = through(maker, Tensor::Output);
    const bool inGroups =
        std::none_of(passes.begin(), passes.end(), [](const Pass& pass) { return pass.axis == Pass::Through::Groups; });
    return inGroups ? std::optional(passes.size()) : std::nullopt;
}

bool SegmentRules::takesOfWhatIsHeld(std::size_t place) const
{
    const ScheduledLayer& placed = m_schedule.layers[place];
    return std::all_of(m_schedule.layers.begin(), m_schedule.layers.end(), [&](const ScheduledLayer& maker) {
        return maker.slot.segment != placed.slot.segment || !reads(placed, maker)
               || through(maker, Tensor::Output).size() <= through(placed, Tensor::Input).size();
    });
}

std::size_t SegmentRules::inputLoops(std::size_t place) const
{
    return through(m_schedule.layers[place], Tensor::Input).size();
}

bool SegmentRules::reads(const ScheduledLayer& taker, const ScheduledLayer& maker) const
{
    const auto& sources = m_topology.sources[taker.layer];
    return std::find(sources.begin(), sources.end(), network::Source{network::Source::Kind::Layer, maker.layer})
           != sources.end();
}

std::string SegmentRules::ownObstacle(const ScheduledLayer& placed, bool takes, bool handsOn) const
{
    const network::Layer& layer = layerOf(placed);
    const PerTensor<double>& fetches = placed.cost.fetches[Storage::Buffer];
    if (network::hasOperand(layer)) {
        return "its second operand would come from its own segment";
    }
    if ((takes && fetches[Tensor::Input] > 1) || (handsOn && fetches[Tensor::Output] > 1)) {
        return "what its segment hands on moves more than once";
    }
    return "";
}

std::string SegmentRules::orderObstacle(const ScheduledLayer& maker, const ScheduledLayer& taker) const
{
    const std::vector<Pass> made = through(maker, Tensor::Output);
    const std::vector<Pass> taken = through(taker, Tensor::Input);
    const std::size_t common = std::min(made.size(), taken.size());
    const bool inOrder = std::equal(made.begin(), made.begin() + static_cast<std::ptrdiff_t>(common), taken.begin());
    const std::string& name = layerOf(maker).name;
    if (!inOrder) {
        return fmt::format("it takes the map of '{}' in another order than it is made, and neither has room for all "
                           "of it",
                           name);
    }
    // Also where the other layer holds all of the map.
    const auto hasPartOfItem = [](const ScheduledLayer& placed, const std::vector<Pass>& passes) {
        return std::any_of(passes.begin(), passes.end(), [&](const Pass& pass) {
            return pass.axis == Pass::Through::Batch && pass.dealt && !hasWholeItems(placed);
        });
    };
    if (hasPartOfItem(maker, made) || hasPartOfItem(taker, taken)) {
        return "a batch group ends within an item";
    }
    for (std::size_t depth = 0; depth < common; ++depth) {
        const bool byChannels = made[depth].axis == Pass::Through::Channels;
        if (made[depth].axis == Pass::Through::Groups
            || (byChannels && !dealsAlike(maker, taker, made[depth].blocks))) {
            return fmt::format("its groups of channels are not those that '{}' makes", name);
        }
    }
    return "";
}

/// Whether the numbers of the channels in the maker's map and in all inputs of the taker are dealt to the same groups.
bool SegmentRules::dealsAlike(const ScheduledLayer& maker, const ScheduledLayer& taker, Count groups) const
{
    const network::Layer& layer = layerOf(taker);
    if (dataflow::groupsInTurn(layerOf(maker)) > 1 || dataflow::groupsInTurn(layer) > 1) {
        return false;
    }
    Count begin = 0;
    for (const network::Source& source : m_topology.sources[taker.layer]) {
        const Count first = layer.firstInputChannel.value_or(0);
        const Count addend = dataflow::operandsOf(layer) > 1 ? begin / layer.outputChannels * layer.outputChannels : 0;
        if (source == network::Source{network::Source::Kind::Layer, maker.layer}
            && (first + addend - begin) % groups != 0) {
            return false;
        }
        begin += network::channelsOf(m_network, source);
    }
    return true;
}

/// The loops around what the tiles hold of the input, or of the output, which the buffer keeps in any case for those that take it.
std::vector<SegmentRules::Pass> SegmentRules::through(const ScheduledLayer& placed, Tensor tensor) const
{
    const network::Layer& layer = layerOf(placed);
    const dataflow::Blocking& blocking = placed.scheme.blocking;
    const bool byOutput = tensor == Tensor::Output || dataflow::isChannelwise(layer);
    const Loop channels = byOutput ? Loop::OutputChannel : Loop::InputChannel;
    using Through = Pass::Through;
    std::vector<Pass> passes;
    const auto add = [&](Through axis, Count blocks, bool dealt) {
        if (blocks > 1) {
            passes.push_back({axis, blocks, dealt});
        }
    };
    add(Through::Groups, dataflow::groupsInTurn(layer), true);
    const auto go = [&](const std::array<Loop, 3>& order, bool dealt, const auto& blocks) {
        for (const Loop loop : order) {
            if (loop == channels || loop == Loop::Batch) {
                add(loop == channels ? Through::Channels : Through::Batch, blocks(loop), dealt);
            }
        }
    };
    go(blocking.order[0], true, [&](Loop loop) { return blocking.factors[loop][0]; });
    // An input that is shared for one round only streams past, as what passes the buffer by.
    const dataflow::Sharing& sharing = placed.scheme.sharing;
    const bool streams = tensor == Tensor::Input && sharing.subgroup[tensor] > 1 && placed.cost.rotationRounds[tensor] == 0;
    const bool held = tensor == Tensor::Output || placed.cost.wordsHeld[Storage::Buffer][tensor] > 0;
    if (!held || streams) {
        go(sharing.insertedOrder, false, [&](Loop loop) { return sharing.insertedFactors[loop]; });
        go(blocking.order[1], false,
           [&](Loop loop) { return blocking.factors[loop][1] / sharing.insertedFactors[loop]; });
    }
    return passes;
}

} // namespace tilescape::program
