#include "core/search/kapla/share_ranking.h"

#include "core/dataflow/sharing.h"
#include "core/search/bounds/blocking_bound.h"
#include "core/search/space/infinite.h"
#include "core/search/space/padded_nests.h"
#include "core/search/space/partition_geometry.h"
#include "core/search/space/partition_space.h"

#include <algorithm>
#include <map>

namespace tilescape::search {

using dataflow::Partition;
using dataflow::PerSplit;
using dataflow::Split;

namespace {

/// Nothing passes the buffer by.
NestTraffic keptIn(NestTraffic traffic)
{
    for (TensorTraffic& tensor : traffic.tensors) {
        tensor.mayBypass = false;
    }
    return traffic;
}

class ShareRanker {
public:
    explicit ShareRanker(const LayerTask& task) : m_task(task) {}

    std::vector<ShareClass> run()
    {
        std::map<PartCounts, ShareClass> classes;
        for (const PerSplit<Extent>& shares :
             sharesOf(splittable(m_task.layer, m_task.batch), m_task.region.extent, m_task.space)) {
            classes[partCounts(shares)].shares.push_back(shares);
        }
        std::vector<ShareClass> ranking;
        for (auto& [counts, own] : classes) {
            rankNests(own);
            ranking.push_back(std::move(own));
        }
        std::stable_sort(ranking.begin(), ranking.end(),
                         [](const ShareClass& a, const ShareClass& b) { return a.cost < b.cost; });
        return ranking;
    }

private:
    /// Every word once from memory, and to one neighbour after the other.
    void rankNests(ShareClass& own) const
    {
        const PerSplit<Extent>& shares = own.shares.front();
        Partition partition;
        partition.shares = shares;
        const dataflow::TileLayer tile =
            dataflow::tileLayer(m_task.layer, m_task.batch, partition, m_task.space.counts);
        const PerTensor<double> words = distinctWords(m_task, tile, shares);
        const hardware::Machine& machine = m_task.machine;
        const PerTensor<Count> sharers = dataflow::sharersOf(m_task.layer, partition);
        cost::TileContext context = contextOf(m_task);
        context.sharers = dataflow::fetchSharers(m_task.layer, partition, spreads(m_task), m_task.space.counts);
        std::array<double, 3>& fetchPj = own.fetchPj;
        for (const Tensor tensor : allTensors) {
            context.identicalTiles[tensor] = machine.sharedBuffers.empty() ? 1 : sharers[tensor];
            const double trips = tensor == Tensor::Output ? 0.5 : 1;
            fetchPj[static_cast<std::size_t>(tensor)] =
                machine.prices.hopPj * trips * words[tensor] * static_cast<double>(sharers[tensor] - 1);
        }
        own.gatherPj =
            m_task.space.counts == Counts::Executed ? fetchPj[static_cast<std::size_t>(Tensor::Output)] : 0;
        const bool mayPassBy =
            std::any_of(context.mayBypass.begin(), context.mayBypass.end(), [](bool may) { return may; });
        const RotationPriceList unshared;
        const auto setting =
            std::make_shared<const BlockingSetting>(BlockingSetting{context, machine, m_task.objective, true, std::nullopt});
        const std::vector<PaddedNest> padded = paddedNests(tile, machine.shape.peArray, m_task.space.roundedFactors);
        const auto taskOf = [&](std::size_t nest) {
            return BlockingTask{padded[nest].nest, setting, {}, padded[nest].covered};
        };
        std::vector<NestTraffic> traffic;
        for (std::size_t nest = 0; nest < padded.size(); ++nest) {
            traffic.push_back(trafficOf(padded[nest].nest, padded[nest].covered, context, machine, std::nullopt));
            traffic.back().fixedPj += own.gatherPj;
            for (std::size_t tensor = 0; tensor < 3; ++tensor) {
                traffic.back().tensors[tensor].sharers = m_task.space.bufferSharing ? sharers.values[tensor] : 1;
            }
            own.nests.emplace_back(leastCost(taskOf(nest), traffic.back(), unshared, fetchPj), nest);
        }
        std::sort(own.nests.begin(), own.nests.end());
        // With what may bypass the buffer kept there, the estimate accounts for the room that it takes: classes are ranked by it, few
        // blockings do better. Where that has no room, it passes by. What is kept costs no less than what may be.
        own.cost = infinite;
        for (const auto& [least, nest] : own.nests) {
            if (least >= own.cost) {
                break;
            }
            const double kept = mayPassBy ? leastCost(taskOf(nest), keptIn(traffic[nest]), unshared, fetchPj) : least;
            own.cost = std::min(own.cost, kept == infinite ? least : kept);
        }
    }

    const LayerTask& m_task;
};

} // namespace

std::vector<ShareClass> rankShares(const LayerTask& task) { return ShareRanker(task).run(); }

double raisedTo(double least, const ShareClass& shareClass, const std::array<double, 3>& fetchPj, const LayerTask& task)
{
    double more = 0;
    for (const Tensor tensor : allTensors) {
        const auto number = static_cast<std::size_t>(tensor);
        if (tensor != Tensor::Weight || !task.mayPinWeights) {
            more += std::max(0.0, fetchPj[number] - shareClass.fetchPj[number]);
        }
    }
    return least + scalarOf(task.objective, more, 0);
}

} // namespace tilescape::search
