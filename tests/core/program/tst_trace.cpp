#include "core/program/trace.h"
#include "core/schedule/solve.h"
#include "tests/core/program/random_programs.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_trace {

using namespace samples;
using namespace tilescape::program;

namespace {

/// Programs of random layers, half of them with shared buffers, until `use` was called so often.
template <class Use>
void eachProgram(unsigned seed, int times, const Use& use)
{
    Dice dice(seed);
    for (int done = 0; done < times;) {
        const auto schedule = dice.once(2) ? randomOneLayerSchedule(dice) : randomSharedSchedule(dice);
        auto program = schedule ? program::compile(*schedule) : support::Result<Program>(support::Diagnostic{});
        if (program) {
            use(std::make_shared<const Program>(std::move(program.value())));
            ++done;
        }
    }
}

/// The same of networks whose layers share segments.
template <class Use>
void eachSegmentedProgram(unsigned seed, int times, const Use& use)
{
    Dice dice(seed);
    for (int done = 0; done < times;) {
        schedule::Problem problem = randomSmallProblem(dice);
        problem.space.keepOutputsOnChip = problem.space.spatialPipelining = true;
        problem.network = smallNetwork(dice);
        const schedule::Schedule schedule = randomSchedule(dice, std::move(problem)).evaluated();
        auto program =
            schedule.hasResult() ? program::compile(schedule) : support::Result<Program>(support::Diagnostic{});
        const auto handsOn = [](const LayerCode& code) { return code.slot.region > 0 || code.slot.index > 0; };
        if (program && std::any_of(program.value().layers.begin(), program.value().layers.end(), handsOn)) {
            use(std::make_shared<const Program>(std::move(program.value())));
            ++done;
        }
    }
}

/// What of the step's words crosses between memory and array, in all folds of the array.
Count crossingWords(const Program& program, const LayerCode& code, Tile tile, Tensor tensor, const TraceStep& step)
{
    const Extent grid = code.region.extent;
    for (Count place = 0; step.words > 0 && place < grid.size(); ++place) {
        const Count row = place / grid.width;
        if (code.region.at(row, place % grid.width) == tile) {
            return UnitBoxes(program.network, program.batch, code, row, place % grid.width)
                .crossingWords(tensor, step.point.unit);
        }
    }
    return 0;
}

/// Leaves out the last instruction of this kind of the first role that has one.
bool leaveOut(Steps& steps, Operation operation)
{
    for (std::size_t place = steps.size(); place-- > 0;) {
        if (auto* repeat = std::get_if<Repeat>(&steps[place].content)) {
            if (leaveOut(repeat->steps, operation)) {
                return true;
            }
        } else if (std::get<Instruction>(steps[place].content).operation == operation && steps.size() > 1) {
            steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(place));
            return true;
        }
    }
    return false;
}

} // namespace

class TestTrace : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void recordingChangesNothing();
    void everyStreamGoesThroughItsLines();
    void countsGrowToThoseOfTheExecution();
    void rangesFillAndDrain();
    void wordsOfTheStepsAreThoseCounted();
    void timedStepsEndWithTheSegment();
    void layersOfASegmentAreRecordedTogether();
    void whatIsTooLongEndsEarly();
    void aFaultNamesTheStreamThatCannotGoOn();
    void aSegmentAloneIsExecutedAsWithinTheWhole();
};

void TestTrace::recordingChangesNothing()
{
    eachProgram(1, 60, [](const auto& program) {
        const Execution alone = execute(*program, {1, 2, true});
        const Trace trace = record(program, {1, 2, true});
        QVERIFY(alone.holds() && trace.execution().holds() && !trace.execution().stopped);
        QVERIFY(trace.execution().counts == alone.counts && trace.execution().cycles == alone.cycles);
        QVERIFY(trace.size() > 0);
    });
}

