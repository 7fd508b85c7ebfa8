#include "core/explore/nsga2.h"

#include <pagmo/algorithms/nsga2.hpp>
#include <pagmo/bfe.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>
#include <pagmo/utils/multi_objective.hpp>

#include <algorithm>
#include <cassert>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace tilescape::explore {

namespace {

constexpr double crossoverProbability = 0.9;
constexpr double crossoverIndex = 10; ///< of the distribution: the smaller, the farther children are from their parents
constexpr double mutationIndex = 20;

/// What pagmo asks: the genes with whole numbers last, and two objectives at least.
class Space {
public:
    Space(const std::vector<Gene>& genes, const EvaluateGenomes& evaluate)
        : m_genes(genes), m_evaluate(evaluate), m_order(genes.size())
    {
        std::iota(m_order.begin(), m_order.end(), std::size_t{0});
        std::stable_partition(m_order.begin(), m_order.end(), [&](std::size_t gene) { return !genes[gene].whole; });
    }

    [[nodiscard]] std::pair<pagmo::vector_double, pagmo::vector_double> bounds() const
    {
        std::pair<pagmo::vector_double, pagmo::vector_double> bounds;
        for (const std::size_t gene : m_order) {
            bounds.first.push_back(m_genes[gene].from);
            bounds.second.push_back(m_genes[gene].to);
        }
        return bounds;
    }
    [[nodiscard]] std::size_t wholeGenes() const
    {
        return static_cast<std::size_t>(
            std::count_if(m_genes.begin(), m_genes.end(), [](const Gene& gene) { return gene.whole; }));
    }
    [[nodiscard]] pagmo::vector_double ordered(const Genome& genome) const
    {
        pagmo::vector_double vector;
        for (const std::size_t gene : m_order) {
            vector.push_back(genome[gene]);
        }
        return vector;
    }
    /// The objectives of each; the only one twice.
    [[nodiscard]] std::vector<pagmo::vector_double> evaluate(const std::vector<Genome>& genomes) const
    {
        std::vector<pagmo::vector_double> objectives = m_evaluate(genomes);
        for (pagmo::vector_double& each : objectives) {
            if (each.size() == 1) {
                each.push_back(each.front());
            }
        }
        return objectives;
    }
    /// The same for pagmo's vectors one behind the other.
    [[nodiscard]] pagmo::vector_double evaluateJoined(const pagmo::vector_double& vectors) const
    {
        std::vector<Genome> genomes(vectors.size() / m_genes.size(), Genome(m_genes.size()));
        for (std::size_t i = 0; i < vectors.size(); ++i) {
            genomes[i / m_genes.size()][m_order[i % m_genes.size()]] = vectors[i];
        }
        pagmo::vector_double joined;
        for (const pagmo::vector_double& each : evaluate(genomes)) {
            joined.insert(joined.end(), each.begin(), each.end());
        }
        return joined;
    }

private:
    const std::vector<Gene>& m_genes;
    const EvaluateGenomes& m_evaluate;
    std::vector<std::size_t> m_order; ///< the gene at each place of pagmo's vectors
};

/// pagmo's user-defined problem.
struct Task {
    const Space* space = nullptr;
    std::size_t objectives = 2;

    [[nodiscard]] pagmo::vector_double fitness(const pagmo::vector_double& vector) const { return space->evaluateJoined(vector); }
    [[nodiscard]] std::pair<pagmo::vector_double, pagmo::vector_double> get_bounds() const { return space->bounds(); }
    [[nodiscard]] pagmo::vector_double::size_type get_nobj() const { return objectives; }
    [[nodiscard]] pagmo::vector_double::size_type get_nix() const { return space->wholeGenes(); }
};

/// pagmo's user-defined evaluator of many at once.
struct AllAtOnce {
    pagmo::vector_double operator()(const pagmo::problem& problem, const pagmo::vector_double& vectors) const
    {
        return problem.extract<Task>()->space->evaluateJoined(vectors);
    }
};

/// The best of the population and of these genomes, as many as there were: by non-dominated rank, then by crowding distance.
void select(pagmo::population& population, const Space& space, const std::vector<Genome>& offered)
{
    std::vector<pagmo::vector_double> vectors = population.get_x();
    std::vector<pagmo::vector_double> objectives = population.get_f();
    const std::vector<pagmo::vector_double> found = space.evaluate(offered);
    for (std::size_t i = 0; i < offered.size(); ++i) {
        vectors.push_back(space.ordered(offered[i]));
        objectives.push_back(found[i]);
    }
    const std::vector<pagmo::pop_size_t> best = pagmo::select_best_N_mo(objectives, population.size());
    for (pagmo::pop_size_t i = 0; i < best.size(); ++i) {
        population.set_xf(i, vectors[best[i]], objectives[best[i]]);
    }
}

} // namespace

bool canEvolve() { return true; }

void evolve(const std::vector<Gene>& genes, const EvolutionSettings& settings, const std::vector<Genome>& first,
            const EvaluateGenomes& evaluate, const OfferGenomes& offer, const std::function<bool(std::size_t)>& proceed)
{
    assert(first.size() == settings.population && first.size() % 4 == 0 && first.size() >= 8);
    if (!proceed(0)) {
        return;
    }
    const Space space(genes, evaluate);
    const std::vector<pagmo::vector_double> objectives = space.evaluate(first);
    pagmo::population population(pagmo::problem(Task{&space, objectives.front().size()}), 0, settings.seed);
    for (std::size_t i = 0; i < first.size(); ++i) {
        population.push_back(space.ordered(first[i]), objectives[i]);
    }
    // One generation a call: its random numbers go on from call to call.
    pagmo::nsga2 algorithm(1, crossoverProbability, crossoverIndex, 1.0 / static_cast<double>(genes.size()), mutationIndex,
                           settings.seed);
    algorithm.set_bfe(pagmo::bfe{AllAtOnce{}});
    for (std::size_t generation = 1; generation < settings.generations && proceed(generation); ++generation) {
        const std::vector<Genome> offered = offer(generation);
        if (offered.empty()) {
            population = algorithm.evolve(population);
        } else {
            select(population, space, offered);
        }
    }
}

} // namespace tilescape::explore
