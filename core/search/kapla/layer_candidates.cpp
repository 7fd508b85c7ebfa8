#include "core/search/kapla/layer_candidates.h"

#include "core/dataflow/sharing.h"
#include "core/search/kapla/blocking_branch_and_bound.h"
#include "core/search/kapla/hop_estimate.h"
#include "core/search/space/padded_nests.h"
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

LayerCandidates::LayerCandidates(const LayerTask& task, const dataflow::Region& grid)
    : m_task(onGrid(task, grid)), m_ranking(rankShares(m_task)), m_classes(m_ranking.size())
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

std::unique_ptr<const PreparedNest> LayerCandidates::prepared(const BlockingKind& kind, const PaddedNest& nest) const
{
    return std::make_unique<const PreparedNest>(prepareNest({nest.nest,
                                                             kind.context,
                                                             m_task.machine,
                                                             m_task.objective,
                                                             hopsMatter(m_task),
                                                             kind.sharing,
                                                             {},
                                                             nest.covered}));
}

/// The partitions of a class cut each loop alike.
BlockingKind LayerCandidates::kindOfClass(std::size_t number) const
{
    return kindOf(m_task, ordersOf(m_ranking[number].shares.front()).front());
}

std::vector<PaddedNest> LayerCandidates::nestsOf(const BlockingKind& kind) const
{
    return paddedNests(kind.tile, m_task.machine.shape.peArray, m_task.space.roundedFactors);
}

const PreparedNest* LayerCandidates::nestOf(std::size_t number, std::size_t rank)
{
    Class& own = classAt(number);
    const std::lock_guard lock(m_mutex);
    if (own.nests.size() <= rank && !own.others.empty()) {
        const BlockingKind kind = kindOfClass(number);
        const std::vector<PaddedNest> nests = nestsOf(kind);
        for (const std::size_t other : own.others) {
            auto nest = prepared(kind, nests[m_ranking[number].nests[other].second]);
            if (own.nests.size() < nestsKept && !nest->registers->choices.empty()) {
                own.nests.push_back({other, std::move(nest)});
            }
        }
        own.others.clear();
    }
    return rank < own.nests.size() ? own.nests[rank].prepared.get() : nullptr;
}

std::vector<LayerCandidates::Unprepared> LayerCandidates::unprepared(std::size_t number) const
{
    const BlockingKind kind = kindOfClass(number);
    const std::vector<PaddedNest> nests = nestsOf(kind);
    std::vector<Unprepared> all;
    for (const auto& [least, nest] : m_ranking[number].nests) {
        all.push_back(unprepared(kind, nests[nest]));
    }
    return all;
}

LayerCandidates::Unprepared LayerCandidates::unprepared(const BlockingKind& kind, const PaddedNest& nest) const
{
    return {trafficOf(nest.nest, nest.covered, kind.context, m_task.machine, kind.sharing), nest.covered.values};
}

bool LayerCandidates::mayHaveRoom(const Unprepared& nest, const Factors& asked) const
{
    Count words = 0;
    for (const TensorTraffic& tensor : nest.traffic.tensors) {
        Count whole = tensor.present && !tensor.mayBypass ? tensor.unitBufferWords : 0;
        Factors rest{1, 1, 1};
        for (std::size_t loop = 0; loop < asked.size(); ++loop) {
            if (asked[loop] > 0 && nest.covered[loop] % asked[loop] != 0) {
                return false;
            }
            rest[loop] = asked[loop] > 0 ? nest.covered[loop] / asked[loop] : 1;
            whole *= tensor.varies[loop] ? rest[loop] : 1;
        }
        words += largestPart(tensor, whole, rest, tensor.sharers);
    }
    return words <= m_task.machine.capacities.bufferWordsPerTile;
}

