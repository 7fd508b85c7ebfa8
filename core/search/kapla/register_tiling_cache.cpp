#include "core/search/kapla/register_tiling_cache.h"

#include "core/support/hash_mixer.h"

#include <cstdint>

namespace tilescape::search {

namespace {

/// Of all tilings together.
constexpr std::size_t mostChoices = std::size_t{1} << 22U;

} // namespace

std::size_t RegisterTilingCache::Hash::operator()(const Key& key) const
{
    support::HashMixer mixer;
    for (const Count iterations : key.iterations) {
        mixer.add(iterations);
    }
    for (const TensorKey& tensor : key.tensors) {
        std::uint64_t flags = tensor.reuseLoop;
        for (const bool flag : {tensor.varies[0], tensor.varies[1], tensor.varies[2], tensor.present, tensor.output, tensor.mayBypass}) {
            flags = 2 * flags + (flag ? 1 : 0);
        }
        mixer.add(flags);
        mixer.add(tensor.unitRegisterWords);
        mixer.add(tensor.bufferPj);
        mixer.add(tensor.keptPj);
        mixer.add(tensor.busKeptWords);
        mixer.add(tensor.busBypassWords);
    }
    mixer.add(key.registerWords);
    mixer.add(key.busWordsPerCycle);
    return mixer.hash();
}

RegisterTilingCache::Key RegisterTilingCache::keyOf(const std::array<Count, 3>& iterations, const NestTraffic& traffic,
                                                    const hardware::Machine& machine)
{
    Key key{iterations, {}, machine.capacities.registerWordsPerPe, machine.rates.busWordsPerCycle};
    for (std::size_t number = 0; number < key.tensors.size(); ++number) {
        const TensorTraffic& tensor = traffic.tensors[number];
        key.tensors[number] = {tensor.reuseLoop, tensor.varies,   tensor.present,      tensor.output,        tensor.mayBypass, tensor.unitRegisterWords,
                               tensor.bufferPj,  tensor.keptPj, tensor.busKeptWords, tensor.busBypassWords};
    }
    return key;
}

std::shared_ptr<const RegisterTilings> RegisterTilingCache::of(const std::array<Count, 3>& iterations, const NestTraffic& traffic,
                                                               const hardware::Machine& machine)
{
    const Key key = keyOf(iterations, traffic, machine);
    Part& part = m_parts[Hash{}(key) % m_parts.size()];
    {
        const std::lock_guard lock(part.mutex);
        if (const auto known = part.known.find(key); known != part.known.end()) {
            return known->second;
        }
    }
    auto made = std::make_shared<const RegisterTilings>(registerTilings(iterations, traffic, machine));
    const std::lock_guard lock(part.mutex);
    return part.known.emplace(key, std::move(made)).first->second;
}

void RegisterTilingCache::dropUnused()
{
    std::size_t choices = 0;
    for (const Part& part : m_parts) {
        for (const auto& [key, tilings] : part.known) {
            choices += tilings->choices.size();
        }
    }
    for (Part& part : m_parts) {
        if (choices > mostChoices) {
            std::erase_if(part.known, [](const auto& entry) { return entry.second.use_count() == 1; });
        }
    }
}

} // namespace tilescape::search
