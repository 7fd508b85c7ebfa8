#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace tilescape::explore {

/// One number that the evolution varies.
struct Gene {
    double from = 0;
    double to = 1;      ///< above `from`
    bool whole = false; ///< only whole numbers, as both ends are
};
using Genome = std::vector<double>; ///< one number for each gene

/// How long and from which random numbers an evolution runs.
struct EvolutionSettings {
    std::size_t population = 40; ///< a multiple of 4, at least 8
    std::size_t generations = 25;
    std::uint32_t seed = 1;
    friend bool operator==(const EvolutionSettings&, const EvolutionSettings&) = default;
};

/// The objectives, smaller is better, of each of many genomes.
using EvaluateGenomes = std::function<std::vector<std::vector<double>>(const std::vector<Genome>&)>;

/// Whether this build has an implementation of `evolve`.
bool canEvolve();

/// Genomes that a generation is to look at, each not asked before; none: the generation is bred.
using OfferGenomes = std::function<std::vector<Genome>(std::size_t generation)>;

/// Evolves a population by NSGA-II (Deb and others, 2002; of pagmo 2), which begins with `first`, and evaluates each generation
/// at once. A generation for which `offer` has genomes consists of these instead of children, and the best of them and of the
/// population live on. What was found is what `evaluate` was asked. Ends early when `proceed`, asked before each generation,
/// returns false. The same settings, offers and answers ask the same genomes in the same order. What `evaluate` throws is
/// thrown on.
void evolve(const std::vector<Gene>& genes, const EvolutionSettings& settings, const std::vector<Genome>& first,
            const EvaluateGenomes& evaluate, const OfferGenomes& offer,
            const std::function<bool(std::size_t generation)>& proceed);

} // namespace tilescape::explore
