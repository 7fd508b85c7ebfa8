#include "ui/workspace/edit_kept_runs.h"

#include "ui/workspace/explorations.h"

#include <algorithm>

namespace tilescape::ui::workspace {

EditKeptRuns::EditKeptRuns(Explorations& explorations, const QString& text, std::vector<io::KeptRun> after)
    : QUndoCommand(text), m_explorations(explorations), m_before(explorations.kept()),
      m_after(std::make_shared<const std::vector<io::KeptRun>>(std::move(after)))
{}

void EditKeptRuns::apply(const std::vector<io::KeptRun>& wanted)
{
    std::vector<io::KeptRun> all = wanted;
    for (const io::KeptRun& run : *m_explorations.kept()) {
        const auto isSame = [&run](const io::KeptRun& other) {
            return other.name == run.name && other.run.index() == run.run.index();
        };
        if (std::none_of(m_before->begin(), m_before->end(), isSame)
            && std::none_of(m_after->begin(), m_after->end(), isSame)) {
            all.push_back(run);
        }
    }
    m_explorations.setKept(std::make_shared<const std::vector<io::KeptRun>>(std::move(all)));
}

void EditKeptRuns::undo() { apply(*m_before); }

void EditKeptRuns::redo() { apply(*m_after); }

} // namespace tilescape::ui::workspace
