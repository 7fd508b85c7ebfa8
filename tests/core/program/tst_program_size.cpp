#include "core/io/library.h"
#include "core/io/program_text.h"
#include "core/program/compile.h"
#include "core/schedule/solve.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_program_size {

using namespace tilescape;

namespace {

std::size_t instructionsOf(const program::Steps& steps)
{
    std::size_t count = 0;
    for (const program::Step& step : steps) {
        const auto* repeat = std::get_if<program::Repeat>(&step.content);
        count += repeat ? instructionsOf(repeat->steps) : 1;
    }
    return count;
}

std::size_t depthOf(const program::Steps& steps)
{
    std::size_t depth = 0;
    for (const program::Step& step : steps) {
        if (const auto* repeat = std::get_if<program::Repeat>(&step.content)) {
            depth = std::max(depth, 1 + depthOf(repeat->steps));
        }
    }
    return depth;
}

} // namespace

/// The size of a program follows from layers, loops and roles of tiles, not from iterations.
class TestProgramSize : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void alexNetOn256TilesStaysSmallInEveryOption_data()
    {
        QTest::addColumn<QString>("mode");
        QTest::addColumn<bool>("allPartitions");
        for (const auto& mode : search::spaceModes()) {
            for (const bool all : {false, true}) {
                const QString key = QString::fromUtf8(mode.key.data(), static_cast<qsizetype>(mode.key.size()));
                QTest::addRow("%s%s", qPrintable(key), all ? ", all partitions" : "") << key << all;
            }
        }
    }
    void alexNetOn256TilesStaysSmallInEveryOption();
    void theBatchDoesNotLengthenIt();

private:
    static support::Result<program::Program> compiled(Count batch, const search::SearchSpace& space)
    {
        schedule::Problem problem;
        problem.network = io::loadNetwork("alexnet").value();
        problem.hardware = io::loadHardware("kapla_16x16").value();
        problem.batch = batch;
        problem.solver = "kapla";
        problem.space = space;
        return program::compile(schedule::solve(problem));
    }
    static search::SearchSpace spaceOf(const QString& mode)
    {
        const auto modes = search::spaceModes();
        return std::find_if(modes.begin(), modes.end(), [&](const auto& own) { return own.key == mode.toStdString(); })->space;
    }
};

void TestProgramSize::alexNetOn256TilesStaysSmallInEveryOption()
{
    QFETCH(QString, mode);
    QFETCH(bool, allPartitions);
    search::SearchSpace space = spaceOf(mode);
    space.batchPartition = space.batchPartition || allPartitions;
    space.inputChannelPartition = space.inputChannelPartition || allPartitions;
    const auto program = compiled(64, space);
    QVERIFY2(program.ok(), program.ok() ? "" : support::describe(program.faults()).c_str());
    QVERIFY(io::writeProgramText(program.value()).size() < 5'000'000);
    for (const program::LayerCode& code : program.value().layers) {
        for (const program::Role& role : code.roles) {
            // At each depth of its loops a stream has a few instructions for each of three tensors.
            for (const program::Steps* steps : {&role.controller, &role.array}) {
                QVERIFY2(instructionsOf(*steps) <= 12 * (1 + depthOf(*steps)),
                         qPrintable(QString("%1 at depth %2").arg(instructionsOf(*steps)).arg(depthOf(*steps))));
            }
        }
    }
}

void TestProgramSize::theBatchDoesNotLengthenIt()
{
    const auto few = compiled(8, spaceOf(QStringLiteral("baseline")));
    const auto many = compiled(1024, spaceOf(QStringLiteral("baseline")));
    QVERIFY(few.ok() && many.ok());
    const auto size = [](const auto& program) { return static_cast<double>(io::writeProgramText(program.value()).size()); };
    QVERIFY2(size(many) < 2 * size(few), qPrintable(QString("%1 and %2 bytes").arg(size(few)).arg(size(many))));
}

TILESCAPE_TEST(TestProgramSize)

} // namespace tst_program_size
#include "tst_program_size.moc"
