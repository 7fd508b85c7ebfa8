#include "core/program/segment_rules.h"

#include "core/dataflow/unit_pass.h"
#include "core/network/network.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace tilescape::program {

using schedule::ScheduledLayer;

namespace {

/// The loops that go through a map block by block, outermost first: what is inside them is held as a whole.
enum class Through { Groups, Channels, Batch };
struct Pass {
    Through axis = Through::Batch;
    Count blocks = 1;
    bool dealt = true; ///< loops at DRAM level are; those inside follow each other
    friend bool operator==(const Pass&, const Pass&) = default;
};

class SegmentRules {
public:
    explicit SegmentRules(const schedule::Schedule& schedule)
        : m_schedule(schedule),
          m_network(schedule.problem->network),
          m_topology(network::topologyOf(schedule.problem->network))
    {}

    [[nodiscard]] std::string obstacle(const ScheduledLayer& placed) const
    {
        std::vector<const ScheduledLayer*> makers;
        bool handsOn = false;
        bool stores = m_topology.consumers[placed.layer].empty();
        for (const ScheduledLayer& other : m_schedule.layers) {
            const bool inside = other.slot.segment == placed.slot.segment;
            if (reads(other, placed)) {
                (inside ? handsOn : stores) = true;
            }
            if (inside && reads(placed, other)) {
                makers.push_back(&other);
            }
        }
        if (makers.empty() && !handsOn) {
            return "";
        }
        std::string found = ownObstacle(placed, !makers.empty(), handsOn, stores);
        for (const ScheduledLayer* maker : makers) {
            found = found.empty() ? orderObstacle(*maker, placed) : found;
        }
        return found;
    }

    [[nodiscard]] bool takesOfWhatIsHeld(const ScheduledLayer& placed) const
    {
        return std::all_of(m_schedule.layers.begin(), m_schedule.layers.end(), [&](const ScheduledLayer& maker) {
            return maker.slot.segment != placed.slot.segment || !reads(placed, maker)
                   || through(maker, Tensor::Output).size() <= through(placed, Tensor::Input).size();
        });
    }

private:
    [[nodiscard]] const network::Layer& layerOf(const ScheduledLayer& placed) const
    {
        return m_network.layers[placed.layer];
    }

    [[nodiscard]] bool reads(const ScheduledLayer& taker, const ScheduledLayer& maker) const
    {
        const auto& sources = m_topology.sources[taker.layer];
        return std::find(sources.begin(), sources.end(), network::Source{network::Source::Kind::Layer, maker.layer})
               != sources.end();
    }

    [[nodiscard]] std::string ownObstacle(const ScheduledLayer& placed, bool takes, bool handsOn, bool stores) const
    {
        const network::Layer& layer = layerOf(placed);
        const PerTensor<double>& fetches = placed.cost.fetches[Storage::Buffer];
        if (network::hasOperand(layer)) {
            return "its second operand would come from its own segment";
        }
        if ((takes && fetches[Tensor::Input] > 1) || (handsOn && fetches[Tensor::Output] > 1)) {
            return "what its segment hands on moves more than once";
        }
        if (handsOn && placed.scheme.sharing.subgroup[Tensor::Output] > 1) {
            return "sums that rotate are not handed on";
        }
        if (handsOn && stores && placed.scheme.partition.shares[dataflow::Split::InputChannel].size() > 1) {
            return "sums that are gathered are both stored and handed on";
        }
        const auto& batch = placed.scheme.blocking.factors[Loop::Batch];
        if (batch[0] > 1 && batch[1] * batch[2] % placed.mapping.fold.width != 0) {
            return "a batch group ends within an item";
        }
        return "";
    }

    [[nodiscard]] std::string orderObstacle(const ScheduledLayer& maker, const ScheduledLayer& taker) const
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
        for (std::size_t depth = 0; depth < common; ++depth) {
            if (made[depth].axis == Through::Groups
                || (made[depth].axis == Through::Channels && !dealsAlike(maker, taker, made[depth].blocks))) {
                return fmt::format("its groups of channels are not those that '{}' makes", name);
            }
        }
        return "";
    }

    /// Whether the numbers of the channels in the maker's map and in all inputs of the taker are dealt to the same groups.
    [[nodiscard]] bool dealsAlike(const ScheduledLayer& maker, const ScheduledLayer& taker, Count groups) const
    {
        const network::Layer& layer = layerOf(taker);
        if (loopGroups(layerOf(maker)) > 1 || loopGroups(layer) > 1) {
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

    static Count loopGroups(const network::Layer& layer)
    {
        return dataflow::isChannelwise(layer) ? 1 : network::groupsOf(layer);
    }

    /// The loops around what the tiles hold of the tensor.
    [[nodiscard]] std::vector<Pass> through(const ScheduledLayer& placed, Tensor tensor) const
    {
        const network::Layer& layer = layerOf(placed);
        const dataflow::Blocking& blocking = placed.scheme.blocking;
        const bool byOutput = tensor == Tensor::Output || dataflow::isChannelwise(layer);
        const Loop channels = byOutput ? Loop::OutputChannel : Loop::InputChannel;
        std::vector<Pass> passes;
        const auto add = [&](Through axis, Count blocks, std::size_t level) {
            if (blocks > 1) {
                passes.push_back({axis, blocks, level == 0});
            }
        };
        add(Through::Groups, loopGroups(layer), 0);
        const bool held = placed.cost.wordsHeld[Storage::Buffer][tensor] > 0;
        for (std::size_t level = 0; level < (held ? 1U : 2U); ++level) {
            for (const Loop loop : blocking.order[level]) {
                if (loop == channels) {
                    add(Through::Channels, blocking.factors[loop][level], level);
                } else if (loop == Loop::Batch) {
                    add(Through::Batch, blocking.factors[loop][level], level);
                }
            }
        }
        return passes;
    }

    const schedule::Schedule& m_schedule;
    const network::Network& m_network;
    network::Topology m_topology;
};

} // namespace

std::string handOverObstacle(const schedule::Schedule& schedule, std::size_t place)
{
    return SegmentRules(schedule).obstacle(schedule.layers[place]);
}

bool takesOfWhatIsHeld(const schedule::Schedule& schedule, std::size_t place)
{
    return SegmentRules(schedule).takesOfWhatIsHeld(schedule.layers[place]);
}

} // namespace tilescape::program
