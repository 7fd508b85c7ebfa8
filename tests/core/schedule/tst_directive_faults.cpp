#include "core/dataflow/directives/printer.h"
#include "core/schedule/check_directives.h"
#include "core/schedule/solve.h"
#include "core/schedule/write_directives.h"
#include "tests/core/schedule/problem_samples.h"
#include "tests/registered.h"

#include <QStringList>
#include <QTest>

namespace tst_directive_faults {

using namespace tilescape;
namespace directives = dataflow::directives;

namespace {

std::string described(const directives::Faults& faults)
{
    return support::describe(directives::diagnosticsOf(faults, "text"));
}

} // namespace

/// A fault of the text is one sentence: what follows from it is not told as well.
class TestDirectiveFaults : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneMisspeltDirectiveIsOneFault_data();
    void oneMisspeltDirectiveIsOneFault();
    void aMissingLineIsOneFault();
    void whatIsNotReadIsNotMissing();
    void aByteOrderMarkIsNoText();
    void otherLayersAreCheckedAllTheSame();
    void aTextOfSomethingElseIsOneFault();
    void regionsSideBySideHaveTilesOfTheirOwn();
    void aConvolutionInGroupsTakesNothingFromItsSegment();
    void sumsThatAreTakenAsTheyAreMadeAreNotFetchedAgain();
    void layersThatNoSolverPutsTogetherAreWarnedOf();
    void layersOnOtherTilesOfTheirRegionAreWarnedOf();
};

void TestDirectiveFaults::oneMisspeltDirectiveIsOneFault_data()
{
    QTest::addColumn<QString>("network");
    QTest::addColumn<QString>("chip");
    QTest::addColumn<bool>("pipelined");
    QTest::newRow("row-stationary") << "lenet_c"
                                    << "eyeriss_isca16" << false;
    QTest::newRow("tiles") << "lenet_c"
                           << "kapla_16x16" << false;
    QTest::newRow("segments") << "lstm_phoneme"
                              << "tangram_16x16" << true;
    QTest::newRow("attention") << "bert_tiny"
                               << "kapla_16x16" << false;
}

/// In every line of the text, one after another.
void TestDirectiveFaults::oneMisspeltDirectiveIsOneFault()
{
    QFETCH(QString, network);
    QFETCH(QString, chip);
    QFETCH(bool, pipelined);
    schedule::Problem problem = samples::problemOf(network.toStdString(), chip.toStdString(), 4);
    problem.hardware.tiles = {std::min<Count>(problem.hardware.tiles.height, 4),
                              std::min<Count>(problem.hardware.tiles.width, 4)};
    problem.solver = "kapla";
    problem.space.bufferSharing = problem.space.keepOutputsOnChip = problem.space.spatialPipelining = pipelined;
    const schedule::Schedule schedule = schedule::solve(problem);
    QVERIFY2(schedule.hasResult(), support::describe(schedule.diagnostics).c_str());
    const QStringList lines =
        QString::fromStdString(directives::print(schedule::writeDirectives(schedule))).split(u'\n');
    int misspelt = 0;
    for (qsizetype line = 0; line < lines.size(); ++line) {
        const bool isDirective = lines[line].startsWith(QStringLiteral("  "));
        if (!isDirective) {
            continue;
        }
        QStringList text = lines;
        text[line].remove(3, 1); // "update" as "udate"
        const auto checked = schedule::checkDirectives(problem, text.join(u'\n').toStdString());
        QVERIFY2(checked.faults.size() == 1, (lines[line].toStdString() + "\n" + described(checked.faults)).c_str());
        QCOMPARE(checked.faults.front().place.line, static_cast<Count>(line + 1));
        QVERIFY(!checked.sound());
        ++misspelt;
    }
    QVERIFY(misspelt > 20);
}

