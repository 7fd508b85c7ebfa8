#include "core/dataflow/directives/printer.h"

#include "core/dataflow/directives/lexer.h"

#include <fmt/format.h>

namespace tilescape::dataflow::directives {

namespace {

std::string join(const std::vector<std::string>& parts)
{
    std::string text;
    for (const std::string& part : parts) {
        text += text.empty() ? part : ", " + part;
    }
    return text;
}

std::vector<std::string> printTerms(const std::vector<Term>& terms, std::string_view sign)
{
    std::vector<std::string> parts;
    for (const Term& term : terms) {
        parts.push_back(fmt::format("{}{}{}", nameOf(term.dim), sign, term.amount));
    }
    return parts;
}

std::string gridText(Extent extent)
{
    return extent.height == 1 ? fmt::format("{}", extent.width) : fmt::format("{}x{}", extent.height, extent.width);
}

std::string tilesText(const TilesDirective& tiles)
{
    std::string text = fmt::format("tiles({}x{}", tiles.grid.height, tiles.grid.width);
    for (const TilesDirective::Run& run : tiles.runs) {
        text += fmt::format(", ({},{})", run.first.row, run.first.column);
        if (run.last != run.first) {
            text += fmt::format("..({},{})", run.last.row, run.last.column);
        }
    }
    return text + ")";
}

} // namespace

std::string printedName(const std::string& name)
{
    if (isBareName(name)) {
        return name;
    }
    std::string text = "\"";
    for (const char c : name) {
        switch (c) {
        case '\n': text += "\\n"; break;
        case '\t': text += "\\t"; break;
        case '\r': text += "\\r"; break;
        case '"':
        case '\\': text += '\\'; [[fallthrough]];
        default: text += c;
        }
    }
    return text + "\"";
}

std::string print(const TensorDirective& tensor)
{
    std::vector<std::string> names;
    for (const std::string& name : tensor.names) {
        names.push_back(printedName(name));
    }
    std::vector<std::string> parts = printTerms(tensor.sizes, "=");
    if (tensor.shared) {
        parts.push_back(fmt::format("{}", *tensor.shared));
    }
    if (tensor.bypass) {
        parts.emplace_back("bypass");
    }
    return fmt::format("tensor{{{}}}({})", join(names), join(parts));
}

std::string print(const StackDirective& stack)
{
    std::vector<std::string> parts = printTerms(stack.shifts, "+=");
    parts.push_back(gridText(stack.units));
    return fmt::format("stack({})", join(parts));
}

std::string print(const UpdateDirective& update)
{
    std::vector<std::string> parts = printTerms(update.steps, "+=");
    if (update.count) {
        parts.push_back(fmt::format("{}", *update.count));
    }
    return fmt::format("{}({})", update.rotates ? "rotate" : "update", join(parts));
}

std::string print(const LayerDirectives& layer)
{
    std::string text;
    for (const Scope& scope : layer.scopes) {
        text += fmt::format("{}:{}\n", printedName(layer.layer), scope.memory);
        if (scope.tiles) {
            text += "  " + tilesText(*scope.tiles) + "\n";
        }
        for (const TensorDirective& tensor : scope.tensors) {
            text += "  " + print(tensor) + "\n";
        }
        for (const StackDirective& stack : scope.stacks) {
            text += "  " + print(stack) + "\n";
        }
        for (const UpdateDirective& update : scope.updates) {
            text += "  " + print(update) + "\n";
        }
    }
    return text;
}

std::string print(const Document& document)
{
    std::string text;
    if (document.inputs) {
        text += print(*document.inputs);
    }
    for (const SegmentDirectives& segment : document.segments) {
        text += text.empty() ? "segment\n" : "\nsegment\n";
        bool first = true;
        for (const RegionDirectives& region : segment.regions) {
            text += first ? "" : "region\n";
            first = false;
            for (const LayerDirectives& layer : region.layers) {
                text += print(layer);
            }
        }
    }
    return text;
}

} // namespace tilescape::dataflow::directives
