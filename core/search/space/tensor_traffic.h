#pragma once

#include "core/cost/blocking_cost.h"
#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/sharing.h"
#include "core/hardware/hardware.h"

#include <array>
#include <optional>

namespace tilescape::search {

inline constexpr std::size_t noLoop = 3; ///< in place of a loop's number

/// What one tensor's traffic costs, for one fetch; energies in pJ over all tiles. Every blocking of a nest moves the same
/// words a fetch: only how often differs (cost-model.md 2).
struct TensorTraffic {
    std::size_t reuseLoop = noLoop; ///< the loop that the tensor does not vary with
    std::array<bool, 3> varies{};
    bool present = false;
    bool output = false;
    bool mayBypass = true;
    bool onChip = false;       ///< lies in tiles' buffers, and is fetched from there once
    bool mayPin = false;       ///< fetched never, if the loops at DRAM level ask for no other and it is held
    bool pinsBypassed = false; ///< the same where it passes the buffer by
    double bufferPj = 0;       ///< bus, for each fetch into the registers
    double keptPj = 0;         ///< buffer, the same, if kept there
    double memoryKeptPj = 0;
    double memoryBypassPj = 0;
    double busKeptWords = 0;   ///< of one tile, for each fetch into the registers: what the bus waits for
    double busBypassWords = 0; ///< the same of what passes the buffer by
    double memoryKeptWords = 0;
    double memoryBypassWords = 0;
    double onceWords = 0;     ///< that come from memory, over all tiles, if a shared buffer holds them
    Count identicalTiles = 1; ///< tiles that need the same of them
    Count sharers = 1;        ///< tiles whose buffers hold one copy between them at best
    Count unitBufferWords = 0;
    Count unitRegisterWords = 0;
};

struct NestTraffic {
    std::array<TensorTraffic, 3> tensors;
    double fixedPj = 0; ///< operations and registers: the same for every blocking
    double computeCycles = 0;
};

/// Read off the model's own count of a blocking that fetches everything once, its factors covering `covered` iterations: what
/// is done in vain takes time, operations and registers, but no word is moved for it.
NestTraffic trafficOf(const dataflow::LoopNest& nest, const PerLoop<Count>& covered, const cost::TileContext& context,
                      const hardware::Machine& machine,
                      const std::optional<PerTensor<dataflow::SharingGroup>>& sharing);

} // namespace tilescape::search
