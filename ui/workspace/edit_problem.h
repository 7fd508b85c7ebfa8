#pragma once

#include "core/schedule/problem.h"

#include <QUndoCommand>

namespace tilescape::ui::workspace {

class Workspace;

/// One edit: the problem before and after it. Commands with one merge id are steps of one drag and become one.
class EditProblem : public QUndoCommand {
public:
    EditProblem(Workspace& workspace, const QString& text, schedule::Problem after, int mergeId);

    void undo() override;
    void redo() override;
    [[nodiscard]] int id() const override { return m_mergeId; }
    bool mergeWith(const QUndoCommand* other) override;

private:
    Workspace& m_workspace;
    schedule::Problem m_before;
    schedule::Problem m_after;
    int m_mergeId;
};

} // namespace tilescape::ui::workspace
