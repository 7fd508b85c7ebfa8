#include "core/io/sweep_json.h"

#include "core/io/explore_json.h"
#include "core/io/explore_parts.h"
#include "core/io/journal.h"
#include "core/schedule/answers_revision.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace tilescape::io {

namespace {

constexpr std::string_view sweepFormat = "tilescape-sweep";
constexpr std::array patterns{explore::Pattern::Grid, explore::Pattern::List, explore::Pattern::OneByOne, explore::Pattern::Sobol};

std::vector<std::string_view> keysOfSweepFile()
{
    std::vector<std::string_view> keys{"format", "version", "name", "pattern", "points", "axes", "objectives", "prove_bounds", "within"};
    keys.insert(keys.end(), baseKeys().begin(), baseKeys().end());
    return keys;
}

void readPattern(const JsonPlace& root, explore::Sweep& sweep)
{
    if (const auto pattern = root.find("pattern")) {
        std::array<std::string_view, patterns.size()> names;
        std::transform(patterns.begin(), patterns.end(), names.begin(), [](explore::Pattern pattern) { return nameOf(pattern); });
        sweep.pattern = patterns[pattern->choice(names).value_or(0)];
    }
    const bool sobol = sweep.pattern == explore::Pattern::Sobol;
    const auto points = sobol ? root.require("points") : root.find("points");
    if (points && !sobol) {
        points->fault("the points are counted", "only Sobol points are; a grid or list has as many as its values make");
    } else if (points) {
        const Count count = points->count().value_or(1);
        sweep.sobolCount = count < 0 ? 0 : static_cast<std::size_t>(count);
    }
}

} // namespace

explore::Sweep sweepFrom(const JsonPlace& root, const std::filesystem::path& folder)
{
    explore::Sweep sweep;
    const std::size_t faultsBefore = root.faults().count();
    if (!isFormat(root, sweepFormat) || !root.isObject(keysOfSweepFile())) {
        return sweep;
    }
    if (const auto name = root.find("name")) {
        sweep.name = name->text().value_or("");
    }
    sweep.base = baseFrom(root, folder);
    readPattern(root, sweep);
    sweep.axes = axesAt(root, "axes", sweep.base, folder);
    if (const auto prove = root.find("prove_bounds")) {
        sweep.options.proveBounds = prove->flag().value_or(false);
    }
    const auto within = root.find("within");
    sweep.options.within = within ? within->number().value_or(0) : sweep.options.proveBounds ? 0 : explore::usualWithin;
    sweep.objectives = root.find("objectives") ? textsAt(root, "objectives") : std::vector<std::string>{"energy_pj", "delay_s"};
    noteFaultsOfCheck(root, explore::check(sweep));
    if (root.faults().count() == faultsBefore) {
        for (explore::Axis& axis : sweep.axes) {
            explore::normalize(axis);
        }
    }
    if (!turnsPrices(sweep.axes)) { // every point is solved
        sweep.options.within = 0;
    }
    return sweep;
}

nlohmann::ordered_json sweepJson(const explore::Sweep& sweep)
{
    nlohmann::ordered_json json{{"format", sweepFormat}, {"version", 1}};
    if (!sweep.name.empty()) {
        json["name"] = sweep.name;
    }
    json["pattern"] = nameOf(sweep.pattern);
    if (sweep.pattern == explore::Pattern::Sobol) {
        json["points"] = sweep.sobolCount;
    }
    json["objectives"] = sweep.objectives;
    if (sweep.options.proveBounds) {
        json["prove_bounds"] = true;
    }
    if (sweep.options.within > 0 || explore::turnsPrices(sweep.axes)) {
        json["within"] = sweep.options.within;
    }
    for (const explore::Axis& axis : sweep.axes) {
        json["axes"].push_back(axisJson(axis));
    }
    putBase(json, sweep.base);
    return json;
}

support::Result<explore::Sweep> readSweep(const std::string& text, const std::filesystem::path& file)
{
    return readQuestion(text, file, sweepFrom);
}

std::string writeSweep(const explore::Sweep& sweep) { return prettyText(sweepJson(sweep)); }

std::string identityOf(const explore::Sweep& sweep)
{
    std::string text = fmt::format("{} {} {} {}\n", sweepFormat, schedule::answersRevision, nameOf(sweep.pattern), sweep.sobolCount) + textOf(sweep.base);
    for (const explore::Axis& axis : sweep.axes) {
        text += textOf(axis);
    }
    text += sweep.options.proveBounds ? "proven" : "";
    return hashText(text + (sweep.options.within > 0 ? fmt::format("within {}", sweep.options.within) : ""));
}

} // namespace tilescape::io
