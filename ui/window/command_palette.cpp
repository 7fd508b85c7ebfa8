#include "ui/window/command_palette.h"

#include "ui/widgets/figure_menu.h"
#include "ui/window/plain_label.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QVBoxLayout>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace tilescape::ui::window {

namespace {

const QString separator = QStringLiteral(" › ");

void addMenu(const QMenu& menu, const QString& path, std::vector<CommandPalette::Command>& commands)
{
    for (QAction* action : menu.actions()) {
        const QString own = path + separator + plainLabel(action->text());
        if (action->menu()) {
            addMenu(*action->menu(), own, commands);
        } else if (!action->isSeparator() && !action->text().isEmpty()) {
            commands.push_back({own, action});
        }
    }
}

/// The nearest widget around it that has a name for a person.
QString viewOf(const QObject* object, const QWidget& window)
{
    for (const QObject* at = object; at && at != &window; at = at->parent()) {
        const auto* widget = qobject_cast<const QWidget*>(at);
        if (widget && !widget->accessibleName().isEmpty()) {
            return widget->accessibleName();
        }
    }
    return {};
}

bool beginsAWord(const QString& path, const QString& part)
{
    for (qsizetype at = path.indexOf(part, 0, Qt::CaseInsensitive); at >= 0; at = path.indexOf(part, at + 1, Qt::CaseInsensitive)) {
        if (at == 0 || !path[at - 1].isLetterOrNumber()) {
            return true;
        }
    }
    return false;
}

/// Commands whose names end with the words come before those that only have them somewhere, those that have them at the beginning of
/// words before those that have them within ("pe" is of the PE array before it is of the inspector); among these, what does something
/// before what is switched on or off, then what is nearer to the top of its menu.
std::tuple<bool, qsizetype, bool, qsizetype> rankOf(const CommandPalette::Command& command, const QString& words)
{
    const bool isMeant = command.path.endsWith(QLatin1Char(' ') + words, Qt::CaseInsensitive);
    const QStringList parts = words.split(QLatin1Char(' '));
    const auto within = std::count_if(parts.begin(), parts.end(), [&](const QString& part) { return !beginsAWord(command.path, part); });
    return {!isMeant, within, command.action->isCheckable(), command.path.count(separator)};
}

/// Views that have several pictures tell the commands to export them apart by the pictures' titles: one without a title has nothing to
/// show yet. Nor has a view that was not opened: the menu of figures draws what it would show. Of views side by side one remains.
void tellFiguresApart(std::vector<CommandPalette::Command>& commands)
{
    std::map<QString, int> times;
    for (const CommandPalette::Command& command : commands) {
        ++times[command.path];
    }
    std::set<QString> known;
    std::set<const QAction*> left;
    for (CommandPalette::Command& command : commands) {
        const auto* exporter = qobject_cast<const widgets::FigureAction*>(command.action);
        if (!exporter) {
            continue;
        }
        if (!exporter->widget()->isVisible()) {
            left.insert(exporter);
            continue;
        }
        const QString title = exporter->figure().title;
        const bool isOneOfSeveral = times[command.path] > 1;
        command.path += isOneOfSeveral ? separator + title : QString();
        if (isOneOfSeveral && (title.isEmpty() || !known.insert(command.path).second)) {
            left.insert(exporter);
        }
    }
    std::erase_if(commands, [&](const CommandPalette::Command& command) { return left.contains(command.action); });
}

} // namespace

std::vector<CommandPalette::Command> CommandPalette::commandsOf(const QWidget& window)
{
    std::vector<Command> commands;
    for (const QMenuBar* bar : window.findChildren<QMenuBar*>()) {
        for (const QAction* action : bar->actions()) {
            if (action->menu()) {
                addMenu(*action->menu(), plainLabel(action->text()), commands);
            }
        }
    }
    for (QAction* action : window.findChildren<QAction*>()) {
        const bool listed = std::any_of(commands.begin(), commands.end(), [&](const Command& command) { return command.action == action; });
        const QString view = viewOf(action->parent(), window);
        if (!listed && !action->menu() && !action->isSeparator() && !action->text().isEmpty() && !view.isEmpty() && !action->objectName().isEmpty()) {
            commands.push_back({view + separator + plainLabel(action->text()), action});
        }
    }
    tellFiguresApart(commands);
    return commands;
}

CommandPalette::CommandPalette(QWidget* window) : QDialog(window), m_commands(commandsOf(*window))
{
    setObjectName(QStringLiteral("commandPalette"));
    setWindowTitle(tr("Commands"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_words = new QLineEdit;
    m_words->setPlaceholderText(tr("What to do"));
    m_words->setAccessibleName(tr("Search commands"));
    m_words->installEventFilter(this);
    m_list = new QListWidget;
    m_list->setAccessibleName(tr("Commands"));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setUniformItemSizes(true);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_words);
    layout->addWidget(m_list, 1);
    resize(QSize(620, 420).boundedTo(window->size()));
    connect(m_words, &QLineEdit::textChanged, this, &CommandPalette::fillList);
    connect(m_list, &QListWidget::itemActivated, this, &CommandPalette::run);
    fillList();
    m_words->setFocus();
}

void CommandPalette::search(const QString& words) { m_words->setText(words); }

QStringList CommandPalette::shown() const
{
    QStringList texts;
    for (int row = 0; row < m_list->count(); ++row) {
        texts << m_list->item(row)->text();
    }
    return texts;
}

void CommandPalette::fillList()
{
    m_list->clear();
    // Names have the apostrophe of print, keyboards that of typewriters.
    const auto folded = [](QString text) { return text.replace(QChar(0x2019), QLatin1Char('\'')); };
    const QString words = folded(m_words->text()).simplified();
    const QStringList parts = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < m_commands.size(); ++i) {
        const Command& command = m_commands[i];
        const bool holds = std::all_of(parts.begin(), parts.end(), [&](const QString& part) { return folded(command.path).contains(part, Qt::CaseInsensitive); });
        if (holds && command.action && command.action->isEnabled()) {
            found.push_back(i);
        }
    }
    if (!words.isEmpty()) {
        std::stable_sort(found.begin(), found.end(),
                         [&](std::size_t a, std::size_t b) { return rankOf(m_commands[a], words) < rankOf(m_commands[b], words); });
    }
    for (const std::size_t i : found) {
        const Command& command = m_commands[i];
        const QString key = command.action->shortcut().toString(QKeySequence::NativeText);
        const QString mark = command.action->isCheckable() && command.action->isChecked() ? tr(" (on)") : QString();
        auto* item = new QListWidgetItem(command.path + mark + (key.isEmpty() ? QString() : QStringLiteral("   ") + key), m_list);
        item->setData(Qt::UserRole, static_cast<int>(i));
        item->setToolTip(command.action->objectName());
    }
    m_list->setCurrentRow(0);
}

void CommandPalette::run()
{
    const QListWidgetItem* item = m_list->currentItem();
    const QPointer<QAction> action = item ? m_commands[static_cast<std::size_t>(item->data(Qt::UserRole).toInt())].action : nullptr;
    // The action may open what needs the window in front.
    close();
    if (action) {
        action->trigger();
    }
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_words && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            run();
            return true;
        }
        const int step = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
        if (step != 0 && m_list->count() > 0) {
            m_list->setCurrentRow((m_list->currentRow() + step + m_list->count()) % m_list->count());
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace tilescape::ui::window
