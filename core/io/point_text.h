#pragma once

#include "core/explore/point.h"

#include <optional>
#include <string>

namespace tilescape::io {

/// A result as one line of text without tabs, as journals hold it.
std::string writePoint(const explore::PointResult& point);
/// The same result, to the last bit; empty where the text is none.
std::optional<explore::PointResult> readPoint(const std::string& text);

} // namespace tilescape::io
