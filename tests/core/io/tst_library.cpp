#include "core/io/library.h"
#include "tests/registered.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

namespace tst_library {

using namespace tilescape;

namespace {

network::Network networkNamed(const std::string& name)
{
    const auto loaded = io::loadNetwork(name);
    return loaded ? loaded.value() : network::Network{};
}

hardware::Machine machineNamed(const std::string& name) { return hardware::machineOf(io::loadHardware(name).value()); }

QJsonObject referenceCase(const QString& file)
{
    QFile source(QString(TILESCAPE_SOURCE_DIR "/tests/reference/") + file);
    return source.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(source.readAll()).object() : QJsonObject();
}

Extent extentOf(const QJsonValue& value) { return {value[0].toInt(), value[1].toInt()}; }

/// The library's name for a network of the reference tool.
std::string ownName(const QString& name)
{
    static const std::map<QString, std::string> different{{"alex_net", "alexnet"}, {"vgg_net", "vgg16"}, {"vgg19_net", "vgg19"}};
    const auto found = different.find(name);
    return found == different.end() ? name.toStdString() : found->second;
}

constexpr double batch = 64;
constexpr double bytesPerWord = 2;

} // namespace

/// The networks and chips that come with the program, against the papers and the reference cases.
class TestLibrary : public QObject {
    Q_OBJECT

private slots:
    void aChangedChipIsToldAsSuch()
    {
        hardware::Hardware chip = io::loadHardware("tangram_16x16").value();
        QCOMPARE(io::titleOf(chip), chip.name);
        chip.bufferBytesPerTile /= 2;
        QCOMPARE(io::titleOf(chip), chip.name + " (changed)");
        chip.name = "mine";
        QCOMPARE(io::titleOf(chip), std::string("mine"));
    }

    void everythingLoads()
    {
        QVERIFY(io::networkNames().size() >= 15);
        for (const std::string_view name : io::networkNames()) {
            const auto loaded = io::loadNetwork(std::string(name));
            QVERIFY2(loaded.ok(), loaded ? "" : support::describe(loaded.faults()).c_str());
            QVERIFY(!loaded.value().description.empty());
        }
        QVERIFY(io::hardwareNames().size() >= 6);
        for (const std::string_view name : io::hardwareNames()) {
            const auto loaded = io::loadHardware(std::string(name));
            QVERIFY2(loaded.ok(), loaded ? "" : support::describe(loaded.faults()).c_str());
            QVERIFY(!loaded.value().source.empty());
        }
    }

    /// Tangram (ASPLOS'19), Table 2, at 16 bits and batch 64. Its feature maps are the outputs of all layers, those
    /// without weights included; the network's input is not among them (AlexNet's, 18.4 MB, would be the largest).
    /// MB and kB are powers of 1024, rounded as printed. Every figure is met.
    void sizesAreThoseOfTangramsTable2_data()
    {
        QTest::addColumn<int>("convolutions");
        QTest::addColumn<int>("fullyConnected");
        QTest::addColumn<double>("unit"); // of the maps
        QTest::addColumn<double>("largestMap");
        QTest::addColumn<double>("allMaps");
        QTest::addColumn<double>("mapDigit"); // half of the last printed one
        QTest::addColumn<double>("largestWeights"); // MB
        QTest::addColumn<double>("allWeights");
        QTest::addColumn<double>("weightDigit");
        const double mb = 1024.0 * 1024.0;
        QTest::newRow("alexnet") << 10 << 3 << mb << 17.7 << 95.4 << 0.05 << 72.0 << 116.0 << 0.5;
        QTest::newRow("vgg16") << 13 << 3 << mb << 392.0 << 1841.7 << 0.05 << 196.0 << 264.0 << 0.5;
        QTest::newRow("googlenet") << 57 << 1 << mb << 98.0 << 453.4 << 0.05 << 2.0 << 13.0 << 0.5;
        QTest::newRow("resnet152") << 155 << 1 << mb << 98.0 << 4318.5 << 0.05 << 5.0 << 115.0 << 0.5;
        QTest::newRow("mlp_m") << 0 << 4 << 1024.0 << 125.0 << 220.0 << 0.5 << 1.5 << 2.7 << 0.05;
        QTest::newRow("mlp_l") << 0 << 4 << 1024.0 << 188.0 << 376.0 << 0.5 << 2.9 << 6.1 << 0.05;
        QTest::newRow("lstm_showtell") << 0 << 4 << 1024.0 << 64.0 << 576.0 << 0.5 << 1.0 << 4.0 << 0.5;
        QTest::newRow("lstm_gnmt") << 0 << 16 << 1024.0 << 125.0 << 4125.0 << 0.5 << 4.0 << 61.0 << 0.5;
    }

