#include "core/io/case_json.h"
#include "core/io/files.h"
#include "core/program/compile.h"
#include "core/program/machine.h"
#include "core/schedule/evaluate.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_reference_schedules {

using namespace tilescape;

/// The schedules of the Tangram authors' tool (tests/reference), executed: on one tile and on many, with and without sharing.
class TestReferenceSchedules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void executeToTheRightWords_data();
    void executeToTheRightWords();
};

void TestReferenceSchedules::executeToTheRightWords_data()
{
    QTest::addColumn<bool>("sample");
    QTest::newRow("02_mlp_m_1x1") << false;
    QTest::newRow("03_lstm_phoneme_1x1") << false;
    QTest::newRow("04_alex_1x1_isscc") << true;
    QTest::newRow("05_mlp_m_4x4_hybrid_3d") << false;
    QTest::newRow("06_lstm_phoneme_4x4_hybrid") << false;
    QTest::newRow("07_mlp_m_4x4_share") << false;
    QTest::newRow("12_alex_2x2_share") << true;
}

void TestReferenceSchedules::executeToTheRightWords()
{
    QFETCH(bool, sample);
    const std::string path = std::string(TILESCAPE_SOURCE_DIR "/tests/reference/") + QTest::currentDataTag() + ".json";
    const auto text = io::readFile(path);
    QVERIFY(text.ok());
    const auto given = io::readCase(text.value(), path);
    QVERIFY2(given.ok(), given.ok() ? "" : support::describe(given.faults()).c_str());
    const schedule::Schedule schedule = schedule::evaluate(
        std::make_shared<const schedule::Problem>(given.value().problem), given.value().inputPartition, given.value().schemes);
    const auto program = program::compile(schedule);
    QVERIFY2(program.ok(), program.ok() ? "" : support::describe(program.faults()).c_str());
    using Arithmetic = program::ExecutionOptions::Arithmetic;
    const program::Execution execution = program::execute(program.value(), {.arithmetic = sample ? Arithmetic::Sample : Arithmetic::All});
    QVERIFY2(execution.holds(), execution.fault ? program::describe(*execution.fault).c_str() : "");
    QVERIFY(execution.wordsCompared > 0);
}

TILESCAPE_TEST(TestReferenceSchedules)

} // namespace tst_reference_schedules
#include "tst_reference_schedules.moc"
