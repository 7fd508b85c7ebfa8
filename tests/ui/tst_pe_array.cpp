#include "figure_pages.h"
#include "tests/registered.h"
#include "view_samples.h"

#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "ui/pe_array/pe_array_view.h"
#include "ui/workspace/clock.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDir>
#include <QLocale>
#include <QSlider>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

namespace tst_pe_array {

using namespace tilescape;
using namespace tilescape::ui;
using pe_array::PeArrayView;
using pe_array::Shown;

namespace {

schedule::Problem problemOn(const char* hardware)
{
    schedule::Problem problem;
    problem.network = io::loadNetwork("alexnet").value();
    problem.hardware = io::loadHardware(hardware).value();
    problem.batch = 1;
    problem.solver = "kapla";
    return problem;
}

const std::shared_ptr<const schedule::Schedule>& solvedOn(const char* hardware)
{
    static std::map<std::string, std::shared_ptr<const schedule::Schedule>> found;
    auto& schedule = found[hardware];
    if (!schedule) {
        schedule = std::make_shared<const schedule::Schedule>(schedule::solve(problemOn(hardware)));
    }
    return schedule;
}

pe_array::PeArrayContent contentOf(const char* hardware, const std::string& name)
{
    const schedule::Schedule& schedule = *solvedOn(hardware);
    for (const schedule::ScheduledLayer& layer : schedule.layers) {
        if (schedule.problem->network.layers[layer.layer].name == name) {
            return pe_array::peArrayContent(schedule, layer);
        }
    }
    qFatal("no such layer");
}

} // namespace

/// The array of one tile, cycle by cycle.
class TestPeArray : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// All passes on all tiles together do the layer's operations: the counts that tick are the schedule's.
    void passesAddUpToTheOperationsOfTheSchedule()
    {
        for (const char* hardware : {"eyeriss_isca16", "kapla_edge"}) {
            const schedule::Schedule& schedule = *solvedOn(hardware);
            for (const schedule::ScheduledLayer& layer : schedule.layers) {
                const auto content = pe_array::peArrayContent(schedule, layer);
                const dataflow::ArrayPass& pass = *content.pass;
                Count operations = 0;
                for (Count part = 0; part < pass.parts(); ++part) {
                    operations += pass.countsAfter(part, pass.cycles()).operations;
                }
                const double all = static_cast<double>(operations * pass.copies() * (pass.passes() / pass.parts()) * content.tiles);
                // Copies whose channels the last pass of a loop has not are idle there.
                QVERIFY2(all >= layer.cost.operations * (1 - 1e-9), qPrintable(content.layer));
                QVERIFY2(all <= 1.5 * layer.cost.operations, qPrintable(content.layer));
                QVERIFY(static_cast<double>(pass.cycles() * pass.passes()) <= layer.cost.computeCycles * (1 + 1e-9));
            }
        }
    }

