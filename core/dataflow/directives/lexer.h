#pragma once

#include "core/dataflow/directives/syntax.h"

#include <string>
#include <string_view>
#include <vector>

namespace tilescape::dataflow::directives {

/// The smallest pieces of a text of directives. `Sign` is one of ( ) { } , : = += x .. ; `End` stands after the last.
struct Token {
    enum class Kind { Word, Number, Sign, End };
    Kind kind = Kind::End;
    std::string text;    ///< of a quoted word without the quotes, escapes resolved
    Count number = 0;
    bool quoted = false;
    bool startsLine = false; ///< the first on its line
    Place place;

    [[nodiscard]] bool is(std::string_view sign) const { return kind == Kind::Sign && text == sign; }
    [[nodiscard]] bool isWord(std::string_view word) const { return kind == Kind::Word && !quoted && text == word; }
};

/// Numbers above this are faults: products of a few of them still fit a double without loss of sense.
inline constexpr Count largestNumber = Count{1} << 40;

/// Every token of the text, and what is none: unknown signs, numbers too large, quotes without an end.
std::vector<Token> tokensOf(std::string_view text, Faults& faults);

/// Whether a name can be written without quotes.
bool isBareName(std::string_view name);

} // namespace tilescape::dataflow::directives
