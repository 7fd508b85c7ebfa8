#pragma once

#include <string_view>
#include <vector>

namespace tilescape::io {

/// A file of `resources/`, compiled in by `cmake/EmbedLibrary.cmake`.
struct LibraryText {
    std::string_view name;
    std::string_view text;
};
const std::vector<LibraryText>& networkTexts();
const std::vector<LibraryText>& hardwareTexts();

} // namespace tilescape::io