    void sizesAreThoseOfTangramsTable2()
    {
        QFETCH(int, convolutions);
        QFETCH(int, fullyConnected);
        QFETCH(double, unit);
        QFETCH(double, largestMap);
        QFETCH(double, allMaps);
        QFETCH(double, mapDigit);
        QFETCH(double, largestWeights);
        QFETCH(double, allWeights);
        QFETCH(double, weightDigit);
        const network::Network network = networkNamed(QTest::currentDataTag());
        const network::NetworkTotals totals = network::totalsOf(network);
        QCOMPARE(totals.convolutions, Count{convolutions});
        QCOMPARE(totals.fullyConnected, Count{fullyConnected});
        Count largestOutput = 0;
        Count outputs = 0;
        Count largestWeight = 0;
        for (const network::Layer& layer : network.layers) {
            largestOutput = std::max(largestOutput, network::outputWords(layer));
            outputs += network::outputWords(layer);
            largestWeight = std::max(largestWeight, network::weightWords(layer));
        }
        const auto mapsIn = [&](Count words) { return static_cast<double>(words) * batch * bytesPerWord / unit; };
        const auto weightsIn = [](Count words) { return static_cast<double>(words) * bytesPerWord / (1024.0 * 1024.0); };
        QVERIFY(std::abs(mapsIn(largestOutput) - largestMap) <= mapDigit);
        QVERIFY(std::abs(mapsIn(outputs) - allMaps) <= mapDigit);
        QVERIFY(std::abs(weightsIn(largestWeight) - largestWeights) <= weightDigit);
        QVERIFY(std::abs(weightsIn(totals.weightWords) - allWeights) <= weightDigit);
    }

    /// Multiply-accumulates and weights of one image, in millions, from each network's own paper (layers without weights
    /// are not counted there).
    void operationsAreThoseOfTheirPapers_data()
    {
        QTest::addColumn<double>("operations");
        QTest::addColumn<double>("weights");
        QTest::addColumn<double>("tolerance");
        QTest::newRow("alexnet") << 724.0 << 61.0 << 0.01;       // Eyeriss (JSSC'17), section II: 724 M, 61 M
        QTest::newRow("vgg16") << 15500.0 << 138.0 << 0.01;      // Simonyan, Table 2: 138 M; Eyeriss: 15.5 G
        QTest::newRow("vgg19") << 19600.0 << 144.0 << 0.01;      // He et al., section 3.3: 19.6 G; Simonyan, Table 2
        QTest::newRow("resnet50") << 3800.0 << 25.5 << 0.025;    // He et al., Table 1: 3.8 G
        QTest::newRow("resnet152") << 11300.0 << 60.2 << 0.01;   // He et al., Table 1: 11.3 G
        QTest::newRow("mobilenet_v1") << 569.0 << 4.2 << 0.01;   // Howard et al., Table 4: 569 M, 4.2 M
    }

