#include "tests/registered.h"
#include "view_samples.h"

#include "ui/pe_array/pe_array_view.h"
#include "ui/tensor/tensor_view.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/clock_actions.h"
#include "ui/workspace/clock.h"

#include <QAction>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>

namespace tst_moments {

using namespace tilescape;
using ui::workspace::Clock;

/// One clock for all views of a layer's run.
class TestMoments : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_workspace = samples::workspace();
        m_workspace->open(samples::problem(samples::smallNetwork(), {2, 2}), {});
        QTRY_VERIFY(m_workspace->schedule() && !m_workspace->isStale());
    }

    void withoutALayerItStandsStill()
    {
        Clock& clock = m_workspace->clock();
        clock.play();
        clock.stepOn();
        QVERIFY(!clock.isPlaying() && !clock.walk());
        QCOMPARE(clock.cycle(), Count{0});
        QCOMPARE(clock.fraction(), 0.0);
    }

    /// Steps begin at multiples of their length, wherever one stands.
    void stepsLeadFromOneBeginningToTheNext()
    {
        Clock& clock = m_workspace->clock();
        m_workspace->setSelectedLayer(2);
        QVERIFY(clock.walk());
        clock.setStep(100);
        clock.setCycle(130);
        clock.stepOn();
        QCOMPARE(clock.cycle(), Count{200});
        clock.setCycle(130);
        clock.stepBack();
        QCOMPARE(clock.cycle(), Count{100});
        clock.stepBack();
        clock.stepBack();
        QCOMPARE(clock.cycle(), Count{0});
        clock.setCycle(clock.cycles() + 5);
        QCOMPARE(clock.cycle(), clock.cycles() - 1);
        QVERIFY(clock.fraction() < 1);
        clock.setFraction(0.5);
        QVERIFY(std::abs(clock.fraction() - 0.5) <= 1.0 / static_cast<double>(clock.cycles()));
    }

    void playingEndsAtTheLastCycleAndBeginsAgain()
    {
        Clock& clock = m_workspace->clock();
        m_workspace->setSelectedLayer(2);
        clock.setStep(clock.cycles() / 8 + 1);
        clock.setSpeed(200);
        QSignalSpy moved(&clock, &Clock::moved);
        QSignalSpy playing(&clock, &Clock::playingChanged);
        clock.play();
        QVERIFY(clock.isPlaying());
        QTRY_VERIFY(!clock.isPlaying());
        QCOMPARE(clock.cycle(), clock.cycles() - 1);
        QCOMPARE(playing.count(), 2);
        QVERIFY(moved.count() >= 2);
        clock.setSpeed(1);
        clock.play();
        QCOMPARE(clock.cycle(), Count{0});
        clock.playOrPause();
        QVERIFY(!clock.isPlaying());
    }

    /// An edit leaves the moment where it was in the layer; another layer begins anew and stands.
    void anotherLayerBeginsAnew()
    {
        Clock& clock = m_workspace->clock();
        m_workspace->setSelectedLayer(2);
        clock.setFraction(0.5);
        const Count cycles = clock.cycles();
        m_workspace->setBatch(8);
        QTRY_VERIFY(!m_workspace->isStale());
        QVERIFY(clock.cycles() > cycles);
        QVERIFY(std::abs(clock.fraction() - 0.5) < 0.01);
        clock.setSpeed(1);
        clock.play();
        m_workspace->setSelectedLayer(5);
        QVERIFY(!clock.isPlaying());
        QCOMPARE(clock.cycle(), Count{0});
        m_workspace->setSelectedLayer(std::nullopt);
        QVERIFY(!clock.walk());
    }

    /// Whichever view is stepped, the others show the same moment.
    void allViewsShowTheSameMoment()
    {
        ui::tensor::TensorView tensors(*m_workspace);
        ui::pe_array::PeArrayView array(*m_workspace);
        ui::timeline::TimelineView timeline(*m_workspace);
        for (QWidget* view : std::initializer_list<QWidget*>{&tensors, &array, &timeline}) {
            view->resize(700, 500);
            view->show();
        }
        m_workspace->setSelectedLayer(2);
        const Clock& clock = m_workspace->clock();
        const schedule::LayerWalk& walk = *clock.walk();
        QVERIFY(!timeline.canvas()->moment()); // no line before it runs

        tensors.farStep(1);
        QCOMPARE(clock.cycle(), walk.cyclesOfBuffer());
        QCOMPARE(array.moment().pass, walk.cyclesOfBuffer() / walk.cyclesOfPass());
        const auto line = timeline.canvas()->moment();
        const auto place = timeline.canvas()->content().find(2);
        QVERIFY(line && place);
        const double start = timeline.canvas()->content().starts[place->segment];
        const double end = timeline.canvas()->content().starts[place->segment + 1];
        QVERIFY(std::abs(*line - (start + clock.fraction() * (end - start))) < 1e-6 * end);

        array.stepOn();
        QCOMPARE(clock.cycle(), walk.cyclesOfBuffer() + 1);
        QVERIFY(*timeline.canvas()->moment() > *line);
        QCOMPARE(tensors.content().walk->stepAt(clock.cycle()), walk.cyclesOfBuffer() / walk.cyclesOfStep());
        array.playOrPause();
        QVERIFY(array.isPlaying());
        tensors.playOrPause();
        QVERIFY(!array.isPlaying());
        QVERIFY(samples::leaveScreenshots(timeline, QStringLiteral("timeline_moment")));
    }

    /// The menu's keys work whichever view has the focus.
    void theMenuPlaysAndSteps()
    {
        m_workspace->setSelectedLayer(2);
        Clock& clock = m_workspace->clock();
        clock.setStep(50);
        QMenu menu;
        QObject owner;
        const QMenu* run = ui::window::addClockMenu(menu, clock, owner);
        const auto trigger = [run](const char* name) { run->findChild<QAction*>(QLatin1String(name))->trigger(); };
        trigger("actionStepOn");
        trigger("actionStepOn");
        QCOMPARE(clock.cycle(), Count{100});
        trigger("actionStepBack");
        QCOMPARE(clock.cycle(), Count{50});
        const double speed = clock.speed();
        trigger("actionFaster");
        QCOMPARE(clock.speed(), 2 * speed);
        trigger("actionSlower");
        QCOMPARE(clock.speed(), speed);
        trigger("actionToEnd");
        QCOMPARE(clock.cycle(), clock.cycles() - 1);
        trigger("actionPlay");
        QVERIFY(clock.isPlaying());
        trigger("actionPlay");
        trigger("actionToBeginning");
        QVERIFY(!clock.isPlaying() && clock.cycle() == 0);
    }

private:
    std::unique_ptr<ui::workspace::Workspace> m_workspace;
};

TILESCAPE_TEST(TestMoments)

} // namespace tst_moments
#include "tst_moments.moc"
