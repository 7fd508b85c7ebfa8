#include "core/io/training_parts.h"

#include <fmt/format.h>

#include <array>

namespace tilescape::io {

using nlohmann::ordered_json;
using training::parallelism::Settings;

namespace {

constexpr Count mostLevels = 20;

} // namespace

void readParallelism(const JsonPlace& place, Settings& settings)
{
    static constexpr std::array<std::string_view, 1> keys{"levels"};
    if (!place.isObject(keys)) {
        return;
    }
    if (const auto found = place.find("levels")) {
        const std::optional<Count> levels = found->count();
        if (levels && (*levels < 0 || *levels > mostLevels)) {
            found->fault(fmt::format("there are {} levels", *levels),
                         fmt::format("there are between 0 and {}", mostLevels));
        }
        settings.levels = levels.value_or(settings.levels);
    }
}

ordered_json parallelismJson(const Settings& settings)
{
    const Settings usual;
    ordered_json json;
    if (settings.levels != usual.levels) {
        json["levels"] = settings.levels;
    }
    return json;
}

} // namespace tilescape::io
