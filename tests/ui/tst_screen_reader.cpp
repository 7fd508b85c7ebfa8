#include "tests/registered.h"
#include "window_session.h"

#include "ui/widgets/figure_menu.h"
#include "ui/window/command_palette.h"
#include "ui/window/manual_window.h"
#include "ui/window/start_page.h"

#include <QAccessible>
#include <QApplication>
#include <QDialog>

#include <set>

namespace tst_screen_reader {

using namespace samples;
using namespace tilescape;

namespace {

/// What a person does something with, or reads from: what a screen reader stops at.
bool isStop(const QAccessibleInterface& item)
{
    static const std::set<QAccessible::Role> stops{
        QAccessible::Button,      QAccessible::ButtonMenu, QAccessible::ButtonDropDown, QAccessible::CheckBox, QAccessible::RadioButton,
        QAccessible::ComboBox,    QAccessible::SpinBox,    QAccessible::Slider,         QAccessible::Dial,     QAccessible::EditableText,
        QAccessible::List,        QAccessible::Table,      QAccessible::Tree,           QAccessible::PageTab,  QAccessible::PageTabList,
        QAccessible::MenuItem,    QAccessible::MenuBar,    QAccessible::PopupMenu,      QAccessible::Dialog,   QAccessible::Graphic,
        QAccessible::Chart,       QAccessible::Canvas,     QAccessible::ProgressBar,    QAccessible::ToolBar,  QAccessible::Window,
        QAccessible::ColumnHeader};
    const auto* widget = qobject_cast<const QWidget*>(item.object());
    const bool passesOn = widget && widget->focusProxy(); // to what is the stop
    const bool isText = item.role() == QAccessible::StaticText && widget && !(widget->focusPolicy() & Qt::TabFocus);
    return stops.contains(item.role()) || (item.state().focusable && !passesOn && !isText);
}

/// Controls that are made of others say what these are.
bool isWhole(QAccessible::Role role)
{
    return role == QAccessible::ComboBox || role == QAccessible::SpinBox || role == QAccessible::Table || role == QAccessible::List || role == QAccessible::Tree;
}

struct Walk {
    int stops = 0;
    QStringList nameless;

