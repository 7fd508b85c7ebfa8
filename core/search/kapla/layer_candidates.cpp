#include "core/search/kapla/layer_candidates.h"

#include "core/dataflow/sharing.h"
#include "core/search/kapla/blocking_branch_and_bound.h"
#include "core/search/kapla/hop_estimate.h"
#include "core/search/space/partition_geometry.h"
#include "core/search/space/partition_space.h"

#include <algorithm>
#include <cmath>

namespace tilescape::search {

using dataflow::Partition;

namespace {

/// Of a layer's cost in a comparison of many regions.
constexpr double leastCandidateGain = 0.001;

LayerTask onGrid(LayerTask task, const dataflow::Region& grid)
{
    task.region = grid;
    return task;
}

/// Cheaper than `cost`, which it lowers; infinite if there is none.
ClassBest bestFor(const BlockingQuery& task, double& cost, SearchCounts& counts)
{
    ClassBest found;
    const auto best = bestBlockings(task, 1, cost, &counts);
    if (!best.empty()) {
        cost = best.front().cost;
        found = {best.front().energyPj, best.front().cycles, best.front().dramCycles, best.front().fetches};
        for (std::size_t tensor = 0; tensor < 3; ++tensor) {
            found.energyPj -= task.fetchPj[tensor] * static_cast<double>(found.fetches[tensor]);
        }
    }
    return found;
}

} // namespace

LayerCandidates::LayerCandidates(const LayerTask& task, const dataflow::Region& grid, RegisterTilingCache& tilings)
    : m_task(onGrid(task, grid)),
      m_ranking(rankShares(m_task)),
      m_nests(m_task, m_ranking, tilings),
      m_classes(m_ranking.size())
{}

/// As far from memory as tiles are in the mean; from other tiles as far as regions are wide.
std::array<double, 3> LayerCandidates::usualFetchPj(const Partition& partition, const dataflow::TileLayer& tile) const
{
    const PerTensor<double> words = distinctWords(m_task, tile, partition.shares);
    const PerTensor<dataflow::Splits> together = dataflow::splitsOfPiece(m_task.layer, partition);
    const auto tree = [&](Tensor tensor) { return spreads(m_task) ? treeHops(partition, together[tensor]) : 0; };
    const PerTensor<double> fetchers = fetchersOf(m_task, partition, together);
    const Extent chip = m_task.machine.shape.tiles;
    const double toMemory = static_cast<double>(chip.height + chip.width) / 4;
    const double toTiles = std::sqrt(static_cast<double>(m_task.region.extent.size())) / 2;
    const double toInput = m_task.inputIsLocal ? 0 : m_task.inputFromTiles ? toTiles : toMemory;
    const double hopPj = m_task.machine.prices.hopPj;
    return {hopPj * words[Tensor::Weight] * (tree(Tensor::Weight) + fetchers[Tensor::Weight] * toMemory),
            hopPj * words[Tensor::Input] * (tree(Tensor::Input) + fetchers[Tensor::Input] * toInput),
            hopPj * words[Tensor::Output]
                * (gatheringHops(m_task, partition, together[Tensor::Output]) / 2
                   + (m_task.outputStays ? 0 : fetchers[Tensor::Output] * toMemory))};
}

const PreparedNest* LayerCandidates::nestOf(std::size_t number, std::size_t rank)
{
    Class& own = classAt(number);
    std::vector<std::size_t> others;
    {
        const std::lock_guard lock(m_mutex);
        if (rank < own.nests.size()) {
            return own.nests[rank].prepared;
        }
        others = own.others;
    }
    ClassNests::Lazy nests;
    std::vector<Nest> more;
    for (const std::size_t other : others) {
        const PreparedNest& nest = m_nests.at(number, other, nests);
        if (!nest.registers->choices.empty()) {
            more.push_back({other, &nest});
        }
    }
    const std::lock_guard lock(m_mutex);
    if (!own.others.empty()) {
        more.resize(std::min(more.size(), nestsKept - own.nests.size()));
        own.nests.insert(own.nests.end(), more.begin(), more.end());
        own.others.clear();
    }
    return rank < own.nests.size() ? own.nests[rank].prepared : nullptr;
}

/// Bounds hold under groups as well: those that rank first are tried first, and what cannot be better is not prepared.
LayerCandidates::OtherBest LayerCandidates::otherBestOf(std::size_t number, const BlockingLimits& limits)
{
    nestOf(number, nestsKept - 1); // all that are kept are there now
    Class& own = classAt(number);
    bool isFirst = false;
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = own.other.find(limits); known != own.other.end()) {
            return known->second;
        }
        isFirst = own.rooms.empty();
    }
    if (isFirst) {
        std::vector<NestRoom> rooms = m_nests.roomsOf(number);
        const std::lock_guard lock(m_mutex);
        if (own.rooms.empty()) {
            own.rooms = std::move(rooms);
        }
    }
    const Factors asked = factorsOf(limits.top);
    double cost = std::numeric_limits<double>::infinity();
    ClassNests::Lazy nests;
    OtherBest other;
    SearchCounts counts;
    for (std::size_t place = 0; place < own.rooms.size(); ++place) {
        const bool isKept =
            std::any_of(own.nests.begin(), own.nests.end(), [place](const Nest& nest) { return nest.place == place; });
        const double least = leastOfNest(m_ranking[number], m_ranking[number].nests[place].first, own.fetchPj);
        if (isKept || least >= cost || !own.rooms[place].mayFit(asked, m_task.machine.capacities.bufferWordsPerTile)) {
            continue;
        }
        const PreparedNest& nest = m_nests.at(number, place, nests);
        const ClassBest best = bestFor({nest, own.fetchPj, limits}, cost, counts);
        if (std::isfinite(best.energyPj)) {
            other = {&nest, best};
        }
    }
    const std::lock_guard lock(m_mutex);
    if (own.other.emplace(limits, other).second) {
        m_counts += counts;
    }
    return other;
}