/// Of a layer in the middle of a segment: that the segment seems to lack it is not told as well.
void TestDirectiveFaults::aMissingLineIsOneFault()
{
    schedule::Problem problem = samples::pipelinedProblem();
    problem.network.layers.resize(3);
    const schedule::Schedule schedule = schedule::solve(problem);
    QVERIFY(schedule.hasResult());
    QStringList lines = QString::fromStdString(directives::print(schedule::writeDirectives(schedule))).split(u'\n');
    const QString middle = QString::fromStdString(problem.network.layers[1].name) + QStringLiteral(":REGF");
    qsizetype line = lines.indexOf(middle);
    QVERIFY(line >= 0);
    while (!lines[line].contains(QStringLiteral("stack("))) {
        ++line;
    }
    lines.removeAt(line);
    const auto checked = schedule::checkDirectives(problem, lines.join(u'\n').toStdString());
    QVERIFY2(!checked.sound() && checked.faults.size() == 1, described(checked.faults).c_str());
}

/// After a hundred faults the text is read no further: the layers behind may have directives.
void TestDirectiveFaults::whatIsNotReadIsNotMissing()
{
    const schedule::Problem problem = samples::problemOf("lenet_c", "eyeriss_isca16", 4);
    QString text = QString::fromStdString(directives::print(schedule::writeDirectives(schedule::solve(problem))));
    text.insert(text.indexOf(QStringLiteral("conv2:REGF")), QStringLiteral("  update(K+=1, K+=1)\n").repeated(150));
    const std::string told = described(schedule::checkDirectives(problem, text.toStdString()).faults);
    QVERIFY2(told.find("after 100 faults the rest is not read") != std::string::npos, told.c_str());
    QVERIFY2(told.find("has no directives") == std::string::npos, told.c_str());
}

void TestDirectiveFaults::aByteOrderMarkIsNoText()
{
    const schedule::Problem problem = samples::problemOf("lenet_c", "eyeriss_isca16", 4);
    const std::string text = directives::print(schedule::writeDirectives(schedule::solve(problem)));
    const auto checked = schedule::checkDirectives(problem, "\xEF\xBB\xBF" + text);
    QVERIFY2(checked.sound(), described(checked.faults).c_str());
}

/// A wrong amount of the second convolution is told beside a directive of the first that cannot be read.
void TestDirectiveFaults::otherLayersAreCheckedAllTheSame()
{
    const schedule::Problem problem = samples::problemOf("lenet_c", "eyeriss_isca16", 4);
    QString text = QString::fromStdString(directives::print(schedule::writeDirectives(schedule::solve(problem))));
    const qsizetype update = text.indexOf(QStringLiteral("update("));
    text.replace(update, 6, QStringLiteral("updaet"));
    const qsizetype stack =
        text.indexOf(QStringLiteral("stack(Yi+=1, S+=1"), text.indexOf(QStringLiteral("conv2:REGF")));
    QVERIFY(stack >= 0);
    text.replace(stack, 17, QStringLiteral("stack(Yi+=1, S+=2"));
    const auto checked = schedule::checkDirectives(problem, text.toStdString());
    QVERIFY2(checked.faults.size() == 2, described(checked.faults).c_str());
}

void TestDirectiveFaults::aTextOfSomethingElseIsOneFault()
{
    const schedule::Problem problem = samples::problemOf("lenet_c", "eyeriss_isca16", 4);
    for (const std::string& text :
         {std::string(), std::string("# nothing but a remark\n"), std::string("hello world\n"),
          std::string("{\"format\": \"tilescape-network\"}\n"), std::string("\x7f\0ELF\1\2", 7)}) {
        const auto checked = schedule::checkDirectives(problem, text);
        QVERIFY2(checked.faults.size() == 1 && !checked.sound(), described(checked.faults).c_str());
        QVERIFY2(described(checked.faults).find("conv1:REGF") != std::string::npos, described(checked.faults).c_str());
    }
}

