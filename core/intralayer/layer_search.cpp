#include "core/intralayer/layer_search.h"

#include "core/dataflow/sharing.h"
#include "core/intralayer/partition_space.h"
#include "core/support/parallel.h"

#include <algorithm>
#include <limits>
#include <map>

#include <fmt/format.h>

namespace tilescape::intralayer {

using dataflow::LoopNest;
using dataflow::Partition;
using dataflow::Split;

namespace {

/// Splits into one part, wherever they stand, place nothing: equal texts for equal placements.
Partition normalized(Partition partition)
{
    std::stable_sort(partition.order.begin(), partition.order.end(), [&](Split a, Split b) {
        const bool trivialA = partition.shares[a].size() == 1;
        const bool trivialB = partition.shares[b].size() == 1;
        return trivialA != trivialB ? trivialA : trivialA && a < b;
    });
    return partition;
}

/// Partitions whose tiles have equal work and share alike have equal blockings: each kind is searched once.
struct BlockingKind {
    dataflow::TileLayer tile;
    cost::TileContext context;
    std::optional<PerTensor<dataflow::SharingGroup>> sharing;
    std::vector<LoopNest> nests;
    std::vector<BlockingAnswer> answers;
};

auto kindKey(const BlockingKind& kind)
{
    const network::Layer& layer = kind.tile.layer;
    return std::tuple{layer.inputChannels, layer.outputChannels, layer.outputSize,   kind.tile.batch,
                      kind.tile.occupancy, kind.context.sharers, kind.sharing};
}

class LayerSearch {
public:
    LayerSearch(const LayerTask& task, int threads, const std::stop_token& stop)
        : m_task(task), m_threads(threads), m_stop(stop),
          m_partitions(partitions(splittable(task.layer, task.batch), task.region.extent, task.space))
    {
    }

    std::shared_ptr<const LayerAnswer> run()
    {
        sortIntoKinds();
        searchKinds();
        auto answer = std::make_shared<LayerAnswer>();
        collect(*answer);
        if (!answer->partitions.empty()) {
            countHops(*answer);
        } else {
            answer->obstacle = findObstacle();
        }
        return m_stop.stop_requested() ? nullptr : answer;
    }

private:
    /// Sharing tiles forward to each other what one of them fetched.
    [[nodiscard]] bool spreads() const { return m_task.space.accessForwarding || m_task.space.bufferSharing; }
    [[nodiscard]] bool hopsMatter() const { return m_task.machine.hopPj > 0 && m_task.machine.tiles.size() > 1; }

    void sortIntoKinds()
    {
        std::map<decltype(kindKey(std::declval<BlockingKind>())), std::size_t> known;
        for (const Partition& partition : m_partitions) {
            BlockingKind kind;
            kind.tile = dataflow::tileLayer(m_task.layer, m_task.batch, partition);
            kind.context.tiles = m_task.region.extent.size();
            kind.context.mayBypass = m_task.space.bufferBypass;
            if (spreads()) {
                kind.context.sharers = dataflow::sharersOf(m_task.layer, partition);
            }
            if (m_task.space.bufferSharing) {
                kind.sharing = dataflow::sharingGroups(m_task.layer, partition, m_task.region);
            }
            const auto [place, isNew] = known.try_emplace(kindKey(kind), m_kinds.size());
            if (isNew) {
                kind.nests = dataflow::loopNests(kind.tile, m_task.machine.peArray);
                m_kinds.push_back(std::move(kind));
            }
            m_kindOf.push_back(place->second);
        }
    }

    void searchKinds()
    {
        std::vector<std::pair<std::size_t, std::size_t>> jobs;
        for (std::size_t kind = 0; kind < m_kinds.size(); ++kind) {
            m_kinds[kind].answers.resize(m_kinds[kind].nests.size());
            for (std::size_t nest = 0; nest < m_kinds[kind].nests.size(); ++nest) {
                jobs.emplace_back(kind, nest);
            }
        }
        support::parallelFor(jobs.size(), m_threads, [&](std::size_t job) {
            if (m_stop.stop_requested()) {
                return;
            }
            BlockingKind& kind = m_kinds[jobs[job].first];
            const LoopNest& nest = kind.nests[jobs[job].second];
            kind.answers[jobs[job].second] =
                searchBlockings({nest, kind.context, m_task.machine, m_task.objective, hopsMatter(), kind.sharing});
        });
    }

    void collect(LayerAnswer& answer) const
    {
        for (const BlockingKind& kind : m_kinds) {
            for (const BlockingAnswer& part : kind.answers) {
                answer.counts += part.counts;
            }
        }
        for (std::size_t i = 0; i < m_partitions.size(); ++i) {
            const BlockingKind& kind = m_kinds[m_kindOf[i]];
            PartitionChoice choice;
            choice.partition = m_partitions[i];
            choice.outputPartition = normalized(dataflow::project(m_partitions[i], m_task.memory.extent));
            for (std::size_t nest = 0; nest < kind.nests.size(); ++nest) {
                for (const BlockingChoice& blocking : kind.answers[nest].choices) {
                    choice.replications.push_back(kind.nests[nest].replication);
                    choice.blockings.push_back(blocking);
                }
            }
            if (!choice.blockings.empty()) {
                answer.partitions.push_back(std::move(choice));
            }
        }
    }

