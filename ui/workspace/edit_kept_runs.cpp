#include "ui/workspace/edit_kept_runs.h"

#include "ui/workspace/explorations.h"

namespace tilescape::ui::workspace {

EditKeptRuns::EditKeptRuns(Explorations& explorations, const QString& text, std::vector<io::KeptRun> after)
    : QUndoCommand(text), m_explorations(explorations), m_before(explorations.kept()),
      m_after(std::make_shared<const std::vector<io::KeptRun>>(std::move(after)))
{}

void EditKeptRuns::undo() { m_explorations.setKept(m_before); }

void EditKeptRuns::redo() { m_explorations.setKept(m_after); }

} // namespace tilescape::ui::workspace
