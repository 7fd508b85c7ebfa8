#include "tests/registered.h"
#include "window_session.h"

#include "ui/widgets/figure_menu.h"
#include "ui/window/command_palette.h"
#include "ui/window/manual_pages.h"
#include "ui/window/manual_topics.h"
#include "ui/window/manual_window.h"

#include <QCoreApplication>
#include <QDir>
#include <QListWidget>
#include <QScreen>
#include <QScrollBar>
#include <QSettings>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QUrl>

#include <set>
#include <string>

namespace tst_help {

using namespace samples;
using namespace tilescape::ui::window;

namespace {

bool isPlace(const QString& place)
{
    const ManualPage* page = findManualPage(place.section(QLatin1Char('#'), 0, 0));
    const QString anchor = place.section(QLatin1Char('#'), 1);
    if (!page || anchor.isEmpty()) {
        return page != nullptr;
    }
    const std::vector<ManualSection> sections = sectionsOf(*page);
    return std::any_of(sections.begin(), sections.end(), [&](const ManualSection& section) { return section.anchor == anchor; });
}

void save(QWidget& widget, const char* name)
{
    QVERIFY(widget.grab().save(QCoreApplication::applicationDirPath() + QStringLiteral("/../screenshots/") + QLatin1String(name) + QStringLiteral(".png")));
}

} // namespace

/// The manual in the window, and the command palette.
class TestHelp : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QSettings().clear();
        QDir(QCoreApplication::applicationDirPath()).mkpath(QStringLiteral("../screenshots"));
    }

    void everyPageOfTheFolderIsInTheProgram()
    {
        const QStringList files = QDir(QStringLiteral(TILESCAPE_SOURCE_DIR "/resources/manual")).entryList({QStringLiteral("*.md")});
        QCOMPARE(static_cast<qsizetype>(manualPages().size()), files.size());
        QCOMPARE(manualPages().front().file, QStringLiteral("index.md"));
        for (const QString& file : files) {
            const ManualPage* page = findManualPage(file);
            QVERIFY2(page && !page->title.isEmpty() && !sectionsOf(*page).empty(), qPrintable(file));
        }
    }

    void anchorsAreThoseOfForges()
    {
        QCOMPARE(anchorOf(QStringLiteral("## 7. Executed and reference counts")), QStringLiteral("7-executed-and-reference-counts"));
        QCOMPARE(anchorOf(QStringLiteral("The window's own options")), QStringLiteral("the-windows-own-options"));
        QCOMPARE(anchorOf(QStringLiteral("### `solve` and [links](a.md)")), QStringLiteral("solve-and-links"));
    }

    void everyTopicIsAPlace()
    {
        for (const ManualTopic& topic : manualTopics()) {
            QVERIFY2(isPlace(QLatin1String(topic.place)), topic.place);
        }
    }

    void searchFindsSectionsWithAllWordsAndHeadingsFirst()
    {
        const std::vector<ManualHit> hits = searchManual(QStringLiteral("buffer SHARING"));
        QVERIFY(hits.size() > 3);
        QCOMPARE(hits.front().section.heading, QStringLiteral("4. Buffer sharing"));
        for (const ManualHit& hit : hits) {
            const QString all = hit.section.heading + hit.section.text;
            QVERIFY(all.contains(QStringLiteral("buffer"), Qt::CaseInsensitive) && all.contains(QStringLiteral("sharing"), Qt::CaseInsensitive));
        }
        QVERIFY(searchManual(QStringLiteral("no such word zyzzyva")).empty());
        QVERIFY(searchManual(QStringLiteral("  ")).empty());
    }

    void linksLeadWithinAndBetweenPages()
    {
        ManualWindow manual;
        manual.show();
        QVERIFY(manual.showPlace(QStringLiteral("cost-model.md#6-energy")));
        auto* text = manual.findChild<QTextBrowser*>(QStringLiteral("manualText"));
        QCOMPARE(text->textCursor().block().text(), QStringLiteral("6. Energy"));
        QVERIFY(text->verticalScrollBar()->value() > 0);
        Q_EMIT text->anchorClicked(QUrl(QStringLiteral("solvers.md#lower-bound")));
        QCOMPARE(manual.place(), QStringLiteral("solvers.md#lower-bound"));
        manual.findChild<QToolButton*>()->click(); // back
        QCOMPARE(manual.place(), QStringLiteral("cost-model.md#6-energy"));
        QVERIFY(!manual.showPlace(QStringLiteral("nopage.md")));
        manual.search(QStringLiteral("row-stationary"));
        auto* list = manual.findChild<QListWidget*>(QStringLiteral("manualList"));
        QVERIFY(list->count() > 2);
        list->setCurrentRow(1);
        QVERIFY(!text->extraSelections().isEmpty());
        save(manual, "manual_light");
        QApplication::setPalette(ui::style::darkPalette());
        manual.showPlace(QStringLiteral("command-line.md"));
        QCoreApplication::processEvents();
        save(manual, "manual_dark");
        QApplication::setPalette(ui::style::lightPalette());
    }

    /// Pages take a moment to read: that is seen once. Their colours and letters are those of now.
    void aPageThatWasReadIsKept()
    {
        ManualWindow manual;
        manual.show();
        auto* text = manual.findChild<QTextBrowser*>(QStringLiteral("manualText"));
        QVERIFY(manual.showPlace(QStringLiteral("solvers.md")));
        const QString words = text->toPlainText();
        const QPointer<QTextDocument> page = text->document();
        QVERIFY(manual.showPlace(QStringLiteral("cost-model.md")));
        QVERIFY(text->toPlainText() != words);
        QVERIFY(manual.showPlace(QStringLiteral("solvers.md#kapla")));
        QCOMPARE(text->document(), page.data());
        QCOMPARE(text->textCursor().block().text(), QStringLiteral("KAPLA"));

        QFont large = manual.font();
        large.setPointSize(2 * large.pointSize());
        manual.setFont(large);
        QVERIFY(page.isNull());
        QCOMPARE(manual.place(), QStringLiteral("solvers.md#kapla"));
        QCOMPARE(text->document()->defaultFont().pointSize(), large.pointSize());
        QCOMPARE(text->toPlainText(), words);
    }

    void theManualFitsTheScreen()
    {
        const ManualWindow manual;
        const QSize room = manual.screen()->availableSize();
        QVERIFY(manual.width() <= room.width() && manual.height() <= room.height());
    }

    void f1OpensThePageOfWhatIsInFocus()
    {
        Session session;
        QVERIFY(QTest::qWaitForWindowActive(&session.window));
        session.find<QTableView>("layersView")->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F1);
        QTRY_VERIFY(session.window.findChild<ManualWindow*>());
        QCOMPARE(session.window.findChild<ManualWindow*>()->place(), QStringLiteral("window.md#others"));
        QCOMPARE(manualPlaceOf(session.find<QComboBox>("modeCombo")), QStringLiteral("solvers.md#what-is-searched"));
        QCOMPARE(manualPlaceOf(nullptr), QStringLiteral("window.md"));
    }

    /// Whatever has the keyboard in a panel, the place is that panel's or a narrower one, and no two panels share the whole page. The key
    /// is pressed on the first of each kind of widget: a page takes its time.
    void f1OpensThePageOfEachPanel()
    {
        Session session;
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
        session.trigger("actionPin");
        QVERIFY(QTest::qWaitForWindowActive(&session.window));
        int placed = 0;
        int pressed = 0;
        for (QDockWidget* dock : session.window.docks()) {
            std::set<std::string> kinds;
            session.trigger(qPrintable(QStringLiteral("goTo_") + dock->objectName()));
            QTRY_VERIFY(!dock->visibleRegion().isEmpty());
            const QString place = manualPlaceOf(dock);
            QVERIFY2(place != manualPlaceOf(nullptr), qPrintable(dock->objectName()));
            QList<QPointer<QWidget>> widgets; // a view may make its own anew meanwhile
            for (QWidget* widget : dock->findChildren<QWidget*>()) {
                widgets << widget;
            }
            for (const QPointer<QWidget>& widget : widgets) {
                const bool takes = widget && widget->isVisible() && widget->isEnabled() && widget->focusPolicy() != Qt::NoFocus && !widget->focusProxy();
                if (!takes) {
                    continue;
                }
                const QString own = manualPlaceOf(widget);
                QVERIFY2(own == place || widget->objectName() == QStringLiteral("directivesEditor") || place == QStringLiteral("window.md#inspector"),
                         qPrintable(dock->objectName() + QLatin1Char('/') + widget->objectName()));
                ++placed;
                if (!kinds.insert(widget->metaObject()->className()).second) {
                    continue;
                }
                session.window.activateWindow();
                widget->setFocus();
                QTRY_COMPARE(QApplication::focusWidget(), widget.data());
                QTest::keyClick(widget, Qt::Key_F1);
                auto* manual = session.window.findChild<ManualWindow*>();
                QVERIFY2(manual && manual->place() == own, qPrintable(dock->objectName() + QLatin1Char('/') + widget->objectName()));
                manual->showPlace(QStringLiteral("index.md")); // so that the next one has something to do
                manual->hide();
                ++pressed;
            }
        }
        QVERIFY2(placed > 60 && pressed > 30, qPrintable(QStringLiteral("%1, %2").arg(placed).arg(pressed)));
    }

    /// Shortcuts of the window do not reach its dialogs.
    void f1OpensThePageOfADialog()
    {
        Session session;
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
        for (const auto& [action, dialog] : {std::pair("actionExportChip", "figureDialog"), std::pair("actionKeyboard", "keyboardSheet"), std::pair("actionProve", "proofDialog"),
                                             std::pair("actionCommands", "commandPalette")}) {
            session.trigger(action);
            auto* opened = session.find<QWidget>(dialog);
            QVERIFY2(opened && opened->isVisible(), dialog);
            opened->activateWindow();
            QTRY_VERIFY(QApplication::activeWindow() == opened && opened->isAncestorOf(QApplication::focusWidget()));
            QTest::keyClick(opened->focusWidget() ? opened->focusWidget() : opened, Qt::Key_F1);
            auto* manual = session.window.findChild<ManualWindow*>();
            QVERIFY2(manual && manual->isVisible(), dialog);
            QCOMPARE(manual->place(), manualPlaceOf(opened));
            QVERIFY(manual->place() != manualPlaceOf(nullptr));
            const QString place = manual->place();
            QVERIFY(QTest::qWaitForWindowActive(manual));
            QTest::keyClick(manual, Qt::Key_F1); // it stays where it is
            QCOMPARE(manual->place(), place);
            manual->hide();
            opened->close();
        }
    }

    /// Scripts find every command by its name, people by its words.
    void everyCommandHasANameOfItsOwn()
    {
        Session session;
        std::set<QString> names;
        const auto commands = CommandPalette::commandsOf(session.window);
        QVERIFY(commands.size() > 30);
        for (const CommandPalette::Command& command : commands) {
            const bool ofView = !command.path.contains(QStringLiteral("File")) && command.action->objectName() == QStringLiteral("exportFigure");
            const bool ofPanel = command.path.contains(QStringLiteral("Panels")) || command.path.contains(QStringLiteral("Open recent"));
            if (!ofView && !ofPanel) { // those bear the names of their panels or files
                QVERIFY2(!command.action->objectName().isEmpty(), qPrintable(command.path));
                QVERIFY2(names.insert(command.action->objectName()).second, qPrintable(command.action->objectName()));
            }
        }
    }

    /// Of views with several pictures.
    void noTwoCommandsToExportOrCopyReadAlike()
    {
        Session session;
        std::set<QString> paths;
        for (const CommandPalette::Command& command : CommandPalette::commandsOf(session.window)) {
            const QString name = command.action->objectName();
            if (name == QStringLiteral("exportFigure") || name.endsWith(QStringLiteral("CopyRow"))) {
                QVERIFY2(paths.insert(command.path).second, qPrintable(command.path));
            }
            QVERIFY2(!command.path.trimmed().endsWith(QStringLiteral("›")), qPrintable(command.path));
        }
    }

    /// A figure of a view that was never opened would be empty: the menu of figures draws what it would show.
    void whatWasNotOpenedIsNotExported()
    {
        Session session;
        const auto figuresOf = [&session](const char* dock) {
            std::size_t count = 0;
            for (const CommandPalette::Command& command : CommandPalette::commandsOf(session.window)) {
                const auto* exporter = qobject_cast<const ui::widgets::FigureAction*>(command.action);
                count += exporter && session.find<QDockWidget>(dock)->isAncestorOf(exporter->widget()) ? 1 : 0;
            }
            return count;
        };
        QCOMPARE(figuresOf("parallelismDock"), std::size_t{0});
        QVERIFY(figuresOf("chipDock") > 0);
        session.find<QDockWidget>("parallelismDock")->show();
        session.find<QDockWidget>("parallelismDock")->raise();
        QTRY_VERIFY(figuresOf("parallelismDock") > 1); // of one name, told apart by what they show
        session.find<QDockWidget>("parallelismDock")->hide();
        QCOMPARE(figuresOf("parallelismDock"), std::size_t{0});
    }

    void thePaletteFindsAndTriggers()
    {
        Session session;
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
        QVERIFY(QTest::qWaitForWindowActive(&session.window));
        QTest::keyClick(&session.window, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(session.window.findChild<CommandPalette*>());
        auto* palette = session.window.findChild<CommandPalette*>();
        session.trigger("actionCommands");
        QCOMPARE(session.window.findChildren<CommandPalette*>().size(), 1);
        palette->search(QStringLiteral("figure loop"));
        QCOMPARE(palette->shown(), QStringList({QStringLiteral("File › Export figure › Loop nest of a layer")}));
        save(*palette, "command_palette");
        palette->search(QStringLiteral("colours dark"));
        QCOMPARE(palette->shown().size(), 1);
        palette->search(QStringLiteral("what's this"));
        QCOMPARE(palette->shown().size(), 1);
        // What is named so comes first, not what has the word somewhere.
        for (const char* view : {"Tensors", "Chip", "Timeline"}) {
            palette->search(QString::fromLatin1(view).toLower());
            QCOMPARE(palette->shown().front().section(QStringLiteral("   "), 0, 0), QStringLiteral("View › Go to %1").arg(QLatin1String(view)));
        }
        palette->search(QStringLiteral("go to pe"));
        QVERIFY2(palette->shown().front().startsWith(QStringLiteral("View › Go to PE array")), qPrintable(palette->shown().front()));
        palette->search(QStringLiteral("manual contents"));
        QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Return);
        QTRY_VERIFY(session.window.findChild<ManualWindow*>());
        QTRY_VERIFY(!session.window.findChild<CommandPalette*>());
    }
};

TILESCAPE_TEST(TestHelp)

} // namespace tst_help
#include "tst_help.moc"
