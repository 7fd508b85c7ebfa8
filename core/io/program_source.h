#pragma once

#include "core/io/text_line.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace tilescape::io {

/// The lines of a program's text, one after another, without their comments; those that say nothing are passed over.
class ProgramSource {
public:
    ProgramSource(std::string_view text, const std::string& file) : m_rest(text), m_file(file) {}

    [[nodiscard]] bool isAtEnd() const { return m_rest.empty(); }
    /// Goes on to the next line that says something; false at the end.
    bool skip();
    /// Takes the next line that says something. Faults, which are thrown: there is none.
    Line next();
    /// The same line, which is not taken; an empty one at the end.
    Line ahead();
    /// Takes the next line as it stands, its comment with it.
    std::string_view takeWhole();

private:
    std::string_view m_rest;
    const std::string& m_file;
    std::size_t m_number = 0; ///< of the line that was taken last
};

} // namespace tilescape::io