/// The second region of a pipeline, moved to where the first one is.
void TestDirectiveFaults::regionsSideBySideHaveTilesOfTheirOwn()
{
    const schedule::Problem problem = samples::pipelinedProblem();
    schedule::Schedule moved = schedule::solve(problem);
    const auto second = std::find_if(moved.layers.begin(), moved.layers.end(),
                                     [](const auto& layer) { return layer.slot.region == 1; });
    QVERIFY(second != moved.layers.end());
    const auto isSound = [&] {
        return schedule::checkDirectives(problem, directives::print(schedule::writeDirectives(moved))).faults.empty();
    };
    QVERIFY(isSound());
    const pipeline::Slot slot = second->slot;
    for (schedule::ScheduledLayer& layer : moved.layers) {
        if (layer.slot.segment == slot.segment && layer.slot.region == slot.region) {
            std::vector<Tile> tiles;
            for (std::size_t number = 0; number < layer.scheme.region.tiles.size(); ++number) {
                tiles.push_back(dataflow::wholeChip(problem.hardware.tiles).tiles[number]);
            }
            layer.scheme.region.tiles = tiles;
        }
    }
    const auto checked = schedule::checkDirectives(problem, directives::print(schedule::writeDirectives(moved)));
    QVERIFY2(checked.faults.size() == 1 && !checked.sound(), described(checked.faults).c_str());
    QVERIFY2(described(checked.faults).find("tile (0, 0) is in the region of 'conv1' as well") != std::string::npos,
             described(checked.faults).c_str());
}

/// A convolution in groups that is put behind another layer: no solver does that.
void TestDirectiveFaults::aConvolutionInGroupsTakesNothingFromItsSegment()
{
    schedule::Problem problem = samples::pipelinedProblem();
    problem.network = {"two",
                       "",
                       {"input", 4, {6, 6}},
                       {},
                       {{"plain", {"input"}, network::Convolution{{3, 3}, {1, 1}, 1}, 4, 8, {6, 6}},
                        {"grouped", {"plain"}, network::Convolution{{3, 3}, {1, 1}, 2}, 8, 8, {6, 6}}}};
    schedule::Schedule apart = schedule::solve(problem);
    QVERIFY(apart.hasResult());
    QCOMPARE(apart.layers[1].slot.segment, 1);
    apart.layers[1].slot = {0, 0, 1};
    const auto checked = schedule::checkDirectives(problem, directives::print(schedule::writeDirectives(apart)));
    QVERIFY2(
        described(checked.faults).find("'grouped' goes through the whole batch for one of its groups before the next")
            != std::string::npos,
        described(checked.faults).c_str());
}

/// The first layer's map goes on to the second, and to memory for the third: with its input channels outermost it would be added to there.
void TestDirectiveFaults::sumsThatAreTakenAsTheyAreMadeAreNotFetchedAgain()
{
    schedule::Problem problem = samples::pipelinedProblem();
    problem.hardware.tiles = {1, 1};
    problem.batch = 1;
    const network::Convolution one{{1, 1}, {1, 1}, 1};
    problem.network = {"three",
                       "",
                       {"input", 4, {2, 2}},
                       {},
                       {{"maker", {"input"}, one, 4, 8, {2, 2}},
                        {"taker", {"maker"}, one, 8, 2, {2, 2}},
                        {"later", {"maker"}, one, 8, 2, {2, 2}}}};
    const auto evaluated = [&](Count channelGroups, Count segmentOfTaker) {
        std::vector<schedule::GivenScheme> schemes;
        for (std::size_t layer = 0; layer < 3; ++layer) {
            dataflow::LayerScheme scheme;
            scheme.region = dataflow::wholeChip(problem.hardware.tiles);
            const dataflow::LoopNest nest = dataflow::loopNest(
                dataflow::tileLayer(problem.network.layers[layer], 1, scheme.partition, problem.space.counts),
                problem.hardware.peArray, scheme.replication);
            const Count groups = layer == 0 ? channelGroups : 1;
            for (const Loop loop : allLoops) {
                const Count outer = loop == Loop::Batch ? 1 : groups;
                scheme.blocking.factors[loop] = {outer, nest.iterations[loop] / outer, 1};
            }
            scheme.blocking.order[0] = {Loop::InputChannel, Loop::OutputChannel, Loop::Batch};
            const Count segment = layer == 0 ? 0 : layer == 1 ? segmentOfTaker : segmentOfTaker + 1;
            schemes.push_back({layer, {segment, 0, layer == 1 && segmentOfTaker == 0 ? 1 : 0}, scheme});
        }
        return schedule::evaluate(std::make_shared<const schedule::Problem>(problem), {}, schemes);
    };
    const std::string fault = "layers of the segment take them as they are made";
    for (const auto& [channelGroups, segmentOfTaker, isTold] : {std::tuple{2, 0, true}, {1, 0, false}, {2, 1, false}}) {
        const schedule::Schedule schedule = evaluated(channelGroups, segmentOfTaker);
        const std::string told = described(
            schedule::checkDirectives(problem, directives::print(schedule::writeDirectives(schedule))).faults);
        QVERIFY2((told.find(fault) != std::string::npos) == isTold, told.c_str());
        // It lies where it is taken, whatever the search space lets bypass.
        QCOMPARE(schedule.layers.front().cost.wordsHeld[Storage::Buffer][Tensor::Output] > 0, segmentOfTaker == 0);
    }
}

