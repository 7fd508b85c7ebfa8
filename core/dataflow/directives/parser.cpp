#include "core/dataflow/directives/parser.h"

#include "core/dataflow/directives/lexer.h"
#include "core/support/nearest_name.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::dataflow::directives {

namespace {

constexpr std::size_t mostFaults = 100; ///< with more, the rest of the text is noise
constexpr std::array<std::string_view, 5> directiveWords{"tensor", "stack", "update", "rotate", "tiles"};

class Parser {
public:
    explicit Parser(std::string_view text) : m_tokens(tokensOf(text, m_reading.faults)) {}

    Reading run()
    {
        while (token().kind != Token::Kind::End && m_reading.faults.size() < mostFaults) {
            statement();
        }
        sortByPlace(m_reading.faults);
        if (m_reading.faults.size() > mostFaults) {
            m_reading.faults.resize(mostFaults);
        }
        return std::move(m_reading);
    }

private:
    [[nodiscard]] const Token& token(std::size_t ahead = 0) const
    {
        return m_tokens[std::min(m_at + ahead, m_tokens.size() - 1)];
    }
    void advance() { m_at += m_at + 1 < m_tokens.size() ? 1 : 0; }
    bool accept(std::string_view sign)
    {
        const bool found = token().is(sign);
        if (found) {
            advance();
        }
        return found;
    }

    bool complain(const Place& place, std::string problem, std::string remedy)
    {
        m_reading.faults.push_back({place, support::Severity::Error, m_layer, std::move(problem), std::move(remedy)});
        return false;
    }
    [[nodiscard]] std::string shown() const
    {
        const Token& now = token();
        return now.kind == Token::Kind::End ? "the text ends" : fmt::format("here stands '{}'", now.text.substr(0, 60));
    }
    bool expect(std::string_view sign, std::string_view where)
    {
        return accept(sign) || complain(token().place, shown(), fmt::format("'{}' is needed {}", sign, where));
    }

    /// After a fault: to the next word that begins a line, which may be a directive or the head of a scope.
    void recover()
    {
        advance();
        while (token().kind != Token::Kind::End && !(token().startsLine && token().kind == Token::Kind::Word)) {
            advance();
        }
    }

    void statement()
    {
        const Token& first = token();
        if (first.kind != Token::Kind::Word) {
            complain(first.place, shown(), "a directive such as tensor, stack or update, or 'layer:memory' is needed");
            recover();
            return;
        }
        if (token(1).is(":")) {
            head();
            return;
        }
        if (first.isWord("segment")) {
            m_segmentBegins = true;
            advance();
            leaveScope();
        } else if (first.isWord("region")) {
            m_regionBegins = true;
            advance();
            leaveScope();
        } else if (std::find(directiveWords.begin(), directiveWords.end(), first.text) != directiveWords.end()
                   && !first.quoted) {
            directive();
        } else {
            std::vector<std::string_view> words(directiveWords.begin(), directiveWords.end());
            words.insert(words.end(), {"segment", "region"});
            complain(first.place, fmt::format("'{}' is no directive", first.text.substr(0, 60)),
                     support::suggestName(first.text, words));
            recover();
        }
    }

    void leaveScope()
    {
        m_scope = nullptr;
        m_current = nullptr;
        m_layer.clear();
    }

    /// `layer:memory`
    void head()
    {
        const Token name = token();
        advance();
        advance();
        const Token memory = token();
        if (memory.kind != Token::Kind::Word || memory.quoted) {
            complain(memory.place, shown(), "the name of a memory follows the colon: REGF or GBUF");
            recover();
            return;
        }
        advance();
        LayerDirectives& layer = layerNamed(name, memory.text);
        m_layer = name.text;
        if (const Scope* earlier = layer.find(memory.text)) {
            complain(name.place,
                     fmt::format("the scope {}:{} stands in line {} already", name.text, memory.text, earlier->place.line),
                     "each memory of a layer is described once");
        }
        layer.scopes.push_back({memory.text, {}, {}, {}, {}, name.place});
        layer.scopes.back().place.length = memory.place.line == name.place.line
            ? memory.place.column + memory.place.length - name.place.column
            : name.place.length;
        m_scope = &layer.scopes.back();
    }

    LayerDirectives& layerNamed(const Token& name, const std::string& memory)
    {
        if (m_current && m_current->layer == name.text) {
            return *m_current;
        }
        Document& document = m_reading.document;
        if (memory == offChipMemory) {
            if (!document.inputs) {
                document.inputs.emplace();
            }
            document.inputs->layer = name.text;
            document.inputs->place = name.place;
            m_current = &*document.inputs;
            return *m_current;
        }
        if (document.segments.empty() || m_segmentBegins) {
            document.segments.emplace_back();
            document.segments.back().regions.emplace_back();
        } else if (m_regionBegins) {
            document.segments.back().regions.emplace_back();
        }
        m_segmentBegins = m_regionBegins = false;
        std::vector<LayerDirectives>& layers = document.segments.back().regions.back().layers;
        layers.push_back({name.text, {}, name.place});
        m_current = &layers.back();
        return *m_current;
    }

    void directive()
    {
        const Token word = token();
        Scope ignored;
        if (!m_scope) {
            complain(word.place, fmt::format("{} stands under no layer", word.text),
                     "a line such as 'conv1:REGF' says first to which layer and memory it belongs");
        }
        Scope& scope = m_scope ? *m_scope : ignored;
        advance();
        const bool read = word.text == "tensor" ? tensor(word.place, scope)
            : word.text == "stack"              ? stack(word.place, scope)
            : word.text == "tiles"              ? tiles(word.place, scope)
                                                : update(word, scope);
        if (!read) {
            // What follows on this line cannot be told apart from the broken directive.
            if (!(token().startsLine && token().kind == Token::Kind::Word)) {
                recover();
            }
        }
    }

    /// The place of a directive that began at `begin` and has just been read.
    [[nodiscard]] Place until(Place begin) const
    {
        const Place& last = m_tokens[m_at > 0 ? m_at - 1 : 0].place;
        if (last.line == begin.line) {
            begin.length = last.column + last.length - begin.column;
        }
        return begin;
    }

    bool number(Count& value, std::string_view what)
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

    /// `dim = amount` or `dim += amount`
    bool term(std::vector<Term>& terms, std::string_view sign)
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

    bool name(std::vector<std::string>& names)
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

    bool tensor(const Place& place, Scope& scope)
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

    bool grid(Extent& extent, std::string_view what)
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

    bool stack(const Place& place, Scope& scope)
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

    bool update(const Token& word, Scope& scope)
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

    bool coordinate(Count& value)
    {
        if (token().kind != Token::Kind::Number) {
            return complain(token().place, shown(), "a tile is written (row,column), counted from 0");
        }
        value = token().number;
        advance();
        return true;
    }
    bool tile(Tile& tile)
    {
        return expect("(", "before a tile's row") && coordinate(tile.row) && expect(",", "between row and column")
            && coordinate(tile.column) && expect(")", "after a tile's column");
    }

    bool tiles(const Place& place, Scope& scope)
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

    Reading m_reading;
    std::vector<Token> m_tokens;
    std::size_t m_at = 0;
    LayerDirectives* m_current = nullptr; ///< in `m_reading`; set anew wherever a layer is added
    Scope* m_scope = nullptr;
    std::string m_layer;
    bool m_segmentBegins = false;
    bool m_regionBegins = false;
};

} // namespace

Reading parse(std::string_view text) { return Parser(text).run(); }

} // namespace tilescape::dataflow::directives
