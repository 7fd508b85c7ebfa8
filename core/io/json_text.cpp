#include "core/io/json_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace tilescape::io {

std::string escapedKey(std::string_view key)
{
    std::string text;
    for (const char letter : key) {
        text += letter == '~' ? "~0" : letter == '/' ? "~1" : std::string(1, letter);
    }
    return text;
}

namespace {

std::string lineAndColumn(std::string_view text, std::size_t offset)
{
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t lineStart = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    // Bytes that continue a character of UTF-8 are no columns of their own.
    const auto column = 1 + std::count_if(before.begin() + static_cast<std::ptrdiff_t>(lineStart), before.end(),
                                          [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; });
    return fmt::format("{}:{}", line, column);
}

/// What the parser says, without its name, code and position.
std::string reasonIn(std::string_view message)
{
    for (const std::string_view mark : {" - ", ": ", "] "}) {
        const std::size_t at = message.find(mark);
        if (at != std::string_view::npos) {
            return std::string(message.substr(at + mark.size()));
        }
    }
    return std::string(message);
}

/// Whether it begins as texts of two bytes a letter do, with the mark of their order.
bool isUtf16(std::string_view text) { return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"); }

/// Whether some of its first bytes are control characters, which no text has.
bool isBinary(std::string_view text)
{
    constexpr std::size_t looked = 512;
    constexpr std::string_view ofTexts = "\t\n\v\f\r";
    const std::string_view first = text.substr(0, looked);
    return std::any_of(first.begin(), first.end(), [&](char letter) {
        return static_cast<unsigned char>(letter) < ' ' && ofTexts.find(letter) == std::string_view::npos;
    });
}

void reportSyntax(const nlohmann::ordered_json::parse_error& error, const std::string& text, JsonFaults& faults)
{
    const std::string reason = reasonIn(error.what());
    const std::string place = lineAndColumn(text, error.byte > 0 ? error.byte - 1 : 0);
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
        faults.add("1:1", "the file is empty", "JSON is needed");
    } else if (isUtf16(text)) {
        faults.add("1:1", "the file is UTF-16", "save it as UTF-8");
    } else if (isBinary(text)) {
        faults.add("1:1", "the file is binary, not a text in JSON",
                   "networks in formats of other programs, such as ONNX, are not read: describe them layer by layer as "
                   "the manual says");
    } else if (error.byte > text.size() || reason.find("unexpected end of input") != std::string::npos
               || reason.find("missing closing quote") != std::string::npos) {
        faults.add(place, "the text ends too early", "the file may be cut off: brackets or quotes are still open");
    } else {
        faults.add(place, "this is not JSON: " + reason, "the text must follow the JSON grammar");
    }
}

void reportNumber(const nlohmann::ordered_json::exception& error, const std::string& text, JsonFaults& faults)
{
    const std::string_view message = error.what();
    const std::size_t open = message.find('\'');
    const std::size_t close = message.rfind('\'');
    const std::string number(open < close ? message.substr(open + 1, close - open - 1) : message);
    faults.add(lineAndColumn(text, text.find(number)), fmt::format("the number {} is too large", number),
               "no number passes 1.8e308; \"unlimited\" stands for infinity where it is allowed");
}

/// Reads through the text before it becomes values, where a second key of the same name would be lost.
class SyntaxCheck final : public nlohmann::json_sax<nlohmann::ordered_json> {
public:
    SyntaxCheck(const std::string& text, JsonFaults& faults) : m_text(text), m_faults(faults) {}

    bool null() override { return countValue(); }
    bool boolean(bool) override { return countValue(); }
    bool number_integer(number_integer_t) override { return countValue(); }
    bool number_unsigned(number_unsigned_t) override { return countValue(); }
    bool number_float(number_float_t, const string_t&) override { return countValue(); }
    bool string(string_t&) override { return countValue(); }
    bool binary(binary_t&) override { return countValue(); }
    bool start_array(std::size_t) override { return open(); }
    bool start_object(std::size_t) override { return open(); }
    bool end_array() override { return close(); }
    bool end_object() override { return close(); }

    bool key(string_t& key) override
    {
        m_open.back().key = key;
        if (!m_open.back().keys.insert(key).second) {
            m_faults.add(pointer(), fmt::format("the key '{}' stands twice in one object", key), "only one of the two can count");
        }
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::ordered_json::exception& error) override
    {
        if (const auto* syntax = dynamic_cast<const nlohmann::ordered_json::parse_error*>(&error)) {
            reportSyntax(*syntax, m_text, m_faults);
        } else {
            reportNumber(error, m_text, m_faults);
        }
        return false;
    }

private:
    /// A list or an object that is open.
    struct Open {
        std::set<std::string> keys{}; ///< of an object
        std::string key{};            ///< the last of them
        std::size_t values = 0;       ///< of a list, so far
    };

    bool countValue()
    {
        if (!m_open.empty()) {
            ++m_open.back().values;
        }
        return true;
    }
    bool open()
    {
        m_open.emplace_back();
        return true;
    }
    bool close()
    {
        m_open.pop_back();
        return countValue();
    }
    [[nodiscard]] std::string pointer() const
    {
        std::string text;
        for (const Open& each : m_open) {
            text += '/' + (each.keys.empty() ? std::to_string(each.values) : escapedKey(each.key));
        }
        return text;
    }

    const std::string& m_text;
    JsonFaults& m_faults;
    std::vector<Open> m_open;
};

std::string dumped(const nlohmann::ordered_json& value, int indent = -1)
{
    return value.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void breakLine(bool oneLine, std::size_t indent, std::string& out)
{
    if (!oneLine) {
        out += '\n';
        out.append(indent, ' ');
    }
}

void putPretty(const nlohmann::ordered_json& value, std::size_t indent, std::size_t used, std::string& out)
{
    constexpr std::size_t longestLine = 120;
    const std::string flat = dumped(value);
    // Spaces after commas and colons come on top of the flat text.
    const auto spaces = static_cast<std::size_t>(std::count_if(flat.begin(), flat.end(), [](char c) { return c == ',' || c == ':'; }));
    const bool nests = std::any_of(value.begin(), value.end(), [](const auto& each) { return each.is_object(); });
    const bool oneLine = !nests && used + flat.size() + spaces <= longestLine;
    if (!value.is_structured() || value.empty()) {
        out += flat;
        return;
    }
    out += value.is_object() ? '{' : '[';
    bool first = true;
    for (const auto& [key, each] : value.items()) {
        if (!first) {
            out += oneLine ? ", " : ",";
        }
        breakLine(oneLine, indent + 2, out);
        std::size_t column = indent + 2;
        if (value.is_object()) {
            const std::string name = dumped(key);
            out += name;
            out += ": ";
            column += name.size() + 2;
        }
        putPretty(each, indent + 2, oneLine ? 0 : column, out);
        first = false;
    }
    breakLine(oneLine, indent, out);
    out += value.is_object() ? '}' : ']';
}

} // namespace

std::optional<nlohmann::ordered_json> parseJson(const std::string& text, JsonFaults& faults)
{
    SyntaxCheck check(text, faults);
    if (!nlohmann::ordered_json::sax_parse(text, &check)) {
        return {};
    }
    return nlohmann::ordered_json::parse(text);
}

std::string prettyText(const nlohmann::ordered_json& value)
{
    std::string text;
    putPretty(value, 0, 0, text);
    return text + '\n';
}

std::string indentedText(const nlohmann::ordered_json& value) { return dumped(value, 1) + "\n"; }

} // namespace tilescape::io
