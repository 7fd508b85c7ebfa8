#pragma once

#include "core/support/diagnostic.h"

#include <QWidget>

class QAction;
class QLabel;
class QListView;
class QModelIndex;
class QToolButton;

namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::problems {

class ProblemsModel;

/// What is wrong: the diagnostics of the schedule, and those posted of files that could not be read; and what would help. A click
/// on one that names a layer selects it; what would help is tried by a double click, Enter, or the button.
class ProblemsList : public QWidget {
    Q_OBJECT

public:
    explicit ProblemsList(workspace::Workspace& workspace, QWidget* parent = nullptr);

    /// Adds to what was posted, in place of what was said of the same files; it stays until it is cleared.
    void post(const support::Diagnostics& problems);
    /// The file is without faults now.
    void forgetFile(const QString& path);
    [[nodiscard]] int count() const; ///< of problems, without findings
    [[nodiscard]] QListView* view() const { return m_view; }

public Q_SLOTS:
    /// Drops what was posted. What the schedule says stays as long as it is so.
    void clearPosted();
    /// Puts the selected sentences (or all) on the clipboard.
    void copy();

Q_SIGNALS:
    void countChanged(int count);

private:
    void buildView();
    void refresh();
    void showCount();
    void selectLayer(const QModelIndex& index);
    void tryFinding(const QModelIndex& index);

    workspace::Workspace& m_workspace;
    ProblemsModel* m_model = nullptr;
    QListView* m_view = nullptr;
    QLabel* m_state = nullptr;
    QToolButton* m_clear = nullptr;
    QAction* m_try = nullptr;
    int m_count = 0;
};

} // namespace tilescape::ui::problems
