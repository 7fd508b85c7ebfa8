#pragma once

#include <string>
#include <vector>

namespace tilescape::support {

enum class Severity { Note, Warning, Error };

/// One fault or remark about what was read or asked, with everything a person needs to mend it.
/// `file`, `pointer` (JSON pointer, or `line:column` where the text could not be parsed) and `layer` are empty where
/// they do not apply.
struct Diagnostic {
    Severity severity = Severity::Error;
    std::string file;
    std::string pointer;
    std::string layer;
    std::string problem; ///< what is wrong
    std::string remedy;  ///< what would be right
};

using Diagnostics = std::vector<Diagnostic>;

/// One sentence: `file, at pointer, layer 'name': problem; remedy.`
std::string describe(const Diagnostic& diagnostic);

/// All of them, one sentence a line.
std::string describe(const Diagnostics& diagnostics);

} // namespace tilescape::support
