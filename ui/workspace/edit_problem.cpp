#include "ui/workspace/edit_problem.h"

#include "ui/workspace/workspace.h"

namespace tilescape::ui::workspace {

EditProblem::EditProblem(Workspace& workspace, const QString& text, schedule::Problem after, int mergeId)
    : QUndoCommand(text), m_workspace(workspace), m_before(workspace.problem()), m_after(std::move(after)),
      m_mergeId(mergeId)
{
}

void EditProblem::undo() { m_workspace.apply(m_before); }

void EditProblem::redo() { m_workspace.apply(m_after); }

bool EditProblem::mergeWith(const QUndoCommand* other)
{
    m_after = static_cast<const EditProblem*>(other)->m_after;
    // A drag that ends where it began is no edit.
    setObsolete(m_after == m_before);
    return true;
}

} // namespace tilescape::ui::workspace
