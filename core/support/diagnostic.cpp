#include "core/support/diagnostic.h"

namespace tilescape::support {

std::string describe(const Diagnostic& diagnostic)
{
    std::string where = diagnostic.file;
    if (!diagnostic.pointer.empty()) {
        where += where.empty() ? "at " : ", at ";
        where += diagnostic.pointer;
    }
    if (!diagnostic.layer.empty()) {
        where += where.empty() ? "layer '" : ", layer '";
        where += diagnostic.layer + "'";
    }
    std::string sentence = where.empty() ? diagnostic.problem : where + ": " + diagnostic.problem;
    if (!diagnostic.remedy.empty()) {
        sentence += "; " + diagnostic.remedy;
    }
    return sentence + ".";
}

std::string describe(const Diagnostics& diagnostics)
{
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics) {
        if (!text.empty()) {
            text += '\n';
        }
        text += describe(diagnostic);
    }
    return text;
}

} // namespace tilescape::support
