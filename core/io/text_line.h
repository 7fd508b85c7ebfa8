#pragma once

#include "core/io/program_lines.h"
#include "core/support/diagnostic.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescape::io {

/// The first fault ends the reading.
struct Stop {
    support::Diagnostics faults;
};

/// The words of a line, taken one after another.
class Line {
public:
    Line(std::string_view text, std::size_t number, const std::string& file)
        : m_text(text), m_number(number), m_file(&file), m_words(wordsOf(text))
    {}

    [[nodiscard]] const std::vector<std::string_view>& words() const { return m_words; }
    [[nodiscard]] bool isAtEnd() const { return m_next == m_words.size(); }
    [[nodiscard]] std::string_view peek() const { return isAtEnd() ? std::string_view{} : m_words[m_next]; }

    /// Ends the reading with a fault at this word.
    [[noreturn]] void fail(std::size_t word, const std::string& remedy) const;
    [[noreturn]] void fail(const std::string& remedy) const { fail(m_next, remedy); }

    bool has(std::string_view word)
    {
        const bool here = peek() == word && !isAtEnd();
        m_next += here ? 1 : 0;
        return here;
    }
    void need(std::string_view word);
    template <class Value>
    Value value(std::optional<Value> (*read)(std::string_view), const std::string& what)
    {
        const std::optional<Value> found = isAtEnd() ? std::nullopt : read(peek());
        if (!found) {
            fail(what + " is needed here");
        }
        ++m_next;
        return *found;
    }
    Count count() { return value(countFrom, "a whole number"); }
    double number() { return value(numberFrom, "a number"); }
    std::string word()
    {
        if (isAtEnd()) {
            fail("a word is needed here");
        }
        return std::string(m_words[m_next++]);
    }
    void needEnd() const
    {
        if (!isAtEnd()) {
            fail("nothing more is needed here");
        }
    }
    /// All that follows the first word.
    [[nodiscard]] std::string_view rest() const
    {
        return m_words.size() < 2 ? std::string_view{}
                                  : m_text.substr(static_cast<std::size_t>(m_words[1].data() - m_text.data()));
    }

private:
    std::string_view m_text;
    std::size_t m_number;
    const std::string* m_file;
    std::vector<std::string_view> m_words;
    std::size_t m_next = 0;
};

} // namespace tilescape::io
