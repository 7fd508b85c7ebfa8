#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tilescape::support {

/// Edits (insert, drop, replace, swap neighbours) that turn one word into the other.
std::size_t editDistance(std::string_view from, std::string_view to);

/// The one of `names` that `word` was probably meant to be; empty if none is near.
std::string_view nearestName(std::string_view word, std::span<const std::string_view> names);

/// "'a', 'b' and 'c'".
std::string listOfNames(std::span<const std::string_view> names);

/// What to tell who wrote `word` where one of `names` is expected: the near one, else all of them.
std::string suggestName(std::string_view word, std::span<const std::string_view> names);

} // namespace tilescape::support
