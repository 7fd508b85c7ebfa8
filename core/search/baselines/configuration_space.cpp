#include "core/search/baselines/configuration_space.h"

#include "core/search/space/objective.h"

#include <algorithm>
#include <cmath>

namespace tilescape::search {

namespace {

float logOf(Count count) { return std::log2(static_cast<float>(count)); }

std::uint32_t folded(std::uint32_t number, std::size_t count) { return number % static_cast<std::uint32_t>(count); }

/// What an order is, for the traffic of tiles: its innermost loop that runs more than once.
float innermostOf(const dataflow::Blocking& blocking, std::size_t level)
{
    for (std::size_t place = 3; place-- > 0;) {
        const Loop loop = blocking.order[level][place];
        if (blocking.factors[loop][level] > 1) {
            return static_cast<float>(loop);
        }
    }
    return -1;
}

} // namespace

ConfigurationSpace::ConfigurationSpace(const LayerTask& task, const PartitionTable& table,
                                       const pipeline::TopGroups& top)
    : m_task(task), m_table(table), m_nests(table.kinds.size()), m_usableNests(table.kinds.size())
{
    for (std::size_t number = 0; number < table.kinds.size(); ++number) {
        const BlockingKind& kind = table.kinds[number];
        const auto setting = settingOf(task, kind);
        for (std::size_t nest = 0; nest < kind.nests.size(); ++nest) {
            Nest made;
            made.task = std::make_unique<BlockingTask>(BlockingTask{kind.nests[nest], setting, top});
            made.steps = std::make_unique<BlockingSteps>(made.task->nest, top);
            const bool usable =
                !made.steps->inner(0).empty() && !made.steps->inner(1).empty() && !made.steps->inner(2).empty();
            if (usable) {
                m_usableNests[number].push_back(static_cast<std::uint32_t>(nest));
            }
            m_nests[number].push_back(std::move(made));
        }
    }
    for (std::size_t partition = 0; partition < table.partitions.size(); ++partition) {
        if (!m_usableNests[table.partitions[partition].kind].empty()) {
            m_usable.push_back(static_cast<std::uint32_t>(partition));
        }
    }
}

std::size_t ConfigurationSpace::kindOf(const Configuration& configuration) const
{
    return m_table.partitions[configuration.partition].kind;
}

const ConfigurationSpace::Nest& ConfigurationSpace::nestOf(const Configuration& configuration) const
{
    return m_nests[kindOf(configuration)][configuration.nest];
}

void ConfigurationSpace::fold(Configuration& configuration) const
{
    const std::vector<std::uint32_t>& nests = m_usableNests[kindOf(configuration)];
    if (!std::binary_search(nests.begin(), nests.end(), configuration.nest)) {
        configuration.nest = nests[folded(configuration.nest, nests.size())];
    }
    const BlockingSteps& steps = *nestOf(configuration).steps;
    for (std::size_t loop = 0; loop < 3; ++loop) {
        configuration.inner[loop] = folded(configuration.inner[loop], steps.inner(loop).size());
        configuration.middle[loop] =
            folded(configuration.middle[loop], steps.middle(loop, configuration.inner[loop]).size());
    }
    const dataflow::Blocking blocking = blockingOf(configuration);
    configuration.memoryOrder = folded(configuration.memoryOrder, steps.memoryOrders(blocking).size());
    configuration.bufferOrder = folded(configuration.bufferOrder, steps.bufferOrders(blocking).size());
}

Configuration ConfigurationSpace::draw(support::Dice& dice) const
{
    const auto number = [&dice] { return static_cast<std::uint32_t>(dice.next() >> 33U); };
    Configuration made;
    made.partition = m_usable[dice.below(m_usable.size())];
    made.nest = m_usableNests[kindOf(made)][dice.below(m_usableNests[kindOf(made)].size())];
    for (std::size_t loop = 0; loop < 3; ++loop) {
        made.inner[loop] = number();
        made.middle[loop] = number();
    }
    made.memoryOrder = number();
    made.bufferOrder = number();
    fold(made);
    return made;
}

Configuration ConfigurationSpace::neighbour(Configuration from, support::Dice& dice) const
{
    const Configuration other = draw(dice);
    const std::size_t choice = dice.below(10);
    if (choice == 0) {
        from.partition = other.partition;
    } else if (choice == 1) {
        from.nest = other.nest;
    } else if (choice < 5) {
        from.inner[choice - 2] = other.inner[choice - 2];
    } else if (choice < 8) {
        from.middle[choice - 5] = other.middle[choice - 5];
    } else {
        (choice == 8 ? from.memoryOrder : from.bufferOrder) = choice == 8 ? other.memoryOrder : other.bufferOrder;
    }
    fold(from);
    return from;
}

std::vector<Configuration> ConfigurationSpace::smallest() const
{
    std::vector<Configuration> all;
    for (const std::uint32_t partition : m_usable) {
        for (const std::uint32_t nest : m_usableNests[m_table.partitions[partition].kind]) {
            Configuration made;
            made.partition = partition;
            made.nest = nest;
            all.push_back(made);
        }
    }
    return all;
}

dataflow::Blocking ConfigurationSpace::blockingOf(const Configuration& configuration) const
{
    const BlockingSteps& steps = *nestOf(configuration).steps;
    Factors inner{};
    Factors middle{};
    for (std::size_t loop = 0; loop < 3; ++loop) {
        inner[loop] = steps.inner(loop)[configuration.inner[loop]];
        middle[loop] = steps.middle(loop, configuration.inner[loop])[configuration.middle[loop]];
    }
    return steps.blocking(inner, middle);
}

void ConfigurationSpace::describe(const Configuration& configuration, float* into) const
{
    const BlockingSteps& steps = *nestOf(configuration).steps;
    const CountedPartition& split = m_table.partitions[configuration.partition];
    for (const dataflow::Split part : dataflow::allSplits) {
        *into++ = logOf(split.partition.shares[part].height);
        *into++ = logOf(split.partition.shares[part].width);
    }
    dataflow::Blocking blocking = blockingOf(configuration);
    blocking.order = {steps.memoryOrders(blocking)[configuration.memoryOrder],
                      steps.bufferOrders(blocking)[configuration.bufferOrder]};
    for (const Loop loop : allLoops) {
        *into++ = logOf(blocking.factors[loop][1]);
        *into++ = logOf(blocking.factors[loop][2]);
    }
    const dataflow::Replication& replication = nestOf(configuration).task->nest.replication;
    *into++ = logOf(replication.inputChannels);
    *into++ = logOf(replication.outputChannels);
    *into++ = logOf(split.weightHops + 1);
    *into++ = logOf(split.outputHops.direct + split.outputHops.gather + 1);
    *into++ = innermostOf(blocking, 0);
    *into++ = innermostOf(blocking, 1);
}

/// The input is expected as this very partition would leave it, over memory or over the tiles that made it.
Count ConfigurationSpace::inputHops(std::size_t partition) const
{
    const CountedPartition& split = m_table.partitions[partition];
    const network::Layer& layer = m_task.layer;
    const dataflow::Region& home = m_task.inputFromTiles ? m_task.region : m_task.memory;
    const dataflow::Layout layout =
        dataflow::layOut(dataflow::project(split.partition, home.extent), home, m_task.batch,
                         layer.inputChannels + layer.firstInputChannel.value_or(0), network::paddedInputSize(layer));
    cost::Traffic traffic;
    traffic.inputs = split.inputs;
    return cost::inputHops(traffic, layout, spreads(m_task));
}

std::optional<ConfigurationSpace::Priced> ConfigurationSpace::price(const Configuration& configuration) const
{
    const Nest& nest = nestOf(configuration);
    dataflow::Blocking blocking = blockingOf(configuration);
    blocking.order = {nest.steps->memoryOrders(blocking)[configuration.memoryOrder],
                      nest.steps->bufferOrders(blocking)[configuration.bufferOrder]};
    std::optional<BlockingChoice> choice = priceOf(*nest.task, blocking);
    if (!choice) {
        return std::nullopt;
    }
    shareBuffers(*nest.task, *choice);
    double hops = 0;
    if (hopsMatter(m_task)) {
        const CountedPartition& split = m_table.partitions[configuration.partition];
        hops =
            cost::hopsOfAll({split.weightHops, inputHops(configuration.partition), split.outputHops}, choice->fetches);
    }
    const double value =
        scalarOf(m_task.objective, choice->energyPj + m_task.machine.prices.hopPj * hops, choice->cycles);
    return Priced{*std::move(choice), value};
}

} // namespace tilescape::search
