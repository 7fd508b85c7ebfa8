#include "core/hardware/parameters.h"
#include "core/support/quantity_text.h"
#include "tests/registered.h"

#include <QTest>

#include <cmath>
#include <random>

namespace tst_quantity_text {

using namespace tilescape;
using support::quantityText;
using support::readQuantity;

namespace {

struct Prefix {
    const char* word;
    int exponent;
};
constexpr std::array<Prefix, 11> siPrefixes{{{"f", -15}, {"p", -12}, {"n", -9}, {"u", -6}, {"\u00b5", -6}, {"m", -3},
                                             {"", 0}, {"k", 3}, {"M", 6}, {"G", 9}, {"T", 12}}};

/// A parameter's unit as prefix and base, and what it can be divided into.
struct Unit {
    const char* unit;
    const char* base;
    int exponent; ///< of its own prefix
    int power;    ///< of the base: areas are squares
    bool divisible;
    bool capacity; ///< k is 1024
};
constexpr std::array<Unit, 9> units{{{"", "", 0, 1, false, false},
                                     {"bit", "bit", 0, 1, false, true},
                                     {"B", "B", 0, 1, false, true},
                                     {"MHz", "Hz", 6, 1, true, false},
                                     {"bit/cycle", "bit/cycle", 0, 1, false, false},
                                     {"GB/s", "B/s", 9, 1, false, false},
                                     {"pJ", "J", -12, 1, true, false},
                                     {"mW", "W", -3, 1, true, false},
                                     {"mm\u00b2", "m\u00b2", -3, 2, true, false}}};

const Unit* unitOf(std::string_view word)
{
    const auto found = std::find_if(units.begin(), units.end(), [&](const Unit& unit) { return unit.unit == word; });
    return found == units.end() ? nullptr : &*found;
}

double factor(const Unit& unit, const Prefix& prefix)
{
    return unit.capacity ? std::pow(1024.0, prefix.exponent / 3) : std::pow(10.0, unit.power * (prefix.exponent - unit.exponent));
}

bool nearlySame(double a, double b) { return std::abs(a - b) <= 1e-12 * std::abs(b); }

} // namespace

class TestQuantityText : public QObject {
    Q_OBJECT

private slots:
    void textsAreRead_data()
    {
        QTest::addColumn<QString>("unit");
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("value");
        const auto row = [](const char* text, const char* unit, double value) {
            QTest::addRow("%s in %s", text, unit) << unit << text << value;
        };
        row("1e9", "B", 1e9);
        row("+2.5E+3", "", 2500);
        row("1,048,576 B", "B", 1048576);
        row("48 KB", "B", 49152);
        row("0.5 MiB", "B", 524288);
        row("32k", "B", 32768);
        row("64 kb", "B", 65536);
        row("2 bytes", "bit", 16);
        row("3 TB/s", "GB/s", 3000);
        row("200 Gb/s", "GB/s", 25);
        row("200 gb/s", "GB/s", 200);
        row("1 GiB/s", "GB/s", 1.073741824);
        row("3 T", "GB/s", 3000);
        row("25.6 Gb/s", "Gb/s", 25.6);
        row("4 B/cycle", "bit/cycle", 32);
        row("1.2 GHz", "MHz", 1200);
        row("750khz", "MHz", 0.75);
        row("5 mhz", "MHz", 5);
        row("5 mHz", "MHz", 5e-9);
        row("500 fJ", "pJ", 0.5);
        row("3.3 fJ", "pJ", 0.0033);
        row("1e-12 J", "pJ", 1);
        row("0.6 W", "mW", 600);
        row("1 MW", "mW", 1e9);
        row("4000 um2", "mm\u00b2", 0.004);
        row("1 cycle", "cycle", 1);
        row("3k words/cycle", "words/cycle", 3000);
        row("1.5 TOPS", "GOPS", 1500);
        row("-3", "pJ", -3);
    }

    void textsAreRead()
    {
        QFETCH(QString, unit);
        QFETCH(QString, text);
        QFETCH(double, value);
        const auto read = readQuantity(text.toStdString(), unit.toStdString());
        QVERIFY(read.has_value());
        QVERIFY2(*read == value, qPrintable(QString::number(*read, 'g', 17)));
    }

