#include "core/search/proof/layouts_in_segment.h"

#include "core/cost/hops.h"
#include "core/pipeline/feature_map_placement.h"
#include "core/search/space/infinite.h"

#include <algorithm>
#include <optional>

namespace tilescape::search {

namespace {

/// Partitions of a layer that are looked at, with bounds up to so much of the segment's above the least.
constexpr std::size_t mostPartitions = 48;
constexpr double window = 0.06;

class LayoutTrees {
public:
    LayoutTrees(const SearchTask& task, const std::vector<PlacedMember>& members, const std::vector<pipeline::Links>& links)
        : m_task(task), m_members(members), m_layers(members.size())
    {
        for (std::size_t place = 0; place < members.size(); ++place) {
            if (const std::optional<std::size_t> producer = producerOf(place, links)) {
                m_layers[*producer].consumers.push_back(place);
                m_layers[place].isConsumer = true;
            }
        }
    }

    double run(double limit)
    {
        double sum = 0;
        for (std::size_t place = 0; place < m_members.size(); ++place) {
            const PlacedMember& member = m_members[place];
            m_layers[place].least = member.bound->least(member.prices, member.top);
            sum += m_layers[place].least;
        }
        if (sum >= limit
            || std::none_of(m_layers.begin(), m_layers.end(), [](const Layer& layer) { return layer.isConsumer; })) {
            return sum;
        }
        const double above = std::min(window * sum, limit - sum);
        double most = infinite; // with a partition that is left out
        double all = 0;
        for (std::size_t place = m_members.size(); place-- > 0;) {
            Layer& layer = m_layers[place];
            choose(place, layer.least + above);
            most = std::min(most, sum + layer.leastLeftOut - layer.least);
            addConsumers(place);
            if (!layer.isConsumer) {
                all += layer.choices.front().withConsumersPj;
            }
        }
        return std::min(all, most);
    }

private:
    struct Choice {
        BoundedPartition bounded;
        double withConsumersPj = 0; ///< and the least of all layers that read what it makes
        std::optional<cost::MapGroups> groups; ///< of the input; once asked for
    };
    struct Layer {
        std::vector<std::size_t> consumers; ///< places of layers that read its output alone
        bool isConsumer = false;
        double least = 0;
        double leastLeftOut = infinite;
        std::vector<Choice> choices; ///< by `withConsumersPj`, ascending
    };

    /// The layer of the segment from whose output, which stays there, this one takes its whole input.
    [[nodiscard]] std::optional<std::size_t> producerOf(std::size_t place, const std::vector<pipeline::Links>& links) const
    {
        const std::size_t layer = m_members[place].placed.layer;
        const std::vector<network::Source>& sources = m_task.topology.sources[layer];
        if (sources.size() != 1 || !links[place].source || network::hasOperand(m_task.network.layers[layer])
            || sources.front() != network::Source{network::Source::Kind::Layer, *links[place].source}) {
            return std::nullopt;
        }
        for (std::size_t producer = 0; producer < place; ++producer) {
            if (m_members[producer].placed.layer == *links[place].source && !links[producer].outputToMemory) {
                return producer;
            }
        }
        return std::nullopt;
    }

    void choose(std::size_t place, double most)
    {
        const PlacedMember& member = m_members[place];
        Layer& layer = m_layers[place];
        for (BoundedPartition& bounded : member.bound->leastFew(member.prices, member.top, most, mostPartitions + 1)) {
            layer.choices.push_back({std::move(bounded), 0, {}});
        }
        if (layer.choices.size() > 1) {
            const double last = layer.choices.back().bounded.leastPj;
            if (last > most || layer.choices.size() > mostPartitions) {
                layer.leastLeftOut = last;
                layer.choices.pop_back();
            }
        }
    }

    void addConsumers(std::size_t place)
    {
        Layer& layer = m_layers[place];
        const pipeline::MapNumber map = pipeline::outputMap(m_task.network, m_members[place].placed.layer);
        for (Choice& choice : layer.choices) {
            choice.withConsumersPj = choice.bounded.leastPj;
            if (layer.consumers.empty()) {
                continue;
            }
            const cost::LayoutIndex layout(
                pipeline::mapLayout(m_task, map, choice.bounded.partition, *m_members[place].region));
            for (const std::size_t consumer : layer.consumers) {
                choice.withConsumersPj += leastReading(consumer, layout);
            }
        }
        std::stable_sort(layer.choices.begin(), layer.choices.end(),
                         [](const Choice& a, const Choice& b) { return a.withConsumersPj < b.withConsumersPj; });
    }

    double leastReading(std::size_t consumer, const cost::LayoutIndex& layout)
    {
        const PlacedMember& member = m_members[consumer];
        const double hopPj = member.prices.energyWeight * m_task.machine.prices.hopPj;
        double best = infinite;
        for (Choice& choice : m_layers[consumer].choices) {
            if (choice.withConsumersPj >= best) {
                break;
            }
            if (!choice.groups) {
                choice.groups = member.bound->inputGroups(choice.bounded.partition);
            }
            const auto hops =
                static_cast<double>(cost::hopsToAll(*choice.groups, layout, spreadsFetches(m_task.space)));
            best = std::min(best, choice.withConsumersPj + hopPj * std::max(0.0, hops - choice.bounded.inputHops));
        }
        return best;
    }

    const SearchTask& m_task;
    const std::vector<PlacedMember>& m_members;
    std::vector<Layer> m_layers; ///< by place
};

} // namespace

double leastWithLayouts(const SearchTask& task, const std::vector<PlacedMember>& members,
                        const std::vector<pipeline::Links>& links, double limit)
{
    return LayoutTrees(task, members, links).run(limit);
}

} // namespace tilescape::search
