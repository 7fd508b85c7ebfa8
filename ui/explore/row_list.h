#pragma once

#include <QWidget>

#include <vector>

class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace tilescape::ui::explore {

/// Rows that are added with a button below them, and removed each with its own.
class RowList : public QWidget {
    Q_OBJECT

public:
    [[nodiscard]] QPushButton* addButton() const { return m_add; }

Q_SIGNALS:
    void changed();

protected:
    /// At most `most` rows; `name` is that of the button.
    RowList(const QString& addText, const char* name, std::size_t most);
    /// Makes a row as the button asks for it.
    virtual void addRow() = 0;
    /// Takes the row; `remove` is its button.
    void insert(QWidget* row, QToolButton* remove);
    /// Widgets that come later stand last in the order of the Tab key: puts those of all rows where they are seen, before the button that adds
    /// others. To be called when a row has got others.
    void orderTabs();
    void clear();
    [[nodiscard]] const std::vector<QWidget*>& rowWidgets() const { return m_rows; }
    [[nodiscard]] bool isFull() const { return m_rows.size() >= m_most; }
    /// A button for the end of a row.
    static QToolButton* makeRemoveButton(const QString& help);

private:
    void remove(QWidget* row);

    std::size_t m_most = 0;
    std::vector<QWidget*> m_rows;
    QVBoxLayout* m_column = nullptr;
    QPushButton* m_add = nullptr;
};

} // namespace tilescape::ui::explore