    void stepsWalkThroughCyclesAndParts()
    {
        auto workspace = samples::workspace();
        PeArrayView view(*workspace);
        view.resize(700, 620);
        view.show();
        workspace->open(problemOn("eyeriss_isca16"), {});
        QTRY_VERIFY_WITH_TIMEOUT(workspace->schedule() && !workspace->isStale(), 60000);
        QVERIFY(!view.content().pass);
        workspace->setSelectedLayer(0); // conv1_a: 55 output rows on 16 columns
        QTRY_VERIFY(view.content().pass);
        const dataflow::ArrayPass& pass = *view.content().pass;
        QCOMPARE(pass.parts(), Count{4});
        QVERIFY(view.text().startsWith(QStringLiteral("Cycle 1 of 605 · pass 1 of %1 · part 1 of 4").arg(QLocale().toString(pass.passes()))));
        workspace::Clock& clock = workspace->clock();
        QCOMPARE(clock.cycles(), pass.cycles() * pass.passes());
        auto* on = view.findChild<QToolButton*>(QStringLiteral("peArrayOn"));
        on->click();
        QCOMPARE(view.moment().cycle, Count{1});
        view.setMoment({0, pass.cycles() - 1});
        const dataflow::PassCounts all = pass.countsAfter(0, pass.cycles());
        QVERIFY(view.text().contains(QStringLiteral("Operations: %1 of %1").arg(QLocale().toString(all.operations))));
        on->click(); // the next pass, whichever loop goes on
        QCOMPARE(view.moment().cycle, Count{0});
        QCOMPARE(view.moment().pass, Count{1});
        view.findChild<QToolButton*>(QStringLiteral("peArrayBack"))->click();
        QVERIFY((view.moment() == pe_array::PeArrayMoment{0, pass.cycles() - 1, 0}));
        view.findChild<QSpinBox*>(QStringLiteral("peArrayPart"))->setValue(3);
        QCOMPARE(view.moment().part, Count{2});
        QCOMPARE(view.moment().cycle, pass.cycles() - 1);
        view.findChild<QSlider*>(QStringLiteral("peArrayCycle"))->setValue(7);
        QCOMPARE(view.moment().cycle, Count{7});
        // Pass by pass: to where the next begins, and back to where this one did.
        auto* passOn = view.findChild<QToolButton*>(QStringLiteral("peArrayPassOn"));
        auto* passBack = view.findChild<QToolButton*>(QStringLiteral("peArrayPassBack"));
        const Count before = view.moment().pass;
        passOn->click();
        QCOMPARE(view.moment().pass, before + 1);
        QCOMPARE(view.moment().cycle, Count{0});
        passOn->click();
        passBack->click();
        QCOMPARE(view.moment().pass, before + 1);
        on->click();
        passBack->click();
        QVERIFY(view.moment().pass == before + 1 && view.moment().cycle == 0);
        view.playOrPause(); // goes on pass by pass
        QTRY_VERIFY(view.moment().pass > before + 2);
        QCOMPARE(view.moment().cycle, Count{0});
        view.playOrPause();
        on->click();
        view.stepBack();
        clock.setCycle(clock.cycles() - 3);
        view.playOrPause();
        QTRY_VERIFY(!view.isPlaying()); // it stops at the end of the last pass
        QVERIFY((view.moment() == pe_array::PeArrayMoment{3, pass.cycles() - 1, pass.passes() - 1}));
        workspace->setSelectedLayer(2);
        QTRY_VERIFY(view.text().startsWith(QStringLiteral("Cycle 1 of ")));
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("pe_array")));
    }

    void pagesNameWhatLiesWhere_data()
    {
        QTest::addColumn<QString>("hardware");
        QTest::addColumn<int>("shown");
        for (const char* hardware : {"eyeriss_isca16", "kapla_edge", "tangram_monolithic"}) {
            for (int shown = 0; shown < 4; ++shown) {
                QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(hardware)).arg(shown))) << QString::fromLatin1(hardware) << shown;
            }
        }
    }

    void pagesNameWhatLiesWhere()
    {
        QFETCH(QString, hardware);
        QFETCH(int, shown);
        const pe_array::PeArrayContent content = contentOf(qPrintable(hardware), "conv3_a");
        const widgets::Figure figure = pe_array::peArrayFigure(content, {0, content.pass->cycles() / 2}, static_cast<Shown>(shown));
        for (const double width : {84.0, 178.0}) {
            const pages::Page page = pages::svgPage(figure, {width, widgets::paperTextPt});
            const QStringList faults = pages::textFaults(page);
            QVERIFY2(faults.isEmpty(), qPrintable(faults.mid(0, 5).join(QLatin1Char('\n'))));
            QVERIFY(page.tells(QStringLiteral("Operations: ")) && page.tells(pe_array::explanationOf(static_cast<Shown>(shown), content.isSystolic())));
        }
        const QDir folder(QCoreApplication::applicationDirPath() + QStringLiteral("/../screenshots"));
        folder.mkpath(QStringLiteral("."));
        QVERIFY(widgets::writeFigure(figure, folder.filePath(QStringLiteral("pe_array_%1_%2.png").arg(hardware).arg(shown)), 120).empty());
    }

    /// Row-stationary: rows of the filter lie across, those of the output down, those of the input on diagonals.
    void coloursFollowTheRows()
    {
        const pe_array::PeArrayContent content = contentOf("eyeriss_isca16", "conv3_a");
        const dataflow::ArrayPass& pass = *content.pass;
        const auto at = [&](Count row, Count column, Shown shown) { return pe_array::numberOf(pass.workAt(0, 0, row, column), shown, false); };
        QCOMPARE(at(1, 0, Shown::FilterRows), at(1, 5, Shown::FilterRows));
        QCOMPARE(at(0, 4, Shown::OutputRows), at(2, 4, Shown::OutputRows));
        QCOMPARE(at(2, 3, Shown::InputRows), at(1, 4, Shown::InputRows));
        QVERIFY(at(2, 3, Shown::InputRows) != at(2, 4, Shown::InputRows));
    }
};

TILESCAPE_TEST(TestPeArray)

} // namespace tst_pe_array
#include "tst_pe_array.moc"
