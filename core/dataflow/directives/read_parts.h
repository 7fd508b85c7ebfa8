#pragma once

#include "core/dataflow/directives/form.h"

#include <optional>

namespace tilescape::dataflow::directives {

/// Tells faults of one layer.
class FaultTeller {
public:
    FaultTeller(std::string layer, Faults& faults) : m_layer(std::move(layer)), m_faults(faults) {}

    void error(const Place& place, std::string problem, std::string remedy)
    {
        m_errors = true;
        m_faults.push_back({place, support::Severity::Error, m_layer, std::move(problem), std::move(remedy)});
    }
    [[nodiscard]] bool errors() const { return m_errors; }

private:
    std::string m_layer;
    Faults& m_faults;
    bool m_errors = false;
};

/// The region that `scope` names, the whole chip without `tiles`. Tiles twice, off the chip, or too few are faults.
std::optional<Region> readRegion(const Scope& scope, Extent chip, FaultTeller& faults);

/// Splits and their nesting from stacks, each of which must say one split, all of them no more units than `most`.
/// `channelDim` is that of the split of output channels.
std::optional<Partition> readPartition(const std::vector<StackDirective>& stacks, Dim channelDim, bool splitsInputChannels,
                                       Extent most, FaultTeller& faults);

/// Terms of the same dimensions; amounts aside.
bool sameDimensions(const std::vector<Term>& a, const std::vector<Term>& b);
const Term* findTerm(const std::vector<Term>& terms, Dim dim);

/// The smaller of the product and a number that no memory or loop reaches.
Count saturatingProduct(Count a, Count b);

} // namespace tilescape::dataflow::directives
