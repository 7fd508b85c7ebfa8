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

} // namespace tilescape::search
