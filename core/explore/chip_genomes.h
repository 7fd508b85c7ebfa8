#pragma once

#include "core/explore/chip_search.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tilescape::explore {

/// The chips of a search as genomes, one gene a variable: of a list of values the row, of a range how far along it. Genomes
/// that stand for the same chip have the same settings.
class ChipGenomes {
public:
    explicit ChipGenomes(const ChipSearch& search); ///< which must outlive it

    [[nodiscard]] const std::vector<Gene>& genes() const { return m_genes; }

    [[nodiscard]] std::vector<Setting> settingsOf(const Genome& genome) const;

    /// The search's base: of each variable the value that is nearest to the base's, by the ratio where it is a number; the
    /// first of several that are as near.
    [[nodiscard]] Genome nearestToBase() const;

    /// The chips one step from this one: along one variable, or, as `pairs`, along two at once. A step is to the next value of
    /// a list, or a sixteenth of a range, or as many as make another chip. Steps that leave the space are not among them.
    [[nodiscard]] std::vector<Genome> neighboursOf(const Genome& genome, bool pairs) const;

    /// Point `number` of a sequence that fills the space evenly: Sobol points, each dimension shifted around by what the seed
    /// says (Cranley and Patterson, 1976); random numbers beyond the dimensions that the sequence has. The same for the same
    /// seed and number.
    [[nodiscard]] Genome spread(std::uint64_t number) const;

private:
    [[nodiscard]] std::optional<Genome> stepped(Genome genome, std::size_t gene, int direction) const;

    const ChipSearch& m_search;
    std::vector<Gene> m_genes;
    std::vector<double> m_shifts; ///< of the Sobol points, in [0, 1)
};

} // namespace tilescape::explore