const PreparedNest* LayerCandidates::otherNestOf(std::size_t number, const BlockingLimits& limits)
{
    return otherBestOf(number, limits).nest;
}

double LayerCandidates::leastOfNest(const ShareClass& shareClass, double least,
                                    const std::array<double, 3>& fetchPj) const
{
    return raisedTo(least, shareClass, fetchPj, m_task) - scalarOf(m_task.objective, shareClass.gatherPj, 0);
}

/// The best without groups tells in what order to try nests.
LayerCandidates::Class LayerCandidates::searchClass(std::size_t number, SearchCounts& counts)
{
    const Partition partition = ordersOf(m_ranking[number].shares.front()).front();
    Class made;
    made.fetchPj = usualFetchPj(partition, dataflow::tileLayer(m_task.layer, m_task.batch, partition, m_task.space.counts));
    ClassBest best;
    double cost = std::numeric_limits<double>::infinity();
    ClassNests::Lazy nests;
    const auto& ranked = m_ranking[number].nests;
    for (std::size_t place = 0; place < ranked.size() && ranked[place].first < cost; ++place) {
        if (leastOfNest(m_ranking[number], ranked[place].first, made.fetchPj) >= cost) {
            if (made.nests.size() < nestsKept) {
                made.others.push_back(place); // with groups it may do better
            }
            continue;
        }
        const PreparedNest& nest = m_nests.at(number, place, nests);
        const ClassBest own = bestFor({nest, made.fetchPj, {}}, cost, counts);
        if (std::isfinite(own.energyPj)) {
            best = own;
            made.nests.insert(made.nests.begin(), {place, &nest});
        } else if (!nest.registers->choices.empty()) {
            made.nests.push_back({place, &nest});
        }
        if (made.nests.size() > nestsKept) {
            made.nests.pop_back();
        }
    }
    made.best.emplace(pipeline::TopGroups{}, best);
    return made;
}

LayerCandidates::Found LayerCandidates::bestBelow(double most)
{
    SearchCounts counts;
    const Found found = searchBelow(most, counts);
    const std::lock_guard lock(m_mutex);
    m_counts += counts;
    return found;
}

