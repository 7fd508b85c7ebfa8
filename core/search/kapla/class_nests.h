#pragma once

#include "core/search/kapla/blocking_query.h"
#include "core/search/kapla/nest_room.h"
#include "core/search/kapla/share_ranking.h"
#include "core/search/space/layer_partitions.h"
#include "core/search/space/layer_task.h"
#include "core/search/space/padded_nests.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace tilescape::search {

/// The nests of a layer's classes of shares: prepared once, whoever asks, and kept as long as this. Threads may ask in any order; what is
/// looked at does not depend on what is known.
class ClassNests {
public:
    /// All arguments must outlive this.
    ClassNests(const LayerTask& task, const std::vector<ShareClass>& ranking, RegisterTilingCache& tilings);

    /// All nests of a class.
    struct Made {
        std::shared_ptr<const BlockingSetting> setting; ///< not null
        dataflow::TileLayer tile;
        std::vector<PaddedNest> nests;
    };
    /// Made when the first of them that is not prepared yet is needed.
    using Lazy = std::optional<Made>;

    [[nodiscard]] Made of(std::size_t number);
    /// One of them by its index, not kept.
    [[nodiscard]] std::unique_ptr<const PreparedNest> prepared(const Made& made, std::size_t index) const;
    /// A nest of the ranking's class `number`, by its place in `ShareClass::nests`.
    const PreparedNest& at(std::size_t number, std::size_t place, Lazy& nests);
    /// What each nest of the class takes, by place in `ShareClass::nests`.
    [[nodiscard]] std::vector<NestRoom> roomsOf(std::size_t number);
    /// Whether some nest of the class can be cut into the groups `top`.
    bool canBeCut(std::size_t number, const pipeline::TopGroups& top);

private:
    [[nodiscard]] BlockingKind kindOf(std::size_t number) const;
    [[nodiscard]] std::vector<PaddedNest> nestsOn(const dataflow::TileLayer& tile) const;

    using Iterations = std::array<std::uint32_t, 3>; ///< by loop; sizes stay below 2^31

    const LayerTask& m_task;
    const std::vector<ShareClass>& m_ranking;
    RegisterTilingCache& m_tilings;
    std::mutex m_mutex; ///< of what follows
    /// By class, then by place in `ShareClass::nests`.
    std::vector<std::map<std::size_t, std::unique_ptr<const PreparedNest>>> m_nests;
    std::vector<std::shared_ptr<const BlockingSetting>> m_settings; ///< by class; null until nests are asked for
    /// By class: different counts of iterations that the factors of its nests multiply up to; empty until groups are asked for.
    std::vector<std::vector<Iterations>> m_iterations;
};

} // namespace tilescape::search
