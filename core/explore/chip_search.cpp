#include "core/explore/chip_search.h"

#include "core/explore/design_evaluation.h"
#include "core/explore/pareto_front.h"
#include "core/explore/sobol.h"
#include "core/support/dice.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace tilescape::explore {

namespace {

/// Ends an evolution from within an evaluation.
struct Stopped {};

/// Of a list the row, of a range how far along it.
Gene geneOf(const Axis& variable)
{
    return variable.range ? Gene{0, 1, false} : Gene{0, static_cast<double>(variable.values.size() - 1), true};
}

/// A number below 1, for a gene that may be 1.
constexpr double largestFraction = 1 - 0x1p-53;

std::vector<Setting> settingsOf(const std::vector<Axis>& variables, const Genome& genome)
{
    std::vector<Setting> settings;
    for (std::size_t i = 0; i < variables.size(); ++i) {
        const auto size = static_cast<double>(variables[i].values.size());
        const double fraction = variables[i].range ? genome[i] : (std::round(genome[i]) + 0.5) / size;
        const std::vector<Setting> own = settingsAt(variables[i], std::clamp(fraction, 0.0, largestFraction));
        settings.insert(settings.end(), own.begin(), own.end());
    }
    return settings;
}

/// Sobol points, each dimension shifted around by what the seed says (Cranley and Patterson, 1976), and random numbers beyond the
/// dimensions that the sequence has.
std::vector<Genome> firstGenomes(const std::vector<Gene>& genes, const EvolutionSettings& settings)
{
    support::Dice dice(settings.seed);
    std::vector<double> shifts(genes.size());
    std::generate(shifts.begin(), shifts.end(), [&] { return dice.fraction(); });
    std::vector<Genome> genomes(settings.population, Genome(genes.size()));
    for (std::size_t i = 0; i < genomes.size(); ++i) {
        for (std::size_t g = 0; g < genes.size(); ++g) {
            const double point = g < sobolDimensions ? sobolPoint(i, g) : dice.fraction();
            const double fraction = std::fmod(point + shifts[g], 1.0);
            const Gene& gene = genes[g];
            genomes[i][g] = gene.whole ? gene.from + std::floor(fraction * (gene.to - gene.from + 1))
                                       : gene.from + fraction * (gene.to - gene.from);
        }
    }
    return genomes;
}

/// All designs that an evolution asked for, each once.
class Archive {
public:
    Archive(const ChipSearch& search, DesignEvaluation& evaluation, SearchResult& result)
        : m_search(search), m_evaluation(evaluation), m_result(result)
    {}

    /// The objectives of each; throws `Stopped`.
    std::vector<std::vector<double>> evaluate(const std::vector<Genome>& genomes)
    {
        std::vector<std::string> keys;
        std::vector<std::vector<Setting>> unknown;
        for (const Genome& genome : genomes) {
            std::vector<Setting> settings = settingsOf(m_search.variables, genome);
            keys.push_back(evaluationKey(settings));
            if (m_indices.emplace(keys.back(), m_result.designs.size() + unknown.size()).second) {
                unknown.push_back(std::move(settings));
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
    DesignEvaluation& m_evaluation;
    SearchResult& m_result;
    std::map<std::string, std::size_t> m_indices; ///< of the design with these settings
};

} // namespace

SearchResult searchChips(const ChipSearch& search, Evaluations known, const SearchControl& control, const SolvePoints& solve)
{
    SearchResult result;
    DesignEvaluation evaluation(search, std::move(known), control, solve);
    Archive archive(search, evaluation, result);
    std::vector<Gene> genes;
    std::transform(search.variables.begin(), search.variables.end(), std::back_inserter(genes), geneOf);
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
    try {
        evolve(genes, search.evolution, firstGenomes(genes, search.evolution),
               [&](const std::vector<Genome>& genomes) { return archive.evaluate(genomes); }, proceed);
        result.finished = proceed(search.evolution.generations);
    } catch (const Stopped&) {
        result.finished = false; // what was found so far stays
    }
    return result;
}

} // namespace tilescape::explore
