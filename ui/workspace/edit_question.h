#pragma once

#include "core/io/explorations.h"

#include <QUndoCommand>

namespace tilescape::ui::workspace {

class Explorations;

/// One edit of what the document asks of a sweep or a search. Edits of one number, or of one list of numbers, that follow each other with no
/// run between them, as while it is typed, are one.
class EditQuestion : public QUndoCommand {
public:
    EditQuestion(Explorations& explorations, const QString& text, io::Questions before, io::Questions after);

    void undo() override;
    void redo() override;
    [[nodiscard]] int id() const override;
    bool mergeWith(const QUndoCommand* other) override;

private:
    Explorations& m_explorations;
    io::Questions m_before;
    io::Questions m_after;
    int m_run; ///< that was begun last before it
};

} // namespace tilescape::ui::workspace
