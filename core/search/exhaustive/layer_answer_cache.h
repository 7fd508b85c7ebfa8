#pragma once

#include "core/search/space/layer_answer.h"

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace tilescape::search {

/// A cache of the answers of layer searches, by the key of the task, for the layers of one solve and for later solves.
/// It is bounded: the least recently used answers go first. It is safe to use from several threads.
class LayerAnswerCache {
public:
    /// `capacity` is the number of blockings kept in all, of about a quarter of a kilobyte each.
    explicit LayerAnswerCache(std::size_t capacity = 400'000) : m_capacity(capacity) {}

    /// The answer of this key; null if there is none.
    std::shared_ptr<const LayerAnswer> find(const std::string& key);
    /// Adds or replaces an answer.
    void store(const std::string& key, std::shared_ptr<const LayerAnswer> answer);

private:
    struct Entry {
        std::shared_ptr<const LayerAnswer> answer;
        std::size_t size = 0;
        std::size_t lastUse = 0;
    };
    void forgetOldest();

    std::mutex m_mutex;
    std::unordered_map<std::string, Entry> m_entries;
    std::size_t m_capacity;
    std::size_t m_size = 0;
    std::size_t m_clock = 0;
};

} // namespace tilescape::search
