#include "core/search/baselines/annealed_search.h"

#include "core/search/baselines/boosted_trees.h"
#include "core/search/baselines/configuration_space.h"
#include "core/support/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include <fmt/format.h>

namespace tilescape::search {

namespace {

using support::Dice;
using Priced = ConfigurationSpace::Priced;

constexpr int stepsPerChain = 30;
constexpr std::size_t proposalsPerChain = 4;
constexpr double hottest = 1; ///< temperature, in units of the cost's natural logarithm
/// Share of a batch that is drawn blindly, so that the model sees what it would not choose.
constexpr double drawnBlindly = 0.1;
/// Rounds without anything that fits, after which a question is given up; the second where the network needs an answer.
constexpr int hopelessRounds = 4;
constexpr int mostBlindRounds = 64;
/// Costs this many times the best are as bad as any to the model; what does not fit is a little worse.
constexpr float worstLog = 4;
constexpr float misfitLog = 5;
/// Blockings of each partition that an answer offers.
constexpr std::size_t blockingsKept = 3;

class AnnealedSearch {
public:
    AnnealedSearch(const Sampling& sampling, const LayerTask& task, const PartitionTable& table,
                   const pipeline::TopGroups& top, int threads, const std::stop_token& stop)
        : m_task(task),
          m_table(table),
          m_space(task, table, top),
          m_threads(threads),
          m_stop(stop),
          m_rounds(static_cast<int>(sampling.annealingRounds)),
          m_batch(static_cast<std::size_t>(sampling.annealingBatch)),
          m_mustFit(top == pipeline::TopGroups{}),
          m_seed(support::seedOf(fmt::format("{}groups {} {} {}", keyOf(task), top.batch, top.input, top.output),
                                 static_cast<std::uint64_t>(sampling.seed)))
    {}

    std::shared_ptr<const LayerAnswer> run()
    {
        // There is nothing to learn from before something fits.
        const int blindRounds = m_space.isEmpty() ? 0 : m_mustFit ? mostBlindRounds : hopelessRounds;
        int round = 0;
        while (m_found == 0 && round < blindRounds && !m_stop.stop_requested()) {
            priceBatch(drawBatch(round++));
        }
        const int end = m_found > 0 ? round + m_rounds - 1 : 0;
        while (round < end && !m_stop.stop_requested() && priceBatch(proposeBatch(round))) {
            ++round;
        }
        if (m_found == 0 && m_mustFit) {
            for (const Configuration& smallest : m_space.smallest()) {
                if (m_found == 0 && !m_stop.stop_requested()) {
                    priceBatch({smallest});
                }
            }
        }
        return m_stop.stop_requested() ? nullptr : answer();
    }

private:
    struct Proposal {
        double predicted = 0;
        Configuration configuration;
        friend auto operator<=>(const Proposal&, const Proposal&) = default;
    };

    std::vector<Configuration> drawBatch(int round) const
    {
        Dice dice(support::seedOf("draw", m_seed + static_cast<std::uint64_t>(round)));
        std::vector<Configuration> batch;
        for (std::size_t i = 0; i < m_batch; ++i) {
            batch.push_back(m_space.draw(dice));
        }
        return batch;
    }

    /// The best of what the chains came by, as the model sees it, and a few others.
    std::vector<Configuration> proposeBatch(int round)
    {
        learn();
        const std::vector<std::size_t> starts = bestMeasured();
        std::vector<std::vector<Proposal>> found(m_batch);
        support::parallelFor(m_batch, m_threads, [&](std::size_t chain) {
            Dice dice(support::seedOf(fmt::format("chain {}", chain), m_seed + static_cast<std::uint64_t>(round)));
            const bool fromBest = chain % 2 == 0;
            const Configuration start = fromBest ? m_measured[starts[chain / 2 % starts.size()]] : m_space.draw(dice);
            found[chain] = walk(start, dice);
        });
        std::vector<Proposal> all;
        for (const auto& own : found) {
            all.insert(all.end(), own.begin(), own.end());
        }
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        const auto blind = static_cast<std::size_t>(drawnBlindly * static_cast<double>(m_batch));
        std::vector<Configuration> batch = drawBatch(round);
        batch.resize(std::max<std::size_t>(1, blind));
        for (std::size_t i = 0; i < all.size() && batch.size() < m_batch; ++i) {
            batch.push_back(all[i].configuration);
        }
        return batch;
    }

    [[nodiscard]] double predict(const Configuration& configuration) const
    {
        std::array<float, ConfigurationSpace::features> description{};
        m_space.describe(configuration, description.data());
        return m_model.predict(description.data());
    }

