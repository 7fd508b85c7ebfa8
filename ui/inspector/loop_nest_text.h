#pragma once

#include "core/schedule/schedule.h"

#include <QString>

#include <vector>

namespace tilescape::ui::inspector {

/// A line of pseudo-code: `code` without its indentation, and a remark beside it (either may be empty).
struct CodeLine {
    int indent = 0;
    QString code;
    QString remark;
};

/// The blocked loop nest of one layer: over tiles in parallel, over what fits the buffer, over what fits the registers,
/// down to one pass of the PE array (cost-model.md 1 to 3). Loops of one iteration are left out.
std::vector<CodeLine> loopNestText(const schedule::Problem& problem, const schedule::ScheduledLayer& layer);

/// The same as plain text, two spaces an indent, remarks after `#`.
QString plainText(const std::vector<CodeLine>& lines);

/// The same as HTML for a monospaced view: keywords, numbers and remarks in the given colours.
struct CodeColours {
    QString keyword;
    QString number;
    QString remark;
};
QString htmlText(const std::vector<CodeLine>& lines, const CodeColours& colours);

} // namespace tilescape::ui::inspector
