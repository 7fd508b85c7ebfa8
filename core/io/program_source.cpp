#include "core/io/program_source.h"

#include "core/io/program_lines.h"

namespace tilescape::io {

namespace {

std::string_view upToComment(std::string_view line)
{
    bool inName = false;
    for (std::size_t place = 0; place < line.size(); ++place) {
        inName ^= line[place] == '"' && (place == 0 || line[place - 1] != '\\');
        if (line[place] == '#' && !inName) {
            return line.substr(0, place);
        }
    }
    return line;
}

} // namespace

bool ProgramSource::skip()
{
    while (!m_rest.empty()) {
        if (!wordsOf(upToComment(m_rest.substr(0, m_rest.find('\n')))).empty()) {
            return true;
        }
        takeWhole();
    }
    return false;
}

Line ProgramSource::next()
{
    if (!skip()) {
        ahead().fail("more lines are needed");
    }
    const std::string_view line = upToComment(takeWhole());
    return {line, m_number, m_file};
}

Line ProgramSource::ahead()
{
    const bool more = skip();
    return {more ? upToComment(m_rest.substr(0, m_rest.find('\n'))) : std::string_view(), m_number + 1, m_file};
}

std::string_view ProgramSource::takeWhole()
{
    const std::size_t end = m_rest.find('\n');
    const std::string_view line = m_rest.substr(0, end);
    m_rest.remove_prefix(end == std::string_view::npos ? m_rest.size() : end + 1);
    ++m_number;
    return line;
}

} // namespace tilescape::io
