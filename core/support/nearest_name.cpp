#include "core/support/nearest_name.h"

#include <algorithm>
#include <vector>

namespace tilescape::support {

std::size_t editDistance(std::string_view from, std::string_view to)
{
    std::vector<std::size_t> beforeLast(to.size() + 1);
    std::vector<std::size_t> last(to.size() + 1);
    std::vector<std::size_t> row(to.size() + 1);
    for (std::size_t column = 0; column <= to.size(); ++column) {
        row[column] = column;
    }
    for (std::size_t i = 1; i <= from.size(); ++i) {
        std::swap(beforeLast, last);
        std::swap(last, row);
        row[0] = i;
        for (std::size_t j = 1; j <= to.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1]) {
                row[j] = std::min(row[j], beforeLast[j - 2] + 1);
            }
        }
    }
    return row[to.size()];
}

std::string_view nearestName(std::string_view word, std::span<const std::string_view> names)
{
    if (word.empty() || word.size() > 100) {
        return {}; // nothing to go by, or not worth the time
    }
    std::string_view nearest;
    std::size_t best = word.size() / 3 + 2; // with more letters wrong a guess would mislead
    for (const std::string_view name : names) {
        const bool partOfTheOther = name.starts_with(word) || word.starts_with(name);
        const std::size_t distance = partOfTheOther ? 1 : editDistance(word, name);
        if (distance < best) {
            best = distance;
            nearest = name;
        }
    }
    return nearest;
}

std::string listOfNames(std::span<const std::string_view> names)
{
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) {
            text += i + 1 == names.size() ? " and " : ", ";
        }
        text += '\'';
        text += names[i];
        text += '\'';
    }
    return text;
}

std::string suggestName(std::string_view word, std::span<const std::string_view> names)
{
    const std::string_view near = nearestName(word, names);
    if (!near.empty()) {
        return "perhaps '" + std::string(near) + "' is meant";
    }
    return names.size() == 1 ? "known is only " + listOfNames(names) : "known are " + listOfNames(names);
}

} // namespace tilescape::support
