#include "core/hardware/hardware.h"
#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "tests/registered.h"

#include <QTest>

#include <map>

namespace tst_eyeriss {

using namespace tilescape;

namespace {

schedule::Schedule solveAlexNet(const std::string& chip, Count batch)
{
    schedule::Problem problem;
    problem.network = io::loadNetwork("alexnet").value();
    problem.hardware = io::loadHardware(chip).value();
    problem.batch = batch;
    // On that chip all data pass through the global buffer.
    problem.space.bufferBypass = {{false, false, false}};
    return schedule::solve(problem);
}

/// Sums over both columns of a layer: "conv1" is conv1_a and conv1_b.
struct PaperLayer {
    cost::Energy energy;
    double cycles = 0;
    double operations = 0;
};

std::map<std::string, PaperLayer> byPaperLayer(const schedule::Schedule& schedule)
{
    std::map<std::string, PaperLayer> layers;
    for (const schedule::ScheduledLayer& scheduled : schedule.layers) {
        const std::string& name = schedule.problem->network.layers[scheduled.layer].name;
        PaperLayer& layer = layers[name.substr(0, name.find('_'))];
        layer.energy += scheduled.cost.energy;
        layer.cycles += scheduled.cost.cycles;
        layer.operations += scheduled.cost.operations;
    }
    return layers;
}

} // namespace

/// The model against the two publications of the Eyeriss chip.
class TestEyeriss : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void energyBreakdownOfIsca16_data();
    void energyBreakdownOfIsca16();
    void latencyAndActivePesOfJssc17_data();
    void latencyAndActivePesOfJssc17();
};

/// ISCA'16 Fig. 10: AlexNet, batch 16, in 1e9 MAC energies.
void TestEyeriss::energyBreakdownOfIsca16_data()
{
    QTest::addColumn<double>("alu");
    QTest::addColumn<double>("dram");
    QTest::addColumn<double>("registers");
    QTest::newRow("conv1") << 1.69 << 2.46 << 6.75;
    QTest::newRow("conv2") << 3.58 << 2.27 << 14.33;
    QTest::newRow("conv3") << 2.39 << 2.02 << 9.57;
    QTest::newRow("conv4") << 1.79 << 1.57 << 7.18;
    QTest::newRow("conv5") << 1.20 << 1.05 << 4.78;
    QTest::newRow("fc1") << 0.60 << 7.78 << 2.42;
    QTest::newRow("fc2") << 0.27 << 3.39 << 1.07;
    QTest::newRow("fc3") << 0.07 << 0.84 << 0.26;
}

void TestEyeriss::energyBreakdownOfIsca16()
{
    QFETCH(double, alu);
    QFETCH(double, dram);
    QFETCH(double, registers);
    static const auto layers = byPaperLayer(solveAlexNet("eyeriss_isca16", 16));
    const cost::Energy& energy = layers.at(QTest::currentDataTag()).energy;
    const auto within = [](double ours, double paper) { return std::abs(ours / 1e9 - paper) < 0.1; };
    QVERIFY2(within(energy.mac, alu), qPrintable(QString::number(energy.mac / 1e9)));
    QVERIFY2(within(energy.dram, dram), qPrintable(QString::number(energy.dram / 1e9)));
    QVERIFY2(within(energy.registers, registers), qPrintable(QString::number(energy.registers / 1e9)));
}

/// JSSC'17 Table V: AlexNet, batch 4, 200 MHz. The chip's latency holds ramp-up and stalls that the model leaves out.
void TestEyeriss::latencyAndActivePesOfJssc17_data()
{
    QTest::addColumn<double>("milliseconds");
    QTest::addColumn<int>("activePes");
    QTest::newRow("conv1") << 16.5 << 151;
    QTest::newRow("conv2") << 39.2 << 135;
    QTest::newRow("conv3") << 21.8 << 156;
    QTest::newRow("conv4") << 16.0 << 156;
    QTest::newRow("conv5") << 10.0 << 156;
}

void TestEyeriss::latencyAndActivePesOfJssc17()
{
    QFETCH(double, milliseconds);
    QFETCH(int, activePes);
    static const auto layers = byPaperLayer(solveAlexNet("eyeriss_jssc17", 4));
    const PaperLayer& layer = layers.at(QTest::currentDataTag());
    QCOMPARE(static_cast<int>(layer.operations / layer.cycles), activePes);
    const double ours = layer.cycles / 200e6 * 1e3;
    QVERIFY2(ours < milliseconds && ours > 0.8 * milliseconds, qPrintable(QString::number(ours)));
}

TILESCAPE_TEST(TestEyeriss)

} // namespace tst_eyeriss
#include "tst_eyeriss.moc"
