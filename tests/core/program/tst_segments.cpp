#include "core/io/program_text.h"
#include "core/network/training_graph.h"
#include "tests/core/program/random_programs.h"
#include "tests/registered.h"

#include <QTest>

#include <map>

namespace tst_segments {

using namespace samples;

namespace {

/// Convolutions one after the other, whose channels most groups divide, each in a region of its own.
std::optional<schedule::Schedule> randomPipeline(Dice& dice)
{
    schedule::Problem problem = randomSmallProblem(dice);
    problem.batch = Count{1} << (dice.upTo(3) - 1);
    problem.space.spatialPipelining = true;
    problem.network = {"pipeline", "", {"input", 8, {4, 4}}, {}, {}};
    const Count count = 1 + dice.upTo(3);
    for (Count number = 0; number < count; ++number) {
        network::Layer layer{"layer" + std::to_string(number), {number == 0 ? "input" : "layer" + std::to_string(number - 1)},
                             {}, 8, 8, {4, 4}};
        layer.kind = network::Convolution{dice.once(2) ? Extent{1, 1} : Extent{3, 3}, {1, 1}, 1};
        problem.network.layers.push_back(std::move(layer));
    }
    schedule::Schedule schedule = randomSchedule(dice, std::move(problem)).evaluated();
    return schedule.hasResult() ? std::optional(std::move(schedule)) : std::nullopt;
}

/// What each difference on purpose of layers that hand on needs, as the manual says; the others are those of single layers.
bool mayDiffer(const program::Difference& difference, const program::Program& program, const program::LayerCode& code)
{
    const bool input = difference.tensor == Tensor::Input;
    const auto sharesSegment = [&](const program::LayerCode& other) {
        return &other != &code && other.slot.segment == code.slot.segment;
    };
    if (difference.name == "in_place") {
        return input && code.ranges[Tensor::Input].inPlace && difference.quantity == "handed";
    }
    if (difference.name == "streamed_inputs") {
        return input && !code.ranges[Tensor::Input].inBuffer && difference.quantity == "buffer"
               && code.claims[Tensor::Input].expectedHanded > 0;
    }
    if (difference.name == "shared_inputs") {
        return input && code.slot.region > 0 && code.claims[Tensor::Input].expectedHanded == 0;
    }
    if (difference.name == "reloaded_weights") {
        // Those of several layers come in for every turn as the model has it.
        return code.takesTurns
               && std::none_of(program.layers.begin(), program.layers.end(), [&](const program::LayerCode& other) {
                      return sharesSegment(other) && other.slot.region == code.slot.region
                             && network::hasWeights(program.network.layers[other.layer]);
                  });
    }
    if (difference.name == "made_places") {
        return difference.tensor != Tensor::Weight && difference.quantity == "hops"
               && std::any_of(program.layers.begin(), program.layers.end(), sharesSegment);
    }
    return true;
}

/// Whether the layer's weights come in for every batch group, as those of another layer on the same tiles do.
bool comeAgain(const program::Program& program, const program::LayerCode& code)
{
    return network::hasWeights(program.network.layers[code.layer]) && code.dealing[program::Axis::Batch].groups > 1
           && std::any_of(program.layers.begin(), program.layers.end(), [&](const program::LayerCode& other) {
                  return &other != &code && other.slot.segment == code.slot.segment
                         && other.slot.region == code.slot.region
                         && network::hasWeights(program.network.layers[other.layer]);
              });
}

} // namespace

class TestSegments : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layersHandOnWhatTheyMakeInEveryOrderOfTheirStreams();
    void programsOfSegmentsAreReadBackAsTheyWere();
    void aSampleAndTransfersAloneRun();
    void segmentsOfTrainingGraphsRun();
    void whatCannotBeHandedOnIsRefusedWithItsReason();
};

