#pragma once

#include "core/search/space/register_tilings.h"

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace tilescape::search {

/// A cache of register tilings: nests of many layers, partitions and positions in a segment differ in what they fetch from memory, and
/// choose from the same factors inside the registers. Threads may ask at once.
class RegisterTilingCache {
public:
    /// `registerTilings` of these arguments.
    std::shared_ptr<const RegisterTilings> of(const std::array<Count, 3>& iterations, const NestTraffic& traffic,
                                              const hardware::Machine& machine);
    /// Drops what nothing else refers to if all together takes too much room. Not while others ask.
    void dropUnused();

private:
    /// All that the tilings depend on of one tensor.
    struct TensorKey {
        std::uint8_t reuseLoop = noLoop;
        std::array<bool, 3> varies{};
        bool present = false;
        bool output = false;
        bool mayBypass = false;
        Count unitRegisterWords = 0;
        double bufferPj = 0;
        double keptPj = 0;
        double busKeptWords = 0;
        double busBypassWords = 0;
        friend bool operator==(const TensorKey&, const TensorKey&) = default;
    };
    struct Key {
        std::array<Count, 3> iterations{};
        std::array<TensorKey, 3> tensors;
        Count registerWords = 0;
        double busWordsPerCycle = 0;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const;
    };
    static Key keyOf(const std::array<Count, 3>& iterations, const NestTraffic& traffic, const hardware::Machine& machine);

    /// Of a part of all keys, with a lock of its own: threads seldom wait for each other.
    struct Part {
        std::mutex mutex;
        std::unordered_map<Key, std::shared_ptr<const RegisterTilings>, Hash> known;
    };
    std::array<Part, 16> m_parts;
};

} // namespace tilescape::search