void TestTrace::everyStreamGoesThroughItsLines()
{
    eachProgram(2, 60, [](const auto& program) {
        const Trace trace = record(program, {1, 3});
        std::size_t steps = 0;
        for (std::size_t stream = 0; stream < trace.streams().size(); ++stream) {
            const TracedStream& own = trace.streams()[stream];
            QCOMPARE(trace.find(own.name).value(), stream);
            QVERIFY(own.name.array == (stream % 2 == 1) && !own.unfinished);
            QVERIFY(trace.next(stream, trace.size()) == nullptr);
            steps += own.steps.size();
            // Before and after each of its steps, the next thing that it does is the one that follows.
            for (std::size_t number = 0; number < own.steps.size(); ++number) {
                const TraceStep& step = trace.step(own.steps[number]);
                QCOMPARE(std::size_t{step.stream}, stream);
                QVERIFY(trace.next(stream, own.steps[number]) == &step.point);
                const TracePoint* after = trace.next(stream, own.steps[number] + 1);
                QVERIFY(number + 1 < own.steps.size() ? after == &trace.step(own.steps[number + 1]).point
                                                      : after == nullptr);
                const StreamLine& line = trace.lines(stream)[step.point.line];
                QVERIFY(line.instruction != nullptr && line.depth == step.point.counters.size());
                QCOMPARE(isOfArray(line.instruction->operation), own.name.array);
            }
        }
        QCOMPARE(steps, trace.size());
    });
}

void TestTrace::countsGrowToThoseOfTheExecution()
{
    eachProgram(3, 60, [](const auto& program) {
        const Trace trace = record(program, {});
        QVERIFY(trace.counts(0, 0) == PerTensor<TensorCount>{});
        QVERIFY(trace.counts(0, trace.size()) == trace.execution().counts[0]);
        for (std::size_t position = 1; position <= trace.size(); position += 7) {
            const auto before = trace.counts(0, position - 1);
            const auto after = trace.counts(0, position);
            for (const Tensor tensor : allTensors) {
                QVERIFY(after[tensor].dram >= before[tensor].dram && after[tensor].hops >= before[tensor].hops
                        && after[tensor].buffer >= before[tensor].buffer);
            }
        }
    });
}

void TestTrace::rangesFillAndDrain()
{
    eachProgram(4, 60, [](const auto& program) {
        const Trace trace = record(program, {1, 5});
        for (std::size_t stream = 0; stream < trace.streams().size(); stream += 2) {
            for (const Tensor tensor : allTensors) {
                const Range& laidOut = program->layers[0].ranges[tensor];
                const TracedRange& range = trace.range(stream, tensor);
                QCOMPARE(Count(range.pieces.size()), laidOut.pieceWords > 0 ? laidOut.pieceCount() : 0);
                QVERIFY(range.words.at(0) == nullptr);
                for (std::size_t position = 0; position <= trace.size(); position += 5) {
                    Count words = 0;
                    for (const auto& piece : range.pieces) {
                        const TracedPiece* state = piece.at(position);
                        words += state != nullptr && !state->isFree() ? state->words : 0;
                        QVERIFY(state == nullptr || (state->words <= laidOut.pieceWords && state->updates >= 0));
                    }
                    const Count* held = range.words.at(position);
                    QCOMPARE(held != nullptr ? *held : 0, words);
                    QVERIFY(words <= laidOut.words());
                }
                const Count* left = range.words.at(trace.size());
                QVERIFY(left == nullptr || *left == 0);
            }
        }
    });
}

