#include "core/dataflow/directives/directive_reader.h"

#include "core/support/nearest_name.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::dataflow::directives {

const Token& DirectiveReader::token(std::size_t ahead) const
{
    return m_tokens[std::min(m_at + ahead, m_tokens.size() - 1)];
}

bool DirectiveReader::accept(std::string_view sign)
{
    const bool found = token().is(sign);
    if (found) {
        advance();
    }
    return found;
}

bool DirectiveReader::complain(const Place& place, std::string problem, std::string remedy)
{
    m_faults.push_back({place, support::Severity::Error, m_layer, std::move(problem), std::move(remedy)});
    return false;
}

std::string DirectiveReader::shown() const
{
    const Token& now = token();
    return now.kind == Token::Kind::End ? "the text ends" : fmt::format("here stands '{}'", now.text.substr(0, 60));
}

bool DirectiveReader::expect(std::string_view sign, std::string_view where)
{
    return accept(sign) || complain(token().place, shown(), fmt::format("'{}' is needed {}", sign, where));
}

void DirectiveReader::recover()
{
    advance();
    while (token().kind != Token::Kind::End && !(token().startsLine && token().kind == Token::Kind::Word)) {
        advance();
    }
}

Place DirectiveReader::until(Place begin) const
{
    const Place& last = m_tokens[m_at > 0 ? m_at - 1 : 0].place;
    if (last.line == begin.line) {
        begin.length = last.column + last.length - begin.column;
    }
    return begin;
}

bool DirectiveReader::number(Count& value, std::string_view what)
{
    if (token().kind != Token::Kind::Number) {
        return complain(token().place, shown(), fmt::format("a number is needed: {}", what));
    }
    value = token().number;
    if (value == 0) {
        complain(token().place, "0 is too small", fmt::format("{} is at least 1", what));
        value = 1;
    }
    advance();
    return true;
}

bool DirectiveReader::term(std::vector<Term>& terms, std::string_view sign)
{
    const Token word = token();
    std::vector<std::string_view> names;
    std::optional<Dim> dim;
    for (const Dim one : allDims) {
        names.push_back(nameOf(one));
        dim = word.isWord(nameOf(one)) ? one : dim;
    }
    if (!dim) {
        return complain(word.place, fmt::format("'{}' is no dimension", word.text.substr(0, 60)),
                        "known are " + support::listOfNames(names));
    }
    advance();
    const bool other = token().is(sign == "=" ? "+=" : "=");
    if (!token().is(sign)) {
        complain(token().place, shown(),
                 fmt::format("'{}{}number' is needed {}", word.text, sign,
                             sign == "=" ? "for a size" : "for a shift or step"));
        if (!other) {
            return false;
        }
    }
    advance();
    Term term{*dim, 1, word.place};
    if (!number(term.amount, "the amount")) {
        return false;
    }
    term.place = until(word.place);
    for (const Term& earlier : terms) {
        if (earlier.dim == *dim) {
            complain(term.place, fmt::format("{} is said twice", word.text), "each dimension is said once");
            return true;
        }
    }
    terms.push_back(term);
    return true;
}

bool DirectiveReader::name(std::vector<std::string>& names)
{
    if (token().kind != Token::Kind::Word && token().kind != Token::Kind::Number) {
        return complain(token().place, shown(), "the name of a tensor is needed");
    }
    if (token().kind == Token::Kind::Number) {
        complain(token().place, shown(), "a name that begins with a digit stands in double quotes");
    }
    names.push_back(token().text);
    advance();
    return true;
}

bool DirectiveReader::tensor(const Place& place, Scope& scope)
{
    TensorDirective tensor;
    if (!expect("{", "after tensor, and then the tensor's name")) {
        return false;
    }
    do {
        if (!name(tensor.names)) {
            return false;
        }
    } while (accept(","));
    if (!expect("}", "after the name") || !expect("(", "before the sizes")) {
        return false;
    }
    do {
        if (token().isWord("bypass")) {
            tensor.bypass = true;
            advance();
        } else if (token().kind == Token::Kind::Number) {
            Count shared = 1;
            number(shared, "the sharing factor");
            tensor.shared = shared;
        } else if (!term(tensor.sizes, "=")) {
            return false;
        }
    } while (accept(","));
    if (!expect(")", "after the sizes")) {
        return false;
    }
    tensor.place = until(place);
    scope.tensors.push_back(std::move(tensor));
    return true;
}

bool DirectiveReader::grid(Extent& extent, std::string_view what)
{
    if (!number(extent.width, what)) {
        return false;
    }
    if (token().is("x")) {
        advance();
        extent.height = extent.width;
        return number(extent.width, what);
    }
    return true;
}

bool DirectiveReader::stack(const Place& place, Scope& scope)
{
    StackDirective stack;
    if (!expect("(", "after stack")) {
        return false;
    }
    while (token().kind == Token::Kind::Word) {
        if (!term(stack.shifts, "+=") || !expect(",", "after the shift, and then the number of units")) {
            return false;
        }
    }
    if (!grid(stack.units, "how many units stand side by side, or rows x columns of tiles")
        || !expect(")", "after the number of units")) {
        return false;
    }
    stack.place = until(place);
    scope.stacks.push_back(std::move(stack));
    return true;
}

bool DirectiveReader::update(const Token& word, Scope& scope)
{
    UpdateDirective update;
    update.rotates = word.text == "rotate";
    if (!expect("(", fmt::format("after {}", word.text))) {
        return false;
    }
    do {
        if (token().kind == Token::Kind::Number) {
            Count count = 1;
            number(count, "how many steps");
            update.count = count;
            break;
        }
        if (!term(update.steps, "+=")) {
            return false;
        }
    } while (accept(","));
    if (!expect(")", "after the steps")) {
        return false;
    }
    update.place = until(word.place);
    scope.updates.push_back(std::move(update));
    return true;
}

bool DirectiveReader::coordinate(Count& value)
{
    if (token().kind != Token::Kind::Number) {
        return complain(token().place, shown(), "a tile is written (row,column), counted from 0");
    }
    value = token().number;
    advance();
    return true;
}

bool DirectiveReader::tile(Tile& tile)
{
    return expect("(", "before a tile's row") && coordinate(tile.row) && expect(",", "between row and column")
        && coordinate(tile.column) && expect(")", "after a tile's column");
}

bool DirectiveReader::tiles(const Place& place, Scope& scope)
{
    TilesDirective tiles;
    if (!expect("(", "after tiles") || !grid(tiles.grid, "rows x columns of tiles")) {
        return false;
    }
    while (accept(",")) {
        TilesDirective::Run run;
        if (!tile(run.first)) {
            return false;
        }
        run.last = run.first;
        if (accept("..") && !tile(run.last)) {
            return false;
        }
        tiles.runs.push_back(run);
    }
    if (!expect(")", "after the tiles")) {
        return false;
    }
    tiles.place = until(place);
    if (scope.tiles) {
        complain(tiles.place, fmt::format("tiles stands in line {} already", scope.tiles->place.line),
                 "a layer runs on one region");
    }
    scope.tiles = std::move(tiles);
    return true;
}

} // namespace tilescape::dataflow::directives
