#include "core/dataflow/directives/parser.h"

#include "core/dataflow/directives/directive_reader.h"
#include "core/support/nearest_name.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::dataflow::directives {

namespace {

constexpr std::size_t mostFaults = 100; ///< with more, the rest of the text is noise
constexpr std::array<std::string_view, 5> directiveWords{"tensor", "stack", "update", "rotate", "tiles"};

class Parser {
public:
    explicit Parser(std::string_view text) : m_in(text, m_reading.faults) {}

    Reading run()
    {
        while (m_in.token().kind != Token::Kind::End && m_reading.faults.size() < mostFaults) {
            statement();
        }
        m_reading.isCutOff = m_in.token().kind != Token::Kind::End;
        const Place end = m_in.token().place;
        sortByPlace(m_reading.faults);
        if (m_reading.faults.size() > mostFaults) {
            m_reading.faults.resize(mostFaults);
        }
        if (m_reading.isCutOff) {
            m_reading.faults.push_back({end,
                                        support::Severity::Error,
                                        {},
                                        fmt::format("after {} faults the rest is not read", mostFaults),
                                        "mend these first"});
        }
        return std::move(m_reading);
    }

private:
    void statement()
    {
        const Token& first = m_in.token();
        if (first.kind != Token::Kind::Word) {
            m_in.complain(first.place, m_in.shown(), "a directive such as tensor, stack or update, or 'layer:memory' is needed");
            m_in.recover();
            return;
        }
        if (m_in.token(1).is(":")) {
            m_reading.hasDirectives = true;
            head();
            return;
        }
        const bool isDirective =
            std::find(directiveWords.begin(), directiveWords.end(), first.text) != directiveWords.end() && !first.quoted;
        m_reading.hasDirectives |= isDirective || first.isWord("segment") || first.isWord("region");
        if (first.isWord("segment")) {
            m_segmentBegins = true;
            m_in.advance();
            leaveScope();
        } else if (first.isWord("region")) {
            m_regionBegins = true;
            m_in.advance();
            leaveScope();
        } else if (isDirective) {
            directive();
        } else {
            std::vector<std::string_view> words(directiveWords.begin(), directiveWords.end());
            words.insert(words.end(), {"segment", "region"});
            m_in.complain(first.place, fmt::format("'{}' is no directive", first.text.substr(0, 60)),
                     support::suggestName(first.text, words));
            m_in.recover();
            markIncomplete();
        }
    }

    void markIncomplete()
    {
        if (m_scope) {
            m_scope->incomplete = true;
        }
    }

    void leaveScope()
    {
        m_scope = nullptr;
        m_current = nullptr;
        m_in.setLayer({});
    }

    /// `layer:memory`
    void head()
    {
        const Token name = m_in.token();
        m_in.advance();
        m_in.advance();
        const Token memory = m_in.token();
        if (memory.kind != Token::Kind::Word || memory.quoted) {
            m_in.complain(memory.place, m_in.shown(), "the name of a memory follows the colon: REGF or GBUF");
            m_in.recover();
            return;
        }
        m_in.advance();
        LayerDirectives& layer = layerNamed(name, memory.text);
        m_in.setLayer(name.text);
        if (const Scope* earlier = layer.find(memory.text)) {
            m_in.complain(name.place,
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
        const Token word = m_in.token();
        Scope ignored;
        if (!m_scope) {
            m_in.complain(word.place, fmt::format("{} stands under no layer", word.text),
                     "a line such as 'conv1:REGF' says first to which layer and memory it belongs");
        }
        Scope& scope = m_scope ? *m_scope : ignored;
        m_in.advance();
        const bool read = word.text == "tensor" ? m_in.tensor(word.place, scope)
            : word.text == "stack"              ? m_in.stack(word.place, scope)
            : word.text == "tiles"              ? m_in.tiles(word.place, scope)
                                                : m_in.update(word, scope);
        if (!read) {
            markIncomplete();
            // What follows on this line cannot be told apart from the broken directive.
            if (!(m_in.token().startsLine && m_in.token().kind == Token::Kind::Word)) {
                m_in.recover();
            }
        }
    }

    Reading m_reading;
    DirectiveReader m_in;
    LayerDirectives* m_current = nullptr; ///< in `m_reading`; set anew wherever a layer is added
    Scope* m_scope = nullptr;
    bool m_segmentBegins = false;
    bool m_regionBegins = false;
};

} // namespace

Reading parse(std::string_view text) { return Parser(text).run(); }

} // namespace tilescape::dataflow::directives
