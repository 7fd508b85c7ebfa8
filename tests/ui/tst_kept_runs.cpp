#include "sweep_samples.h"

#include "core/io/project_json.h"
#include "tests/registered.h"
#include "ui/explore/points_model.h"
#include "ui/explore/search_view.h"
#include "ui/workspace/edit_problem.h"

#include <QInputDialog>
#include <QMenu>

namespace tst_kept_runs {

using namespace samples;
using ui::explore::SearchView;

namespace {

/// The menu of the view's files as it is when it opens.
QMenu& fileMenu(QWidget& view)
{
    for (QMenu* menu : view.findChildren<QMenu*>()) {
        if (menu->findChild<QMenu*>(QStringLiteral("kept"), Qt::FindDirectChildrenOnly)) {
            Q_EMIT menu->aboutToShow();
            return *menu;
        }
    }
    qFatal("no menu of files");
}

/// Chooses an entry of a kept run.
void choose(QWidget& view, const QString& name, const QString& entry)
{
    const auto* kept = fileMenu(view).findChild<QMenu*>(QStringLiteral("kept"));
    for (QAction* run : kept->actions()) {
        for (QAction* action : run->text() == name ? run->menu()->actions() : QList<QAction*>()) {
            if (action->text() == entry) {
                action->trigger();
                return;
            }
        }
    }
    QFAIL(qPrintable(name + QStringLiteral(": ") + entry));
}

/// Types a name into the dialog that opens next.
void typeName(const QString& name)
{
    QTimer::singleShot(0, qApp, [name] {
        auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        dialog->setTextValue(name);
        dialog->accept();
    });
}

QAction* keepAction(QWidget& view)
{
    return fileMenu(view).findChildren<QAction*>(QRegularExpression(QStringLiteral("^keep"))).front();
}

void keepAs(QWidget& view, const QString& name)
{
    typeName(name);
    keepAction(view)->trigger();
}

/// A sweep of so many values of the first axis and two of the second, under this name.
void runAndKeep(SweepView& view, int values, const QString& name)
{
    setAxes(view, values, 2);
    runAll(view);
    keepAs(view, name);
}

} // namespace

/// Several sweeps and searches in one project.
class TestKeptRuns : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void thereIsNothingToKeepBeforeARun()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        QVERIFY(!keepAction(view)->isEnabled());
        QVERIFY(!fileMenu(view).findChild<QMenu*>(QStringLiteral("kept"))->menuAction()->isVisible());
        view.kept().keep(QStringLiteral("nothing"));
        QVERIFY(view.kept().names().isEmpty());
    }

    /// Each comes back with its axes, its results and its base.
    void eachIsShownAgain()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        runAndKeep(view, 3, QStringLiteral("six & more"));
        const auto six = view.service().results();
        schedule::Problem other = workspace->problem();
        other.batch = 3;
        workspace->undoStack().push(new ui::workspace::EditProblem(*workspace, {}, other, -1));
        setAxes(view, 4, 3);
        runAll(view);
        QCOMPARE(view.service().results().size(), std::size_t{12});
        const auto twelve = view.service().results();
        choose(view, QStringLiteral("six && more"), QStringLiteral("Show"));
        QVERIFY(view.service().results() == six);
        QCOMPARE(view.model().rowCount(), 6);
        QCOMPARE(view.sweep(), view.service().sweep());
        QCOMPARE(workspace->problem(), view.service().sweep().base.problem);
        QVERIFY(workspace->problem().batch != 3);
        // What was shown and had no name has one now.
        QCOMPARE(view.kept().names(), (QStringList{QStringLiteral("six & more"), QStringLiteral("Sweep 1")}));
        choose(view, QStringLiteral("Sweep 1"), QStringLiteral("Show"));
        QVERIFY(view.service().results() == twelve);
        QCOMPARE(workspace->problem().batch, Count{3});
        QCOMPARE(view.kept().names().size(), 2); // each is kept already
    }

    void editsAreUndone()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        runAndKeep(view, 2, QStringLiteral("a"));
        runAndKeep(view, 3, QStringLiteral("b"));
        typeName(QStringLiteral("c"));
        choose(view, QStringLiteral("a"), QStringLiteral("Rename\u2026"));
        QCOMPARE(view.kept().names(), (QStringList{QStringLiteral("c"), QStringLiteral("b")}));
        view.kept().rename(QStringLiteral("c"), QStringLiteral("b")); // which is there
        choose(view, QStringLiteral("c"), QStringLiteral("Delete"));
        QCOMPARE(view.kept().names(), QStringList{QStringLiteral("b")});
        QVERIFY(!workspace->undoStack().isClean());
        workspace->undoStack().undo();
        workspace->undoStack().undo();
        QCOMPARE(view.kept().names(), (QStringList{QStringLiteral("a"), QStringLiteral("b")}));
        keepAs(view, QStringLiteral("a")); // in its place
        QCOMPARE(view.kept().names(), (QStringList{QStringLiteral("a"), QStringLiteral("b")}));
        const auto& kept = *workspace->explorations().kept();
        QVERIFY(kept[0].run == kept[1].run);
    }

    /// Sweeps and searches have names of their own, and all of them are in the project's file.
    void allAreInTheProject()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        SearchView search(*workspace);
        show(view);
        runAndKeep(view, 2, QStringLiteral("same"));
        io::SearchRun run{search.search(), {{"pe_rows=4", view.service().results().begin()->second}}};
        run.search.variables = {{{"pe_rows"}, {{"4"}, {"8"}}, {}}};
        workspace->explorations().show({"", run});
        search.kept().keep(QStringLiteral("same"));
        QCOMPARE(search.kept().names(), QStringList{QStringLiteral("same")});
        const io::Explorations saved = workspace->explorations().saved();
        QCOMPARE(saved.kept.size(), std::size_t{2});
        const auto again = io::readProjectFile(io::writeProject({workspace->problem(), {}, {}, saved}), "p");
        QVERIFY2(again.ok(), again.ok() ? "" : support::describe(again.faults()).c_str());
        QVERIFY(again.value().explorations == saved);
        workspace->explorations().restore({});
        QVERIFY(view.kept().names().isEmpty());
        workspace->explorations().restore(again.value().explorations);
        QCOMPARE(view.kept().names(), QStringList{QStringLiteral("same")});
    }
};

TILESCAPE_TEST(TestKeptRuns)

} // namespace tst_kept_runs
#include "tst_kept_runs.moc"
