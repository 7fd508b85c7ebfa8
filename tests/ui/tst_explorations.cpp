#include "tests/registered.h"
#include "view_samples.h"

#include "core/io/chip_search_json.h"
#include "core/io/library.h"
#include "core/io/sweep_json.h"
#include "ui/workspace/document_files.h"
#include "ui/workspace/explorations.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace tst_explorations {

using namespace tilescape;
using ui::workspace::DocumentFiles;
using ui::workspace::Explorations;
using ui::workspace::JournalFolder;

namespace {

constexpr int longest = 60'000; ///< milliseconds that a run may take

schedule::Problem smallProblem()
{
    schedule::Problem problem;
    problem.network = io::loadNetwork("lenet_c").value();
    problem.hardware = io::loadHardware("eyeriss_isca16").value();
    problem.solver = "kapla";
    return problem;
}

/// LeNet on one tile: a point takes about a millisecond.
explore::Sweep sweepOf(int points)
{
    explore::Sweep sweep;
    sweep.base.problem = smallProblem();
    sweep.objectives = {"energy_pj", "delay_s"};
    sweep.axes = {{{"buffer_bytes_per_tile"}, {}, explore::Range{1024, 65536, false}}};
    expand(sweep.axes[0], static_cast<std::size_t>(points));
    return sweep;
}

explore::ChipSearch searchOf(std::size_t generations)
{
    explore::ChipSearch search;
    search.base.problem = smallProblem();
    search.base.networks["lenet"] = search.base.problem.network;
    search.workloads = {{"lenet", 1}};
    search.variables = {{{"buffer_bytes_per_tile"}, {}, explore::Range{1024, 131072, true}}, {{"pe_rows"}, {}, explore::Range{4, 16, false}}};
    search.objectives = {"energy_pj", "delay_s"};
    search.limits = {{"area_mm2", "", -INFINITY, 6}};
    search.evolution = {16, generations, 1};
    return search;
}

/// The journal of a run that was killed after so many points.
void leaveJournal(const JournalFolder& folder, const explore::Sweep& sweep, std::size_t points)
{
    const auto place = folder.placeFor(io::identityOf(sweep), io::writeSweep(sweep));
    io::PointJournal journal;
    QVERIFY(journal.open(place.path, true, place.identity).empty());
    explore::Sweep first = sweep;
    first.axes[0].values.resize(points);
    for (const auto& [number, result] : runSweep(first, {}, {})) {
        journal.add(std::to_string(number), result);
    }
}

} // namespace