    void over(QAccessibleInterface* item, const QString& path)
    {
        if (!item || !item->isValid()) {
            return;
        }
        const QObject* object = item->object();
        const QString own = object ? QStringLiteral("%1(%2)").arg(object->objectName(), QLatin1String(object->metaObject()->className())) : QStringLiteral("item");
        const QString here = path + QLatin1Char('/') + own;
        const auto* widget = qobject_cast<const QWidget*>(object);
        const bool ofQt = widget && (widget->objectName().startsWith(QLatin1String("qt_")) || widget->inherits("QScrollBar"));
        if (ofQt && !widget->inherits("QTabBar")) {
            return;
        }
        const bool separator = item->role() == QAccessible::Separator || item->state().invisible;
        if (!separator && isStop(*item)) {
            ++stops;
            if (item->text(QAccessible::Name).trimmed().isEmpty()) {
                nameless << QStringLiteral("%1 (role %2)").arg(here).arg(static_cast<int>(item->role()));
            }
        }
        if (isWhole(item->role())) {
            return;
        }
        for (int child = 0; child < item->childCount(); ++child) {
            over(item->child(child), here);
        }
    }
};

QStringList namelessIn(QWidget& root, int* stops = nullptr)
{
    Walk walk;
    walk.over(QAccessible::queryAccessibleInterface(&root), {});
    if (stops) {
        *stops = walk.stops;
    }
    for (const QString& one : walk.nameless) {
        qWarning().noquote() << one; // a failure's own text is cut off
    }
    return walk.nameless;
}

/// Of the window, with each tab of the panel in front of the others.
QStringList namelessWithTabs(QWidget& window, const QDockWidget& panel, int* most = nullptr)
{
    QStringList nameless;
    const auto look = [&] {
        QCoreApplication::processEvents();
        int stops = 0;
        nameless << namelessIn(window, &stops);
        if (most) {
            *most = std::max(*most, stops);
        }
    };
    look();
    for (auto* tabs : panel.findChildren<QTabWidget*>()) {
        for (int tab = 0; tab < tabs->count(); ++tab) {
            tabs->setCurrentIndex(tab);
            look();
        }
    }
    return nameless;
}

} // namespace

/// What Qt hands to a screen reader, not what widgets were told: every control and view has a name there.
class TestScreenReader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Tilescape tests"));
        QCoreApplication::setApplicationName(QStringLiteral("screen reader"));
        QSettings().clear();
        QAccessible::setActive(true);
    }

    /// The law can fail.
    void aControlWithoutANameIsFound()
    {
        QWidget window;
        window.setWindowTitle(QStringLiteral("a window"));
        auto* button = new QToolButton(&window);
        window.show();
        QCOMPARE(namelessIn(window).size(), 1);
        button->setAccessibleName(QStringLiteral("a button"));
        QCOMPARE(namelessIn(window), QStringList());
    }

    /// Of the window, with each of its panels in front of the others.
    void everyControlAndViewHasAName()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        session.workspace.setSelectedLayer(0);
        int most = 0;
        for (QDockWidget* dock : session.window.docks()) {
            session.trigger(qPrintable(QStringLiteral("goTo_") + dock->objectName()));
            QTRY_VERIFY(!dock->visibleRegion().isEmpty());
            QCOMPARE(namelessWithTabs(session.window, *dock, &most), QStringList());
        }
        QVERIFY2(most > 130, qPrintable(QString::number(most)));
    }

    void everyControlOfTheTrainingViewsHasAName_data()
    {
        QTest::addColumn<QString>("example");
        for (const char* example : {"hypar/vgg-a", "gradient-order/bert-tiny-edge", "adapt-flow/alexnet-108kb", "program/rotation"}) {
            QTest::newRow(example) << example;
        }
    }

    void everyControlOfTheTrainingViewsHasAName()
    {
        QFETCH(QString, example);
        Session session;
        QVERIFY(session.window.openFile(QStringLiteral(TILESCAPE_SOURCE_DIR "/examples/%1.tilescape").arg(example)));
        WAIT_FOR_ANSWER(session);
        session.trigger("actionPin");
        for (const char* panel : {"parallelismDock", "gradientDock", "adaptflowDock", "programDock", "comparisonDock", "exploreDock"}) {
            session.trigger(qPrintable(QStringLiteral("goTo_") + QLatin1String(panel)));
            QTest::qWait(300);
            QCOMPARE(namelessWithTabs(session.window, *session.find<QDockWidget>(panel)), QStringList());
        }
    }

    void everyControlOfTheDialogsHasAName()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        session.trigger("actionStartPage");
        QCOMPARE(namelessIn(*session.window.findChild<ui::window::StartPage*>()), QStringList());
        session.trigger("actionCommands");
        QCOMPARE(namelessIn(*session.window.findChild<ui::window::CommandPalette*>()), QStringList());
        session.window.findChild<ui::window::CommandPalette*>()->close();
        session.trigger("actionManual");
        QCOMPARE(namelessIn(*session.window.findChild<ui::window::ManualWindow*>()), QStringList());
        for (const char* action : {"actionExportChip", "actionProve", "actionKeyboard"}) {
            QVERIFY2(session.find<QAction>(action), action);
            session.trigger(action);
            QCoreApplication::processEvents();
        }
        int dialogs = 0;
        for (QDialog* dialog : session.window.findChildren<QDialog*>()) {
            if (dialog->isVisible()) {
                ++dialogs;
                QCOMPARE(namelessIn(*dialog), QStringList());
            }
        }
        QVERIFY2(dialogs >= 3, qPrintable(QString::number(dialogs)));
    }

    void messagesAreNamed()
    {
        Session session(unsolved);
        session.window.messages().post({QStringLiteral("asks"), support::Severity::Warning, QStringLiteral("Unsaved work was left."), {{QStringLiteral("Recover"), [] {}}}});
        QCOMPARE(namelessIn(session.window.messages()), QStringList());
    }
};

TILESCAPE_TEST(TestScreenReader)

} // namespace tst_screen_reader
#include "tst_screen_reader.moc"
