#include "core/search/exhaustive/layer_answer_cache.h"

#include <algorithm>

namespace tilescape::search {

std::shared_ptr<const LayerAnswer> LayerAnswerCache::find(const std::string& key)
{
    const std::scoped_lock lock(m_mutex);
    const auto entry = m_entries.find(key);
    if (entry == m_entries.end()) {
        return nullptr;
    }
    entry->second.lastUse = ++m_clock;
    return entry->second.answer;
}

void LayerAnswerCache::store(const std::string& key, std::shared_ptr<const LayerAnswer> answer)
{
    const std::scoped_lock lock(m_mutex);
    std::size_t size = 1;
    for (const PartitionChoice& choice : answer->partitions) {
        size += choice.blockings.size();
    }
    const auto [entry, isNew] = m_entries.try_emplace(key, Entry{std::move(answer), size, ++m_clock});
    if (isNew) {
        m_size += size;
    }
    while (m_size > m_capacity && m_entries.size() > 1) {
        forgetOldest();
    }
}

void LayerAnswerCache::forgetOldest()
{
    const auto oldest = std::min_element(m_entries.begin(), m_entries.end(), [](const auto& a, const auto& b) {
        return a.second.lastUse < b.second.lastUse;
    });
    m_size -= oldest->second.size;
    m_entries.erase(oldest);
}

} // namespace tilescape::search