/// Bounds hold under groups as well: those that rank first are tried first, and what cannot be better is not prepared.
LayerCandidates::OtherBest LayerCandidates::otherBestOf(std::size_t number, const pipeline::TopGroups& top)
{
    nestOf(number, nestsKept - 1); // all that are kept are there now
    Class& own = classAt(number);
    const std::lock_guard lock(m_mutex);
    const auto [known, isNew] = own.other.try_emplace(top);
    OtherBest& other = known->second;
    if (!isNew) {
        return other;
    }
    if (own.all.empty()) {
        own.all = unprepared(number);
    }
    const Factors asked = factorsOf(top);
    double cost = std::numeric_limits<double>::infinity();
    for (std::size_t place = 0; place < own.all.size(); ++place) {
        const bool isKept =
            std::any_of(own.nests.begin(), own.nests.end(), [place](const Nest& nest) { return nest.place == place; });
        const auto& [least, nest] = m_ranking[number].nests[place];
        if (isKept || leastOfNest(m_ranking[number], least, own.fetchPj) >= cost || !mayHaveRoom(own.all[place], asked)) {
            continue;
        }
        std::unique_ptr<const PreparedNest>& made = own.forGroups[place];
        if (!made) {
            const BlockingKind kind = kindOfClass(number);
            made = prepared(kind, nestsOf(kind)[nest]);
        }
        const ClassBest best = bestFor({*made, own.fetchPj, top}, cost, m_counts);
        if (std::isfinite(best.energyPj)) {
            other = {made.get(), best};
        }
    }
    return other;
}

const PreparedNest* LayerCandidates::otherNestOf(std::size_t number, const pipeline::TopGroups& top)
{
    return otherBestOf(number, top).nest;
}

double LayerCandidates::leastOfNest(const ShareClass& shareClass, double least,
                                    const std::array<double, 3>& fetchPj) const
{
    return raisedTo(least, shareClass, fetchPj, m_task) - scalarOf(m_task.objective, shareClass.gatherPj, 0);
}

