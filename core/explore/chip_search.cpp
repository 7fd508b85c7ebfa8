#include "core/explore/chip_search.h"

#include "core/explore/chip_genomes.h"
#include "core/explore/design_evaluation.h"
#include "core/explore/pareto_front.h"

#include <algorithm>
#include <set>

namespace tilescape::explore {

namespace {

/// Ends an evolution from within an evaluation.
struct Stopped {};

/// Sobol points that are tried for each chip of the first generation, for one that need not break a limit of the area.
constexpr std::uint64_t spreadTries = 32;

/// All designs that an evolution asked for, each once, and what it is to ask beside its own children.
class Archive {
public:
    Archive(const ChipSearch& search, const ChipGenomes& genomes, DesignEvaluation& evaluation, SearchResult& result)
        : m_search(search), m_genomes(genomes), m_evaluation(evaluation), m_result(result)
    {}

    /// The chip nearest to the base and its neighbours, at most half a population, then chips that are spread over the space.
    [[nodiscard]] std::vector<Genome> firstGeneration() const
    {
        const std::size_t population = m_search.evolution.population;
        std::vector<Genome> first{m_genomes.nearestToBase()};
        std::set<std::string> seen{evaluationKey(m_genomes.settingsOf(first.front()))};
        const auto add = [&](const Genome& genome) {
            const std::vector<Setting> settings = m_genomes.settingsOf(genome);
            if (m_evaluation.keepsArea(settings) && seen.insert(evaluationKey(settings)).second) {
                first.push_back(genome);
            }
        };
        for (const Genome& genome : m_genomes.neighboursOf(first.front(), false)) {
            if (first.size() < population / 2) {
                add(genome);
            }
        }
        for (std::uint64_t number = 0; first.size() < population && number < spreadTries * population; ++number) {
            add(m_genomes.spread(number));
        }
        for (std::uint64_t number = 0; first.size() < population; ++number) { // a space that is small, or too large for the limit
            first.push_back(m_genomes.spread(number));
        }
        return first;
    }

    /// Neighbours of the front's chips that were not asked for, at most a population of them: first those along one variable,
    /// of the chips that were found last.
    [[nodiscard]] std::vector<Genome> neighboursOfFront() const
    {
        std::vector<Genome> neighbours;
        std::set<std::string> seen;
        for (const bool pairs : {false, true}) {
            for (auto design = m_result.front.rbegin(); design != m_result.front.rend(); ++design) {
                for (const Genome& genome : m_genomes.neighboursOf(m_asked[*design], pairs)) {
                    const std::vector<Setting> settings = m_genomes.settingsOf(genome);
                    const std::string key = evaluationKey(settings);
                    if (!m_indices.contains(key) && m_evaluation.keepsArea(settings) && seen.insert(key).second) {
                        neighbours.push_back(genome);
                    }
                    if (neighbours.size() == m_search.evolution.population) {
                        return neighbours;
                    }
                }
            }
        }
        return neighbours;
    }

    /// The objectives of each; throws `Stopped`.
    std::vector<std::vector<double>> evaluate(const std::vector<Genome>& genomes)
    {
        std::vector<std::string> keys;
        std::vector<std::vector<Setting>> unknown;
        for (const Genome& genome : genomes) {
            std::vector<Setting> settings = m_genomes.settingsOf(genome);
            keys.push_back(evaluationKey(settings));
            if (m_indices.emplace(keys.back(), m_result.designs.size() + unknown.size()).second) {
                unknown.push_back(std::move(settings));
                m_asked.push_back(genome);
            }
        }
        std::optional<std::vector<Design>> designs = m_evaluation.evaluate(unknown);
        if (!designs) {
            throw Stopped();
        }
        std::move(designs->begin(), designs->end(), std::back_inserter(m_result.designs));
        std::vector<std::vector<double>> objectives;
        for (const std::string& key : keys) {
            objectives.push_back(m_evaluation.objectivesOf(m_result.designs[m_indices.at(key)]));
        }
        return objectives;
    }

    void updateFront()
    {
        std::vector<std::size_t> allowed;
        std::vector<std::vector<double>> rows;
        for (std::size_t i = 0; i < m_result.designs.size(); ++i) {
            if (m_result.designs[i].allowed()) {
                allowed.push_back(i);
                rows.push_back(m_evaluation.objectivesOf(m_result.designs[i]));
            }
        }
        m_result.front = paretoFront(rows);
        std::transform(m_result.front.begin(), m_result.front.end(), m_result.front.begin(),
                       [&](std::size_t row) { return allowed[row]; });
    }

private:
    const ChipSearch& m_search;
    const ChipGenomes& m_genomes;
    DesignEvaluation& m_evaluation;
    SearchResult& m_result;
    std::vector<Genome> m_asked;                  ///< of each design
    std::map<std::string, std::size_t> m_indices; ///< of the design with these settings
};

} // namespace

SearchResult searchChips(const ChipSearch& search, Evaluations known, const SearchControl& control, const SolvePoints& solve)
{
    SearchResult result;
    DesignEvaluation evaluation(search, std::move(known), control, solve);
    const ChipGenomes genomes(search);
    Archive archive(search, genomes, evaluation, result);
    const auto proceed = [&](std::size_t generation) {
        archive.updateFront();
        if (generation > 0 && control.onGeneration) {
            control.onGeneration(generation, result);
        }
        return !control.stop.stop_requested();
    };
    const std::optional<Design> base = evaluation.evaluateBase();
    if (!base || !canEvolve()) {
        return result;
    }
    result.base = *base;
    const auto offer = [&](std::size_t generation) {
        return generation % 2 == 1 ? archive.neighboursOfFront() : std::vector<Genome>();
    };
    try {
        evolve(genomes.genes(), search.evolution, archive.firstGeneration(),
               [&](const std::vector<Genome>& asked) { return archive.evaluate(asked); }, offer, proceed);
        result.finished = proceed(search.evolution.generations);
    } catch (const Stopped&) {
        result.finished = false; // what was found so far stays
    }
    return result;
}

std::vector<std::size_t> betterThanBase(const ChipSearch& search, const SearchResult& result)
{
    std::vector<std::size_t> better;
    if (result.base.total.hasSchedule()) {
        const std::vector<double> ofBase = minimized(result.base.total, search.objectives);
        std::copy_if(result.front.begin(), result.front.end(), std::back_inserter(better), [&](std::size_t design) {
            return dominates(minimized(result.designs[design].total, search.objectives), ofBase);
        });
    }
    return better;
}

} // namespace tilescape::explore
