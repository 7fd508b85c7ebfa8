#pragma once

#include <QDialog>
#include <QPointer>

#include <vector>

class QAction;
class QLineEdit;
class QListWidget;

namespace tilescape::ui::window {

/// Everything that the window can do, found by words: the menus' actions and those of the views.
class CommandPalette : public QDialog {
    Q_OBJECT

public:
    struct Command {
        QString path; ///< "File › Export figure › Chip"
        QPointer<QAction> action;
    };
    /// The actions of the window that can be triggered, in the order of the menus; then those of views, with the view's name.
    /// Each has an object name by which scripts find it.
    static std::vector<Command> commandsOf(const QWidget& window);

    explicit CommandPalette(QWidget* window);

    void search(const QString& words);
    [[nodiscard]] QStringList shown() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fillList();
    void run();

    std::vector<Command> m_commands;
    QLineEdit* m_words = nullptr;
    QListWidget* m_list = nullptr;
};

} // namespace tilescape::ui::window
