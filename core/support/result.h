#pragma once

#include "core/support/diagnostic.h"

#include <cassert>
#include <utility>
#include <variant>

namespace tilescape::support {

/// Either a value, or why there is none: at least one diagnostic.
template <typename T>
class Result {
public:
    Result(T value) : m_content(std::move(value)) {}
    Result(Diagnostics faults) : m_content(std::move(faults)) { assert(!this->faults().empty()); }
    Result(Diagnostic fault) : m_content(Diagnostics{std::move(fault)}) {}

    [[nodiscard]] bool ok() const { return std::holds_alternative<T>(m_content); }
    explicit operator bool() const { return ok(); }

    [[nodiscard]] const T& value() const { return std::get<T>(m_content); }
    [[nodiscard]] T& value() { return std::get<T>(m_content); }
    [[nodiscard]] const Diagnostics& faults() const { return std::get<Diagnostics>(m_content); }

private:
    std::variant<T, Diagnostics> m_content;
};

} // namespace tilescape::support
