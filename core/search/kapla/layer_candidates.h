#pragma once

#include "core/search/kapla/blocking_limits.h"
#include "core/search/kapla/class_nests.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace tilescape::search {

/// The cheapest blocking of a class of shares under some groups, with hops of fetches at usual distances.
struct ClassBest {
    double energyPj = std::numeric_limits<double>::infinity(); ///< without hops of fetches; infinite: none fits
    double cycles = 0;
    double dramCycles = 0;
    std::array<Count, 3> fetches{}; ///< from memory, by tensor; outputs count 2f - 1
};

/// What a layer may cost in any region of one extent, wherever it lies on the chip: its classes of shares, ranked, and
/// the best blockings of each, found when asked for and cached. Every answer depends on the arguments alone, so that
/// threads may ask in any order.
class LayerCandidates {
public:
    /// Of the task's region only the extent matters. `tilings` must outlive this.
    LayerCandidates(const LayerTask& task, RegisterTilingCache& tilings)
        : LayerCandidates(task, dataflow::wholeChip(task.region.extent), tilings)
    {}
    /// `grid` is that of a whole chip of the region's extent, which many may share.
    LayerCandidates(const LayerTask& task, const dataflow::Region& grid, RegisterTilingCache& tilings);

    /// The classes of shares by ascending `ShareClass::cost`.
    [[nodiscard]] const std::vector<ShareClass>& ranking() const { return m_ranking; }
    /// The smallest `ShareClass::cost`: a lower bound of the layer's cost, or an estimate, as said there. 0 if there
    /// are no classes.
    [[nodiscard]] double least() const { return m_ranking.empty() ? 0 : m_ranking.front().cost; }
    /// The smallest cost of a nest: not above `least`, and what may bypass the buffer is at its best there. 0 if there are no
    /// classes.
    [[nodiscard]] double leastOfNests() const
    {
        double least = m_ranking.empty() ? 0 : std::numeric_limits<double>::infinity();
        for (const ShareClass& own : m_ranking) {
            least = own.nests.empty() ? least : std::min(least, own.nests.front().first);
        }
        return least;
    }
    /// A class of the ranking and the cost of its best blocking without groups, with hops at usual distances.
    struct Found {
        std::size_t number = 0; ///< index in the ranking
        /// In the units of `scalarOf`; infinite: no blocking was found.
        double cost = std::numeric_limits<double>::infinity();
    };
    /// The best class among those whose blockings cost less than `most`, or one that is worse by at most a thousandth.
    /// The result is not cached.
    Found bestBelow(double most);
    /// The same over all classes, cached.
    Found best();
    /// The best blocking of the ranking's class `number` within the limits: of the nest that is best without
    /// groups, or of another if that one has no blocking with these groups and nothing else is asked.
    ClassBest bestOf(std::size_t number, const BlockingLimits& limits);
    /// The same, but none of a class whose blockings within these limits all cost `limit` or more (in the units of `scalarOf`) where the hops of
    /// one fetch of each tensor cost `fetchPj`, unless it is known already: that takes less time. With distances in `fetchPj` that no
    /// partition of the class is without, none of them costs less.
    ClassBest bestIfBelow(std::size_t number, const BlockingLimits& limits, const std::array<double, 3>& fetchPj,
                          double limit);
    /// Whether some nest of the ranking's class `number` can be cut into the groups `top`. No other class has a blocking with them.
    bool canBeCut(std::size_t number, const pipeline::TopGroups& top) { return m_nests.canBeCut(number, top); }
    /// So many nests of a class may contain its best blocking.
    static constexpr std::size_t nestsKept = 2;
    /// The class's nest of the rank, below `nestsKept`, without groups: the best first; null if the class has fewer. All but the best
    /// are prepared when they are first asked for. It stays as long as this.
    const PreparedNest* nestOf(std::size_t number, std::size_t rank);
    /// The best of the class's other nests within the limits, where those have no blocking; null if none has. Cached.
    const PreparedNest* otherNestOf(std::size_t number, const BlockingLimits& limits);
    /// The counts of all searches so far.
    [[nodiscard]] SearchCounts counts() const { return m_counts; }

private:
    struct Nest {
        std::size_t place = 0; ///< in `ShareClass::nests`
        const PreparedNest* prepared = nullptr;
    };
    struct OtherBest {
        const PreparedNest* nest = nullptr; ///< null: none has a blocking
        ClassBest best;
    };
    /// What all blockings of a class have in common.
    struct Class {
        std::vector<Nest> nests;         ///< prepared, best first
        std::vector<std::size_t> others; ///< in `ShareClass::nests`: cannot be the best without groups
        std::array<double, 3> fetchPj{};
        std::map<BlockingLimits, ClassBest> best;
        std::vector<NestRoom> rooms; ///< by place in `ShareClass::nests`; empty until groups ask for another nest
        std::map<BlockingLimits, OtherBest> other;
    };
    [[nodiscard]] Found searchBelow(double most, SearchCounts& counts);
    Class& classAt(std::size_t number);
    OtherBest otherBestOf(std::size_t number, const BlockingLimits& limits);
    /// A lower bound of one of the class's nests with these fetches, as `bestBlockings` prices it: partial sums are not
    /// gathered.
    [[nodiscard]] double leastOfNest(const ShareClass& shareClass, double least,
                                     const std::array<double, 3>& fetchPj) const;
    Class searchClass(std::size_t number, SearchCounts& counts);
    /// Whether a nest of the class, as `bestBlockings` prices it, has a blocking below the limit.
    bool mayCostBelow(std::size_t number, const BlockingLimits& limits, const std::array<double, 3>& fetchPj,
                      double limit);
    /// Keeps what was made, unless another thread was faster; the counts of both are the same.
    Class& keep(std::size_t number, Class made, const SearchCounts& counts);
    [[nodiscard]] std::array<double, 3> usualFetchPj(const dataflow::Partition& partition,
                                                     const dataflow::TileLayer& tile) const;

    LayerTask m_task;
    std::vector<ShareClass> m_ranking;
    ClassNests m_nests;
    std::mutex m_mutex; ///< of what follows
    std::vector<std::unique_ptr<Class>> m_classes;
    std::optional<Found> m_best;
    SearchCounts m_counts;
};

} // namespace tilescape::search
