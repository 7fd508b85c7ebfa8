#include "core/io/case_values.h"

#include "core/hardware/hardware.h"

namespace tilescape::io {

Count countAt(const JsonPlace& object, std::string_view key, Count smallest, Count largest)
{
    const auto place = object.require(key);
    const auto value = place ? place->count() : std::nullopt;
    if (value && (*value < smallest || *value > largest)) {
        place->fault(fmt::format("{} is {}", key, *value), fmt::format("it lies between {} and {}", smallest, largest));
        return smallest;
    }
    return value.value_or(smallest);
}

Extent extentOf(const JsonPlace& place)
{
    const auto value = place.extent();
    if (value && (value->height < 1 || value->width < 1 || value->height > largestCount || value->width > largestCount)) {
        place.fault(fmt::format("the size is {} x {}", value->height, value->width),
                    fmt::format("both sides lie between 1 and {}", largestCount));
        return {};
    }
    return value.value_or(Extent{});
}

Extent extentAt(const JsonPlace& object, std::string_view key)
{
    const auto place = object.require(key);
    return place ? extentOf(*place) : Extent{};
}

double costAt(const JsonPlace& object, std::string_view key)
{
    const auto place = object.require(key);
    const auto value = place ? place->number() : std::nullopt;
    if (value && *value < 0) {
        place->fault(fmt::format("{} is {}", key, *value), "a cost is not negative");
        return 0;
    }
    return value.value_or(0);
}

double limitAt(const JsonPlace& object, std::string_view key)
{
    const auto place = object.require(key);
    if (!place) {
        return 1;
    }
    if (place->isText() && place->text() == "inf") {
        return hardware::unlimited;
    }
    const auto value = place->number();
    if (value && !(*value > 0)) {
        place->fault(fmt::format("{} is {}", key, *value), "it is above zero, or \"inf\"");
        return 1;
    }
    return value.value_or(1);
}

std::string textAt(const JsonPlace& object, std::string_view key)
{
    const auto place = object.require(key);
    return place ? place->text().value_or("") : "";
}

bool flagAt(const JsonPlace& object, std::string_view key, std::optional<bool> without)
{
    const auto place = without ? object.find(key) : object.require(key);
    return place ? place->flag().value_or(false) : without.value_or(false);
}

} // namespace tilescape::io