void TestSegments::layersHandOnWhatTheyMakeInEveryOrderOfTheirStreams()
{
    Dice dice(4);
    Count run = 0;
    std::map<std::string, Count> seen;
    while (run < 800) {
        const auto schedule = dice.once(3) ? randomPipeline(dice) : randomSegments(dice);
        const auto program =
            schedule ? program::compile(*schedule) : support::Result<program::Program>(support::Diagnostic{});
        if (!program || !handsOn(program.value())) {
            continue;
        }
        ++run;
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            const program::Execution execution = program::execute(program.value(), {seed, seed});
            QVERIFY2(execution.holds(), execution.fault ? program::describe(*execution.fault).c_str() : "");
        }
        for (const program::LayerCode& code : program.value().layers) {
            for (const program::Difference& difference : code.differences) {
                QVERIFY2(mayDiffer(difference, program.value(), code), difference.name.c_str());
                seen["streamed inputs"] += difference.name == "streamed_inputs" ? 1 : 0;
            }
            seen["turns"] += code.takesTurns ? 1 : 0;
            seen["weights again"] += comeAgain(program.value(), code) ? 1 : 0;
            const bool byChannels = code.dealing[program::Axis::OutputChannel].groups > 1;
            seen["turns of channels"] += code.takesTurns && byChannels && code.ranges[Tensor::Output].inBuffer ? 1 : 0;
            seen["in place"] += code.ranges[Tensor::Input].inPlace ? 1 : 0;
            seen["other region"] += code.slot.region > 0 && code.claims[Tensor::Input].expectedHanded > 0 ? 1 : 0;
            seen["groups of channels"] += code.slot.region > 0 && code.dealing[program::Axis::InputChannel].groups > 1 ? 1 : 0;
            seen["groups of the batch"] += code.dealing[program::Axis::Batch].groups > 1 ? 1 : 0;
        }
    }
    QCOMPARE(seen.size(), std::size_t{8});
    for (const auto& [what, count] : seen) {
        const Count enough = what == "turns of channels" ? 3 : 11;
        QVERIFY2(count >= enough, qPrintable(QString("%1: %2").arg(what.c_str()).arg(count)));
    }
}

void TestSegments::programsOfSegmentsAreReadBackAsTheyWere()
{
    Dice dice(20190414);
    Count read = 0;
    while (read < 40) {
        const auto schedule = randomSegments(dice);
        const auto program =
            schedule ? program::compile(*schedule) : support::Result<program::Program>(support::Diagnostic{});
        if (!program || !handsOn(program.value())) {
            continue;
        }
        ++read;
        for (const std::string& text : {io::writeProgramText(program.value()), io::writeProgramJson(program.value())}) {
            const auto again = io::readProgram(text, "program");
            QVERIFY2(again.ok(), again.ok() ? "" : support::describe(again.faults()).c_str());
            QVERIFY(again.value() == program.value());
        }
    }
}

void TestSegments::aSampleAndTransfersAloneRun()
{
    Dice dice(20190415);
    Count run = 0;
    while (run < 40) {
        const auto schedule = randomSegments(dice);
        const auto program =
            schedule ? program::compile(*schedule) : support::Result<program::Program>(support::Diagnostic{});
        if (!program || !handsOn(program.value())) {
            continue;
        }
        ++run;
        using Arithmetic = program::ExecutionOptions::Arithmetic;
        for (const Arithmetic arithmetic : {Arithmetic::Sample, Arithmetic::None}) {
            const program::ExecutionOptions options{.arithmetic = arithmetic};
            const program::Execution execution = program::execute(program.value(), options);
            QVERIFY2(execution.holds(), execution.fault ? program::describe(*execution.fault).c_str() : "");
            QCOMPARE(execution.wordsCompared > 0, arithmetic == Arithmetic::Sample);
        }
    }
}

/// Errors and gradients hand on, too.
void TestSegments::segmentsOfTrainingGraphsRun()
{
    Dice dice(20190417);
    Count run = 0;
    while (run < 30) {
        schedule::Problem problem = randomSmallProblem(dice);
        problem.batch = Count{1} << (dice.upTo(2) - 1);
        problem.space.keepOutputsOnChip = problem.space.spatialPipelining = true;
        const auto training = network::trainingGraph(smallNetwork(dice));
        if (!training || !network::check(training.value()).empty()) {
            continue;
        }
        problem.network = training.value();
        const schedule::Schedule schedule = randomSchedule(dice, std::move(problem)).evaluated();
        const auto program = program::compile(schedule);
        if (!program || !handsOn(program.value())) {
            continue;
        }
        ++run;
        for (std::uint64_t seed = 1; seed <= 2; ++seed) {
            const program::Execution execution = program::execute(program.value(), {seed, seed});
            QVERIFY2(execution.holds(), execution.fault ? program::describe(*execution.fault).c_str() : "");
        }
    }
}

void TestSegments::whatCannotBeHandedOnIsRefusedWithItsReason()
{
    Dice dice(20190416);
    std::map<std::string, Count> refused{{"in another order than it is made", 0},
                                         {"a batch group ends within an item", 0},
                                         {"its groups of channels are not those that", 0},
                                         {"the layers of its region do not fit into", 0}};
    for (int round = 0; round < 300; ++round) {
        const auto schedule = randomSegments(dice);
        const auto program =
            schedule ? program::compile(*schedule) : support::Result<program::Program>(support::Diagnostic{});
        for (auto& [reason, count] : refused) {
            count += schedule && !program && program.faults().front().problem.find(reason) != std::string::npos ? 1 : 0;
        }
    }
    for (const auto& [reason, count] : refused) {
        QVERIFY2(count > 2, qPrintable(QString("%1: %2").arg(QString::fromStdString(reason)).arg(count)));
    }
}

TILESCAPE_TEST(TestSegments)

} // namespace tst_segments
#include "tst_segments.moc"
