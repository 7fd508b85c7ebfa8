#include "tests/core/program/random_programs.h"

#include "core/io/program_text.h"
#include "core/network/training_graph.h"
#include "core/schedule/solve.h"
#include "tests/core/schedule/law_problems.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_networks {

using namespace samples;

namespace {

/// A schedule of a network, every layer by itself on the whole chip.
std::optional<schedule::Schedule> oneByOne(Dice& dice, schedule::Problem problem)
{
    std::vector<schedule::GivenScheme> schemes;
    const dataflow::Region region = dataflow::wholeChip(problem.hardware.tiles);
    for (std::size_t layer = 0; layer < problem.network.layers.size(); ++layer) {
        schemes.push_back({layer,
                           {static_cast<Count>(layer), 0, 0},
                           randomScheme(dice, problem, problem.network.layers[layer], region, {})});
    }
    schedule::Schedule schedule = schedule::evaluate(std::make_shared<const schedule::Problem>(problem), {}, schemes);
    return schedule.hasResult() ? std::optional(std::move(schedule)) : std::nullopt;
}

/// What goes wrong when the answer to the problem, if it has one, is compiled and executed; counts those that are.
std::string faultOfAnswer(const schedule::Problem& problem, int& answers)
{
    schedule::SolveControl control;
    control.threads = 1;
    const schedule::Schedule schedule = schedule::solve(problem, control);
    if (!schedule.hasResult()) {
        return {};
    }
    ++answers;
    const auto program = program::compile(schedule);
    if (!program) {
        return support::describe(program.faults());
    }
    const program::Execution execution = program::execute(program.value(), {1, 5});
    return execution.holds() ? std::string()
           : execution.fault ? program::describe(*execution.fault)
                             : "other outputs or counts than expected";
}

} // namespace

class TestNetworks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layersOneAfterAnotherFindWhatThoseBeforeThemStored();
    void trainingGraphsRun();
    void schedulesThatASolverFindsRun();
    void soDoThoseOfLayersThatLeaveEachOtherLittleRoom();
    void soDoThoseThatHandOnWhatIsNeededLater();
    void referenceCountsAreHeldAgainstWhatIsExecuted();
    void whatNoProgramCanDoIsRefused();
    void aSampleIsComparedLayerByLayer();
};

void TestNetworks::layersOneAfterAnotherFindWhatThoseBeforeThemStored()
{
    Dice dice(77);
    Count run = 0;
    while (run < 150) {
        schedule::Problem problem = randomSmallProblem(dice);
        problem.batch = dice.upTo(2);
        problem.network = smallNetwork(dice);
        QVERIFY(network::check(problem.network).empty());
        const auto schedule = oneByOne(dice, problem);
        if (!schedule) {
            continue;
        }
        const auto program = program::compile(*schedule);
        if (!program) {
            continue;
        }
        ++run;
        const program::Execution execution = program::execute(program.value(), {7, static_cast<std::uint64_t>(run)});
        QVERIFY2(execution.holds(), execution.fault ? program::describe(*execution.fault).c_str() : "");
        for (const std::string& text : {io::writeProgramText(program.value()), io::writeProgramJson(program.value())}) {
            const auto again = io::readProgram(text, "program");
            QVERIFY2(again.ok(), again.ok() ? "" : support::describe(again.faults()).c_str());
            QVERIFY(again.value() == program.value());
        }
    }
}

void TestNetworks::trainingGraphsRun()
{
    Dice dice(78);
    Count run = 0;
    while (run < 60) {
        schedule::Problem problem = randomSmallProblem(dice);
        problem.batch = dice.upTo(2);
        const auto training = network::trainingGraph(smallNetwork(dice));
        if (!training || !network::check(training.value()).empty()) {
            continue;
        }
        problem.network = training.value();
        const auto schedule = oneByOne(dice, problem);
        const auto program =
            schedule ? program::compile(*schedule) : support::Result<program::Program>(support::Diagnostic{});
        if (!program) {
            continue;
        }
        ++run;
        const program::Execution execution = program::execute(program.value(), {1, 1});
        QVERIFY2(execution.holds(), execution.fault ? program::describe(*execution.fault).c_str() : "");
    }
}

void TestNetworks::schedulesThatASolverFindsRun()
{
    Dice dice(79);
    for (const char* solver : {"kapla", "exhaustive", "random"}) {
        for (int round = 0; round < 4; ++round) {
            schedule::Problem problem = randomSmallProblem(dice);
            problem.solver = solver;
            problem.hardware.tiles = {2, 2};
            problem.hardware.registerBytesPerPe = 64;
            problem.hardware.bufferBytesPerTile = 2048;
            problem.space.roundedFactors = round % 2 == 1;
            problem.network = smallNetwork(dice);
            const schedule::Schedule schedule = schedule::solve(problem);
            QVERIFY(schedule.hasResult());
            const auto program = program::compile(schedule);
            QVERIFY2(program.ok(), program.ok() ? "" : support::describe(program.faults()).c_str());
            const program::Execution execution = program::execute(program.value(), {1, 5});
            QVERIFY2(execution.holds(), execution.fault ? program::describe(*execution.fault).c_str() : "");
        }
    }
}

