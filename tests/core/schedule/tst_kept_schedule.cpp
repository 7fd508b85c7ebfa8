#include "core/io/project_json.h"
#include "core/schedule/check_directives.h"
#include "core/schedule/prove.h"
#include "core/schedule/solve.h"
#include "core/schedule/write_directives.h"
#include "tests/core/schedule/problem_samples.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_kept_schedule {

using namespace tilescape;
using namespace samples;

/// A problem that keeps a schedule is answered by it until something is changed that the schedule depends on.
class TestKeptSchedule : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itIsTheAnswerUntilTheProblemIsEdited();
    void onlyWhatTheScheduleDependsOnDropsIt();
    void itIsKeptInProjectsAndTheirBaselines();
    void whatIsNoScheduleOfTheProblemIsSearchedAndSaid();
    void aProofStartsFromIt();
    void withTrainingItHasTheLayersOfTraining();

private:
    /// Solved without pipelines, which the problem has: dearer than what a search finds.
    static Problem keepingADearOne();
};

Problem TestKeptSchedule::keepingADearOne()
{
    Problem problem = pipelinedProblem();
    Problem narrower = problem;
    narrower.space.spatialPipelining = narrower.space.keepOutputsOnChip = false;
    return schedule::keeping(problem, schedule::solve(narrower));
}

void TestKeptSchedule::itIsTheAnswerUntilTheProblemIsEdited()
{
    const Problem problem = keepingADearOne();
    const Schedule kept = schedule::solve(problem);
    Problem bare = problem;
    bare.kept.reset();
    const Schedule searched = schedule::solve(bare);
    QVERIFY(kept.isKept && !searched.isKept);
    QVERIFY(energyOf(kept) > 1.01 * energyOf(searched));
    QCOMPARE(kept.counts.considered, Count{0});

    Problem edited = problem;
    edited.hardware.dramPj *= 2;
    QVERIFY(!schedule::keepsSchedule(edited) && !schedule::solve(edited).isKept);
    edited.hardware.dramPj /= 2;
    QVERIFY(schedule::keepsSchedule(edited) && isClose(energyOf(schedule::solve(edited)), energyOf(kept)));
}

void TestKeptSchedule::onlyWhatTheScheduleDependsOnDropsIt()
{
    const Problem problem = keepingADearOne();
    Problem trained = problem;
    trained.training.gradient.cores = 7;
    QVERIFY(problem != trained && schedule::haveSameSchedule(problem, trained) && schedule::keepsSchedule(trained));
    Problem bare = problem;
    bare.kept.reset();
    QVERIFY(!schedule::haveSameSchedule(problem, bare));

    // Of another goal, that the one keeps a schedule of this one makes no difference.
    Problem goal = problem;
    goal.goal = search::Goal::Delay;
    bare.goal = search::Goal::Delay;
    QVERIFY(goal != bare && schedule::haveSameSchedule(goal, bare));
}

void TestKeptSchedule::itIsKeptInProjectsAndTheirBaselines()
{
    io::Project project;
    project.problem = keepingADearOne();
    project.baselines.all = {{"kept", project.problem}, {"searched", project.problem}};
    project.baselines.all[1].problem.kept.reset();
    project.baselines.all[1].problem.goal = search::Goal::Delay;
    const auto read = io::readProjectFile(io::writeProject(project), "p.tilescape");
    QVERIFY(read);
    QVERIFY(read.value() == project);

    project.problem.goal = search::Goal::Delay;
    const auto edited = io::readProjectFile(io::writeProject(project), "p.tilescape");
    QVERIFY(edited && !edited.value().problem.kept);
}

void TestKeptSchedule::whatIsNoScheduleOfTheProblemIsSearchedAndSaid()
{
    Problem problem = keepingADearOne();
    problem.kept->directives += "\nconv9:GBUF\n";
    const Schedule found = schedule::solve(problem);
    problem.kept.reset();
    QVERIFY(!found.isKept);
    QCOMPARE(energyOf(found), energyOf(schedule::solve(problem)));
    const std::string said = support::describe(found.diagnostics);
    QVERIFY2(said.find("the kept schedule is none of this problem") != std::string::npos, said.c_str());
    QVERIFY2(said.find("conv9") != std::string::npos, said.c_str());
}

void TestKeptSchedule::aProofStartsFromIt()
{
    const Problem problem = keepingADearOne();
    schedule::ProofControl control;
    control.gap = 1.2;
    double first = 0;
    control.onProgress = [&first](const schedule::ProofProgress& progress) {
        first = first == 0 ? progress.incumbent : first;
    };
    const schedule::Proof proof = schedule::prove(problem, control);
    QVERIFY(isClose(first, energyOf(schedule::solve(problem))));
    QVERIFY(proof.gap() <= 1.2);
}

void TestKeptSchedule::withTrainingItHasTheLayersOfTraining()
{
    Problem problem = problemOf("mlp_s", "kapla_16x16", 4);
    problem.hardware.tiles = {2, 2};
    problem.solver = "kapla";
    problem.space.training = true;
    const Schedule searched = schedule::solve(problem);
    const Schedule kept = schedule::solve(schedule::keeping(problem, searched));
    QVERIFY(kept.isKept);
    QCOMPARE(kept.layers.size(), searched.layers.size());
    QVERIFY(isClose(energyOf(kept), energyOf(searched)));
}

TILESCAPE_TEST(TestKeptSchedule)

} // namespace tst_kept_schedule
#include "tst_kept_schedule.moc"
