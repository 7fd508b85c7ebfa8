#pragma once

#include "core/cost/blocking_cost.h"
#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/sharing.h"
#include "core/hardware/hardware.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace tilescape::search {

inline constexpr std::size_t noLoop = 3; ///< in place of a loop's number

/// The traffic of one tensor for one fetch, over all tiles, energies in pJ. All blockings of a nest move the same words
/// per fetch and differ in the number of fetches only (cost-model.md 2).
struct TensorTraffic {
    /// The loop with several iterations that is no dimension loop of the tensor; `noLoop`: none.
    std::uint8_t reuseLoop = noLoop;
    std::array<bool, 3> varies{}; ///< whether each loop is a dimension loop of the tensor
    bool present = false;         ///< the layer has this tensor
    bool output = false;          ///< it is the output
    bool mayBypass = true;        ///< it may skip the tile's buffer
    bool keepingPays = false;     ///< it may pay to keep it where that saves no fetch: each then has fewer words, or none
    bool onChip = false;          ///< it lies in tiles' buffers
    bool once = false;            ///< it may be fetched once only: it lies there, or is taken as it is made
    /// Weights that may stay on chip: no fetches if the DRAM-level loops never change them and they are held.
    bool mayPin = false;
    /// What the registers hold of it is not replaced by other parts of the filter (`LoopNest::folds`).
    bool staysInRegisters = true;
    bool reloaded = false;     ///< weights that come in for every iteration of the DRAM-level batch loop
    bool pinsBypassed = false; ///< they stay even if they bypass the buffer (Counts::Reference)
    Counts counts = Counts::Executed; ///< how their parts are counted
    double bufferPj = 0;       ///< energy of the bus for each fetch into the registers
    double keptPj = 0;       ///< energy of the buffer for each fetch into the registers, if the buffer holds the tensor
    double memoryKeptPj = 0; ///< energy of one fetch from memory into the buffer
    double memoryBypassPj = 0;    ///< energy of one fetch from memory past the buffer
    double busKeptWords = 0;      ///< of one tile, for each fetch into the registers, if the buffer holds the tensor
    double busBypassWords = 0;    ///< the same if it bypasses; 0 for Counts::Reference
    double memoryKeptWords = 0;   ///< DRAM words of one fetch into the buffer
    double memoryBypassWords = 0; ///< DRAM words of one fetch past the buffer
    double onceWords = 0;         ///< DRAM words, over all tiles, if a shared buffer holds the tensor
    Count identicalTiles = 1;     ///< tiles that need the same words
    Count sharers = 1;            ///< most tiles whose buffers can hold one copy between them
    Count unitBufferWords = 0;    ///< words of one unit in the buffer
    Count unitRegisterWords = 0;  ///< words of one unit in the registers
};

/// Words of `words` that each of `tiles` tiles has to have room for which hold them between them; `rest` are the iterations of all
/// loops inside the DRAM level.
inline Count largestPart(const TensorTraffic& tensor, Count words, const std::array<Count, 3>& rest, Count tiles)
{
    if (tiles == 1) {
        return words;
    }
    std::array<Count, 3> units{1, 1, 1};
    for (std::size_t loop = 0; loop < 3; ++loop) {
        units[loop] = tensor.varies[loop] ? rest[loop] : 1;
    }
    return dataflow::largestPart(words, units, tiles, tensor.counts);
}

/// The loops with several iterations among these factors, one bit each.
inline unsigned loopsThatRun(const std::array<Count, 3>& factors)
{
    unsigned loops = 0;
    for (std::size_t loop = 0; loop < 3; ++loop) {
        loops |= factors[loop] > 1 ? 1U << loop : 0U;
    }
    return loops;
}
/// The dimension loops of a tensor, one bit each.
inline unsigned dimensionLoops(const TensorTraffic& tensor)
{
    unsigned loops = 0;
    for (std::size_t loop = 0; loop < 3; ++loop) {
        loops |= tensor.varies[loop] ? 1U << loop : 0U;
    }
    return loops;
}

/// Times that a tile's buffer, or what bypasses it, receives its part of a present tensor from memory, read backs left
/// out: once for each iteration of the reuse loop at DRAM level, unless that loop is the innermost one there, or no
/// loop there changes the tensor (cost-model.md 2). `outer` are the factors of the DRAM level, `varies` says whether
/// one of the tensor's dimension loops is above 1 among them. What is reloaded comes in for every iteration in any case.
inline Count memoryPasses(const TensorTraffic& tensor, bool varies, const std::array<Count, 3>& outer,
                          std::size_t innermost)
{
    const bool again = tensor.reloaded || (varies && innermost != tensor.reuseLoop);
    return again && tensor.reuseLoop != noLoop ? outer[tensor.reuseLoop] : 1;
}

/// The same of the registers, which receive it from the buffer: `middle` are the factors of the buffer level,
/// `innermost` and `varies` refer to them. If no loop there changes the tensor, it is as often as from memory.
inline Count bufferPasses(const TensorTraffic& tensor, bool varies, const std::array<Count, 3>& outer,
                          const std::array<Count, 3>& middle, std::size_t innermost, Count fromMemory)
{
    const std::size_t reuse = tensor.reuseLoop;
    const Count outside = reuse == noLoop ? 1 : outer[reuse];
    const Count across = reuse == noLoop || innermost == reuse ? 1 : middle[reuse];
    return varies ? outside * across : fromMemory;
}

/// Transfers of `passes` passes: partial sums of outputs are read back before all passes but the first.
inline Count withReadBack(const TensorTraffic& tensor, Count passes) { return tensor.output ? 2 * passes - 1 : passes; }

/// The traffic of all tensors of a nest.
struct NestTraffic {
    std::array<TensorTraffic, 3> tensors;
    double fixedPj = 0;       ///< energy of operations and registers, which is the same for every blocking
    double computeCycles = 0; ///< of the PE arrays, which are the same for every blocking
};

/// The sets of tensors that it may pay to keep in the buffer where that saves no fetch, a flag by tensor; first none.
std::vector<std::array<bool, 3>> setsThatMayPay(const std::array<TensorTraffic, 3>& tensors);

/// The traffic of a nest, derived from the cost model's own price of a blocking that fetches everything once. The
/// factors multiply up to `covered`: iterations beyond the nest's own cost time, operations and registers, but move no
/// words.
NestTraffic trafficOf(const dataflow::LoopNest& nest, const PerLoop<Count>& covered, const cost::TileContext& context,
                      const hardware::Machine& machine,
                      const std::optional<PerTensor<dataflow::SharingGroup>>& sharing);

} // namespace tilescape::search