/// A sum of what was made just before and of what was made before that, all on the same tiles: whoever makes the first has to hand it on twice.
void TestDirectiveFaults::layersThatNoSolverPutsTogetherAreWarnedOf()
{
    schedule::Problem problem = samples::pipelinedProblem();
    network::Layer sum{"sum", {"first", "second"}, {}, 16, 8, {6, 6}};
    sum.kind = network::Elementwise{2};
    problem.network = {"three",
                       "",
                       {"input", 8, {6, 6}},
                       {},
                       {{"first", {"input"}, network::Convolution{{1, 1}, {1, 1}, 1}, 8, 8, {6, 6}},
                        {"second", {"first"}, network::Convolution{{1, 1}, {1, 1}, 1}, 8, 8, {6, 6}},
                        sum}};
    schedule::Schedule together = schedule::solve(problem);
    QVERIFY(together.hasResult());
    const auto told = [&] {
        return described(
            schedule::checkDirectives(problem, directives::print(schedule::writeDirectives(together))).faults);
    };
    QVERIFY2(told().find("no segment") == std::string::npos, told().c_str());
    for (std::size_t place = 0; place < together.layers.size(); ++place) {
        together.layers[place].slot = {0, 0, static_cast<Count>(place)};
    }
    QVERIFY2(told().find("'first' to 'sum' are no segment that solvers make") != std::string::npos, told().c_str());
}

/// Of two layers on the same tiles, one that works on a part of them.
void TestDirectiveFaults::layersOnOtherTilesOfTheirRegionAreWarnedOf()
{
    schedule::Problem problem = samples::pipelinedProblem();
    problem.network = {"two",
                       "",
                       {"input", 8, {6, 6}},
                       {},
                       {{"first", {"input"}, network::Convolution{{1, 1}, {1, 1}, 1}, 8, 8, {6, 6}},
                        {"second", {"first"}, network::Convolution{{1, 1}, {1, 1}, 1}, 8, 8, {6, 6}}}};
    problem.space.spatialPipelining = false;
    const schedule::Schedule solved = schedule::solve(problem);
    QVERIFY(solved.hasResult());
    const auto told = [&](const schedule::Schedule& schedule) {
        return described(
            schedule::checkDirectives(problem, directives::print(schedule::writeDirectives(schedule))).faults);
    };
    schedule::Schedule together = solved;
    together.layers[1].slot = {0, 0, 1};
    QVERIFY2(told(together).find("other tiles") == std::string::npos, told(together).c_str());
    dataflow::LayerScheme& second = together.layers[1].scheme;
    second = {};
    second.region = dataflow::trimmed(solved.layers[0].scheme.region, {1, 1});
    const dataflow::LoopNest nest =
        dataflow::loopNest(dataflow::tileLayer(problem.network.layers[1], problem.batch, {}, problem.space.counts),
                           problem.hardware.peArray, {});
    for (const Loop loop : allLoops) {
        second.blocking.factors[loop] = {1, 1, nest.iterations[loop]};
    }
    QVERIFY2(told(together).find("other tiles of its region than 'first'") != std::string::npos,
             told(together).c_str());
}

TILESCAPE_TEST(TestDirectiveFaults)

} // namespace tst_directive_faults
#include "tst_directive_faults.moc"
