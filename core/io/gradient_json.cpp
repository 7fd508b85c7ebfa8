#include "core/io/training_parts.h"

namespace tilescape::io {

void readGradient(const JsonPlace& place, training::gradient::Settings&) { place.isObject({}); }

nlohmann::ordered_json gradientJson(const training::gradient::Settings&) { return {}; }

} // namespace tilescape::io
