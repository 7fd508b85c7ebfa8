#include "quantities.h"

#include "core/hardware/parameters.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <functional>

namespace tst_quantity {

using samples::bandwidth;
using samples::bufferSize;
using samples::energy;
using samples::rows;
using tilescape::ui::widgets::Quantity;
using tilescape::ui::widgets::unlimited;
using namespace Qt::StringLiterals;

/// How numbers are written, read, stepped and limited, without a widget.
class TestQuantity : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbersAreWrittenWithTheirUnit_data();
    void numbersAreWrittenWithTheirUnit();
    void textsAreRead_data();
    void textsAreRead();
    void whatIsWrittenReadsBack();
    void stopsAreRoundAndEndAtTheRange();
    void everyParameterSaysItsLimits();
};

void TestQuantity::numbersAreWrittenWithTheirUnit_data()
{
    QTest::addColumn<QString>("unit");
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("tiny") << "pJ" << 1e-9 << "1e-9 pJ";
    QTest::newRow("small") << "mm²" << 0.004 << "0.004 mm²";
    QTest::newRow("six digits") << "PE" << 12.96148139681572 << "12.9615 PE";
    QTest::newRow("whole") << "MHz" << 5000.0 << "5000 MHz";
    QTest::newRow("bare") << "" << 16.0 << "16";
    QTest::newRow("huge") << "pJ" << 1e15 << "1e15 pJ";
    QTest::newRow("KiB") << "B" << 131072.0 << "128 KiB";
    QTest::newRow("quarter") << "B" << 1280.0 << "1.25 KiB";
    QTest::newRow("odd bytes") << "B" << 522.0 << "522 B";
    QTest::newRow("GiB") << "B" << 1073741824.0 << "1 GiB";
    QTest::newRow("unlimited") << "GB/s" << unlimited << "unlimited";
}

void TestQuantity::numbersAreWrittenWithTheirUnit()
{
    QFETCH(QString, unit);
    QFETCH(double, value);
    QTEST((Quantity{.unit = unit, .mayBeUnlimited = true}.text(value)), "text");
}

void TestQuantity::textsAreRead_data()
{
    QTest::addColumn<QString>("unit");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("sound");
    QTest::addColumn<double>("value");
    QTest::newRow("bare number") << "B" << "65536" << true << 65536.0;
    QTest::newRow("the field's kB") << "B" << "32 kB" << true << 32768.0;
    QTest::newRow("letter") << "B" << "32k" << true << 32768.0;
    QTest::newRow("MiB") << "B" << "1.5MiB" << true << 1572864.0;
    QTest::newRow("groups") << "B" << "1,048,576 B" << true << 1048576.0;
    QTest::newRow("exponent") << "pJ" << "2.5e-3 pJ" << true << 0.0025;
    QTest::newRow("unlimited") << "GB/s" << "Unlimited" << true << unlimited;
    QTest::newRow("begun word") << "GB/s" << "unl" << true << unlimited;
    QTest::newRow("decimal comma") << "pJ" << "1,5" << false << 0.0;
    QTest::newRow("another unit") << "pJ" << "3 mW" << false << 0.0;
    QTest::newRow("no number") << "pJ" << "many" << false << 0.0;
    QTest::newRow("empty") << "pJ" << "" << false << 0.0;
    QTest::newRow("prefix of another size") << "pJ" << "500 fJ" << true << 0.5;
    QTest::newRow("infinity, allowed or not") << "pJ" << "inf" << true << unlimited;
    QTest::newRow("not a number") << "pJ" << "nan" << false << 0.0;
}

void TestQuantity::textsAreRead()
{
    QFETCH(QString, unit);
    QFETCH(QString, text);
    QFETCH(bool, sound);
    const std::optional<double> value = Quantity{.unit = unit, .mayBeUnlimited = unit == u"GB/s"_s}.read(text);
    QCOMPARE(value.has_value(), sound);
    if (sound) {
        QTEST(*value, "value");
    }
}

void TestQuantity::whatIsWrittenReadsBack()
{
    for (const Quantity& quantity : {bufferSize(), energy(), bandwidth(), rows()}) {
        for (const double stop : quantity.stops()) {
            QCOMPARE(quantity.read(quantity.text(stop)), std::optional(stop));
        }
    }
}

void TestQuantity::stopsAreRoundAndEndAtTheRange()
{
    const std::vector<double> sizes = bufferSize().stops();
    QCOMPARE(sizes.front(), 64.0);
    QCOMPARE(sizes.back(), 1073741824.0);
    QVERIFY(std::count(sizes.begin(), sizes.end(), 49152.0) == 1); // 48 KiB
    const std::vector<double> energies = energy().stops();
    QCOMPARE(energies[0], 0.0);
    QCOMPARE(energies[1], 0.001);
    QCOMPARE(bandwidth().stops().back(), unlimited);
    QCOMPARE(rows().stops().size(), std::size_t{64});
    for (const Quantity& quantity : {bufferSize(), energy(), bandwidth(), rows()}) {
        const std::vector<double> stops = quantity.stops();
        QVERIFY(std::adjacent_find(stops.begin(), stops.end(), std::greater_equal<>()) == stops.end());
        QVERIFY(std::all_of(stops.begin(), stops.end(), [&](double stop) { return quantity.allows(stop); }));
    }
}

/// What is beyond a limit is set to it, and told so; what lies between, in any of the quantity's own notations, is taken.
void TestQuantity::everyParameterSaysItsLimits()
{
    for (const tilescape::hardware::Parameter& parameter : tilescape::hardware::parameters()) {
        const Quantity quantity{.unit = QString::fromUtf8(parameter.unit.data(), qsizetype(parameter.unit.size())),
                                .smallest = parameter.smallest, .largest = parameter.largest, .step = parameter.step,
                                .integer = parameter.integer, .logarithmic = parameter.logarithmic,
                                .mayBeUnlimited = parameter.mayBeUnlimited, .mayBeZero = parameter.mayBeZero};
        for (const double stop : quantity.stops()) {
            QCOMPARE(quantity.read(quantity.text(stop)), std::optional(stop));
        }
        for (const auto& [beyond, limit] : {std::pair(parameter.largest * 1000, parameter.largest),
                                            parameter.mayBeZero ? std::pair(-1.0, 0.0) : std::pair(parameter.smallest - 1, parameter.smallest)}) {
            const QString typed = quantity.text(beyond);
            const double taken = quantity.clamped(*quantity.read(typed));
            QCOMPARE(taken, limit);
            const QString sentence = quantity.correction(typed, taken);
            const QString named = quantity.text(beyond > limit ? parameter.largest : parameter.smallest);
            QVERIFY2(sentence.contains(named) && sentence.endsWith(u"set to %1."_s.arg(quantity.text(taken))), qPrintable(sentence));
        }
    }
}

TILESCAPE_TEST(TestQuantity)

} // namespace tst_quantity
#include "tst_quantity.moc"