/// What has room in the model has room in the program, words that stay from turn to turn among them.
void TestNetworks::soDoThoseOfLayersThatLeaveEachOtherLittleRoom()
{
    Dice dice(19);
    int run = 0;
    for (int number = 0; number < 250; ++number) {
        schedule::Problem problem = anyProblemWithLittleRoom(dice);
        problem.solver = number % 5 == 4 ? "exhaustive" : "kapla";
        const std::string fault = faultOfAnswer(problem, run);
        QVERIFY2(fault.empty(), qPrintable(QString("problem %1: %2").arg(number).arg(QString::fromStdString(fault))));
    }
    QVERIFY(run > 200);
}

/// In a step of training, maps that are handed on go to memory as well, and what runs backwards has groups, too.
void TestNetworks::soDoThoseThatHandOnWhatIsNeededLater()
{
    Dice dice(20);
    int run = 0;
    for (int number = 0; number < 150; ++number) {
        schedule::Problem problem = anyProblemWithLittleRoom(dice);
        problem.solver = std::array{"exhaustive", "kapla", "random"}[static_cast<std::size_t>(number % 3)];
        const auto training = network::trainingGraph(problem.network);
        if (!training) {
            continue;
        }
        problem.network = training.value();
        const std::string fault = faultOfAnswer(problem, run);
        QVERIFY2(fault.empty(), qPrintable(QString("problem %1: %2").arg(number).arg(QString::fromStdString(fault))));
    }
    QVERIFY(run > 120);
}

void TestNetworks::referenceCountsAreHeldAgainstWhatIsExecuted()
{
    Dice dice(80);
    schedule::Problem problem = randomSmallProblem(dice);
    problem.space.counts = Counts::Reference;
    problem.network = smallNetwork(dice);
    const auto schedule = oneByOne(dice, problem);
    QVERIFY(schedule.has_value());
    const auto program = program::compile(*schedule);
    QVERIFY(program.ok());
    QVERIFY(program::execute(program.value(), {}).holds());
}

/// What directives may say, though no solver does.
void TestNetworks::whatNoProgramCanDoIsRefused()
{
    Dice dice(81);
    schedule::Problem problem = randomSmallProblem(dice);
    problem.batch = 1;
    problem.hardware.tiles = {3, 1};
    problem.hardware.registerBytesPerPe = 512;
    problem.hardware.bufferBytesPerTile = 4096;
    problem.space = {};
    const network::Layer depthwise{"depthwise", {"input"}, network::Convolution{{3, 3}, {1, 1}, 3}, 3, 3, {6, 6}};
    problem.network = {"one", "", {"input", 3, {6, 6}}, {}, {depthwise}};
    dataflow::LayerScheme scheme;
    scheme.region = dataflow::wholeChip(problem.hardware.tiles);
    scheme.partition.shares[dataflow::Split::OutputChannel] = {3, 1};
    const auto compiled = [&] {
        const dataflow::LoopNest nest =
            dataflow::loopNest(dataflow::tileLayer(depthwise, 1, scheme.partition, problem.space.counts),
                               problem.hardware.peArray, scheme.replication);
        for (const Loop loop : allLoops) {
            scheme.blocking.factors[loop][2] = nest.iterations[loop];
        }
        const schedule::Schedule schedule =
            schedule::evaluate(std::make_shared<const schedule::Problem>(problem), {}, {{0, {}, scheme}});
        return schedule.hasResult() ? program::compile(schedule)
                                    : support::Result<program::Program>(support::Diagnostics(schedule.diagnostics));
    };
    const auto runs = compiled();
    QVERIFY2(runs.ok(), runs.ok() ? "" : support::describe(runs.faults()).c_str());
    scheme.blocking.factors[Loop::OutputChannel][0] = 2;
    const auto rounded = compiled();
    QVERIFY(!rounded.ok());
    QVERIFY2(support::describe(rounded.faults()).find("each tile has one channel") != std::string::npos,
             support::describe(rounded.faults()).c_str());
}

void TestNetworks::aSampleIsComparedLayerByLayer()
{
    Dice dice(82);
    Count run = 0;
    while (run < 40) {
        schedule::Problem problem = randomSmallProblem(dice);
        problem.network = smallNetwork(dice);
        const auto schedule = oneByOne(dice, problem);
        auto program = schedule ? program::compile(*schedule) : support::Result<program::Program>(support::Diagnostic{});
        if (!program) {
            continue;
        }
        ++run;
        const program::ExecutionOptions options{.arithmetic = program::ExecutionOptions::Arithmetic::Sample};
        const program::Execution execution = program::execute(program.value(), options);
        QVERIFY2(execution.holds(), execution.fault ? program::describe(*execution.fault).c_str() : "");
        QVERIFY(execution.outputsCompared && execution.wordsCompared > 0);
    }
}

TILESCAPE_TEST(TestNetworks)

} // namespace tst_networks
#include "tst_networks.moc"