LayerCandidates::Found LayerCandidates::searchBelow(double most, SearchCounts& counts)
{
    Found found;
    for (std::size_t number = 0; number < m_ranking.size(); ++number) {
        const ShareClass& own = m_ranking[number];
        // Classes stand in the order of an estimate where tensors may bypass the buffer: bounds of nests tell what to leave out.
        if (own.nests.empty() || leastOfNest(own, own.nests.front().first, own.fetchPj) >= most) {
            continue;
        }
        const ClassNests::Made nests = m_nests.of(number);
        const std::array<double, 3> fetchPj = usualFetchPj(ordersOf(own.shares.front()).front(), nests.tile);
        for (const auto& [least, nest] : own.nests) {
            if (leastOfNest(own, least, fetchPj) >= most) {
                break; // nor does any that follows do better
            }
            const auto made = m_nests.prepared(nests, nest);
            const auto best = bestBlockings({*made, fetchPj, {}, leastCandidateGain}, 1, most, &counts);
            if (!best.empty()) {
                found = {number, best.front().cost};
                most = best.front().cost * (1 - leastCandidateGain);
            }
        }
    }
    return found;
}

/// Counted once, though two threads may search at once.
LayerCandidates::Found LayerCandidates::best()
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_best) {
            return *m_best;
        }
    }
    SearchCounts counts;
    const Found found = searchBelow(std::numeric_limits<double>::infinity(), counts);
    const std::lock_guard lock(m_mutex);
    if (!m_best) {
        m_best = found;
        m_counts += counts;
    }
    return found;
}

LayerCandidates::Class& LayerCandidates::classAt(std::size_t number)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_classes[number]) {
            return *m_classes[number];
        }
    }
    SearchCounts counts;
    Class made = searchClass(number, counts);
    return keep(number, std::move(made), counts);
}

LayerCandidates::Class& LayerCandidates::keep(std::size_t number, Class made, const SearchCounts& counts)
{
    const std::lock_guard lock(m_mutex);
    if (!m_classes[number]) {
        m_classes[number] = std::make_unique<Class>(std::move(made));
        m_counts += counts;
    }
    return *m_classes[number];
}

bool LayerCandidates::mayCostBelow(std::size_t number, const BlockingLimits& limits,
                                   const std::array<double, 3>& fetchPj, double limit)
{
    const ShareClass& own = m_ranking[number];
    const double most = (limit - scalarOf(m_task.objective, own.gatherPj, 0)) * justAbove;
    const Factors asked = factorsOf(limits.top);
    ClassNests::Lazy nests;
    for (std::size_t place = 0; place < own.nests.size() && raisedTo(own.nests[place].first, own, fetchPj, m_task) < limit; ++place) {
        const PreparedNest& nest = m_nests.at(number, place, nests);
        if (NestRoom(nest.traffic, coveredBy(nest.task).values)
                .mayFit(asked, m_task.machine.capacities.bufferWordsPerTile)
            && hasBlockingBelow({nest, fetchPj, limits}, most)) {
            return true;
        }
    }
    return false;
}

/// What is looked at must not depend on what other threads have found out, so that the counts do not: what is asked for the first time is
/// tested first, whether or not the class is known.
ClassBest LayerCandidates::bestIfBelow(std::size_t number, const BlockingLimits& limits,
                                       const std::array<double, 3>& fetchPj, double limit)
{
    {
        const std::lock_guard lock(m_mutex);
        if (const auto& own = m_classes[number]) {
            if (const auto known = own->best.find(limits); known != own->best.end()) {
                return known->second;
            }
        }
    }
    if (std::isfinite(limit) && !mayCostBelow(number, limits, fetchPj, limit)) {
        return {};
    }
    return bestOf(number, limits);
}

/// With groups, the nest that is best without; another one where that has no blocking for them.
ClassBest LayerCandidates::bestOf(std::size_t number, const BlockingLimits& limits)
{
    Class& own = classAt(number);
    {
        const std::lock_guard lock(m_mutex);
        const auto known = own.best.find(limits);
        if (known != own.best.end()) {
            return known->second;
        }
    }
    ClassBest best;
    SearchCounts counts;
    for (std::size_t rank = 0; rank < nestsKept && !std::isfinite(best.energyPj); ++rank) {
        double cost = std::numeric_limits<double>::infinity();
        if (const PreparedNest* nest = nestOf(number, rank)) {
            best = bestFor({*nest, own.fetchPj, limits}, cost, counts);
        }
    }
    if (!std::isfinite(best.energyPj) && limits.top != pipeline::TopGroups{} && !limits.isRoomAsked()) {
        best = otherBestOf(number, limits).best;
    }
    const std::lock_guard lock(m_mutex);
    if (own.best.emplace(limits, best).second) {
        m_counts += counts;
    }
    return best;
}

} // namespace tilescape::search
