#pragma once

#include "core/io/project_json.h"

#include <QUndoCommand>

#include <memory>

namespace tilescape::ui::workspace {

class Baselines;

/// One edit of the list of baselines: the list before and after it.
class EditBaselines : public QUndoCommand {
public:
    EditBaselines(Baselines& baselines, const QString& text, std::shared_ptr<const io::Baselines> after);

    void undo() override;
    void redo() override;

private:
    Baselines& m_baselines;
    std::shared_ptr<const io::Baselines> m_before;
    std::shared_ptr<const io::Baselines> m_after;
};

} // namespace tilescape::ui::workspace