    void operationsAreThoseOfTheirPapers()
    {
        QFETCH(double, operations);
        QFETCH(double, weights);
        QFETCH(double, tolerance);
        const network::Network network = networkNamed(QTest::currentDataTag());
        Count counted = 0;
        for (const network::Layer& layer : network.layers) {
            counted += network::hasWeights(layer) ? network::operations(layer) : 0;
        }
        const auto millions = [](Count count) { return static_cast<double>(count) / 1e6; };
        QVERIFY2(std::abs(millions(counted) - operations) <= tolerance * operations, qPrintable(QString::number(counted)));
        QVERIFY(std::abs(millions(network::totalsOf(network).weightWords) - weights) <= tolerance * weights);
    }

    /// Ronneberger et al., Fig. 1: 23 convolutional layers, four of them up-convolutions; 31.0 M parameters.
    void uNetIsAsDrawn()
    {
        const network::Network network = networkNamed("unet");
        QCOMPARE(std::count_if(network.layers.begin(), network.layers.end(), network::hasWeights), 23);
        QVERIFY(std::abs(static_cast<double>(network::totalsOf(network).weightWords) - 31.0e6) <= 0.05e6);
    }

    void depthwiseLayersAreFound()
    {
        const network::Network network = networkNamed("mobilenet_v1");
        QCOMPARE(std::count_if(network.layers.begin(), network.layers.end(), network::isDepthwise), 13);
    }

    /// Devlin et al.: 110 M parameters, of which embeddings take (30522 + 512 + 2) x 768 and the pooler 768 x 768.
    void attentionHasNoWeightsOfItsOwn()
    {
        const network::Network network = networkNamed("bert_base");
        const network::NetworkTotals totals = network::totalsOf(network);
        const double paper = 110e6 - (30522.0 + 512 + 2) * 768 - 768.0 * 768;
        QVERIFY(std::abs(static_cast<double>(totals.weightWords) - paper) <= 0.01 * paper);
        // Every weight meets each of 128 positions; each of 12 blocks has two products of 128 x 128 x 768.
        Count counted = 0;
        for (const network::Layer& layer : network.layers) {
            counted += network::hasWeights(layer) ? network::operations(layer) : 0;
        }
        QCOMPARE(counted, 128 * totals.weightWords + 12 * 2 * 128 * 128 * 768);
    }

    void layersAreThoseOfTheReferenceCases_data()
    {
        QTest::addColumn<QString>("file");
        for (const QString& file : QDir(TILESCAPE_SOURCE_DIR "/tests/reference").entryList({"*.json"})) {
            QTest::newRow(qPrintable(file)) << file;
        }
    }

    /// Names, sizes, edges, and the order in which the reference tool schedules.
    void layersAreThoseOfTheReferenceCases()
    {
        QFETCH(QString, file);
        const QJsonObject reference = referenceCase(file);
        const network::Network network = networkNamed(ownName(reference["network"].toString()));
        const std::vector<std::size_t> order = network::scheduleOrder(network);
        const QJsonArray layers = reference["layers"].toArray();
        QCOMPARE(layers.size(), static_cast<qsizetype>(order.size()));
        if (reference.contains("input")) { // the oldest cases leave it out
            QCOMPARE(network.input.size, extentOf(reference["input"]["size"]));
        }
        for (qsizetype i = 0; i < layers.size(); ++i) {
            const network::Layer& own = network.layers[order[static_cast<std::size_t>(i)]];
            const QJsonValue theirs = layers[i];
            const QJsonValue shape = theirs["layer"];
            QCOMPARE(QString::fromStdString(own.name), theirs["name"].toString());
            QStringList inputs;
            for (const std::string& input : own.inputs) {
                inputs << QString::fromStdString(input);
            }
            QCOMPARE(inputs, theirs["inputs"].toVariant().toStringList());
            QCOMPARE(QString::fromStdString(std::string(network::kindName(own.kind))), shape["kind"].toString());
            QCOMPARE(own.inputChannels, Count{shape["input_channels"].toInt()});
            QCOMPARE(own.outputChannels, Count{shape["output_channels"].toInt()});
            QCOMPARE(own.outputSize, extentOf(shape["output_size"]));
            QCOMPARE(network::paddedInputSize(own), extentOf(shape["input_size"]));
            QCOMPARE(network::strideOf(own), extentOf(shape["stride"]));
            QCOMPARE(network::filterOf(own), extentOf(shape[network::hasWeights(own) ? "filter_size" : "region_size"]));
        }
    }

