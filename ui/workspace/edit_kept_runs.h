#pragma once

#include "core/io/explorations.h"

#include <QUndoCommand>

#include <memory>
#include <vector>

namespace tilescape::ui::workspace {

class Explorations;

/// One edit of the sweeps and searches that have names: all of them before and after it. What was kept aside since then stays.
class EditKeptRuns : public QUndoCommand {
public:
    EditKeptRuns(Explorations& explorations, const QString& text, std::vector<io::KeptRun> after);

    void undo() override;
    void redo() override;

private:
    void apply(const std::vector<io::KeptRun>& wanted);

    Explorations& m_explorations;
    std::shared_ptr<const std::vector<io::KeptRun>> m_before;
    std::shared_ptr<const std::vector<io::KeptRun>> m_after;
};

} // namespace tilescape::ui::workspace
