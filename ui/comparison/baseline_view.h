#pragma once

#include "core/io/table.h"

#include <QWidget>

class QComboBox;
class QTableView;
class QToolButton;

namespace tilescape::ui::widgets {
class ElidedLabel;
class SeenUpdates;
}
namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::comparison {

class ChangesModel;

/// The baselines of the document: pin the result, choose the one that numbers are compared with, rename, remove; and what changed
/// from it and why. A click on a part selects its first layer that the network has.
class BaselineView : public QWidget {
    Q_OBJECT

public:
    explicit BaselineView(workspace::Workspace& workspace, QWidget* parent = nullptr);

    [[nodiscard]] ChangesModel& model() { return *m_model; }

private:
    QWidget* buildHead();
    QToolButton* addButton(const QString& text, const char* name, const QString& help);
    void buildTable();
    void addCopyAs(const QString& text, const char* objectName, io::TableFormat format);
    /// Totals of the baseline and of the result side by side; empty where there is no comparison.
    [[nodiscard]] QString asTable(io::TableFormat format) const;
    void refresh();
    void refreshChoice();
    void refreshButtons();
    [[nodiscard]] QString stateText() const;
    void rename(const QString& text);
    void selectLayer(const QModelIndex& index);

    workspace::Workspace& m_workspace;
    widgets::SeenUpdates* m_updates = nullptr;
    ChangesModel* m_model = nullptr;
    QComboBox* m_choice = nullptr; ///< editable: another text renames the chosen one
    QToolButton* m_pin = nullptr;
    QToolButton* m_remove = nullptr;
    QToolButton* m_show = nullptr;
    widgets::ElidedLabel* m_state = nullptr;
    QTableView* m_table = nullptr;
};

} // namespace tilescape::ui::comparison
