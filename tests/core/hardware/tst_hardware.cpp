#include "core/hardware/hardware.h"
#include "core/hardware/parameters.h"
#include "tests/registered.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <random>
#include <set>

namespace tst_hardware {

using namespace tilescape;
using namespace tilescape::hardware;

class TestHardware : public QObject {
    Q_OBJECT

private slots:
    /// At 16 bits and 500 MHz nothing is converted: the machine has the very numbers that were put in.
    void aMachineHasTheNumbersOfItsChip()
    {
        Hardware hardware;
        hardware.tiles = {16, 16};
        hardware.peArray = {8, 8};
        hardware.registerBytesPerPe = 64;
        hardware.bufferBytesPerTile = 32768;
        hardware.busBitsPerCycle = 128;
        hardware.dramGigabytesPerSecond = 25.6;
        hardware.macPj = 0.9984;
        hardware.staticMilliwatts = 636.435;
        const Machine machine = machineOf(hardware);
        QCOMPARE(machine.capacities.registerWordsPerPe, Count{32});
        QCOMPARE(machine.capacities.bufferWordsPerTile, Count{16384});
        QVERIFY(machine.rates.busWordsPerCycle == 8);
        QVERIFY(machine.rates.dramWordsPerCycle == 25.6);
        QVERIFY(machine.prices.macPj == 0.9984);
        QVERIFY(machine.prices.accessPj[Level::Dram] == 401.89);
        QVERIFY(machine.prices.accessPj[Level::Buffer] == 2.832545);
        QVERIFY(machine.prices.accessPj[Level::Bus] == 1.6416);
        QVERIFY(machine.prices.accessPj[Level::Register] == 0.094089);
        QVERIFY(machine.prices.hopPj == 9.76);
        QVERIFY(machine.prices.staticPjPerCycle == 636.435 * 2);
    }

    void unlimitedStaysUnlimited()
    {
        const Machine machine = machineOf(Hardware{});
        QVERIFY(machine.rates.busWordsPerCycle == unlimited);
        QVERIFY(machine.rates.dramWordsPerCycle == unlimited);
    }

    /// Data movement scales with the word's width, the multiplication with its square; capacities are bytes.
    void aNarrowerWordCostsLess()
    {
        Hardware hardware;
        hardware.busBitsPerCycle = 128;
        const Machine wide = machineOf(hardware);
        hardware.wordBits = 8;
        const Machine narrow = machineOf(hardware);
        QCOMPARE(narrow.capacities.bufferWordsPerTile, 2 * wide.capacities.bufferWordsPerTile);
        QCOMPARE(narrow.rates.busWordsPerCycle, 2 * wide.rates.busWordsPerCycle);
        QCOMPARE(narrow.prices.macPj, wide.prices.macPj / 4);
        QCOMPARE(narrow.prices.hopPj, wide.prices.hopPj / 2);
        for (const Level level : allLevels) {
            QCOMPARE(narrow.prices.accessPj[level], wide.prices.accessPj[level] / 2);
        }
    }

    /// KAPLA's two configurations: twice the side, twice the bus energy.
    void busEnergyFollowsTheSideOfTheArray()
    {
        Hardware hardware;
        hardware.peArray = {16, 16};
        QCOMPARE(machineOf(hardware).prices.accessPj[Level::Bus], 3.2832);
        hardware.peArray = {4, 64};
        QCOMPARE(machineOf(hardware).prices.accessPj[Level::Bus], 3.2832);
    }

    void aFitIsExactAtItsPoints()
    {
        const CapacityFit fit{{{64, 0.1}, {512, 0.3}, {1000, 0.3}}};
        for (const CapacityPoint& point : fit.points) {
            QVERIFY(valueAt(fit, point.bytes) == point.value);
        }
    }

