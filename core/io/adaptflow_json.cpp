#include "core/io/training_parts.h"

namespace tilescape::io {

void readAdaptflow(const JsonPlace& place, training::adaptflow::Settings&) { place.isObject({}); }

nlohmann::ordered_json adaptflowJson(const training::adaptflow::Settings&) { return {}; }

} // namespace tilescape::io
