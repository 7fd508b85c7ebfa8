#include "core/io/text_line.h"

#include <fmt/format.h>

namespace tilescape::io {

void Line::fail(std::size_t word, const std::string& remedy) const
{
    const bool missing = word >= m_words.size();
    const std::size_t column = missing ? m_text.size() : static_cast<std::size_t>(m_words[word].data() - m_text.data());
    throw Stop{{support::Diagnostic{
        support::Severity::Error, *m_file, fmt::format("{}:{}", m_number, column + 1), "",
        missing ? std::string("the line ends too early") : fmt::format("'{}' is not understood", m_words[word]), remedy}}};
}

void Line::need(std::string_view word)
{
    if (!has(word)) {
        fail(fmt::format("'{}' is needed here", word));
    }
}

} // namespace tilescape::io
