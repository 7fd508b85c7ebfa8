#pragma once

#include "core/explore/point.h"
#include "core/explore/setting.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace tilescape::io {

/// The keys of all measures, between commas.
std::string measureHeading();
/// The measures of a point, between commas; empty where there is none, as without a schedule.
std::string measureFields(const explore::PointResult& point);

/// The settings as an object; numbers where the key has numbers.
nlohmann::ordered_json settingsJson(const std::vector<explore::Setting>& settings);

/// Lines for a person: reasons why points have no result, each with how many have it, the most frequent first.
std::string reasonLines(const std::map<std::string, std::size_t>& counts);

/// Adds the measures of a point, or those that there are without a schedule and the reason.
void putMeasures(nlohmann::ordered_json& into, const explore::PointResult& point);

} // namespace tilescape::io