    void aFitIsAPowerLawBetweenAndBeyondItsPoints()
    {
        const CapacityFit one{{{100, 2}}, 0.5};
        QCOMPARE(valueAt(one, 400), 4.0);
        QCOMPARE(valueAt(one, 25), 1.0);
        const CapacityFit two{{{100, 2}, {400, 4}}};
        QCOMPARE(valueAt(two, 200), 2 * std::sqrt(2.0));
        QCOMPARE(valueAt(two, 1600), 8.0);
        QCOMPARE(valueAt(two, 25), 1.0);
    }

    void aBiggerMemoryNeverCostsLess()
    {
        std::mt19937_64 random(7);
        std::uniform_real_distribution<double> step(0, 2);
        for (int round = 0; round < 200; ++round) {
            CapacityFit fit{{{std::exp2(4 + step(random)), 0.01 + step(random)}}, step(random)};
            for (int more = round % 4; more > 0; --more) {
                fit.points.push_back({fit.points.back().bytes * (1.01 + step(random)),
                                      fit.points.back().value + (round % 3 == 0 ? 0 : step(random))});
            }
            double last = 0;
            for (double bytes = 2; bytes < 1e8; bytes *= 1.03) {
                const double value = valueAt(fit, bytes);
                QVERIFY2(value >= last, qPrintable(QString::number(bytes)));
                last = value;
            }
        }
    }

    void aBiggerBufferTakesMoreEnergyAndArea()
    {
        Hardware small;
        Hardware big;
        big.bufferBytesPerTile = 2 * small.bufferBytesPerTile;
        QVERIFY(machineOf(big).prices.accessPj[Level::Buffer] > machineOf(small).prices.accessPj[Level::Buffer]);
        QVERIFY(areaOf(big).total() > areaOf(small).total());
    }

    void areaAddsUp()
    {
        Hardware hardware;
        hardware.tiles = {2, 3};
        hardware.peArray = {4, 5};
        hardware.memoryArea = {{{100, 0.01}}, 1};
        hardware.registerBytesPerPe = 100;
        hardware.bufferBytesPerTile = 1000;
        hardware.peAreaMm2 = 0.5;
        hardware.tileOverheadMm2 = 2;
        const Area area = areaOf(hardware);
        QCOMPARE(area.pes, 60.0);
        QCOMPARE(area.registers, 1.2);
        QCOMPARE(area.buffers, 0.6);
        QCOMPARE(area.overhead, 12.0);
        QCOMPARE(area.total(), 73.8);
    }

    void everyParameterIsARowThatExplainsItself()
    {
        std::set<std::string_view> keys;
        for (const Parameter& parameter : parameters()) {
            QVERIFY2(keys.insert(parameter.key).second, parameter.key.data());
            QVERIFY(!parameter.group.empty() && !parameter.label.empty() && !parameter.source.empty());
            QVERIFY(parameter.help.ends_with('.'));
            QVERIFY(parameter.smallest < parameter.largest);
            QVERIFY(!parameter.logarithmic || parameter.smallest > 0);
            QVERIFY2(checkValue(parameter, parameter.defaultValue).empty(), parameter.key.data());
            QCOMPARE(findParameter(parameter.key), &parameter);
        }
    }

    /// Each row reads and writes a field of its own.
    void aRowChangesOneFieldOnly()
    {
        for (const Parameter& parameter : parameters()) {
            Hardware hardware;
            const double value = parameter.defaultValue == parameter.largest ? parameter.smallest : parameter.largest;
            parameter.set(hardware, value);
            for (const Parameter& other : parameters()) {
                QVERIFY2(other.get(hardware) == (other.key == parameter.key ? value : other.defaultValue),
                         parameter.key.data());
            }
        }
    }

    void aValueIsReadFromTheTextThatIsWritten()
    {
        for (const Parameter& parameter : parameters()) {
            for (const double value : {parameter.smallest, parameter.defaultValue, parameter.largest}) {
                Hardware hardware;
                const support::Diagnostics faults = setFromText(hardware, parameter.key, valueText(parameter, value));
                QVERIFY2(faults.empty(), support::describe(faults).c_str());
                QVERIFY(parameter.get(hardware) == value);
            }
        }
    }

