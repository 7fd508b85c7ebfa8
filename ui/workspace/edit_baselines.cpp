#include "ui/workspace/edit_baselines.h"

#include "ui/workspace/baselines.h"

namespace tilescape::ui::workspace {

EditBaselines::EditBaselines(Baselines& baselines, const QString& text, std::shared_ptr<const io::Baselines> after)
    : QUndoCommand(text), m_baselines(baselines), m_before(baselines.m_list), m_after(std::move(after))
{
}

void EditBaselines::undo() { m_baselines.apply(m_before); }

void EditBaselines::redo() { m_baselines.apply(m_after); }

} // namespace tilescape::ui::workspace
