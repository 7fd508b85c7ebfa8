#include "core/support/dimensions.h"

#include "tests/registered.h"

#include <QTest>

#include <vector>

namespace tst_dimensions {

using namespace tilescape;

class TestDimensions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void quotientsAreThoseOfTheLanguage();
    void ceilDivideRoundsUp();
};

/// On both sides of 32 bits, and below zero.
void TestDimensions::quotientsAreThoseOfTheLanguage()
{
    const Count edge = Count{1} << 32;
    const std::vector<Count> values{0,        1,        2,    3,        7,           255, 65'536, edge / 2 - 1,
                                    edge / 2, edge - 1, edge, edge + 1, edge * 1000, -1,  -7,     -edge};
    for (const Count total : values) {
        for (const Count part : values) {
            if (part != 0) {
                QCOMPARE(quotient(total, part), total / part);
                QCOMPARE(residue(total, part), total % part);
            }
        }
    }
}

void TestDimensions::ceilDivideRoundsUp()
{
    QCOMPARE(ceilDivide(0, 3), 0);
    QCOMPARE(ceilDivide(6, 3), 2);
    QCOMPARE(ceilDivide(7, 3), 3);
    QCOMPARE(ceilDivide((Count{1} << 32) - 1, 2), Count{1} << 31);
}

TILESCAPE_TEST(TestDimensions)

} // namespace tst_dimensions
#include "tst_dimensions.moc"
