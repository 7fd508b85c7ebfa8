#include "tests/registered.h"
#include "window_session.h"

#include "ui/window/command_palette.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAction>
#include <QComboBox>
#include <QCoreApplication>
#include <QDockWidget>
#include <QFile>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTabBar>
#include <QTest>
#include <QTextEdit>

namespace tst_whats_this {

using namespace samples;

namespace {

/// Whether a person can do something with it, and it is not a part of another control.
bool isControl(const QWidget& widget)
{
    if (qobject_cast<const QScrollBar*>(&widget) || widget.objectName().startsWith(QStringLiteral("qt_"))) {
        return false;
    }
    for (const QWidget* around = widget.parentWidget(); around; around = around->parentWidget()) {
        if (qobject_cast<const QComboBox*>(around) || qobject_cast<const QAbstractSpinBox*>(around) || qobject_cast<const QAbstractItemView*>(around)
            || qobject_cast<const QTabBar*>(around) || qobject_cast<const QLineEdit*>(around) || qobject_cast<const QMenu*>(around)) {
            return false;
        }
    }
    const bool ofDock = widget.parentWidget() && qobject_cast<const QDockWidget*>(widget.parentWidget()); // title bar buttons
    return !ofDock
        && (qobject_cast<const QAbstractButton*>(&widget) || qobject_cast<const QComboBox*>(&widget) || qobject_cast<const QAbstractSpinBox*>(&widget)
            || qobject_cast<const QAbstractSlider*>(&widget) || qobject_cast<const QLineEdit*>(&widget) || qobject_cast<const QAbstractItemView*>(&widget)
            || qobject_cast<const QPlainTextEdit*>(&widget) || qobject_cast<const QTextEdit*>(&widget));
}

QString describe(const QWidget& widget)
{
    QStringList names;
    for (const QWidget* at = &widget; at; at = at->parentWidget()) {
        if (!at->objectName().isEmpty()) {
            names.prepend(at->objectName());
        }
    }
    return QStringLiteral("%1 (%2, '%3')").arg(names.join(QLatin1Char('/')), QLatin1String(widget.metaObject()->className()), widget.property("text").toString());
}

bool hasName(const QWidget& widget) { return !widget.accessibleName().isEmpty() || !widget.property("text").toString().isEmpty(); }

} // namespace

/// What a newcomer and a screen reader are told of each control.
class TestWhatsThis : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// A picture asked with What's This tells what is drawn; at a place where nothing lies it has no tooltip.
    void picturesSayWhatTheyShow()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        for (const char* name : {"Tiles of the chip", "Graph of the layers", "Segments and layers in time"}) {
            const auto widgets = session.window.findChildren<QWidget*>();
            const auto picture = std::find_if(widgets.begin(), widgets.end(), [&](const QWidget* widget) { return widget->accessibleName() == QLatin1String(name); });
            QVERIFY2(picture != widgets.end() && !(*picture)->whatsThis().isEmpty(), name);
        }
    }

    void everyControlSaysWhatItIs()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        for (QDockWidget* dock : session.window.docks()) {
            dock->show();
        }
        session.trigger("actionStartPage");
        QCoreApplication::processEvents();
        QStringList silent;
        int controls = 0;
        for (const QWidget* widget : session.window.findChildren<QWidget*>()) {
            if (isControl(*widget)) {
                ++controls;
                if (widget->toolTip().isEmpty() && widget->whatsThis().isEmpty()) {
                    silent << describe(*widget) + QStringLiteral(": neither tooltip nor What's This");
                }
                if (!hasName(*widget)) {
                    silent << describe(*widget) + QStringLiteral(": no name for a screen reader");
                }
            }
        }
        QVERIFY(controls > 100);
        for (const QString& one : silent) {
            qWarning().noquote() << one; // a failure's own text is cut off
        }
        QCOMPARE(silent, QStringList());
    }

    /// Wherever a person clicks in a panel, something answers.
    void everyPlaceOfAPanelSaysWhatItIs()
    {
        Session session(unsolved);
        QStringList silent;
        int places = 0;
        for (QDockWidget* dock : session.window.docks()) {
            session.trigger(qPrintable(QStringLiteral("goTo_") + dock->objectName()));
            QTRY_VERIFY(!dock->visibleRegion().isEmpty());
            QVERIFY2(dock->whatsThis().size() > 40, qPrintable(dock->objectName()));
            for (int y = 4; y < dock->height(); y += 24) {
                for (int x = 4; x < dock->width(); x += 24) {
                    QWidget* widget = dock->childAt(x, y);
                    if (!widget) {
                        continue;
                    }
                    ++places;
                    const QPoint at = widget->mapFrom(dock, QPoint(x, y));
                    QHelpEvent ask(QEvent::QueryWhatsThis, at, widget->mapToGlobal(at));
                    ask.ignore();
                    QApplication::sendEvent(widget, &ask);
                    if (!ask.isAccepted()) {
                        silent << describe(*widget);
                    }
                }
            }
        }
        QVERIFY(places > 2000);
        silent.removeDuplicates();
        QCOMPARE(silent, QStringList());
    }

    void shiftF1SaysWhatAControlIs()
    {
        Session session(unsolved);
        const auto textOf = [&](QWidget* widget) {
            QHelpEvent ask(QEvent::QueryWhatsThis, QPoint(2, 2), widget->mapToGlobal(QPoint(2, 2)));
            ask.ignore();
            QApplication::sendEvent(widget, &ask);
            return ask.isAccepted();
        };
        QVERIFY(textOf(session.find<QToolButton>("bufferSharing")));
        QVERIFY(textOf(session.find<QTableView>("layersView")->viewport()));
    }

    /// Every action has a name for scripts that is its own, stands in the palette, and can be reached by it.
    void everyActionIsInThePalette()
    {
        Session session(unsolved);
        const auto commands = ui::window::CommandPalette::commandsOf(session.window);
        QStringList missing;
        for (const QAction* action : session.window.findChild<QMenuBar*>()->findChildren<QAction*>()) {
            const bool listed = std::any_of(commands.begin(), commands.end(), [&](const auto& command) { return command.action == action; });
            if (!action->menu() && !action->isSeparator() && !action->text().isEmpty() && !listed) {
                missing << action->text();
            }
        }
        for (QAction* action : session.window.findChildren<QAction*>()) {
            const bool listed = std::any_of(commands.begin(), commands.end(), [&](const auto& command) { return command.action == action; });
            const bool ofText = qobject_cast<const QLineEdit*>(action->parent()) || action->objectName().startsWith(QStringLiteral("qt_"));
            if (!action->shortcut().isEmpty() && !listed && !ofText) {
                missing << action->text() + QLatin1Char(' ') + action->shortcut().toString() + QLatin1Char(' ') + action->objectName();
            }
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char('\n'))));
    }

    /// What scripts rely on.
    void namesOfCommandsStay()
    {
        Session session(unsolved);
        QStringList names;
        for (const auto& command : ui::window::CommandPalette::commandsOf(session.window)) {
            const bool ofPanelOrFile = command.path.contains(QStringLiteral("Panels")) || command.path.contains(QStringLiteral("Open recent"));
            if (!ofPanelOrFile && command.action->objectName() != QStringLiteral("exportFigure")) {
                names << command.action->objectName();
            }
        }
        QVERIFY(!names.isEmpty());
        QFile file(QStringLiteral(TILESCAPE_SOURCE_DIR "/tests/ui/command_names.txt"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QStringList known = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        for (const QString& name : known) {
            QVERIFY2(names.contains(name), qPrintable(name + QStringLiteral(" is gone: scripts call it")));
        }
    }
};

TILESCAPE_TEST(TestWhatsThis)

} // namespace tst_whats_this
#include "tst_whats_this.moc"
