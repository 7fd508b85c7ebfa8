#pragma once

#include "core/explore/setting.h"

#include <QString>

#include <string>
#include <vector>

namespace tilescape::ui::explore {

/// The words of a key of a sweep in the window: "Buffer of a tile", "Goal", "Network".
QString settingLabel(const std::string& key);
/// The same of keys that one axis turns together: "PE rows and columns".
QString settingLabel(const std::vector<std::string>& keys);
/// The value of a key as a person reads it: "32 KiB", "energy".
QString settingText(const std::string& key, const std::string& value);

/// All names that a key takes, but for networks and chips; none for numbers.
std::vector<std::string> namesOf(const std::string& key);

/// What an axis may turn in the window: a key, or several at once; `withWork`: also what is computed, the network and the batch.
std::vector<std::vector<std::string>> offeredKeys(bool withWork);

} // namespace tilescape::ui::explore