    void chipsAreThoseOfTheReferenceCases_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<double>("unit"); // of the case's energies, in pJ
        QTest::newRow("eyeriss_isca16") << "01_alex_1x1_eyeriss16.json" << 1.0;
        QTest::newRow("eyeriss_jssc17") << "04_alex_1x1_isscc.json" << 1e12;
        QTest::newRow("kapla_16x16") << "20_mlp_l_16x16_kapla.json" << 1e12;
    }

    void chipsAreThoseOfTheReferenceCases()
    {
        QFETCH(QString, file);
        QFETCH(double, unit);
        const hardware::Machine machine = machineNamed(QTest::currentDataTag());
        const QJsonObject reference = referenceCase(file);
        const QJsonValue chip = reference["hardware"];
        const QJsonValue cost = reference["cost"];
        QCOMPARE(machine.shape.tiles, extentOf(chip["tiles"]));
        QCOMPARE(machine.shape.peArray, extentOf(chip["pe_array"]));
        QCOMPARE(machine.capacities.registerWordsPerPe, Count{chip["register_words_per_pe"].toInt()});
        QCOMPARE(machine.capacities.bufferWordsPerTile, Count{chip["buffer_words_per_tile"].toInt()});
        QCOMPARE(machine.rates.busWordsPerCycle, chip["bus_words_per_cycle"].toDouble(hardware::unlimited));
        QCOMPARE(machine.rates.dramWordsPerCycle, chip["dram_words_per_cycle"].toDouble(hardware::unlimited));
        // The case of KAPLA's chip has one digit more than its configuration is known to.
        const auto close = [&](double own, const char* key) {
            const double theirs = cost[QLatin1String(key)].toDouble() * unit;
            return std::abs(own - theirs) <= 1e-5 * theirs;
        };
        QVERIFY(close(machine.prices.macPj, "mac"));
        QVERIFY(close(machine.prices.accessPj[Level::Dram], "dram"));
        QVERIFY(close(machine.prices.accessPj[Level::Buffer], "gbuf"));
        QVERIFY(close(machine.prices.accessPj[Level::Bus], "bus"));
        QVERIFY(close(machine.prices.accessPj[Level::Register], "regf"));
        QVERIFY(close(machine.prices.hopPj, "noc_hop"));
        QVERIFY(close(machine.prices.staticPjPerCycle, "static_per_cycle"));
    }

    /// Tangram (ASPLOS'19), section 6.1: 88 mm2 at 28 nm. Eyeriss (JSSC'17): a core of 12.25 mm2 at 65 nm.
    void areasAreThoseOfTheChips()
    {
        const auto area = [](const char* name) { return hardware::areaOf(io::loadHardware(name).value()).total(); };
        QVERIFY(std::abs(area("tangram_16x16") - 88) < 0.1);
        QVERIFY(std::abs(area("eyeriss_jssc17") - 12.25) < 0.01);
        QVERIFY(area("tangram_monolithic") < area("tangram_16x16")); // one large memory is denser than 256 small ones
    }

    void anUnknownNameIsAnsweredWithTheNearOne()
    {
        const auto network = io::loadNetwork("alexnett");
        QVERIFY(!network);
        QCOMPARE(support::describe(network.faults()),
                 std::string("alexnett: there is neither a network of the library nor a file of this name; "
                             "perhaps 'alexnet' is meant."));
        const auto chip = io::loadHardware("/nowhere/chip.json");
        QVERIFY(!chip);
        QVERIFY(support::describe(chip.faults()).find("/nowhere/chip.json: there is no such file") != std::string::npos);
    }
};

TILESCAPE_TEST(TestLibrary)

} // namespace tst_library
#include "tst_library.moc"