void TestTrace::wordsOfTheStepsAreThoseCounted()
{
    eachProgram(5, 60, [](const auto& program) {
        const Trace trace = record(program, {});
        const LayerCode& code = program->layers[0];
        PerTensor<Count> dram{{0, 0, 0}};
        PerTensor<Count> buffer{{0, 0, 0}};
        for (std::size_t number = 0; number < trace.size(); ++number) {
            const TraceStep& step = trace.step(number);
            const Instruction& instruction = trace.instruction(step);
            const Operation operation = instruction.operation;
            const bool memory = operation == Operation::Fetch || operation == Operation::Store;
            const bool registers = operation == Operation::Load || operation == Operation::Unload;
            const bool kept = code.ranges[instruction.tensor].inBuffer;
            const Count crossing =
                crossingWords(*program, code, trace.streams()[step.stream].name.tile, instruction.tensor, step);
            const bool within = step.words <= crossing && crossing <= step.words * code.folds[instruction.tensor];
            QVERIFY(within || !(memory || registers));
            dram[instruction.tensor] += !memory ? 0 : kept ? step.words : crossing;
            buffer[instruction.tensor] += registers && kept ? crossing : 0;
        }
        for (const Tensor tensor : allTensors) {
            const TensorCount& count = trace.execution().counts[0][tensor];
            QCOMPARE(dram[tensor] - count.pinned, count.dram);
            QCOMPARE(buffer[tensor], count.buffer);
        }
    });
}

void TestTrace::timedStepsEndWithTheSegment()
{
    eachProgram(6, 60, [](const auto& program) {
        const Trace trace = record(program, {1, 1, true});
        double end = 0;
        for (std::size_t number = 0; number < trace.size(); ++number) {
            const TraceStep& step = trace.step(number);
            QVERIFY(step.begin >= 0 && step.end >= step.begin);
            QVERIFY(trace.cycleAt(number + 1) >= trace.cycleAt(number));
            end = std::max(end, step.end);
        }
        QCOMPARE(end, trace.execution().cycles[0].executed);
    });
}

void TestTrace::layersOfASegmentAreRecordedTogether()
{
    std::size_t handed = 0;
    eachSegmentedProgram(9, 25, [&](const auto& program) {
        const Execution alone = execute(*program, {1, 1, true});
        const Trace trace = record(program, {1, 1, true});
        QVERIFY2(trace.execution().holds(), trace.execution().fault ? describe(*trace.execution().fault).c_str() : "");
        QVERIFY(trace.execution().counts == alone.counts);
        for (std::size_t place = 0; place < program->layers.size(); ++place) {
            QVERIFY(trace.counts(place, trace.size()) == alone.counts[place]);
        }
        // What is handed on goes from tiles of one layer to those of another of its segment, and all pieces end free.
        for (std::size_t number = 0; number < trace.size(); ++number) {
            for (const ObservedHandover& own : trace.step(number).handed) {
                QVERIFY(own.words > 0);
                ++handed;
            }
        }
        for (std::size_t stream = 0; stream < trace.streams().size(); stream += 2) {
            for (const Tensor tensor : allTensors) {
                const Count* words = trace.range(stream, tensor).words.at(trace.size());
                QVERIFY(words == nullptr || *words == 0);
            }
        }
        double end = 0;
        for (std::size_t number = 0; number < trace.size(); ++number) {
            end = std::max(end, trace.step(number).end);
        }
        double cycles = 0;
        for (const SegmentCycles& segment : alone.cycles) {
            cycles += segment.executed;
        }
        QVERIFY(std::abs(end - cycles) <= 1e-9 * cycles);
    });
    QVERIFY(handed > 100);
}

void TestTrace::whatIsTooLongEndsEarly()
{
    eachProgram(7, 30, [](const auto& program) {
        const Trace whole = record(program, {});
        const std::size_t part = whole.size() / 2 + 1;
        const Trace trace = record(program, {}, {part});
        QCOMPARE(trace.size(), std::min(part, whole.size()));
        QVERIFY(trace.size() == whole.size() || (trace.execution().stopped && !trace.execution().holds()));
        for (std::size_t number = 0; number < trace.size(); ++number) {
            QVERIFY(trace.step(number).stream == whole.step(number).stream
                    && trace.step(number).point.unit == whole.step(number).point.unit);
        }
        for (std::size_t stream = 0; stream < trace.streams().size(); ++stream) {
            const TracePoint* known = whole.next(stream, trace.size());
            const TracePoint* next = trace.next(stream, trace.size());
            QVERIFY(next != nullptr ? known != nullptr && known->line == next->line : known == nullptr);
        }
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(record(program, {}, {}, stop.get_token()).size(), std::size_t{1});
    });
}

