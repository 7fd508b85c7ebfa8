#include "law_problems.h"

#include "core/io/schedule_json.h"
#include "core/schedule/refine.h"
#include "core/schedule/solve.h"
#include "core/schedule/solver_cache.h"
#include "core/search/space/working_tiles.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_edited_answers {

using namespace tilescape;

namespace {

/// Mostly a parameter of the chip, now and then what else a user may turn.
void editAny(samples::Dice& dice, schedule::Problem& problem)
{
    search::SearchSpace& space = problem.space;
    switch (dice.upTo(12)) {
    case 1:
        problem.goal = dice.pick(std::vector{search::Goal::Energy, search::Goal::Delay, search::Goal::EnergyDelay});
        break;
    case 2:
        problem.batch = dice.upTo(16);
        break;
    case 3:
        space.accessForwarding = !space.accessForwarding;
        break;
    case 4:
        space.bufferSharing = !space.bufferSharing;
        break;
    case 5:
        space.spatialPipelining = !space.spatialPipelining;
        break;
    default:
        samples::edit(dice, problem);
        break;
    }
}

} // namespace

/// What KAPLA remembers of earlier problems, and of refining what stood, never changes an answer: not one byte.
class TestEditedAnswers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void answersAreThoseOfASolveFromNothing();
    void aLayerFewerMayAskForMoreGrids();
};

void TestEditedAnswers::answersAreThoseOfASolveFromNothing()
{
    const int networks = 12;
    samples::Dice dice(20);
    schedule::SolverCache cache;
    schedule::SolveControl control;
    control.cache = &cache;
    int answered = 0;
    int refined = 0;
    for (int network = 0; network < networks; ++network) {
        schedule::Problem problem = samples::randomProblem(dice);
        problem.solver = "kapla";
        problem.hardware.tiles = {dice.upTo(4), dice.upTo(4)};
        problem.hardware.registerBytesPerPe = 64;
        problem.hardware.bufferBytesPerTile = static_cast<double>(dice.pick(std::vector{2048, 8192, 32768}));
        schedule::Schedule standing;
        for (int edit = 0; edit < 12; ++edit) {
            const schedule::Problem before = problem;
            editAny(dice, problem);
            if (problem.hardware.tiles.size() > 16) {
                problem = before; // takes too long
            }
            const schedule::Schedule fresh = schedule::solve(problem);
            if (dice.once(2) && schedule::refine(problem, standing, control)) {
                ++refined;
            }
            const schedule::Schedule edited = schedule::solve(problem, control);
            standing = edited;
            QCOMPARE(edited.hasResult(), fresh.hasResult());
            if (fresh.hasResult()) {
                ++answered;
                QCOMPARE(QString::fromStdString(io::writeScheduleCsv(edited)),
                         QString::fromStdString(io::writeScheduleCsv(fresh)));
                QCOMPARE(edited.totals.energy.total(), fresh.totals.energy.total());
                QCOMPARE(edited.totals.cycles, fresh.totals.cycles);
            }
        }
    }
    QVERIFY2(answered > networks * 6, qPrintable(QString("%1 answers").arg(answered)));
    QVERIFY2(refined > networks, qPrintable(QString("%1 refined").arg(refined)));
}

/// Networks of few layers are tried on more grids, and in more groups, the more the fewer they are: what was found for a layer more does not
/// stand for that.
void TestEditedAnswers::aLayerFewerMayAskForMoreGrids()
{
    samples::Dice dice(21);
    for (int number = 0; number < 40; ++number) {
        const bool isOnLargeChip = number % 2 == 1;
        schedule::Problem problem =
            isOnLargeChip ? samples::anyProblemOfOneLayer(dice) : samples::anyProblemOfFewLayers(dice);
        problem.goal = isOnLargeChip ? search::Goal::Energy : problem.goal;
        network::Network& net = problem.network;
        while (net.layers.size() < search::WorkingTiles::fewLayers + 1) {
            net.layers.push_back({"beside" + std::to_string(net.layers.size()),
                                  {"input"},
                                  network::Convolution{{1, 1}, {1, 1}, 1},
                                  net.input.channels,
                                  1,
                                  net.input.size});
        }
        schedule::SolverCache cache;
        schedule::SolveControl control;
        control.cache = &cache;
        schedule::solve(problem, control);
        for (const std::size_t left :
             {search::WorkingTiles::fewLayers, isOnLargeChip ? std::size_t{2} : std::size_t{4}}) {
            net.layers.resize(left);
            QCOMPARE(QString::fromStdString(io::writeScheduleCsv(schedule::solve(problem, control))),
                     QString::fromStdString(io::writeScheduleCsv(schedule::solve(problem))));
        }
    }
}

TILESCAPE_TEST(TestEditedAnswers)

} // namespace tst_edited_answers
#include "tst_edited_answers.moc"
