#include "law_problems.h"
#include "problem_samples.h"

#include "core/schedule/advice.h"
#include "core/schedule/evaluate.h"
#include "core/schedule/refine.h"
#include "core/schedule/segment_facts.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_refine {

using namespace tilescape;

namespace {

std::vector<dataflow::Region> regionsOf(const schedule::Schedule& schedule)
{
    std::vector<dataflow::Region> regions;
    for (const schedule::ScheduledLayer& layer : schedule.layers) {
        regions.push_back(layer.scheme.region);
    }
    return regions;
}

bool hasFold(const schedule::Schedule& schedule)
{
    return std::any_of(schedule.layers.begin(), schedule.layers.end(),
                       [](const auto& layer) { return schedule::stripesOf(layer.scheme.region) > 1; });
}

} // namespace

/// The second step of an answer: the best schedule with the segments and regions of the one that stands.
class RefineTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Of a problem that is not edited, the answer's own segments and regions lead to the answer again.
    void whatWasFoundIsFoundAgain()
    {
        for (int number = 0; number < 80; ++number) {
            samples::Dice dice(static_cast<unsigned>(number));
            const schedule::Problem problem = number % 4 == 0 ? samples::anyProblemOfTheLibrary(dice) : samples::anyProblem(dice);
            const schedule::Schedule standing = schedule::solve(problem);
            if (!standing.hasResult()) {
                continue;
            }
            const auto refined = schedule::refine(problem, standing);
            QVERIFY2(refined, samples::textOf(problem).c_str());
            const double ratio = schedule::measureOf(refined->totals, problem.goal) / schedule::measureOf(standing.totals, problem.goal);
            QVERIFY2(ratio < 1.02, (samples::textOf(problem) + ": " + std::to_string(ratio)).c_str());
            QVERIFY(schedule::segmentsOf(*refined) == schedule::segmentsOf(standing));
            QVERIFY(regionsOf(*refined) == regionsOf(standing));
        }
    }

    /// Its numbers are those of its schemes, for the problem that was asked.
    void whatIsRefinedIsPricedForTheEditedProblem()
    {
        int refinedCount = 0;
        for (unsigned seed = 0; seed < 40; ++seed) {
            samples::Dice dice(1000 + seed);
            schedule::Problem problem = samples::anyProblem(dice);
            const schedule::Schedule standing = schedule::solve(problem);
            for (int edits = 0; edits < 3; ++edits) {
                samples::edit(dice, problem);
            }
            problem.batch = dice.once(2) ? problem.batch : problem.batch + 1;
            problem.goal = dice.pick(samples::goals);
            const auto refined = schedule::refine(problem, standing);
            if (!refined) {
                continue;
            }
            ++refinedCount;
            const schedule::Schedule evaluated =
                schedule::evaluate(refined->problem, refined->inputPartition, schedule::schemesOf(*refined));
            QVERIFY2(evaluated.hasResult(), support::describe(evaluated.diagnostics).c_str());
            QCOMPARE(refined->totals.energy.total(), evaluated.totals.energy.total());
            QCOMPARE(refined->totals.cycles, evaluated.totals.cycles);
            QCOMPARE(refined->problem->batch, problem.batch);
            QVERIFY(refined->problem->hardware == problem.hardware);
            const auto before = schedule::segmentsOf(standing);
            for (const pipeline::Segment& segment : schedule::segmentsOf(*refined)) {
                QVERIFY(segment.layerCount() == 1 || std::find(before.begin(), before.end(), segment) != before.end());
            }
        }
        QVERIFY2(refinedCount > 20, std::to_string(refinedCount).c_str());
    }

    /// Larger buffers: what stands gets better by what fits in them, and smaller ones leave a schedule where the old one does not fit.
    void capacitiesAreUsed()
    {
        schedule::Problem problem = samples::pipelinedProblem();
        const schedule::Schedule standing = schedule::solve(problem);
        problem.hardware.bufferBytesPerTile *= 4;
        problem.hardware.registerBytesPerPe *= 2;
        const auto priced = schedule::priceAnew(problem, standing);
        const auto refined = schedule::refine(problem, standing);
        QVERIFY(priced && refined);
        QVERIFY(refined->totals.energy.total() < priced->totals.energy.total());
        problem.hardware.bufferBytesPerTile /= 32;
        QVERIFY(!schedule::priceAnew(problem, standing));
        QVERIFY(schedule::refine(problem, standing));
        // So small that some of its segments have no room: their layers run by themselves.
        problem.hardware.bufferBytesPerTile = 512;
        const auto split = schedule::refine(problem, standing);
        QVERIFY(split);
        QVERIFY(split->segments.size() > standing.segments.size());
    }

    void nothingIsRefinedForAnotherQuestion()
    {
        const schedule::Problem problem = samples::pipelinedProblem();
        const schedule::Schedule standing = schedule::solve(problem);
        QVERIFY(standing.segments.size() < standing.layers.size());
        schedule::Problem other = problem;
        other.hardware.tiles.width += 1;
        QVERIFY2(!schedule::refine(other, standing), "other tiles");
        other = problem;
        other.network.layers.back().outputChannels += 1;
        QVERIFY2(!schedule::refine(other, standing), "another network");
        other = problem;
        other.solver = "exhaustive";
        QVERIFY2(!schedule::refine(other, standing), "another solver");
        other = problem;
        other.space.spatialPipelining = other.space.keepOutputsOnChip = false;
        QVERIFY2(!schedule::refine(other, standing), "layers that may not share a segment any more");
        other = problem;
        other.hardware.registerBytesPerPe = 2;
        QVERIFY2(!schedule::refine(other, standing), "no room");
        other = problem;
        other.batch = schedule::largestBatch + 1;
        QVERIFY2(!schedule::refine(other, standing), "faults");
        QVERIFY2(!schedule::refine(problem, schedule::Schedule{}), "no schedule");
        schedule::SolveControl stopped;
        std::stop_source stop;
        stop.request_stop();
        stopped.stop = stop.get_token();
        QVERIFY2(!schedule::refine(problem, standing, stopped), "stopped");
    }

    /// Switches may be turned as long as the regions are allowed.
    void switchesMayBeTurned()
    {
        schedule::Problem problem = samples::pipelinedProblem();
        const schedule::Schedule standing = schedule::solve(problem);
        problem.space.bufferSharing = problem.space.accessForwarding = false;
        const auto refined = schedule::refine(problem, standing);
        QVERIFY(refined);
        QVERIFY(refined->problem->space == schedule::usableSpace(problem));
        problem.space.zigzagRegions = false;
        QCOMPARE(schedule::refine(problem, standing).has_value(), !hasFold(standing));
    }

    /// Where regions may not fold any more, those that do are no part of the search space.
    void foldedRegionsNeedZigZag()
    {
        int folded = 0;
        for (unsigned seed = 0; seed < 200 && folded < 3; ++seed) {
            samples::Dice dice(seed);
            schedule::Problem problem = samples::anyProblem(dice);
            problem.space.spatialPipelining = problem.space.zigzagRegions = true;
            const schedule::Schedule standing = schedule::solve(problem);
            if (hasFold(standing)) {
                ++folded;
                QVERIFY(schedule::refine(problem, standing));
                problem.space.zigzagRegions = false;
                QVERIFY(!schedule::refine(problem, standing));
            }
        }
        QCOMPARE(folded, 3);
    }
};

TILESCAPE_TEST(RefineTest)

} // namespace tst_refine
#include "tst_refine.moc"
