#include "core/io/hardware_json.h"

#include "core/hardware/parameters.h"
#include "core/io/problem_parts.h"

#include <fmt/format.h>

#include <cmath>

namespace tilescape::io {
namespace {

using hardware::CapacityFit;
using hardware::CapacityPoint;
using hardware::Hardware;
using hardware::Parameter;
using nlohmann::ordered_json;

constexpr std::string_view hardwareFormat = "tilescape-hardware";
constexpr double largestValue = 1e12; ///< bytes, pJ or mm2: far beyond any chip, near enough to keep sums finite
constexpr double steepest = 2;
constexpr std::string_view outerKey = "outer_buffers";

struct FitKey {
    std::string_view key;
    CapacityFit Hardware::*fit;
};
constexpr std::array<FitKey, 3> fits{{{"register_energy_pj", &Hardware::registerEnergy},
                                      {"buffer_energy_pj", &Hardware::bufferEnergy},
                                      {"memory_area_mm2", &Hardware::memoryArea}}};

std::vector<std::string_view> knownKeys()
{
    std::vector<std::string_view> keys{"format", "version", "name", "source"};
    for (const Parameter& parameter : hardware::parameters()) {
        keys.push_back(parameter.key);
    }
    for (const FitKey& fit : fits) {
        keys.push_back(fit.key);
    }
    keys.push_back(outerKey);
    return keys;
}

/// Shared buffers beyond the one that the parameters describe, from the tiles outwards.
void readOuterBuffers(const JsonPlace& root, Hardware& hardware)
{
    static constexpr std::array<std::string_view, 2> keys{"bytes", "gigabytes_per_second"};
    const auto list = root.find(outerKey);
    const auto places = list ? list->elements() : std::nullopt;
    for (const JsonPlace& place : places.value_or(std::vector<JsonPlace>{})) {
        if (!place.isObject(keys)) {
            continue;
        }
        hardware::SharedMemory memory;
        if (const auto bytes = place.require("bytes")) {
            memory.bytes = bytes->number().value_or(1);
            if (!(memory.bytes >= 1 && memory.bytes <= largestValue)) {
                bytes->fault(fmt::format("the capacity is {} bytes", memory.bytes), "it lies between 1 and 1e12");
            }
        }
        if (const auto speed = place.find("gigabytes_per_second")) {
            memory.gigabytesPerSecond = speed->numberOrUnlimited().value_or(1);
            if (!(memory.gigabytesPerSecond > 0)) {
                speed->fault(fmt::format("the bandwidth is {} GB/s", memory.gigabytesPerSecond),
                             "it is above 0, or 'unlimited'");
            }
        }
        hardware.outerBuffers.push_back(memory);
    }
}

void readParameter(const JsonPlace& root, const Parameter& parameter, Hardware& hardware)
{
    const auto place = root.find(parameter.key);
    if (!place) {
        return; // the default stands
    }
    std::optional<double> value;
    if (!parameter.choices.empty()) {
        const auto choice = place->choice(parameter.choices);
        value = choice ? std::optional(static_cast<double>(*choice)) : std::nullopt;
    } else {
        value = parameter.mayBeUnlimited ? place->numberOrUnlimited() : place->number();
    }
    if (!value) {
        return;
    }
    support::Diagnostics faults = hardware::checkValue(parameter, *value);
    if (faults.empty()) {
        parameter.set(hardware, *value);
    } else {
        root.faults().add(std::move(faults), root.pointer());
    }
}

std::optional<CapacityPoint> readCapacityPoint(const JsonPlace& place)
{
    const auto numbers = place.elements();
    if (!numbers) {
        return {};
    }
    if (numbers->size() != 2) {
        place.fault(fmt::format("this list has {} entries", numbers->size()), "a point is [bytes, value]");
        return {};
    }
    const auto bytes = (*numbers)[0].number();
    const auto value = (*numbers)[1].number();
    if (!bytes || !value) {
        return {};
    }
    if (!(*bytes > 0 && *bytes <= largestValue)) {
        (*numbers)[0].fault(fmt::format("the capacity is {} bytes", *bytes), "it is above 0 and at most 1e12");
        return {};
    }
    if (!(*value >= 0 && *value <= largestValue)) {
        (*numbers)[1].fault(fmt::format("the value is {}", *value), "it lies between 0 and 1e12");
        return {};
    }
    return CapacityPoint{*bytes, *value};
}

/// The order of points makes sure that a bigger memory never costs less.
void checkOrder(const std::vector<JsonPlace>& places, const std::vector<CapacityPoint>& points)
{
    for (std::size_t i = 1; i < points.size(); ++i) {
        if (points[i].bytes <= points[i - 1].bytes) {
            places[i].fault(fmt::format("{} bytes follow {} bytes", points[i].bytes, points[i - 1].bytes),
                            "points stand in ascending order of capacity");
        } else if (points[i].value < points[i - 1].value) {
            places[i].fault(fmt::format("{} at {} bytes is less than {} at {} bytes", points[i].value, points[i].bytes,
                                        points[i - 1].value, points[i - 1].bytes),
                            "a bigger memory costs at least as much");
        } else if (points[i - 1].value == 0) {
            places[i - 1].fault("the value is 0", "of several points each is above 0; one point may be 0");
        }
    }
}

void readFit(const JsonPlace& root, const FitKey& key, Hardware& hardware)
{
    static constexpr std::array<std::string_view, 2> keys{"points", "slope"};
    const auto place = root.find(key.key);
    if (!place || !place->isObject(keys)) {
        return;
    }
    CapacityFit& fit = hardware.*key.fit;
    if (const auto slopePlace = place->find("slope")) {
        fit.slope = slopePlace->number().value_or(0);
        if (!(fit.slope >= 0 && fit.slope <= steepest)) {
            slopePlace->fault(fmt::format("the slope is {}", fit.slope), fmt::format("it lies between 0 and {}", steepest));
        }
    }
    const auto pointsPlace = place->require("points");
    const auto places = pointsPlace ? pointsPlace->elements() : std::nullopt;
    if (!places) {
        return;
    }
    if (places->empty()) {
        pointsPlace->fault("there are no points", "at least one, [bytes, value], is needed");
        return;
    }
    std::vector<CapacityPoint> points;
    for (const JsonPlace& each : *places) {
        if (const auto point = readCapacityPoint(each)) {
            points.push_back(*point);
        }
    }
    if (points.size() == places->size()) {
        checkOrder(*places, points);
        fit.points = std::move(points);
    }
}

ordered_json plainNumber(double value)
{
    const bool whole = value == std::floor(value) && std::abs(value) < largestValue;
    return whole ? ordered_json(static_cast<Count>(value)) : ordered_json(value);
}

ordered_json numberJson(const Parameter& parameter, double value)
{
    if (!parameter.choices.empty() || value == hardware::unlimited) {
        return hardware::valueText(parameter, value);
    }
    return plainNumber(value);
}

} // namespace

std::optional<Hardware> hardwareFrom(const JsonPlace& place)
{
    static const std::vector<std::string_view> keys = knownKeys();
    const std::size_t before = place.faults().count();
    if (!place.isObject(keys)) {
        return {};
    }
    Hardware hardware;
    if (const auto name = place.require("name")) {
        hardware.name = name->text().value_or("");
    }
    if (const auto source = place.find("source")) {
        hardware.source = source->text().value_or("");
    }
    for (const Parameter& parameter : hardware::parameters()) {
        readParameter(place, parameter, hardware);
    }
    for (const FitKey& fit : fits) {
        readFit(place, fit, hardware);
    }
    readOuterBuffers(place, hardware);
    return place.faults().count() == before ? std::optional(hardware) : std::nullopt;
}

void putHardware(ordered_json& into, const Hardware& hardware)
{
    into["name"] = hardware.name;
    into["source"] = hardware.source;
    for (const Parameter& parameter : hardware::parameters()) {
        into[std::string(parameter.key)] = numberJson(parameter, parameter.get(hardware));
    }
    for (const hardware::SharedMemory& memory : hardware.outerBuffers) {
        ordered_json json{{"bytes", plainNumber(memory.bytes)}};
        json["gigabytes_per_second"] = memory.gigabytesPerSecond == hardware::unlimited
            ? ordered_json("unlimited")
            : plainNumber(memory.gigabytesPerSecond);
        into[std::string(outerKey)].push_back(std::move(json));
    }
    for (const FitKey& key : fits) {
        const CapacityFit& fit = hardware.*key.fit;
        ordered_json points = ordered_json::array();
        for (const CapacityPoint& point : fit.points) {
            points.push_back({point.bytes, point.value});
        }
        into[std::string(key.key)] = {{"points", std::move(points)}, {"slope", fit.slope}};
    }
}

support::Result<Hardware> readHardware(const std::string& text, const std::string& file)
{
    JsonFaults faults(file);
    if (const auto json = parseJson(text, faults)) {
        const JsonPlace root(*json, "", faults);
        if (isFormat(root, hardwareFormat)) {
            std::optional<Hardware> hardware = hardwareFrom(root);
            if (hardware && faults.count() == 0) {
                return *std::move(hardware);
            }
        }
    }
    return faults.take();
}

std::string writeHardware(const Hardware& hardware)
{
    ordered_json json{{"format", hardwareFormat}, {"version", 1}};
    putHardware(json, hardware);
    return prettyText(json);
}

} // namespace tilescape::io
