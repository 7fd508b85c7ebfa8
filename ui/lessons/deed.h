#pragma once

#include "core/schedule/problem.h"
#include "core/support/result.h"

#include <QString>

namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::lessons {

/// Something that a learner does, or that is found done.
struct Deed {
    enum class Kind {
        Read,   ///< nothing but reading
        Layer,  ///< a layer is selected: its name
        Set,    ///< a setting gets a value: key and value, see `problemAfter`
        Below,  ///< a parameter is at most a value
        Above,  ///< a parameter is at least a value
        Open,   ///< a panel is seen: its object name
        Choose, ///< a box, a row of tabs or a button shows a text, or is on or off: object name and text
        Swap,   ///< two pieces of a text stand in the other order: object name and `FIRST with SECOND`
        Run     ///< a command is triggered: the object name of its action
    };
    Kind kind = Kind::Read;
    QString key;
    QString value;
};

/// The problem after a deed that sets something: a key of `explore::apply`, or `parallelism.KEY`, `gradient.KEY` for the settings
/// of training, or `parallelism.force` with the value `LAYER LEVEL data` or `model`. Faults: no such key, or no such value.
support::Result<schedule::Problem> problemAfter(const schedule::Problem& problem, const Deed& deed);
/// Whether a problem is as a deed says that sets or bounds something.
bool isAs(const schedule::Problem& problem, const Deed& deed);
/// Makes the edit of a deed that sets something, one undo step, where it is not as that already. `text` names an edit of the settings
/// of training in the undo menu.
void makeEdit(workspace::Workspace& workspace, const Deed& deed, const QString& text);

} // namespace tilescape::ui::lessons
