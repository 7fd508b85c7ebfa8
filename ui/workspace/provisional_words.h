#pragma once

#include "ui/workspace/workspace.h"

#include <QString>

namespace tilescape::ui::workspace {

/// How a provisional schedule is marked wherever its numbers are shown.
struct ProvisionalWords {
    QString word;    ///< begins with a capital
    QString meaning; ///< whole sentences
};
/// Empty if the schedule shown is the answer, or of an older problem.
ProvisionalWords provisionalWords(const Workspace& workspace);

} // namespace tilescape::ui::workspace