    void textMayHavePrefixesAndUnits()
    {
        Hardware hardware;
        for (const auto& [key, text] : std::initializer_list<std::pair<const char*, const char*>>{
                 {"buffer_bytes_per_tile", "48 KB"}, {"dram_gigabytes_per_second", "3 TB/s"}, {"clock_mhz", "1.2 GHz"},
                 {"mac_pj", "500 fJ"}, {"bus_bits_per_cycle", "unlimited"}}) {
            const support::Diagnostics faults = setFromText(hardware, key, text);
            QVERIFY2(faults.empty(), support::describe(faults).c_str());
        }
        QCOMPARE(hardware.bufferBytesPerTile, 49152.0);
        QCOMPARE(hardware.dramGigabytesPerSecond, 3000.0);
        QCOMPARE(hardware.clockMhz, 1200.0);
        QCOMPARE(hardware.macPj, 0.5);
        QCOMPARE(hardware.busBitsPerCycle, unlimited);
    }

    void badTextIsRefused_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("part");
        QTest::newRow("unknown key") << "bufer_bytes_per_tile" << "4" << "perhaps 'buffer_bytes_per_tile' is meant";
        QTest::newRow("word") << "tile_rows" << "many" << "tile_rows is 'many'; it is a whole number between 1 and 128";
        QTest::newRow("empty") << "tile_rows" << "" << "whole number";
        QTest::newRow("trailing") << "tile_rows" << "4x" << "'4x'";
        QTest::newRow("decimal comma") << "mac_pj" << "1,5" << "'1,5'";
        QTest::newRow("zero") << "tile_rows" << "0" << "tile_rows is 0";
        QTest::newRow("negative") << "mac_pj" << "-1" << "mac_pj is -1";
        QTest::newRow("fraction") << "pe_rows" << "1.5" << "whole number";
        QTest::newRow("too large") << "tile_rows" << "129" << "between 1 and 128";
        QTest::newRow("not a number") << "mac_pj" << "nan" << "'nan'";
        QTest::newRow("infinite") << "mac_pj" << "inf" << "mac_pj is unlimited";
        QTest::newRow("too large, with its limit") << "buffer_bytes_per_tile" << "2 GB"
                                                   << "buffer_bytes_per_tile is 2 GiB; it is a whole number between 64 B and 1 GiB";
        QTest::newRow("another unit") << "mac_pj" << "3 mW" << "mac_pj is '3 mW'";
        QTest::newRow("overflow") << "mac_pj" << "1e999" << "'1e999'";
        QTest::newRow("unlimited where it is not") << "mac_pj" << "unlimited" << "mac_pj is unlimited";
        QTest::newRow("choice") << "memory_placement" << "middle" << "'corners' and 'every_tile'";
        QTest::newRow("number of a choice") << "memory_placement" << "1" << "'corners' and 'every_tile'";
    }

    void badTextIsRefused()
    {
        QFETCH(QString, key);
        QFETCH(QString, text);
        QFETCH(QString, part);
        Hardware hardware;
        const std::string message = support::describe(setFromText(hardware, key.toStdString(), text.toStdString()));
        QVERIFY2(message.find(part.toStdString()) != std::string::npos, message.c_str());
        QCOMPARE(hardware, Hardware{});
    }

    void noNumberAndInfinityAreRefused()
    {
        const Parameter& mac = *findParameter("mac_pj");
        QVERIFY(!checkValue(mac, std::numeric_limits<double>::quiet_NaN()).empty());
        QVERIFY(!checkValue(mac, unlimited).empty());
        QVERIFY(checkValue(*findParameter("bus_bits_per_cycle"), unlimited).empty());
        QVERIFY(checkValue(mac, 0).empty());
    }
};

TILESCAPE_TEST(TestHardware)

} // namespace tst_hardware
#include "tst_hardware.moc"
