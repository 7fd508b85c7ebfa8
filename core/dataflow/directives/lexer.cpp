#include "core/dataflow/directives/lexer.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace tilescape::dataflow::directives {

namespace {

constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v'; }
/// Bytes of characters beyond ASCII count as letters.
bool isLetter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || (c & 0x80) != 0; }
bool isContinuation(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }

class Lexer {
public:
    Lexer(std::string_view text, Faults& faults) : m_text(text), m_faults(faults) {}

    std::vector<Token> run()
    {
        if (m_text.starts_with(byteOrderMark)) { // with which some editors begin a text
            m_at = m_lineBegin = byteOrderMark.size();
        }
        while (skipToToken()) {
            next();
        }
        Token end;
        end.place = place(m_at, 0);
        end.startsLine = true;
        m_tokens.push_back(std::move(end));
        return std::move(m_tokens);
    }

private:
    [[nodiscard]] char at(std::size_t index) const { return index < m_text.size() ? m_text[index] : '\0'; }

    /// Place of what begins at byte `begin` of the current line and is `length` characters long.
    [[nodiscard]] Place place(std::size_t begin, Count length) const
    {
        return {m_line, 1 + characters(m_lineBegin, begin), length};
    }
    [[nodiscard]] Count characters(std::size_t begin, std::size_t end) const
    {
        Count count = 0;
        for (std::size_t i = begin; i < end; ++i) {
            count += isContinuation(m_text[i]) ? 0 : 1;
        }
        return count;
    }

    /// Past spaces and comments; false at the end.
    bool skipToToken()
    {
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (c == '\n') {
                ++m_line;
                m_lineBegin = ++m_at;
                m_startsLine = true;
            } else if (isSpace(c)) {
                ++m_at;
            } else if (c == '#' || (c == '/' && at(m_at + 1) == '/')) {
                m_at = std::min(m_text.find('\n', m_at), m_text.size());
            } else {
                return true;
            }
        }
        return false;
    }

    void add(Token token, std::size_t begin)
    {
        token.place = place(begin, characters(begin, m_at));
        token.startsLine = m_startsLine;
        m_startsLine = false;
        m_tokens.push_back(std::move(token));
    }

    void complain(std::size_t begin, std::string problem, std::string remedy)
    {
        m_faults.push_back({place(begin, std::max<Count>(1, characters(begin, m_at))), support::Severity::Error, {},
                            std::move(problem), std::move(remedy)});
    }

    void next()
    {
        const char c = m_text[m_at];
        if (isDigit(c)) {
            number();
        } else if (isLetter(c)) {
            word();
        } else if (c == '"') {
            quoted();
        } else {
            sign();
        }
    }

    void number()
    {
        const std::size_t begin = m_at;
        while (isDigit(at(m_at))) {
            ++m_at;
        }
        Token token{Token::Kind::Number, std::string(m_text.substr(begin, m_at - begin)), 0, false, false, {}};
        const auto [end, error] = std::from_chars(m_text.data() + begin, m_text.data() + m_at, token.number);
        if (error != std::errc() || token.number > largestNumber) {
            complain(begin, fmt::format("{} is too large a number", token.text.substr(0, 40)),
                     fmt::format("numbers lie between 1 and {}", largestNumber));
            token.number = largestNumber;
        } else if (token.number == 0 && !m_tokens.empty() && m_tokens.back().kind == Token::Kind::Sign
                   && (m_tokens.back().is("=") || m_tokens.back().is("+="))) {
            complain(begin, "0 is too small", fmt::format("numbers lie between 1 and {}", largestNumber));
            token.number = 1;
        }
        add(std::move(token), begin);
        // "2x4" is three tokens.
        if (at(m_at) == 'x' && isDigit(at(m_at + 1))) {
            ++m_at;
            add({Token::Kind::Sign, "x", 0, false, false, {}}, m_at - 1);
        }
    }

    void word()
    {
        const std::size_t begin = m_at;
        const auto continues = [this] {
            const char c = at(m_at);
            return isLetter(c) || isDigit(c) || c == '-' || (c == '.' && at(m_at + 1) != '.')
                || (c == '/' && at(m_at + 1) != '/');
        };
        while (m_at < m_text.size() && continues()) {
            ++m_at;
        }
        const std::string text(m_text.substr(begin, m_at - begin));
        const bool cross = text == "x" && !m_tokens.empty() && m_tokens.back().kind == Token::Kind::Number;
        add({cross ? Token::Kind::Sign : Token::Kind::Word, text, 0, false, false, {}}, begin);
    }

    void quoted()
    {
        const std::size_t begin = m_at++;
        std::string text;
        while (m_at < m_text.size() && m_text[m_at] != '"' && m_text[m_at] != '\n') {
            char c = m_text[m_at++];
            if (c == '\\' && m_at < m_text.size() && m_text[m_at] != '\n') {
                const char escape = m_text[m_at++];
                c = escape == 'n' ? '\n' : escape == 't' ? '\t' : escape == 'r' ? '\r' : escape;
            }
            text += c;
        }
        if (at(m_at) == '"') {
            ++m_at;
        } else {
            complain(begin, "the quoted name does not end on its line", "a name in quotes ends with \"");
        }
        add({Token::Kind::Word, std::move(text), 0, true, false, {}}, begin);
    }

    void sign()
    {
        const std::size_t begin = m_at;
        for (const std::string_view sign : {"+=", "..", "(", ")", "{", "}", ",", ":", "="}) {
            if (m_text.substr(m_at, sign.size()) == sign) {
                m_at += sign.size();
                add({Token::Kind::Sign, std::string(sign), 0, false, false, {}}, begin);
                return;
            }
        }
        ++m_at;
        const char c = m_text[begin];
        const std::string shown = c > ' ' ? std::string(1, c) : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        complain(begin, fmt::format("'{}' means nothing here", shown),
                 "names with other signs than letters, digits, _ . - and / stand in double quotes");
    }

    std::string_view m_text;
    Faults& m_faults;
    std::vector<Token> m_tokens;
    std::size_t m_at = 0;
    std::size_t m_lineBegin = 0;
    Count m_line = 1;
    bool m_startsLine = true;
};

} // namespace

std::vector<Token> tokensOf(std::string_view text, Faults& faults) { return Lexer(text, faults).run(); }

bool isBareName(std::string_view name)
{
    if (name.empty() || !isLetter(name.front()) || name == "x") {
        return false;
    }
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        const bool last = i + 1 == name.size();
        const bool letter = isLetter(c) || isDigit(c) || c == '-';
        const bool single = (c == '.' || c == '/') && !last && name[i + 1] != c;
        if (!letter && !single) {
            return false;
        }
    }
    return true;
}

} // namespace tilescape::dataflow::directives