    void countHops(LayerAnswer& answer) const
    {
        const network::Layer& layer = m_task.layer;
        const Count groups = network::isDepthwise(layer) ? 1 : network::groupsOf(layer);
        support::parallelFor(answer.partitions.size(), m_threads, [&](std::size_t i) {
            if (m_stop.stop_requested()) {
                return;
            }
            PartitionChoice& choice = answer.partitions[i];
            const bool forwarding = spreads();
            const cost::Traffic traffic =
                cost::trafficOf(layer, m_task.batch, m_task.region, choice.partition, m_task.memory, forwarding);
            const dataflow::Layout output =
                dataflow::layOut(choice.outputPartition, m_task.memory, m_task.batch, layer.outputChannels,
                                 layer.outputSize, groups);
            choice.weightHops = traffic.weightHops;
            choice.outputHops = cost::outputHops(traffic, output, forwarding);
        });
    }

    /// The least that any mapping needs with blocking factors of one.
    [[nodiscard]] Obstacle findObstacle() const
    {
        Obstacle registers{Storage::Register, std::numeric_limits<Count>::max(), m_task.machine.registerWordsPerPe};
        Obstacle buffer{Storage::Buffer, std::numeric_limits<Count>::max(), m_task.machine.bufferWordsPerTile};
        for (const BlockingKind& kind : m_kinds) {
            for (const LoopNest& nest : kind.nests) {
                Count registerWords = 0;
                Count bufferWords = 0;
                for (const Tensor tensor : allTensors) {
                    registerWords += nest.registerWords[tensor];
                    bufferWords += kind.context.mayBypass[tensor] ? 0 : nest.bufferWords[tensor];
                }
                registers.needed = std::min(registers.needed, registerWords);
                buffer.needed = std::min(buffer.needed, bufferWords);
            }
        }
        return registers.needed > registers.available ? registers : buffer;
    }

    const LayerTask& m_task;
    int m_threads;
    const std::stop_token& m_stop;
    std::vector<Partition> m_partitions;
    std::vector<BlockingKind> m_kinds;
    std::vector<std::size_t> m_kindOf; ///< of each partition
};

} // namespace

std::string describe(const Obstacle& obstacle)
{
    return obstacle.storage == Storage::Register
        ? fmt::format("registers need {} words a PE, {} are there", obstacle.needed, obstacle.available)
        : fmt::format("the buffer needs {} words a tile, {} are there", obstacle.needed, obstacle.available);
}

std::string keyOf(const LayerTask& task)
{
    const network::Layer& layer = task.layer;
    const hardware::Machine& machine = task.machine;
    const Extent filter = network::filterOf(layer);
    const Extent stride = network::strideOf(layer);
    const auto* elementwise = std::get_if<network::Elementwise>(&layer.kind);
    fmt::memory_buffer text;
    const auto add = [&](auto... values) { (fmt::format_to(fmt::appender(text), "{} ", values), ...); };
    add(layer.kind.index(), filter.height, filter.width, stride.height, stride.width, network::groupsOf(layer),
        elementwise ? elementwise->operands : 0, layer.inputChannels, layer.outputChannels, layer.outputSize.height,
        layer.outputSize.width, task.batch);
    for (const dataflow::Region* region : {&task.region, &task.memory}) {
        add(region->extent.height, region->extent.width);
        for (const Tile tile : region->tiles) {
            add(tile.row, tile.column);
        }
    }
    add(machine.tiles.height, machine.tiles.width, machine.peArray.height, machine.peArray.width,
        machine.registerWordsPerPe, machine.bufferWordsPerTile, machine.busWordsPerCycle, machine.dramWordsPerCycle,
        machine.macPj, machine.accessPj[Level::Dram], machine.accessPj[Level::Buffer], machine.accessPj[Level::Bus],
        machine.accessPj[Level::Register], machine.hopPj > 0, machine.staticPjPerCycle);
    // Rotation is paid in hops: with shared buffers their price decides between blockings.
    add(task.space.bufferSharing ? machine.hopPj : -1.0);
    add(task.space.hybridPartition, task.space.batchPartition, task.space.inputChannelPartition,
        task.space.accessForwarding, task.objective.cyclePj, task.objective.delayFirst);
    for (const bool bypass : task.space.bufferBypass) {
        add(bypass);
    }
    return fmt::to_string(text);
}

std::shared_ptr<const LayerAnswer> searchLayer(const LayerTask& task, int threads, const std::stop_token& stop)
{
    return LayerSearch(task, threads, stop).run();
}

} // namespace tilescape::intralayer
