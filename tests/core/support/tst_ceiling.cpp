#include "core/support/ceiling.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_ceiling {

using tilescape::support::ceiling;

class TestCeiling : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lastDigitsMakeNoWholeMore()
    {
        QCOMPARE(ceiling(16000.000000000002), 16000.0);
        QCOMPARE(ceiling(9432.0000000001), 9432.0);
        for (double whole = 0; whole < 1e15; whole = 3 * whole + 1) {
            QCOMPARE(ceiling(whole), whole);
        }
    }

    void anyOtherPartDoes()
    {
        QCOMPARE(ceiling(0.0), 0.0);
        QCOMPARE(ceiling(9432.001), 9433.0);
        QCOMPARE(ceiling(1e12 + 0.25), 1e12 + 1);
        QCOMPARE(ceiling(1.0 / 3), 1.0);
    }
};

TILESCAPE_TEST(TestCeiling)

} // namespace tst_ceiling
#include "tst_ceiling.moc"
