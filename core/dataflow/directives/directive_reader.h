#pragma once

#include "core/dataflow/directives/lexer.h"

namespace tilescape::dataflow::directives {

/// Reads single directives from the tokens of a text; faults say where, what stands there, and what is needed.
class DirectiveReader {
public:
    DirectiveReader(std::string_view text, Faults& faults) : m_faults(faults), m_tokens(tokensOf(text, faults)) {}

    /// The layer to which the next faults belong.
    void setLayer(std::string layer) { m_layer = std::move(layer); }

    [[nodiscard]] const Token& token(std::size_t ahead = 0) const;
    /// To the next token; past the end there is nothing.
    void advance() { m_at += m_at + 1 < m_tokens.size() ? 1 : 0; }
    /// Always false.
    bool complain(const Place& place, std::string problem, std::string remedy);
    [[nodiscard]] std::string shown() const;
    /// After a fault: to the next word that begins a line, which may be a directive or the head of a scope.
    void recover();

    /// The rest of a directive whose word has just been passed; false, with a fault, where it cannot be read on.
    bool tensor(const Place& place, Scope& scope);
    bool stack(const Place& place, Scope& scope);
    bool update(const Token& word, Scope& scope);
    bool tiles(const Place& place, Scope& scope);

private:
    bool accept(std::string_view sign);
    bool expect(std::string_view sign, std::string_view where);
    /// The place of a directive that began at `begin` and has just been read.
    [[nodiscard]] Place until(Place begin) const;
    bool number(Count& value, std::string_view what);
    /// `dim = amount` or `dim += amount`
    bool term(std::vector<Term>& terms, std::string_view sign);
    bool name(std::vector<std::string>& names);
    bool grid(Extent& extent, std::string_view what);
    bool coordinate(Count& value);
    bool tile(Tile& tile);

    Faults& m_faults;
    std::vector<Token> m_tokens;
    std::size_t m_at = 0;
    std::string m_layer;
};

} // namespace tilescape::dataflow::directives
