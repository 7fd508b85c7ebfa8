#pragma once

#include "core/dataflow/directives/syntax.h"

#include <string>

namespace tilescape::dataflow::directives {

/// The document as text, one directive a line: parsing it gives the document again.
std::string print(const Document& document);
std::string print(const LayerDirectives& layer);

/// A name as it stands in the text: in quotes where it must.
std::string printedName(const std::string& name);

/// One directive, as it stands in the text.
std::string print(const TensorDirective& tensor);
std::string print(const StackDirective& stack);
std::string print(const UpdateDirective& update);

} // namespace tilescape::dataflow::directives