/// The best without groups tells in what order to try nests.
LayerCandidates::Class LayerCandidates::prepared(std::size_t number, PreparedNests ready, SearchCounts& counts) const
{
    const Partition partition = ordersOf(m_ranking[number].shares.front()).front();
    const BlockingKind kind = kindOf(m_task, partition);
    Class made;
    made.fetchPj = usualFetchPj(partition, kind.tile);
    ClassBest best;
    double cost = std::numeric_limits<double>::infinity();
    const std::vector<PaddedNest> nests = nestsOf(kind);
    const auto& ranked = m_ranking[number].nests;
    for (std::size_t place = 0; place < ranked.size() && ranked[place].first < cost; ++place) {
        if (leastOfNest(m_ranking[number], ranked[place].first, made.fetchPj) >= cost) {
            if (made.nests.size() < nestsKept) {
                made.others.push_back(place); // with groups it may do better
            }
            continue;
        }
        std::unique_ptr<const PreparedNest> nest =
            place < ready.size() && ready[place] ? std::move(ready[place]) : prepared(kind, nests[ranked[place].second]);
        const ClassBest own = bestFor({*nest, made.fetchPj, {}}, cost, counts);
        if (std::isfinite(own.energyPj)) {
            best = own;
            made.nests.insert(made.nests.begin(), {place, std::move(nest)});
        } else if (!nest->registers->choices.empty()) {
            made.nests.push_back({place, std::move(nest)});
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

LayerCandidates::Found LayerCandidates::searchBelow(double most, SearchCounts& counts) const
{
    Found found;
    for (std::size_t number = 0; number < m_ranking.size(); ++number) {
        const ShareClass& own = m_ranking[number];
        // Classes stand in the order of an estimate where tensors may bypass the buffer: bounds of nests tell what to leave out.
        if (own.nests.empty() || leastOfNest(own, own.nests.front().first, own.fetchPj) >= most) {
            continue;
        }
        const Partition partition = ordersOf(own.shares.front()).front();
        const BlockingKind kind = kindOf(m_task, partition);
        const std::array<double, 3> fetchPj = usualFetchPj(partition, kind.tile);
        const std::vector<PaddedNest> nests = nestsOf(kind);
        for (const auto& [least, nest] : own.nests) {
            if (leastOfNest(own, least, fetchPj) >= most) {
                break; // nor does any that follows do better
            }
            const auto made = prepared(kind, nests[nest]);
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
    Class made = prepared(number, {}, counts);
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

bool LayerCandidates::mayCostBelow(std::size_t number, const pipeline::TopGroups& top, const std::array<double, 3>& fetchPj, double limit,
                                   PreparedNests& ready)
{
    const ShareClass& own = m_ranking[number];
    const double most = (limit - scalarOf(m_task.objective, own.gatherPj, 0)) * justAbove;
    const std::vector<const PreparedNest*> known = preparedNests(number);
    std::optional<BlockingKind> kind;
    std::vector<PaddedNest> nests;
    ready.resize(own.nests.size());
    for (std::size_t place = 0; place < own.nests.size() && raisedTo(own.nests[place].first, own, fetchPj, m_task) < limit; ++place) {
        const PreparedNest* nest = known[place];
        if (!nest) {
            if (!kind) {
                kind = kindOfClass(number);
                nests = nestsOf(*kind);
            }
            const PaddedNest& padded = nests[own.nests[place].second];
            if (!mayHaveRoom(unprepared(*kind, padded), factorsOf(top))) {
                continue;
            }
            ready[place] = prepared(*kind, padded);
            nest = ready[place].get();
        }
        if (hasBlockingBelow({*nest, fetchPj, top}, most)) {
            return true;
        }
    }
    return false;
}

/// By place in `ShareClass::nests`; null for those that are not prepared, or not kept.
std::vector<const PreparedNest*> LayerCandidates::preparedNests(std::size_t number)
{
    std::vector<const PreparedNest*> nests(m_ranking[number].nests.size());
    const std::lock_guard lock(m_mutex);
    if (const auto& own = m_classes[number]) {
        for (const Nest& nest : own->nests) {
            nests[nest.place] = nest.prepared.get();
        }
        for (const auto& [place, nest] : own->forGroups) {
            nests[place] = nest.get();
        }
    }
    return nests;
}

/// What is looked at must not depend on what other threads have found out, so that the counts do not: what is asked for the first time is
/// tested first, whether or not the class is known.
ClassBest LayerCandidates::bestIfBelow(std::size_t number, const pipeline::TopGroups& top, const std::array<double, 3>& fetchPj,
                                       double limit)
{
    {
        const std::lock_guard lock(m_mutex);
        if (const auto& own = m_classes[number]) {
            if (const auto known = own->best.find(top); known != own->best.end()) {
                return known->second;
            }
        }
    }
    PreparedNests nests;
    if (std::isfinite(limit) && !mayCostBelow(number, top, fetchPj, limit, nests)) {
        return {};
    }
    bool isKnown = false;
    {
        const std::lock_guard lock(m_mutex);
        isKnown = m_classes[number] != nullptr;
    }
    if (!isKnown) {
        SearchCounts counts;
        Class made = prepared(number, std::move(nests), counts);
        keep(number, std::move(made), counts);
    }
    return bestOf(number, top);
}

/// With groups, the nest that is best without; another one where that has no blocking for them.
ClassBest LayerCandidates::bestOf(std::size_t number, const pipeline::TopGroups& top)
{
    Class& own = classAt(number);
    {
        const std::lock_guard lock(m_mutex);
        const auto known = own.best.find(top);
        if (known != own.best.end()) {
            return known->second;
        }
    }
    ClassBest best;
    SearchCounts counts;
    for (std::size_t rank = 0; rank < nestsKept && !std::isfinite(best.energyPj); ++rank) {
        double cost = std::numeric_limits<double>::infinity();
        if (const PreparedNest* nest = nestOf(number, rank)) {
            best = bestFor({*nest, own.fetchPj, top}, cost, counts);
        }
    }
    if (!std::isfinite(best.energyPj) && top != pipeline::TopGroups{}) {
        best = otherBestOf(number, top).best;
    }
    const std::lock_guard lock(m_mutex);
    if (own.best.emplace(top, best).second) {
        m_counts += counts;
    }
    return best;
}

} // namespace tilescape::search
