#pragma once

#include "core/support/diagnostic.h"
#include "core/support/dimensions.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace tilescape::network {

/// Faults of a network, one after another, as they are found.
class NetworkFaults {
public:
    void add(std::string pointer, std::string layer, std::string problem, std::string remedy)
    {
        m_faults.push_back({support::Severity::Error, "", std::move(pointer), std::move(layer), std::move(problem),
                            std::move(remedy)});
    }
    support::Diagnostics take() { return std::move(m_faults); }

private:
    support::Diagnostics m_faults;
};

/// Whether a name has characters that control a device, such as the end of a line: tables, programs and figures cannot show them.
inline bool hasControlCharacters(std::string_view name)
{
    return std::any_of(name.begin(), name.end(), [](unsigned char letter) { return letter < 0x20 || letter == 0x7f; });
}

inline std::string pointerTo(std::size_t layer, std::string_view member) { return fmt::format("/layers/{}/{}", layer, member); }

inline std::string textOf(Extent size) { return fmt::format("{} x {}", size.height, size.width); }

} // namespace tilescape::network
