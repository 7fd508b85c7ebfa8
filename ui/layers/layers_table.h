#pragma once

#include "core/io/table.h"

#include <QWidget>

#include <memory>

class QLabel;
class QLineEdit;
class QModelIndex;
class QTableView;

namespace tilescape::schedule {
struct Schedule;
}
namespace tilescape::ui::widgets {
class SeenUpdates;
}
namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::layers {

class LayersFilter;
class LayersModel;
class RowDelegate;

/// The layers as a table: sorted by a click on a heading (a third one goes back to the network's order), filtered by name
/// and kind, copied as CSV. Its current row is the workspace's selection.
class LayersTable : public QWidget {
    Q_OBJECT

public:
    explicit LayersTable(workspace::Workspace& workspace, QWidget* parent = nullptr);

    /// The rows that are shown, in their order, as CSV; of these the selected ones if asked for and any is.
    [[nodiscard]] QString asCsv(bool onlySelected) const;
    /// The same layers as a table for a paper, those without a schedule left out; all of them in the order in which they run
    /// with their sum. Empty without a schedule.
    [[nodiscard]] QString asTable(io::TableFormat format) const;
    [[nodiscard]] QTableView* view() const { return m_view; }

public Q_SLOTS:
    void setFilter(const QString& text);
    /// Puts the selected rows (or all) on the clipboard.
    void copy();
    /// Puts all rows on the clipboard, or those selected if they are several.
    void copyTable();
    void focusFilter();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void buildView();
    void buildHead();
    void addCopyAs(const QString& text, const char* objectName, io::TableFormat format);
    void styleHeading();
    void connectWorkspace();
    void takeSelection();
    void showSelection();
    void showHover();
    void showState();
    void refreshSchedule();
    /// Shows the columns of the baseline, or hides them.
    void showComparison(bool compares);
    /// From column `first` on: those before it show what they showed.
    void fitColumns(int first = 0);
    [[nodiscard]] QModelIndex indexOf(std::size_t layer) const;
    [[nodiscard]] std::size_t layerOf(const QModelIndex& index) const;

    workspace::Workspace& m_workspace;
    widgets::SeenUpdates* m_updates = nullptr;
    std::shared_ptr<const schedule::Schedule> m_shown;
    LayersModel* m_model = nullptr;
    LayersFilter* m_filter = nullptr;
    RowDelegate* m_delegate = nullptr;
    QTableView* m_view = nullptr;
    QLineEdit* m_filterText = nullptr;
    QLabel* m_state = nullptr;
    QWidget* m_head = nullptr;
    bool m_following = false; ///< the table follows the workspace: its own selection is not the person's
    bool m_columnsFitted = false;
};

} // namespace tilescape::ui::layers
