#include "core/io/file_kind.h"

#include "core/io/chip_search_result.h"
#include "core/io/directives_json.h"
#include "core/io/json_reader.h"
#include "core/io/sweep_result.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tilescape::io {

namespace {

/// What commands write with --json.
constexpr std::array<std::string_view, 10> resultFormats{
    sweepResultFormat,         searchResultFormat,   "tilescape-schedule",    "tilescape-difference",
    "tilescape-sensitivity",   "tilescape-gradient", "tilescape-parallelism", "tilescape-selection",
    "tilescape-training-step", "tilescape-execution"};

bool isResult(const JsonPlace& format)
{
    const nlohmann::ordered_json& name = format.value();
    return name.is_string()
           && std::find(resultFormats.begin(), resultFormats.end(), name.get<std::string>()) != resultFormats.end();
}

} // namespace

support::Result<FileKind> kindOf(const std::string& text, const std::string& file)
{
    // In the order of FileKind.
    static constexpr std::array<std::string_view, 5> formats{"tilescape-project", "tilescape-network", "tilescape-hardware",
                                                             "tilescape-sweep", "tilescape-search"};
    if (file.ends_with(directivesExtension)) {
        return support::Diagnostic{support::Severity::Error, file, "", "", "directives say how to run a network, not which",
                                   "open its project and paste them into the inspector, or let 'tilescape-cli directives "
                                   "price' read them"};
    }
    JsonFaults faults(file);
    const auto json = parseJson(text, faults);
    if (!json) {
        return faults.take();
    }
    const JsonPlace root(*json, "", faults);
    const auto format = root.isObject() ? root.find("format") : std::nullopt;
    if (json->is_object() && !format) {
        root.fault("the key 'format' is missing", fmt::format("write one of \"{}\"", fmt::join(formats, "\", \"")));
    }
    if (format && isResult(*format)) {
        format->fault(fmt::format("'{}' is a result, and no problem", format->value().get<std::string>()),
                      "open a project: 'tilescape-cli solve', 'sweep' and 'search' write one with --save");
        return faults.take();
    }
    const auto kind = format ? format->choice(formats) : std::nullopt;
    if (!kind) {
        return faults.take();
    }
    return static_cast<FileKind>(*kind);
}

} // namespace tilescape::io
