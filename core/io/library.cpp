#include "core/io/library.h"

#include "core/io/files.h"
#include "core/io/hardware_json.h"
#include "core/io/library_texts.h"
#include "core/io/network_json.h"
#include "core/support/nearest_name.h"

#include <fmt/format.h>

#include <map>
#include <mutex>

namespace tilescape::io {
namespace {

std::vector<std::string_view> namesOf(const std::vector<LibraryText>& texts)
{
    std::vector<std::string_view> names;
    for (const LibraryText& text : texts) {
        names.push_back(text.name);
    }
    return names;
}

template <typename T>
using Reader = support::Result<T> (*)(const std::string& text, const std::string& file);

/// An entry of the library, read when it is first asked for: a window compares what is open with all of them.
template <typename T>
support::Result<T> readOnce(const LibraryText& text, Reader<T> read)
{
    static std::mutex mutex; // threads may ask at once
    static std::map<std::string_view, support::Result<T>> known;
    const std::lock_guard lock(mutex);
    auto found = known.find(text.name);
    if (found == known.end()) {
        found = known.emplace(text.name, read(std::string(text.text), std::string(text.name))).first;
    }
    return found->second;
}

/// `noun` is what is loaded, for messages.
template <typename T>
support::Result<T> load(const std::string& nameOrFile, const std::vector<LibraryText>& texts, std::string_view noun,
                        Reader<T> read)
{
    for (const LibraryText& text : texts) {
        if (text.name == nameOrFile) {
            return readOnce(text, read);
        }
    }
    std::error_code error;
    const bool looksLikeFile = nameOrFile.find_first_of("./\\") != std::string::npos;
    if (!looksLikeFile && !std::filesystem::exists(nameOrFile, error)) {
        return support::Diagnostic{support::Severity::Error, nameOrFile, "", "",
                                   fmt::format("there is neither a {} nor a file of this name", noun),
                                   support::suggestName(nameOrFile, namesOf(texts))};
    }
    const support::Result<std::string> text = readFile(nameOrFile);
    return text ? read(text.value(), nameOrFile) : support::Result<T>(text.faults());
}

} // namespace

std::vector<std::string_view> networkNames() { return namesOf(networkTexts()); }
std::vector<std::string_view> hardwareNames() { return namesOf(hardwareTexts()); }

support::Result<network::Network> loadNetwork(const std::string& nameOrFile)
{
    return load<network::Network>(nameOrFile, networkTexts(), "network of the library", readNetwork);
}

support::Result<hardware::Hardware> loadHardware(const std::string& nameOrFile)
{
    return load<hardware::Hardware>(nameOrFile, hardwareTexts(), "chip of the library", readHardware);
}

std::string titleOf(const hardware::Hardware& hardware)
{
    bool isKnown = false;
    for (const std::string_view name : hardwareNames()) {
        const auto entry = loadHardware(std::string(name));
        if (entry && entry.value() == hardware) {
            return hardware.name;
        }
        isKnown = isKnown || (entry && entry.value().name == hardware.name);
    }
    return hardware.name + (isKnown ? " (changed)" : "");
}

} // namespace tilescape::io
