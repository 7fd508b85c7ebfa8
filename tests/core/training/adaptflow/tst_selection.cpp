#include "core/io/library.h"
#include "core/training/adaptflow/selection.h"
#include "tests/registered.h"

#include <QTest>

#include <cmath>
#include <random>

namespace tst_selection {

using namespace tilescape;
using namespace tilescape::training::adaptflow;

namespace {

network::Network named(const char* name) { return io::loadNetwork(name).value(); }

std::vector<Count> divisorsOf(Count n)
{
    std::vector<Count> divisors;
    for (Count d = 1; d <= n; ++d) {
        if (n % d == 0) {
            divisors.push_back(d);
        }
    }
    return divisors;
}

double exhaustive(const Nest& nest, Dataflow dataflow, const Settings& settings)
{
    double least = std::numeric_limits<double>::infinity();
    for (const Count k : divisorsOf(nest.k)) {
        for (const Count c : divisorsOf(nest.c)) {
            for (const Count x : divisorsOf(nest.x)) {
                for (const Count y : divisorsOf(nest.y)) {
                    const LoopTile tile{k, c, nest.s, nest.r, x, y};
                    least = std::min(least, volumeAt(nest, tile, dataflow, settings, settings.bufferBytes).total);
                }
            }
        }
    }
    return least;
}

} // namespace

class TestSelection : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aTileMayFillTheBufferToTheLastByte();
    void nothingFitsIsSaid();
    void tiesGoToWeightsThenInputs();
    void theSearchIsExhaustive();
    void aLargerBufferNeverMovesMore();
    void theChoiceIsTheLeast_data();
    void theChoiceIsTheLeast();
    void alexNetAtTwentyMegabytesHasNothingToChoose();
    void anyThreadsGiveTheSame();
    void settingsAreChecked();
};

void TestSelection::aTileMayFillTheBufferToTheLastByte()
{
    const Nest nest{1, 1, 8, 8, 3, 3, 8, 8, 1, 1};
    const Settings settings;
    // Eq. 6 at 8, 8 and 32 bits: 8*8*9 + 8*10*10 + 4 * 8*8*8.
    const Count bytes = 576 + 800 + 2048;
    QVERIFY(volumeAt(nest, wholeTile(nest), Dataflow::OutputStationary, settings, bytes).fits);
    QVERIFY(!volumeAt(nest, wholeTile(nest), Dataflow::OutputStationary, settings, bytes - 1).fits);
    QCOMPARE(volumeAt(nest, wholeTile(nest), Dataflow::OutputStationary, settings, bytes).bufferBytes, double(bytes));
    Settings twice;
    twice.doubleBuffered = true;
    QVERIFY(!volumeAt(nest, wholeTile(nest), Dataflow::OutputStationary, twice, 2 * bytes - 1).fits);
    QVERIFY(volumeAt(nest, wholeTile(nest), Dataflow::OutputStationary, twice, 2 * bytes).fits);
}

void TestSelection::nothingFitsIsSaid()
{
    Settings settings;
    settings.bufferBytes = 1;
    const Selection selection = selectDataflows(named("alexnet"), 1, settings);
    QVERIFY(selection.size() >= 8); // pooling has nothing to choose
    for (const LayerChoice& layer : selection) {
        QVERIFY(!layer.choice);
        for (const Volume& volume : layer.volumes) {
            QVERIFY(!volume.fits && std::isinf(volume.total));
        }
    }
    QVERIFY(std::isinf(totalsOf(selection).chosenElements));
}

void TestSelection::tiesGoToWeightsThenInputs()
{
    network::Network one;
    one.input = {std::string(network::inputName), 4, {4, 4}};
    one.layers = {{"conv", {"input"}, network::Convolution{{1, 1}, {1, 1}, 1}, 4, 4, {4, 4}}};
    const Selection selection = selectDataflows(one, 1, {});
    QCOMPARE(selection[0].volumes[Dataflow::WeightStationary].total, selection[0].volumes[Dataflow::OutputStationary].total);
    QVERIFY(selection[0].choice == Dataflow::WeightStationary);
}

