#pragma once

#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tilescape::support {

/// A key of a cache, made of the bytes of what it depends on: far faster to write than text. Two keys to which values of the same types
/// were added are equal if and only if all values are.
class ByteKey {
public:
    template <typename... Values>
    void add(const Values&... values)
    {
        (addOne(values), ...);
    }
    [[nodiscard]] std::string take() { return std::move(m_bytes); }

private:
    template <typename Value>
    void addOne(const Value& value)
    {
        if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
            const std::string_view text = value;
            addOne(text.size());
            m_bytes += text;
        } else {
            static_assert(std::is_arithmetic_v<Value> || std::is_enum_v<Value>);
            char bytes[sizeof(Value)];
            std::memcpy(bytes, &value, sizeof(Value));
            m_bytes.append(bytes, sizeof(Value));
        }
    }

    std::string m_bytes;
};

} // namespace tilescape::support
