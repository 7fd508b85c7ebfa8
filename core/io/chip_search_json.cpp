#include "core/io/chip_search_json.h"

#include "core/io/explore_json.h"
#include "core/io/explore_parts.h"
#include "core/io/journal.h"
#include "core/schedule/answers_revision.h"

#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace tilescape::io {

namespace {

constexpr std::string_view searchFormat = "tilescape-search";

std::vector<std::string_view> keysOfSearchFile()
{
    std::vector<std::string_view> keys{"format",     "version",    "name",        "networks", "variables",   "objectives",
                                       "limits",     "population", "generations", "seed",     "prove_bounds"};
    keys.insert(keys.end(), baseKeys().begin(), baseKeys().end());
    return keys;
}

std::vector<JsonPlace> listAt(const JsonPlace& root, std::string_view key)
{
    const auto list = root.find(key);
    return list ? placesAt(*list) : std::vector<JsonPlace>();
}

/// A network by its name, or {"network": ..., "weight": ...}.
void readWorkload(const JsonPlace& place, explore::ChipSearch& search, const std::filesystem::path& folder)
{
    static constexpr std::array<std::string_view, 2> keys{"network", "weight"};
    explore::Workload& workload =
        search.workloads.emplace_back(); // even if it cannot be read: faults of the check number the list
    const bool named = place.isText();
    const auto name = named ? std::optional(place) : place.isObject(keys) ? place.require("network") : std::nullopt;
    if (!name) {
        return;
    }
    workload.network = name->text().value_or("");
    if (const auto weight = named ? std::nullopt : place.find("weight")) {
        workload.weight = weight->number().value_or(1);
    }
    if (name->isText()) {
        loadNetworkInto(*name, search.base, folder);
    }
}

void readWorkloads(const JsonPlace& root, explore::ChipSearch& search, const std::filesystem::path& folder)
{
    const auto list = root.find("networks");
    if (!list) {
        const std::string name = search.base.problem.network.name;
        search.base.networks[name] = search.base.problem.network;
        search.workloads.push_back({name, 1});
        return;
    }
    const auto places = list->elements();
    if (places && places->empty()) {
        list->fault("there is no network", "one or more are needed");
    }
    for (const JsonPlace& place : places.value_or(std::vector<JsonPlace>())) {
        readWorkload(place, search, folder);
    }
}

void readLimit(const JsonPlace& place, explore::ChipSearch& search)
{
    static constexpr std::array<std::string_view, 4> keys{"measure", "network", "at_least", "at_most"};
    explore::Limit& limit = search.limits.emplace_back(); // even if it cannot be read, as of networks
    if (!place.isObject(keys)) {
        return;
    }
    if (const auto measure = place.require("measure")) {
        limit.measure = measure->text().value_or("");
    }
    if (const auto network = place.find("network")) {
        limit.network = network->text().value_or("");
    }
    if (const auto least = place.find("at_least")) {
        limit.atLeast = least->number().value_or(limit.atLeast);
    }
    if (const auto most = place.find("at_most")) {
        limit.atMost = most->number().value_or(limit.atMost);
    }
}

nlohmann::ordered_json limitJson(const explore::Limit& limit)
{
    nlohmann::ordered_json json{{"measure", limit.measure}};
    if (!limit.network.empty()) {
        json["network"] = limit.network;
    }
    if (std::isfinite(limit.atLeast)) {
        json["at_least"] = limit.atLeast;
    }
    if (std::isfinite(limit.atMost)) {
        json["at_most"] = limit.atMost;
    }
    return json;
}

template <typename T>
void readCount(const JsonPlace& root, std::string_view key, T& into)
{
    const auto place = root.find(key);
    const std::optional<Count> count = place ? place->count() : std::nullopt;
    if (count && (*count < 0 || *count > std::numeric_limits<std::uint32_t>::max())) {
        place->fault(fmt::format("{} is {}", key, *count), "a whole number of 32 bits from 0 on is needed");
    } else if (count) {
        into = static_cast<T>(*count);
    }
}

} // namespace

explore::ChipSearch chipSearchFrom(const JsonPlace& root, const std::filesystem::path& folder)
{
    explore::ChipSearch search;
    const std::size_t faultsBefore = root.faults().count();
    if (!isFormat(root, searchFormat) || !root.isObject(keysOfSearchFile())) {
        return search;
    }
    if (const auto name = root.find("name")) {
        search.name = name->text().value_or("");
    }
    search.base = baseFrom(root, folder);
    readWorkloads(root, search, folder);
    search.variables = axesAt(root, "variables", search.base, folder);
    search.objectives = textsAt(root, "objectives");
    for (const JsonPlace& place : listAt(root, "limits")) {
        readLimit(place, search);
    }
    readCount(root, "population", search.evolution.population);
    readCount(root, "generations", search.evolution.generations);
    readCount(root, "seed", search.evolution.seed);
    if (const auto prove = root.find("prove_bounds")) {
        search.options.proveBounds = prove->flag().value_or(false);
    }
    noteFaultsOfCheck(root, explore::check(search));
    if (root.faults().count() == faultsBefore) {
        for (explore::Axis& variable : search.variables) {
            explore::normalize(variable);
        }
        if (search.base.problem.network.layers.empty()) { // only "networks" are there
            search.base.problem.network = search.base.networks.at(search.workloads.front().network);
        }
    }
    return search;
}

nlohmann::ordered_json chipSearchJson(const explore::ChipSearch& search)
{
    nlohmann::ordered_json json{{"format", searchFormat}, {"version", 1}};
    if (!search.name.empty()) {
        json["name"] = search.name;
    }
    for (const explore::Workload& workload : search.workloads) {
        json["networks"].push_back({{"network", workload.network}, {"weight", workload.weight}});
    }
    for (const explore::Axis& variable : search.variables) {
        json["variables"].push_back(axisJson(variable));
    }
    json["objectives"] = search.objectives;
    for (const explore::Limit& limit : search.limits) {
        json["limits"].push_back(limitJson(limit));
    }
    json["population"] = search.evolution.population;
    json["generations"] = search.evolution.generations;
    json["seed"] = search.evolution.seed;
    if (search.options.proveBounds) {
        json["prove_bounds"] = true;
    }
    putBase(json, search.base);
    return json;
}

support::Result<explore::ChipSearch> readChipSearch(const std::string& text, const std::filesystem::path& file)
{
    return readQuestion(text, file, chipSearchFrom);
}

std::string writeChipSearch(const explore::ChipSearch& search) { return prettyText(chipSearchJson(search)); }

std::string identityOf(const explore::ChipSearch& search)
{
    return hashText(fmt::format("{} {}\n", searchFormat, schedule::answersRevision) + textOf(search.base) + (search.options.proveBounds ? "proven" : ""));
}

} // namespace tilescape::io