void TestSelection::theSearchIsExhaustive()
{
    // All divisors of these sides are candidates; other candidates may only be better.
    std::mt19937 random(3);
    constexpr std::array<Count, 8> sides{1, 2, 3, 4, 6, 8, 12, 16};
    const auto any = [&] { return sides[random() % sides.size()]; };
    int equal = 0;
    for (int i = 0; i < 60; ++i) {
        const Nest nest{1, 1 + Count(random() % 2), any(), any(), 1 + 2 * Count(random() % 2), 3, any(), any(), 1, 1};
        Settings settings;
        settings.bufferBytes = 100 + Count(random() % 3000);
        for (const Dataflow dataflow : allDataflows) {
            const double found = leastVolume(nest, dataflow, settings, settings.bufferBytes).total;
            const double least = exhaustive(nest, dataflow, settings);
            QVERIFY(found <= least);
            equal += found == least ? 1 : 0;
        }
    }
    QVERIFY(equal > 120);
}

void TestSelection::aLargerBufferNeverMovesMore()
{
    for (const char* name : {"alexnet", "unet"}) {
        double before = std::numeric_limits<double>::infinity();
        for (Count bytes = 16 << 10; bytes <= 32 << 20; bytes *= 4) {
            Settings settings;
            settings.bufferBytes = bytes;
            const double now = totalsOf(selectDataflows(named(name), 1, settings)).chosenElements;
            QVERIFY(now <= before);
            before = now;
        }
    }
}

void TestSelection::theChoiceIsTheLeast_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"alexnet", "vgg16", "resnet50", "unet", "mobilenet_v1", "bert_tiny"}) {
        QTest::newRow(name) << name;
    }
}

void TestSelection::theChoiceIsTheLeast()
{
    QFETCH(QString, name);
    Settings settings;
    settings.bufferBytes = 108 << 10;
    const Selection selection = selectDataflows(named(qPrintable(name)), 1, settings);
    for (const LayerChoice& layer : selection) {
        QVERIFY(layer.choice);
        const double chosen = layer.volumes[*layer.choice].total;
        for (const Volume& volume : layer.volumes) {
            QVERIFY(chosen <= volume.total);
        }
        QVERIFY(chosen >= compulsoryElements(layer.nest));
    }
    const Totals totals = totalsOf(selection);
    for (const double fixed : totals.elements) {
        QVERIFY(totals.chosenElements <= fixed);
    }
}

void TestSelection::alexNetAtTwentyMegabytesHasNothingToChoose()
{
    const Totals totals = totalsOf(selectDataflows(named("alexnet_ungrouped"), 1, {}));
    QVERIFY(std::abs(totals.compulsory - 63.5e6) < 0.5e6); // 62.4 M weights, the maps, once each
    for (const double fixed : totals.elements) {
        QVERIFY(fixed <= totals.compulsory * 1.001);
    }
}

void TestSelection::anyThreadsGiveTheSame()
{
    Settings settings;
    settings.bufferBytes = 64 << 10;
    const network::Network network = named("alexnet");
    const Selection one = selectDataflows(network, 1, settings, 1);
    const Selection many = selectDataflows(network, 1, settings, 4);
    for (std::size_t i = 0; i < one.size(); ++i) {
        QVERIFY(one[i].choice == many[i].choice);
        for (const Dataflow dataflow : allDataflows) {
            QVERIFY(one[i].volumes[dataflow].tile == many[i].volumes[dataflow].tile);
        }
    }
}

void TestSelection::settingsAreChecked()
{
    Settings settings;
    QVERIFY(setFromText(settings, "weight_bits", "16").empty());
    QCOMPARE(settings.weightBits, Count(16));
    QVERIFY(setFromText(settings, "halo", "printed").empty());
    QCOMPARE(settings.halo, Halo::Printed);
    QCOMPARE(setFromText(settings, "weight_bits", "65").size(), std::size_t(1));
    QCOMPARE(setFromText(settings, "halo", "none").size(), std::size_t(1));
    QCOMPARE(setFromText(settings, "glb", "1").size(), std::size_t(1));
}

TILESCAPE_TEST(TestSelection)

} // namespace tst_selection
#include "tst_selection.moc"
