#pragma once

#include "core/hardware/hardware.h"
#include "core/search/space/blocking_candidate.h"
#include "core/search/space/tensor_traffic.h"

#include <array>

namespace tilescape::search {

/// One choice of the DRAM-level factors, and what follows from it whatever the inner factors are (cost-model.md 2).
struct DramTiling {
    Factors factors{};              ///< at DRAM level
    Factors rest{};                 ///< iterations left for buffer and registers
    std::array<Count, 3> words{};   ///< of each tensor in the buffer of a tile, unshared
    std::array<Count, 3> passes{};  ///< over memory: f, before read backs and pinned weights
    std::array<Count, 3> fetches{}; ///< from memory; outputs 2f - 1, pinned weights 0
    std::size_t innermost = noLoop; ///< DRAM-level loop; `noLoop` if none has a factor above 1
    double leastPj = 0;             ///< lower bound of the energy of memory, hops of fetches, operations and registers
    double leastCycles = 0;         ///< lower bound of computing and DRAM cycles
};

/// Counts what one nest fetches from memory, for many tilings.
class DramFetches {
public:
    /// `fetchPj` is the energy of the hops of one fetch of each tensor, `oncePj` that of hops that are paid once. `traffic` and `machine`
    /// must outlive this.
    DramFetches(const NestTraffic& traffic, const hardware::Machine& machine, const std::array<double, 3>& fetchPj, double oncePj = 0);

    /// Sets `passes`, `fetches`, `leastPj` and `leastCycles` for the factors and innermost loop of `choice`. Returns false
    /// if a tensor in tiles' buffers would be fetched more than once, which is not allowed (cost-model.md 5).
    bool count(DramTiling& choice) const;

private:
    /// A tensor that the layer has, and the least of one fetch.
    struct Fetched {
        std::size_t number = 0;
        const TensorTraffic* traffic = nullptr; ///< not null
        unsigned varies = 0;                    ///< bit by loop
        double pj = 0;                          ///< without hops
        double hopsPj = 0;
        double words = 0; ///< over DRAM
    };
    std::array<Fetched, 3> m_tensors;
    std::size_t m_present = 0; ///< so many of them
    double m_fixedPj = 0;
    double m_computeCycles = 0;
    const hardware::Rates& m_rates;
    double m_dramPj = 0;
    bool m_sharesBuffers = false;
    double m_sharedPj = 0; ///< of a word in the cheapest shared buffer
};

} // namespace tilescape::search
