#pragma once

#include "core/explore/sweep.h"
#include "core/io/json_reader.h"

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace tilescape::io {

/// The keys of `baseFrom`: "project", or "network" and "hardware", with "mode", "set" and "definitions". Where there are "networks",
/// "network" may be missing.
std::span<const std::string_view> baseKeys();

/// The problem that a sweep or search begins with. Paths in it begin in `folder`. Notes all faults.
explore::Base baseFrom(const JsonPlace& root, const std::filesystem::path& folder);

/// Adds the network, or the chip, that the place names to those of `base`.
void loadNetworkInto(const JsonPlace& name, explore::Base& base, const std::filesystem::path& folder);
void loadChipInto(const JsonPlace& name, explore::Base& base, const std::filesystem::path& folder);

/// The elements of a list; none, and a fault, where it is something else.
std::vector<JsonPlace> placesAt(const JsonPlace& list);
/// The value of a setting: a text, a number, true or false. Faults: anything else.
std::optional<std::string> settingAt(const JsonPlace& place);

/// The axes of the list at this key, their networks and chips added to `base`; each has "key" or "keys", with "values" or "from",
/// "to", "scale" and "steps". Faults of reading are noted, those of `explore::check` left to the caller; what cannot be read of an axis
/// is missing in it. A range with steps becomes its values, unless `explore::check` finds a fault with it.
std::vector<explore::Axis> axesAt(const JsonPlace& root, std::string_view key, explore::Base& base,
                                  const std::filesystem::path& folder);

/// Notes of a check's faults, which begin at `root`, those that cannot follow from a fault of reading: none is noted at the same
/// place, above or below it, and no key on the way to it is missing.
void noteFaultsOfCheck(const JsonPlace& root, const support::Diagnostics& found);

/// Adds to `into` what `baseFrom` reads: the problem in full, what is set in it, and as definitions the networks and chips that are not
/// those of the library, so that the file stands alone.
void putBase(nlohmann::ordered_json& into, const explore::Base& base);
/// An axis as `axesAt` reads it.
nlohmann::ordered_json axisJson(const explore::Axis& axis);

/// A sweep or a search in a file of its own, which `from` reads. Faults: the file's, all of them.
template <typename Question>
support::Result<Question> readQuestion(const std::string& text, const std::filesystem::path& file,
                                       Question (*from)(const JsonPlace&, const std::filesystem::path&))
{
    JsonFaults faults(file.string());
    const auto json = parseJson(text, faults);
    if (!json) {
        return faults.take();
    }
    Question question = from(JsonPlace(*json, "", faults), file.parent_path());
    if (faults.count() > 0) {
        return faults.take();
    }
    return question;
}

/// A list of texts at this key; empty where there is none.
std::vector<std::string> textsAt(const JsonPlace& root, std::string_view key);

/// All that the results of a base depend on, as text.
std::string textOf(const explore::Base& base);
std::string textOf(const explore::Axis& axis);

} // namespace tilescape::io