    std::vector<Proposal> walk(const Configuration& start, Dice& dice) const
    {
        std::vector<Proposal> best;
        Proposal at{predict(start), start};
        for (int step = 0; step < stepsPerChain; ++step) {
            const double temperature = hottest * (1 - static_cast<double>(step) / stepsPerChain);
            const Configuration next = m_space.neighbour(at.configuration, dice);
            const double predicted = predict(next);
            if (!m_known.contains(next)) {
                best.push_back({predicted, next});
            }
            if (predicted <= at.predicted || dice.hits(std::exp((at.predicted - predicted) / temperature))) {
                at = {predicted, next};
            }
        }
        std::sort(best.begin(), best.end());
        best.erase(std::unique(best.begin(), best.end()), best.end());
        best.resize(std::min(best.size(), proposalsPerChain));
        return best;
    }

    void learn()
    {
        std::vector<float> targets;
        for (const std::optional<Priced>& priced : m_prices) {
            targets.push_back(priced ? std::min(worstLog, static_cast<float>(std::log(priced->value / m_bestValue)))
                                     : misfitLog);
        }
        m_model.fit(m_descriptions, ConfigurationSpace::features, targets);
    }

    [[nodiscard]] std::vector<std::size_t> bestMeasured() const
    {
        std::vector<std::pair<double, std::size_t>> ranked;
        for (std::size_t i = 0; i < m_prices.size(); ++i) {
            if (m_prices[i]) {
                ranked.emplace_back(m_prices[i]->value, i);
            }
        }
        std::sort(ranked.begin(), ranked.end());
        ranked.resize(std::min(ranked.size(), m_batch / 2 + 1));
        std::vector<std::size_t> numbers;
        for (const auto& [value, number] : ranked) {
            numbers.push_back(number);
        }
        return numbers;
    }

    /// False if there was nothing new in it.
    bool priceBatch(const std::vector<Configuration>& batch)
    {
        std::vector<Configuration> fresh;
        for (const Configuration& configuration : batch) {
            if (m_known.insert(configuration).second) {
                fresh.push_back(configuration);
            }
        }
        const std::size_t first = m_prices.size();
        m_prices.resize(first + fresh.size());
        m_descriptions.resize((first + fresh.size()) * ConfigurationSpace::features);
        support::parallelFor(fresh.size(), m_threads, [&](std::size_t i) {
            m_prices[first + i] = m_space.price(fresh[i]);
            m_space.describe(fresh[i], &m_descriptions[(first + i) * ConfigurationSpace::features]);
        });
        for (std::size_t i = 0; i < fresh.size(); ++i) {
            const std::optional<Priced>& priced = m_prices[first + i];
            m_measured.push_back(fresh[i]);
            ++m_counts.considered;
            ++(priced ? m_counts.priced : m_counts.tooBig);
            m_found += priced ? 1 : 0;
            m_bestValue = priced ? std::min(m_bestValue, priced->value) : m_bestValue;
        }
        return !fresh.empty();
    }

    [[nodiscard]] std::shared_ptr<const LayerAnswer> answer() const
    {
        std::map<std::uint32_t, std::vector<std::pair<double, std::size_t>>> byPartition;
        for (std::size_t i = 0; i < m_prices.size(); ++i) {
            if (m_prices[i]) {
                byPartition[m_measured[i].partition].emplace_back(m_prices[i]->value, i);
            }
        }
        auto made = std::make_shared<LayerAnswer>();
        made->counts = m_counts;
        for (auto& [number, own] : byPartition) {
            const CountedPartition& split = m_table.partitions[number];
            PartitionChoice choice{
                number, split.partition, split.outputPartition, split.weightHops, split.outputHops, {}, {}};
            std::sort(own.begin(), own.end());
            own.resize(std::min(own.size(), blockingsKept));
            for (const auto& [value, measured] : own) {
                choice.replications.push_back(m_table.kinds[split.kind].nests[m_measured[measured].nest].replication);
                choice.blockings.push_back(m_prices[measured]->choice);
            }
            made->partitions.push_back(std::move(choice));
        }
        if (made->partitions.empty()) {
            made->obstacle = findObstacle(m_task);
        }
        return made;
    }

    const LayerTask& m_task;
    const PartitionTable& m_table;
    ConfigurationSpace m_space;
    int m_threads;
    const std::stop_token& m_stop;
    int m_rounds;
    std::size_t m_batch;
    bool m_mustFit; ///< a layer by itself: without an answer the network has no schedule
    std::uint64_t m_seed;

    std::set<Configuration> m_known;
    std::vector<Configuration> m_measured;
    std::vector<float> m_descriptions; ///< of those, one after another
    std::vector<std::optional<Priced>> m_prices;
    double m_bestValue = std::numeric_limits<double>::infinity();
    std::size_t m_found = 0; ///< that fit
    SearchCounts m_counts;
    BoostedTrees m_model;
};

} // namespace

std::shared_ptr<const LayerAnswer> searchByAnnealing(const Sampling& sampling, const LayerTask& task,
                                                     const PartitionTable& table, const pipeline::TopGroups& top,
                                                     int threads, const std::stop_token& stop)
{
    return AnnealedSearch(sampling, task, table, top, threads, stop).run();
}

} // namespace tilescape::search
