#pragma once

#include "core/io/json_reader.h"
#include "core/training/settings.h"

namespace tilescape::io {

/// One system's settings, each in a file of its own (`parallelism_json.cpp`, ...). Reading notes all faults at the place and
/// leaves what is not given as it is; writing gives only what differs from the defaults, null if nothing does.
void readParallelism(const JsonPlace& place, training::parallelism::Settings& settings);
nlohmann::ordered_json parallelismJson(const training::parallelism::Settings& settings);

void readGradient(const JsonPlace& place, training::gradient::Settings& settings);
nlohmann::ordered_json gradientJson(const training::gradient::Settings& settings);

void readAdaptflow(const JsonPlace& place, training::adaptflow::Settings& settings);
nlohmann::ordered_json adaptflowJson(const training::adaptflow::Settings& settings);

} // namespace tilescape::io
