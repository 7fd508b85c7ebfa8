#pragma once

#include "core/io/json_reader.h"
#include "core/training/settings.h"

namespace tilescape::io {

/// The member `training` of a project: an object a system, each key optional. Faults are noted at the place.
void readTraining(const JsonPlace& place, training::Settings& settings);

/// Only what differs from the defaults; null if nothing does.
nlohmann::ordered_json trainingJson(const training::Settings& settings);

} // namespace tilescape::io