    void whatFitsNotIsRefused()
    {
        for (const auto& [text, unit] : std::initializer_list<std::pair<const char*, const char*>>{
                 {"", "pJ"}, {"pJ", "pJ"}, {"many", "pJ"}, {"1,5", "pJ"}, {"1,0000", "B"}, {"1.2.3", "pJ"}, {"3 mW", "pJ"},
                 {"3 B", "GB/s"}, {"4x", ""}, {"nan", "pJ"}, {"inf", "pJ"}, {"1e999", "pJ"}, {"1e99999999999", "pJ"}, {"0x10", ""},
                 {"1e", ""}, {"3 s", "cycle"}, {"--1", ""}, {"1 2", ""}, {"5 kk", "B"}}) {
            QVERIFY2(!readQuantity(text, unit), text);
        }
    }

    /// Each row of the parameter table, with each prefix that its unit has: what is typed is that many units, and what is
    /// shown then is the same number again.
    void everyParameterTakesEveryPrefix()
    {
        int counted = 0;
        for (const hardware::Parameter& parameter : hardware::parameters()) {
            if (!parameter.choices.empty() || parameter.unit == "PE") {
                continue;
            }
            const Unit* unit = unitOf(parameter.unit);
            QVERIFY2(unit, parameter.key.data());
            for (const Prefix& prefix : siPrefixes) {
                if (prefix.exponent < 0 && !unit->divisible) {
                    continue;
                }
                for (const char* number : {"1", "3", "48", "0.5", "1.2", "1e3", "2.5e-2", "123456"}) {
                    for (const char* gap : {"", " "}) {
                        const std::string typed = std::string(number) + gap + prefix.word + unit->base;
                        const auto value = readQuantity(typed, parameter.unit);
                        QVERIFY2(value && nearlySame(*value, QByteArray(number).toDouble() * factor(*unit, prefix)), typed.c_str());
                        const auto again = readQuantity(quantityText(*value, parameter.unit), parameter.unit);
                        QVERIFY2(again && (*again == *value || (unit->capacity && nearlySame(std::round(*again), std::round(*value)))),
                                 (typed + ", " + quantityText(*value, parameter.unit)).c_str());
                        ++counted;
                    }
                }
            }
        }
        QVERIFY(counted > 2000);
    }

    /// All numbers of up to ten digits, and all whole ones, are shown in full.
    void whatIsShownReadsBack()
    {
        std::mt19937_64 random(11);
        for (int round = 0; round < 20000; ++round) {
            const auto digits = static_cast<double>(random() % 10000000000);
            const int exponent = static_cast<int>(random() % 24) - 12;
            const auto measured = *readQuantity(QByteArray::number(digits, 'g', 10).toStdString() + "e" + std::to_string(exponent), "");
            const auto whole = static_cast<double>(random() >> (11 + random() % 52));
            for (const Unit& unit : units) {
                for (const double value : {measured, whole}) {
                    QCOMPARE(readQuantity(quantityText(value, unit.unit), unit.unit), std::optional(value));
                }
            }
        }
    }

    void bytesAreShownInBinaryMultiples()
    {
        QCOMPARE(quantityText(131072, "B"), "128 KiB");
        QCOMPARE(quantityText(1280, "B"), "1.25 KiB");
        QCOMPARE(quantityText(522, "B"), "522 B");
        QCOMPARE(quantityText(1099511627776.0, "B"), "1 TiB");
        QCOMPARE(quantityText(1e-9, "pJ"), "1e-9 pJ");
        QCOMPARE(quantityText(std::numeric_limits<double>::infinity(), "GB/s"), "unlimited");
    }

    void resultsHaveNoExponentWhereTheyAreLarge()
    {
        QCOMPARE(support::sixDigits(0.69245512), "0.692455");
        QCOMPARE(support::sixDigits(999999.4), "999999");
        QCOMPARE(support::sixDigits(999999.7), "1000000");
        QCOMPARE(support::sixDigits(5678008393.2), "5678008393");
        QCOMPARE(support::sixDigits(-1649270.0), "-1649270");
    }

    void countsAreWholeAndInRange()
    {
        QCOMPARE(support::readCount("1 MiB", "B", 1, 1 << 30), std::optional<Count>(1048576));
        QCOMPARE(support::readCount("2k", "", 1, 2000), std::optional<Count>(2000));
        QVERIFY(!support::readCount("2001", "", 1, 2000));
        QVERIFY(!support::readCount("0", "", 1, 2000));
        QVERIFY(!support::readCount("1.5", "", 1, 2000));
    }
};

TILESCAPE_TEST(TestQuantityText)

} // namespace tst_quantity_text
#include "tst_quantity_text.moc"
