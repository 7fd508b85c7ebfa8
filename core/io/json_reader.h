#pragma once

#include "core/support/diagnostic.h"
#include "core/support/dimensions.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescape::io {

/// The faults of one file, collected while it is read.
class JsonFaults {
public:
    explicit JsonFaults(std::string file) : m_file(std::move(file)) {}

    void add(std::string pointer, std::string problem, std::string remedy);
    /// Faults found by a later check, whose pointers start below `prefix`.
    void add(support::Diagnostics faults, const std::string& prefix);
    void setLayer(std::string layer) { m_layer = std::move(layer); } ///< that the next faults belong to; may be empty

    [[nodiscard]] std::size_t count() const { return m_faults.size(); }
    [[nodiscard]] const support::Diagnostics& all() const { return m_faults; }
    [[nodiscard]] support::Diagnostics take() { return std::move(m_faults); }

private:
    std::string m_file;
    std::string m_layer;
    support::Diagnostics m_faults;
};

/// One value of a JSON text and where it stands. What cannot be read is noted as a fault, and reading goes on, so that
/// all faults of a file come together.
class JsonPlace {
public:
    JsonPlace(const nlohmann::ordered_json& value, std::string pointer, JsonFaults& faults)
        : m_value(&value), m_pointer(std::move(pointer)), m_faults(&faults)
    {
    }

    [[nodiscard]] const std::string& pointer() const { return m_pointer; }
    [[nodiscard]] JsonFaults& faults() const { return *m_faults; }
    [[nodiscard]] const nlohmann::ordered_json& value() const { return *m_value; }
    [[nodiscard]] bool isText() const { return m_value->is_string(); }
    void fault(std::string problem, std::string remedy) const;

    bool isObject() const; ///< faults: another type
    /// Whether this is an object; faults: another type, keys beside `known`.
    bool isObject(std::span<const std::string_view> known) const;
    [[nodiscard]] std::vector<std::string> keys() const; ///< of an object
    [[nodiscard]] std::optional<JsonPlace> find(std::string_view key) const; ///< silent where there is none
    [[nodiscard]] std::optional<JsonPlace> require(std::string_view key) const;

    [[nodiscard]] std::optional<std::vector<JsonPlace>> elements() const;
    [[nodiscard]] std::optional<std::string> text() const;
    [[nodiscard]] std::optional<bool> flag() const;
    [[nodiscard]] std::optional<Count> count() const; ///< any whole number that 64 bits hold
    [[nodiscard]] std::optional<double> number() const;
    [[nodiscard]] std::optional<double> numberOrUnlimited() const;
    [[nodiscard]] std::optional<Extent> extent() const; ///< [height, width], or one number for both
    [[nodiscard]] std::optional<std::size_t> choice(std::span<const std::string_view> names) const;

    [[nodiscard]] std::string shown() const; ///< the value, shortened, for messages

private:
    const nlohmann::ordered_json* m_value;
    std::string m_pointer;
    JsonFaults* m_faults;
};

/// A key as a part of a JSON pointer (RFC 6901).
std::string escapedKey(std::string_view key);

/// The text as JSON. Faults: no JSON (with line:column); a key that stands twice in one object, and the rest is read all the same.
std::optional<nlohmann::ordered_json> parseJson(const std::string& text, JsonFaults& faults);

/// Whether `root` is an object with this `format` and version 1; faults say what it is instead.
bool isFormat(const JsonPlace& root, std::string_view format);

/// Indented JSON in which what fits stands on one line; ends with a line break. Bytes of names that are no UTF-8 are replaced.
std::string prettyText(const nlohmann::ordered_json& value);
/// The same with a line for each value.
std::string indentedText(const nlohmann::ordered_json& value);

} // namespace tilescape::io
