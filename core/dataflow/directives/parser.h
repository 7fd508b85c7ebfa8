#pragma once

#include "core/dataflow/directives/syntax.h"

#include <string_view>

namespace tilescape::dataflow::directives {

/// What a text says as far as it can be read, and every fault of its form, in the order of the text. Never throws.
struct Reading {
    Document document;
    Faults faults;
    bool hasDirectives = false; ///< some statement is a directive, a segment, a region or `layer:memory`
    bool isCutOff = false;      ///< there are so many faults that the rest was not read
};
Reading parse(std::string_view text);

} // namespace tilescape::dataflow::directives