void TestTrace::aFaultNamesTheStreamThatCannotGoOn()
{
    int broken = 0;
    eachProgram(8, 120, [&](const auto& program) {
        Program copy = *program;
        const Operation operation = broken % 2 == 0 ? Operation::Arm : Operation::Load;
        Role& role = copy.layers[0].roles.back();
        if (!leaveOut(operation == Operation::Arm ? role.controller : role.array, operation)) {
            return;
        }
        const Trace trace = record(std::make_shared<const Program>(std::move(copy)), {1, 4});
        const auto& fault = trace.execution().fault;
        QVERIFY(fault.has_value());
        for (const StreamName& name : fault->streams) {
            const auto stream = trace.find(name);
            QVERIFY(stream.has_value());
            // The place in words is that of a stream which is named, and of the instruction at which it stands.
            const QString tile = QStringLiteral("tile (%1, %2)").arg(name.tile.row).arg(name.tile.column);
            const TracePoint* point = trace.next(*stream, trace.size());
            const QString text = QString::fromStdString(describe(*fault));
            QVERIFY2(text.contains(tile), qPrintable(text));
            if (point != nullptr) {
                const Operation at = trace.lines(*stream)[point->line].instruction->operation;
                QVERIFY2(text.contains(QString::fromStdString(std::string(nameOf(at)))), qPrintable(text));
            }
        }
        broken += fault->streams.empty() ? 0 : 1;
    });
    QVERIFY2(broken > 60, qPrintable(QString::number(broken)));
}

void TestTrace::aSegmentAloneIsExecutedAsWithinTheWhole()
{
    const auto layer = [](const char* name, const char* source) {
        return network::Layer{name, {source}, network::Convolution{{3, 3}, {1, 1}, 1}, 4, 4, {6, 6}};
    };
    schedule::Problem problem;
    problem.network = {"two", "", {"input", 4, {8, 8}}, {}, {layer("first", "input"), layer("second", "first")}};
    problem.network.layers[1].outputSize = {4, 4};
    problem.hardware.tiles = {2, 2};
    problem.batch = 2;
    const auto program = compile(schedule::solve(problem));
    QVERIFY2(program.ok(), program.ok() ? "" : support::describe(program.faults()).c_str());
    const Trace both = record(std::make_shared<const Program>(program.value()), {1, 1, true});
    const Execution& whole = both.execution();
    QVERIFY(whole.holds());
    // The second segment begins when the first has ended.
    QCOMPARE(both.startOf(0), 0.0);
    QCOMPARE(both.startOf(1), whole.cycles[0].executed);
    QVERIFY(both.cycleAt(both.size()) > both.startOf(1));
    for (std::size_t place = 0; place < program.value().layers.size(); ++place) {
        const Count segment = program.value().layers[place].slot.segment;
        const auto part = std::make_shared<const Program>(segmentOf(program.value(), segment));
        const Trace trace = record(part, {1, 1, true, ExecutionOptions::Arithmetic::Sample});
        QVERIFY2(trace.execution().holds(), trace.execution().fault ? describe(*trace.execution().fault).c_str() : "");
        for (std::size_t other = 0; other < whole.counts.size(); ++other) {
            QVERIFY(trace.execution().counts[other]
                    == (other == place ? whole.counts[place] : PerTensor<TensorCount>{}));
        }
        QCOMPARE(trace.placeAt(trace.size()), place);
        QCOMPARE(trace.execution().cycles[place].model, double(program.value().segmentCycles[place]));
    }
}

TILESCAPE_TEST(TestTrace)

} // namespace tst_trace
#include "tst_trace.moc"
