#include "core/io/training_json.h"

#include "core/io/training_parts.h"

#include <array>

namespace tilescape::io {

using nlohmann::ordered_json;

void readTraining(const JsonPlace& place, training::Settings& settings)
{
    static constexpr std::array<std::string_view, 3> keys{"parallelism", "gradient", "adaptflow"};
    if (!place.isObject(keys)) {
        return;
    }
    if (const auto found = place.find("parallelism")) {
        readParallelism(*found, settings.parallelism);
    }
    if (const auto found = place.find("gradient")) {
        readGradient(*found, settings.gradient);
    }
    if (const auto found = place.find("adaptflow")) {
        readAdaptflow(*found, settings.adaptflow);
    }
}

ordered_json trainingJson(const training::Settings& settings)
{
    ordered_json json;
    const auto put = [&](const char* key, ordered_json part) {
        if (!part.is_null()) {
            json[key] = std::move(part);
        }
    };
    put("parallelism", parallelismJson(settings.parallelism));
    put("gradient", gradientJson(settings.gradient));
    put("adaptflow", adaptflowJson(settings.adaptflow));
    return json;
}

} // namespace tilescape::io
