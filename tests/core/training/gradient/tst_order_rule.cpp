#include "core/training/gradient/order_rule.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_order_rule {

using namespace tilescape;
using namespace tilescape::training::gradient;

class TestOrderRule : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void algorithmOne_data();
    void algorithmOne();
    void theFirstLayerHasNothingToInterleave();
};

void TestOrderRule::algorithmOne_data()
{
    QTest::addColumn<Gemm>("gemm");
    QTest::addColumn<Order>("printed");
    QTest::addColumn<Order>("size");
    QTest::addColumn<Order>("column");
    using enum Order;
    // M, K, N: X is M x K, W is K x N.
    QTest::newRow("cube") << Gemm{8, 8, 8} << Interleaved << Interleaved << Interleaved;
    QTest::newRow("just below four times") << Gemm{399, 100, 100} << Interleaved << Interleaved << Interleaved;
    QTest::newRow("exactly four times, M") << Gemm{4096, 1024, 1024} << DxMajor << DxMajor << DxMajor;
    QTest::newRow("exactly four times, K") << Gemm{1024, 4096, 1024} << DwMajor << DwMajor << DxMajor;
    QTest::newRow("exactly four times, N") << Gemm{1024, 1024, 4096} << DxMajor << DwMajor << DwMajor;
    QTest::newRow("K ties with M") << Gemm{4096, 4096, 1024} << DxMajor << DxMajor << DxMajor;
    QTest::newRow("K ties with N") << Gemm{1024, 4096, 4096} << DxMajor << DwMajor << DxMajor;
    QTest::newRow("M ties with N") << Gemm{64, 1024, 64} << DwMajor << DwMajor << DxMajor;
    QTest::newRow("deep convolution") << Gemm{392, 4608, 512} << DwMajor << DwMajor << DxMajor;
    QTest::newRow("early convolution") << Gemm{25088, 576, 64} << DxMajor << DxMajor << DxMajor;
    QTest::newRow("classifier") << Gemm{8, 1024, 4096} << DxMajor << DwMajor << DwMajor;
    QTest::newRow("one") << Gemm{1, 1, 1} << Interleaved << Interleaved << Interleaved;
}

void TestOrderRule::algorithmOne()
{
    QFETCH(Gemm, gemm);
    QTEST(chooseOrder(gemm, OrderRule::Printed), "printed");
    QTEST(chooseOrder(gemm, OrderRule::Size), "size");
    QTEST(chooseOrder(gemm, OrderRule::Column), "column");
}

void TestOrderRule::theFirstLayerHasNothingToInterleave()
{
    Gemm gemm{4096, 1024, 1024};
    gemm.inputGradient = false;
    for (const OrderRule rule : {OrderRule::Printed, OrderRule::Size, OrderRule::Column}) {
        QCOMPARE(chooseOrder(gemm, rule), Order::Sequential);
    }
}

TILESCAPE_TEST(TestOrderRule)

} // namespace tst_order_rule
#include "tst_order_rule.moc"
