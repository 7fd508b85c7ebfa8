#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace tilescape::search {

/// The `width` items of lowest value among those offered, for a beam search; of equal values those offered first.
template <typename Value, typename Item>
class BestFew {
public:
    explicit BestFew(std::size_t width) : m_width(width) {}

    /// Whether there are `width` items already, so that another one has to be better than the worst.
    [[nodiscard]] bool isFull() const { return m_entries.size() == m_width; }
    /// The highest value kept. There must be an item.
    [[nodiscard]] const Value& worst() const { return m_entries.back().first; }
    /// Whether an item of this value would be kept.
    [[nodiscard]] bool accepts(const Value& value) const { return !isFull() || value < worst(); }

    void offer(Value value, Item item)
    {
        if (!accepts(value)) {
            return;
        }
        if (isFull()) {
            m_entries.pop_back();
        }
        const auto place = std::upper_bound(m_entries.begin(), m_entries.end(), value,
                                            [](const Value& own, const auto& entry) { return own < entry.first; });
        m_entries.emplace(place, std::move(value), std::move(item));
    }

    /// Values and items, the lowest value first.
    [[nodiscard]] std::vector<std::pair<Value, Item>>& entries() { return m_entries; }

private:
    std::size_t m_width; ///< at least 1
    std::vector<std::pair<Value, Item>> m_entries;
};

/// The same of each key the best only: items of equal keys are worth the same to what follows.
template <typename Value, typename Key, typename Item>
class BestOfEachKey {
public:
    struct Entry {
        Value value;
        Key key;
        Item item;
    };

    explicit BestOfEachKey(std::size_t width) : m_width(width) {}

    /// Whether there are `width` items already, so that another one has to be better than the worst.
    [[nodiscard]] bool isFull() const { return m_entries.size() == m_width; }
    /// The highest value kept. There must be an item.
    [[nodiscard]] const Value& worst() const { return m_entries.back().value; }
    /// Whether an item of this value and key would be kept.
    [[nodiscard]] bool accepts(const Value& value, const Key& key) const
    {
        if (isFull() && !(value < worst())) {
            return false;
        }
        const auto known = find(key);
        return known == m_entries.end() || value < known->value;
    }

    void offer(Value value, Key key, Item item)
    {
        if (!accepts(value, key)) {
            return;
        }
        if (const auto known = find(key); known != m_entries.end()) {
            m_entries.erase(known);
        } else if (isFull()) {
            m_entries.pop_back();
        }
        const auto place = std::upper_bound(m_entries.begin(), m_entries.end(), value,
                                            [](const Value& own, const Entry& entry) { return own < entry.value; });
        m_entries.insert(place, Entry{std::move(value), std::move(key), std::move(item)});
    }

    /// The lowest value first.
    [[nodiscard]] std::vector<Entry>& entries() { return m_entries; }

private:
    [[nodiscard]] typename std::vector<Entry>::const_iterator find(const Key& key) const
    {
        return std::find_if(m_entries.begin(), m_entries.end(), [&key](const Entry& entry) { return entry.key == key; });
    }

    std::size_t m_width; ///< at least 1
    std::vector<Entry> m_entries;
};

} // namespace tilescape::search
