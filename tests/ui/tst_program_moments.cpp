#include "program_samples.h"

#include "core/io/program_text.h"
#include "core/schedule/solve.h"
#include "core/io/project_json.h"
#include "tests/registered.h"
#include "ui/plot/tile_grid.h"
#include "ui/program/counts_model.h"
#include "ui/program/program_canvases.h"
#include "ui/program/program_painter.h"
#include "ui/program/program_player.h"
#include "ui/program/step_text.h"
#include "ui/program/stream_model.h"
#include "ui/style/format.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QTableView>

#include <numeric>

namespace tst_program_moments {

using namespace samples;

/// What a moment of a program shows.
class TestProgramMoments : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QApplication::setPalette(samples::lightPalette()); }

    void fourTilesHoldFourPartsAndHandThemOn();
    void transfersAreThoseOfTheLastStep();
    void countsEndAtTheModels();
    void theBufferFillsAndDrainsWithinItsRanges();
    void cyclesStandBesideTheModels();
    void anyOrderOfTheStreamsHolds();
    void arrowsStayOffTheNamesOfMemory();
    void whatASharedBufferServesIsNotDrawnAsDrams();
};

/// A buffer between tiles and DRAM serves some transfers by itself, and passes others on: lines, words, legend and cycles tell which.
void TestProgramMoments::whatASharedBufferServesIsNotDrawnAsDrams()
{
    using ui::program::MomentMemory;
    // Four tiles need the same inputs, twice each: outputs in two rounds, inputs anew in each.
    schedule::Problem asked = figureFive();
    asked.space.bufferSharing = false;
    asked.hardware.sharedBuffer = {4096, 4};
    asked.hardware.dramGigabytesPerSecond = 1;
    Workspace workspace([](const schedule::Problem& problem, const schedule::SolveControl&) {
        dataflow::LayerScheme scheme;
        scheme.region = dataflow::wholeChip({2, 2});
        scheme.partition.shares[dataflow::Split::OutputChannel] = {2, 2};
        scheme.replication = {1, 1};
        scheme.blocking.factors[Loop::InputChannel] = {4, 1, 1};
        scheme.blocking.factors[Loop::OutputChannel] = {2, 1, 2};
        return schedule::evaluate(std::make_shared<const schedule::Problem>(problem), {}, {{0, {}, scheme}});
    });
    workspace.open(asked, {});
    ProgramView view(workspace);
    show(view);
    const Trace& trace = *view.run().trace;
    std::map<MomentMemory, int> seen;
    PerTensor<Count> fromDram{{0, 0, 0}};
    for (std::size_t step = 0; step < trace.size(); ++step) {
        const Operation operation = trace.instruction(trace.step(step)).operation;
        if (operation != Operation::Fetch && operation != Operation::Store) {
            continue;
        }
        const MomentMemory memory = ui::program::momentMemory(trace, step);
        ++seen[memory];
        const TraceStep& done = trace.step(step);
        QCOMPARE(done.channels.end > done.channels.begin, memory != MomentMemory::Shared);
        QCOMPARE(done.shared.end > done.shared.begin, memory != MomentMemory::Dram);
        for (const StepCycles& part : {done.channels, done.shared}) {
            QVERIFY(part.end == part.begin || (part.begin >= done.begin && part.end <= done.end));
        }
        fromDram[trace.instruction(done).tensor] += trace.wordsOfDram(step);
        const QString text = ui::program::stepText(trace, step);
        QCOMPARE(text.contains(QStringLiteral("DRAM")), memory != MomentMemory::Shared);
        QCOMPARE(text.contains(QStringLiteral("shared buffer")), memory != MomentMemory::Dram);
        const auto moment = ui::program::momentOf(trace, step + 1, std::nullopt);
        const auto last = std::find_if(moment.transfers.begin(), moment.transfers.end(), [](const auto& own) { return own.last; });
        QVERIFY(last != moment.transfers.end() && last->memory == memory && moment.sharedBuffers);
    }
    QVERIFY(seen[MomentMemory::Shared] > 0 && seen[MomentMemory::DramThroughShared] > 0);
    Count counted = 0;
    for (std::size_t place = 0; place < trace.program().layers.size(); ++place) {
        for (const auto& count : trace.counts(place, trace.size())) {
            counted += count.dram + count.pinned;
        }
    }
    QCOMPARE(fromDram[Tensor::Weight] + fromDram[Tensor::Input] + fromDram[Tensor::Output], counted);
    // The rows of all tiles are busy for as long as their steps have DRAM and the shared buffer.
    double channels = 0;
    double shared = 0;
    for (std::size_t step = 0; step < trace.size(); ++step) {
        channels += trace.step(step).channels.end - trace.step(step).channels.begin;
        shared += trace.step(step).shared.end - trace.step(step).shared.begin;
    }
    double drawnChannels = 0;
    double drawnShared = 0;
    for (const Tile tile : {Tile{0, 0}, Tile{0, 1}, Tile{1, 0}, Tile{1, 1}}) {
        const auto rows = ui::program::timedContent(trace, tile).rows;
        QCOMPARE(rows.size(), std::size_t{4});
        QCOMPARE(rows[1].name, QStringLiteral("shared buffer"));
        const auto lengthOf = [](const auto& row) {
            return std::accumulate(row.spans.begin(), row.spans.end(), 0.0, [](double sum, const auto& span) { return sum + span.end - span.begin; });
        };
        drawnChannels += lengthOf(rows[0]);
        drawnShared += lengthOf(rows[1]);
    }
    QVERIFY(channels > 0 && shared > 0 && channels != shared);
    QCOMPARE(drawnChannels, channels);
    QCOMPARE(drawnShared, shared);
    QCOMPARE(ui::program::programLegend(lightPalette(), true, true).size(), ui::program::programLegend(lightPalette(), true, false).size() + 1);
    ui::program::ProgramMoment moment;
    moment.tiles = {6, 6};
    moment.contents.resize(36);
    const auto painted = [&](MomentMemory memory) {
        moment.transfers = {{std::nullopt, Tile{2, 2}, Tensor::Input, 8, true, memory}};
        QImage image(ui::program::programBounds(moment).size().toSize(), QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        painter.translate(-ui::program::programBounds(moment).topLeft());
        paintProgram(painter, moment, {lightPalette(), 1});
        return image;
    };
    QVERIFY(painted(MomentMemory::Shared) != painted(MomentMemory::Dram));
    QCOMPARE(painted(MomentMemory::DramThroughShared), painted(MomentMemory::Dram)); // it waits for DRAM like all others of DRAM
    view.player().setPosition(trace.size() / 3);
    QVERIFY(samples::leaveScreenshots(view, QStringLiteral("program_shared_buffer")));
}

/// However thick they are: those of the last step, on a small chip.
void TestProgramMoments::arrowsStayOffTheNamesOfMemory()
{
    ui::program::ProgramMoment moment;
    moment.tiles = {2, 2};
    moment.bufferWords = 8;
    moment.contents.resize(4);
    std::vector<ui::program::MomentTransfer> transfers;
    for (const Tile tile : {Tile{0, 0}, Tile{0, 1}, Tile{1, 0}, Tile{1, 1}}) {
        transfers.push_back({tile, std::nullopt, Tensor::Output, 8, true, {}});
        transfers.push_back({std::nullopt, tile, Tensor::Input, 8, true, {}});
    }
    const QRectF bounds = ui::program::programBounds(moment);
    for (const double scale : {0.4, 1.0, 2.0}) {
        const auto painted = [&](bool withTransfers) {
            moment.transfers = withTransfers ? transfers : std::vector<ui::program::MomentTransfer>();
            QImage image((bounds.size() * scale).toSize(), QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            painter.scale(scale, scale);
            painter.translate(-bounds.topLeft());
            paintProgram(painter, moment, {lightPalette(), scale});
            return image;
        };
        const QImage without = painted(false);
        const QImage with = painted(true);
        QVERIFY(with != without);
        for (const QRectF& channel : ui::plot::cornerMemoryRects(moment.tiles)) {
            const QRect place = QTransform::fromScale(scale, scale).mapRect(channel.translated(-bounds.topLeft())).toAlignedRect().adjusted(1, 1, -1, -1);
            QVERIFY2(with.copy(place) == without.copy(place), qPrintable(QString::number(scale)));
        }
    }
}

/// Tangram, Fig. 5: at any time the tiles hold different parts of what they share, and in the end each has had all.
void TestProgramMoments::fourTilesHoldFourPartsAndHandThemOn()
{
    const auto workspace = rotatingWorkspace();
    ProgramView view(*workspace);
    show(view);
    const Trace& trace = *view.run().trace;
    std::map<Tile, std::set<QString>> held;
    std::size_t distinct = 0;
    for (std::size_t position = 0; position <= trace.size(); ++position) {
        const auto moment = ui::program::momentOf(trace, position, std::nullopt);
        std::multiset<QString> labels;
        for (const Tile tile : {Tile{0, 0}, Tile{0, 1}, Tile{1, 0}, Tile{1, 1}}) {
            const auto& content = moment.at(tile);
            QVERIFY(content.rotates == Tensor::Input);
            if (!content.label.isEmpty()) {
                labels.insert(content.label);
                held[tile].insert(content.label);
            }
        }
        distinct += std::set<QString>(labels.begin(), labels.end()).size() == 4 ? 1 : 0;
    }
    QVERIFY(distinct > 20);
    for (const auto& [tile, labels] : held) {
        QVERIFY(labels == std::set<QString>({QStringLiteral("0"), QStringLiteral("i1"), QStringLiteral("i2"), QStringLiteral("i3")}));
    }
    // What is handed on is an arrow between neighbours.
    const std::size_t step = firstStep(trace, Operation::Rotate);
    const auto moment = ui::program::momentOf(trace, step + 1, std::nullopt);
    const auto& transfer = *std::find_if(moment.transfers.begin(), moment.transfers.end(), [](const auto& own) { return own.last; });
    QVERIFY(transfer.from && transfer.to && transfer.tensor == Tensor::Input);
    QCOMPARE(hopsBetween(*transfer.from, *transfer.to), Count{1});
    QCOMPARE(transfer.words, Count{16});
}

void TestProgramMoments::transfersAreThoseOfTheLastStep()
{
    const auto workspace = solvedWorkspace(twoLayers(), {4, 4}, 2);
    ProgramView view(*workspace);
    show(view);
    const Trace& trace = *view.run().trace;
    int seen = 0;
    for (const Operation operation : {Operation::Fetch, Operation::Store, Operation::Send}) {
        const std::size_t step = firstStep(trace, operation);
        if (step == trace.size()) {
            continue;
        }
        ++seen;
        view.player().setPosition(step + 1);
        const auto& transfers = view.chip().moment().transfers;
        const auto last = std::find_if(transfers.begin(), transfers.end(), [](const auto& own) { return own.last; });
        QVERIFY(last != transfers.end());
        const Tile tile = tileOf(trace, step);
        QCOMPARE(last->from.has_value(), operation != Operation::Fetch);
        QCOMPARE(last->to.has_value(), operation != Operation::Store);
        QVERIFY(operation == Operation::Fetch ? *last->to == tile : *last->from == tile);
        QCOMPARE(last->words, trace.step(step).words);
        QVERIFY(view.chip().moment().at(tile).last);
    }
    QVERIFY(seen >= 2);
    // Words that are still on their way stay on the drawing until their cycles are over.
    for (std::size_t position = 1; position <= trace.size(); position += 13) {
        for (const std::size_t number : ui::program::stepsAtWork(trace, position)) {
            const TraceStep& step = trace.step(number);
            QVERIFY(number + 1 == position || step.end > trace.cycleAt(position)
                    || (step.begin == step.end && step.begin == trace.cycleAt(position)));
        }
    }
}

void TestProgramMoments::countsEndAtTheModels()
{
    const auto workspace = rotatingWorkspace();
    ProgramView view(*workspace);
    show(view);
    const auto* table = view.findChild<QTableView*>(QStringLiteral("programCounts"));
    QAbstractItemModelTester tester(table->model());
    const auto cell = [&](int row, int column) { return table->model()->index(row, column).data().toString(); };
    QCOMPARE(cell(1, 0), QStringLiteral("0 of 64"));
    view.player().setPosition(view.player().steps());
    const LayerCode& code = view.run().program->layers[0];
    for (int row = 0; row < 3; ++row) {
        const TensorClaim& claim = code.claims[allTensors[std::size_t(row)]];
        const std::array<double, 4> expected{claim.expectedDram, claim.expectedBuffer, claim.expectedHops, claim.expectedHanded};
        const std::array<double, 4> model{claim.dram, claim.buffer, claim.hops, claim.handed};
        for (int column = 0; column < 4; ++column) {
            const QString words = ui::style::exactCount(expected[std::size_t(column)]);
            QCOMPARE(cell(row, column), QStringLiteral("%1 of %1").arg(words));
            const QString tip = table->model()->index(row, column).data(Qt::ToolTipRole).toString();
            QVERIFY(tip.contains(ui::style::exactCount(model[std::size_t(column)])));
        }
    }
}

void TestProgramMoments::theBufferFillsAndDrainsWithinItsRanges()
{
    const auto workspace = rotatingWorkspace();
    ProgramView view(*workspace);
    show(view);
    const Trace& trace = *view.run().trace;
    Count most = 0;
    for (std::size_t position = 0; position <= trace.size(); ++position) {
        view.player().setPosition(position);
        const auto& moment = view.buffer().moment();
        QCOMPARE(moment.ranges.size(), std::size_t{3});
        Count words = 0;
        for (const auto& range : moment.ranges) {
            double used = 0;
            for (const auto& piece : range.pieces) {
                using State = ui::program::PieceMoment::State;
                QVERIFY((piece.state == State::Filling) == (piece.updates > 0));
                used += piece.share * double(range.room) / double(range.pieces.size());
            }
            QCOMPARE(used, double(range.words));
            QVERIFY(range.words <= range.room && range.base + range.room <= moment.bufferWords);
            words += range.words;
        }
        QCOMPARE(moment.words(), words);
        // The bar on the tile is the same.
        const auto& tile = view.chip().moment().at(*view.selectedTile());
        QCOMPARE(tile.words[Tensor::Weight] + tile.words[Tensor::Input] + tile.words[Tensor::Output], words);
        most = std::max(most, words);
    }
    QVERIFY(most > 0 && view.buffer().moment().words() == 0);
    QVERIFY(view.buffer().accessibleDescription().contains(QStringLiteral("Inputs: 0 B of 32 B; 0 of 1 pieces in use")));
}

void TestProgramMoments::cyclesStandBesideTheModels()
{
    network::Network net = twoLayers();
    schedule::Problem problem = samples::problem(net, {2, 2});
    problem.hardware.dramGigabytesPerSecond = 2;
    problem.hardware.busBitsPerCycle = 64;
    Workspace workspace;
    workspace.open(problem, {});
    ProgramView view(workspace);
    show(view);
    const Trace& trace = *view.run().trace;
    const ui::program::TimedContent& content = view.times().content();
    QCOMPARE(content.segments.size(), trace.execution().cycles.size());
    double begin = 0;
    for (std::size_t segment = 0; segment < content.segments.size(); ++segment) {
        const SegmentCycles& cycles = trace.execution().cycles[segment];
        const auto& spans = content.segments[segment];
        QCOMPARE(spans.modelEnd - spans.modelBegin, cycles.model);
        QCOMPARE(spans.begin, begin);
        QCOMPARE(spans.end, begin + cycles.executed);
        begin = spans.end;
    }
    QCOMPARE(content.end, begin);
    // Parts of a tile do one thing at a time, memory channels apart; what they do lies within the execution.
    for (std::size_t row = 0; row < content.rows.size(); ++row) {
        double last = 0;
        for (const auto& span : content.rows[row].spans) {
            QVERIFY(span.begin >= 0 && span.end <= content.end && span.end > span.begin);
            QVERIFY(row != 2 || span.begin >= last);
            last = span.end;
        }
        QVERIFY(!content.rows[row].spans.empty());
    }
    QVERIFY(*std::max_element(content.arrays.begin(), content.arrays.end()) <= 1 + 1e-9);
    QVERIFY(samples::leaveScreenshots(view.times(), QStringLiteral("program_cycles")));
}

void TestProgramMoments::anyOrderOfTheStreamsHolds()
{
    const auto workspace = rotatingWorkspace();
    ProgramView view(*workspace);
    show(view);
    auto* order = view.findChild<QComboBox*>(QStringLiteral("programOrder"));
    const auto timed = view.run().trace;
    for (int index = 1; index < order->count(); ++index) {
        order->setCurrentIndex(index);
        Q_EMIT order->activated(index);
        wait(view);
        const auto trace = view.run().trace;
        QVERIFY(trace != timed && !trace->isTimed() && trace->execution().holds() && view.times().isHidden());
        QVERIFY(trace->counts(0, trace->size()) == timed->counts(0, timed->size()));
    }
}

TILESCAPE_TEST(TestProgramMoments)

} // namespace tst_program_moments
#include "tst_program_moments.moc"
