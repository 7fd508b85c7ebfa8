#include "core/io/case_json.h"
#include "core/io/files.h"
#include "core/schedule/evaluate.h"
#include "tests/registered.h"

#include <QTest>

#include <memory>

namespace tst_case_schemes {

using namespace tilescape;

namespace {

io::Case caseOf(const std::string& text) { return io::readCase(text, "case.json").value(); }

schedule::Schedule scheduleOf(const io::Case& own)
{
    return schedule::evaluate(std::make_shared<const schedule::Problem>(own.problem), own.inputPartition, own.schemes);
}

} // namespace

class TestCaseSchemes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatTheBufferKeepsIsReadAndWritten();
};

/// The tool that made the case has inputs that pass the buffer by; a scheme may keep them.
void TestCaseSchemes::whatTheBufferKeepsIsReadAndWritten()
{
    io::Case own = caseOf(io::readFile(TILESCAPE_SOURCE_DIR "/tests/reference/08_alex_2x2_solve.json").value());
    const schedule::Schedule before = scheduleOf(own);
    QVERIFY(before.hasResult());
    // The first input that passes by and has room.
    schedule::Schedule kept;
    std::size_t number = 0;
    for (; !kept.hasResult() && number < before.layers.size(); ++number) {
        if (before.layers[number].cost.wordsHeld[Storage::Buffer][Tensor::Input] == 0) {
            io::Case other = own;
            other.schemes[number].scheme.blocking.keep[Tensor::Input] = true;
            kept = scheduleOf(other);
        }
    }
    QVERIFY(kept.hasResult());
    --number;
    QVERIFY(kept.layers[number].cost.wordsHeld[Storage::Buffer][Tensor::Input] > 0);
    own.schemes[number].scheme.blocking.keep[Tensor::Input] = true;

    const io::Case again = caseOf(io::writeCase(own, kept));
    QVERIFY(again.schemes[number].scheme == own.schemes[number].scheme);
    QCOMPARE(scheduleOf(again).totals.energy.total(), kept.totals.energy.total());
}

TILESCAPE_TEST(TestCaseSchemes)

} // namespace tst_case_schemes
#include "tst_case_schemes.moc"