/// Sweeps and searches of the document: journals, and what the project keeps.
class TestExplorations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// What a killed run had found is not solved again, and all is there in the end.
    void aKilledSweepGoesOn()
    {
        QTemporaryDir folder;
        const explore::Sweep sweep = sweepOf(40);
        leaveJournal(JournalFolder(folder.path()), sweep, 15);
        Explorations explorations;
        explorations.setJournalFolder(folder.path());
        QCOMPARE(explorations.knownOf(sweep), std::size_t{15});
        explore::Sweep other = sweep;
        other.base.problem.batch = 2;
        QCOMPARE(explorations.knownOf(other), std::size_t{0});
        QCOMPARE(explorations.journals().questions().size(), 1);
        explorations.start(sweep);
        QTRY_VERIFY_WITH_TIMEOUT(!explorations.sweeps().isRunning(), longest);
        QVERIFY(explorations.sweeps().isComplete());
        QVERIFY(explorations.sweeps().results() == runSweep(sweep, {}, {}));
        // Each point stands in the journal once.
        QCOMPARE(explorations.journals().countOf(io::identityOf(sweep)), std::size_t{40});
        QVERIFY(explorations.sweeps().journalFaults().empty());
    }

    /// A journal serves until its results are in a document that is closed.
    void journalsOfCompleteRunsGo()
    {
        QTemporaryDir folder;
        const explore::Sweep sweep = sweepOf(5);
        {
            Explorations explorations;
            explorations.setJournalFolder(folder.path());
            explorations.start(sweep);
            QTRY_VERIFY_WITH_TIMEOUT(!explorations.sweeps().isRunning(), longest);
            QCOMPARE(explorations.journals().questions().size(), 1);
            QVERIFY(explorations.unfinished().isEmpty());
            QCOMPARE(explorations.knownOf(sweep), std::size_t{0}); // there is nothing to go on with
        }
        QVERIFY(JournalFolder(folder.path()).questions().isEmpty());
    }

    /// After a stop the same sweep goes on, even without a journal; anew it begins with nothing.
    void aStoppedSweepGoesOn()
    {
        Explorations explorations;
        explorations.setJournalFolder({});
        const explore::Sweep sweep = sweepOf(800);
        explorations.start(sweep);
        QTRY_VERIFY(!explorations.sweeps().results().empty());
        explorations.sweeps().stop();
        const std::size_t found = explorations.sweeps().results().size();
        QVERIFY(found < 800);
        QCOMPARE(explorations.knownOf(sweep), found);
        explorations.start(sweep);
        QVERIFY(explorations.sweeps().results().size() >= found);
        explorations.start(sweep, true);
        QCOMPARE(explorations.sweeps().results().size(), std::size_t{0});
        QTRY_VERIFY_WITH_TIMEOUT(!explorations.sweeps().isRunning(), longest);
        QVERIFY(explorations.sweeps().isComplete());
    }

    /// Two windows do not write one journal: the second says so, and runs without.
    void aJournalInUseIsSaid()
    {
        QTemporaryDir folder;
        const explore::Sweep sweep = sweepOf(5);
        const JournalFolder journals(folder.path());
        const auto place = journals.placeFor(io::identityOf(sweep), io::writeSweep(sweep));
        io::PointJournal other;
        QVERIFY(other.open(place.path, true, place.identity).empty());
        Explorations explorations;
        explorations.setJournalFolder(folder.path());
        explorations.sweeps().start(sweep, {}, place);
        QTRY_VERIFY_WITH_TIMEOUT(!explorations.sweeps().isRunning(), longest);
        QVERIFY(explorations.sweeps().isComplete());
        const QString said = QString::fromStdString(support::describe(explorations.sweeps().journalFaults()));
        QVERIFY2(said.contains(QLatin1String("another process is writing this journal")), qPrintable(said));
    }

    /// The same as in one go, with what an earlier run evaluated.
    void aStoppedSearchGoesOn()
    {
        if (!explore::canEvolve()) {
            QSKIP("This build has no pagmo.");
        }
        QTemporaryDir folder;
        Explorations explorations;
        explorations.setJournalFolder(folder.path());
        const explore::ChipSearch search = searchOf(60);
        explorations.start(search);
        QTRY_VERIFY(!explorations.searches().evaluations().empty());
        explorations.searches().stop();
        QVERIFY(!explorations.searches().isComplete());
        const std::size_t known = explorations.searches().evaluations().size();
        QVERIFY(known > 0 && explorations.knownOf(search) >= known);
        explorations.start(search);
        QTRY_VERIFY_WITH_TIMEOUT(!explorations.searches().isRunning(), longest);
        QVERIFY(explorations.searches().isComplete());
        QCOMPARE(explorations.searches().generation(), std::size_t{60});
        const explore::SearchResult whole = searchChips(search, {}, {});
        QVERIFY(explorations.searches().result().designs == whole.designs);
        QCOMPARE(explorations.searches().result().front, whole.front);
    }

    /// Results make the document modified, are saved with it, and are there when it is opened again.
    void theProjectKeepsResults()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("p.tilescape"));
        const explore::Sweep sweep = sweepOf(6);
        const explore::ChipSearch search = searchOf(2);
        explore::SearchResult found;
        {
            auto workspace = samples::workspace();
            workspace->explorations().setJournalFolder({});
            DocumentFiles files(*workspace, folder.filePath(QStringLiteral("copies")));
            workspace->open(smallProblem(), {});
            QVERIFY(!workspace->isModified());
            workspace->explorations().start(sweep);
            workspace->explorations().start(search);
            QTRY_VERIFY_WITH_TIMEOUT(!workspace->explorations().sweeps().isRunning() && !workspace->explorations().searches().isRunning(), longest);
            QVERIFY(workspace->isModified());
            QVERIFY(files.save(path).empty());
            QVERIFY(!workspace->isModified());
            found = workspace->explorations().searches().result();
            workspace->open(smallProblem(), {});
            QVERIFY(workspace->explorations().sweeps().results().empty());
        }
        auto workspace = samples::workspace();
        workspace->explorations().setJournalFolder({});
        DocumentFiles files(*workspace, folder.filePath(QStringLiteral("copies")));
        auto file = DocumentFiles::read(path);
        QVERIFY(file.ok());
        files.apply(std::move(file.value()), path);
        QVERIFY(workspace->explorations().sweeps().isComplete());
        QVERIFY(workspace->explorations().sweeps().sweep() == sweep);
        QVERIFY(workspace->explorations().sweeps().results() == runSweep(sweep, {}, {}));
        QTRY_VERIFY_WITH_TIMEOUT(!workspace->explorations().searches().isRunning(), longest);
        QCOMPARE(workspace->explorations().searches().result().front, found.front);
        QVERIFY(workspace->explorations().searches().result().designs == found.designs);
        QVERIFY(!workspace->isModified());
    }

    /// The journals of the last runs are kept, and no more.
    void thereAreNotTooManyJournals()
    {
        QTemporaryDir folder;
        const JournalFolder journals(folder.path());
        for (int i = 0; i < 25; ++i) {
            leaveJournal(journals, sweepOf(2 + i), 1);
        }
        QCOMPARE(journals.questions().size(), 20);
    }
};

TILESCAPE_TEST(TestExplorations)

} // namespace tst_explorations
#include "tst_explorations.moc"
