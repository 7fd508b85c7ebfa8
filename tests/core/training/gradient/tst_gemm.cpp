#include "core/io/library.h"
#include "core/training/gradient/gemm.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_gemm {

using namespace tilescape;
using namespace tilescape::training::gradient;

namespace {

network::Network load(const char* name) { return io::loadNetwork(name).value(); }

Count macs(const std::vector<LayerGemm>& products)
{
    Count sum = 0;
    for (const LayerGemm& product : products) {
        sum += product.count * product.gemm.m * product.gemm.k * product.gemm.n;
    }
    return sum;
}

const LayerGemm& find(const std::vector<LayerGemm>& products, const std::string& name)
{
    return *std::find_if(products.begin(), products.end(), [&](const LayerGemm& each) { return each.layer == name; });
}

} // namespace

class TestGemm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aConvolutionIsAProductByIm2col();
    void productsHoldAllMultiplications_data();
    void productsHoldAllMultiplications();
    void theSequenceLengthIsAParameter();
    void aDepthwiseLayerIsOneProductOrOneForEachChannel();
    void onlyTheFirstLayerNeedsNoInputGradient();
    void theNetworksOfTableFourHaveTheirParameters();
};

void TestGemm::aConvolutionIsAProductByIm2col()
{
    // ResNet-50's first 3x3 convolution: 64 channels in and out, map 56 x 56.
    Settings settings;
    const LayerGemm product = find(gemmsOf(load("resnet50"), 4, settings), "conv2_1_b");
    QCOMPARE(product.gemm.m, Count{4 * 56 * 56});
    QCOMPARE(product.gemm.k, Count{9 * 64});
    QCOMPARE(product.gemm.n, Count{64});
    QCOMPARE(product.gemm.inputElements, Count{4 * 56 * 56 * 64});
    settings.featureMap = FeatureMap::Expanded;
    QCOMPARE(find(gemmsOf(load("resnet50"), 4, settings), "conv2_1_b").gemm.inputElements, Count{0});
}

void TestGemm::productsHoldAllMultiplications_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name :
         {"alexnet", "resnet50", "vgg16", "googlenet", "mlp_l", "faster_rcnn", "yolo_v2_tiny", "unet"}) {
        QTest::newRow(name) << name;
    }
}

void TestGemm::productsHoldAllMultiplications()
{
    QFETCH(QString, name);
    const network::Network network = load(qPrintable(name));
    Count operations = 0;
    for (const network::Layer& layer : network.layers) {
        operations += hasWeights(layer) ? 3 * network::operations(layer) : 0;
    }
    QCOMPARE(macs(gemmsOf(network, 3, {})), operations);
}

void TestGemm::theSequenceLengthIsAParameter()
{
    Settings settings;
    QVERIFY(isTokenNetwork(load("bert_large")));
    QVERIFY(!isTokenNetwork(load("resnet50")));
    QVERIFY(!isTokenNetwork(load("mlp_l")));
    const auto usual = gemmsOf(load("bert_large"), 8, settings);
    QCOMPARE(usual.size(), std::size_t{24 * 6});
    QCOMPARE(usual.front().gemm.m, Count{8 * 512});
    settings.sequenceLength = 128;
    QCOMPARE(gemmsOf(load("bert_large"), 8, settings).front().gemm.m, Count{8 * 128});
    QCOMPARE(gemmsOf(load("resnet50"), 8, settings).front().gemm.m, Count{8 * 112 * 112});
}

void TestGemm::aDepthwiseLayerIsOneProductOrOneForEachChannel()
{
    Settings settings;
    const network::Network network = load("mobilenet_v1");
    const auto depthwise = [&] {
        const auto products = gemmsOf(network, 1, settings);
        for (const LayerGemm& product : products) {
            if (isDepthwise(network.layers[product.index])) {
                return product;
            }
        }
        return LayerGemm{};
    };
    QCOMPARE(depthwise().gemm.k, Count{9 * 32});
    QCOMPARE(depthwise().gemm.n, Count{1});
    QCOMPARE(depthwise().count, Count{1});
    settings.depthwise = Depthwise::EachChannel;
    QCOMPARE(depthwise().gemm.k, Count{9});
    QCOMPARE(depthwise().count, Count{32});
}

void TestGemm::onlyTheFirstLayerNeedsNoInputGradient()
{
    Settings settings;
    auto products = gemmsOf(load("dlrm"), 1, settings);
    QCOMPARE(std::count_if(products.begin(), products.end(), [](const auto& each) { return !each.gemm.inputGradient; }), 1);
    // Tables and features come from outside: no gradient leaves through them.
    settings.inputGradients = InputGradients::WhereNeeded;
    products = gemmsOf(load("dlrm"), 1, settings);
    QCOMPARE(std::count_if(products.begin(), products.end(), [](const auto& each) { return !each.gemm.inputGradient; }), 5);
}

void TestGemm::theNetworksOfTableFourHaveTheirParameters()
{
    const auto parameters = [](const char* name) {
        Count sum = 0;
        for (const LayerGemm& product : gemmsOf(load(name), 1, {})) {
            sum += product.count * product.gemm.k * product.gemm.n;
        }
        return sum;
    };
    QCOMPARE(parameters("yolo_v5_large"), Count{46502912}); // Table 4: 47M
    QCOMPARE(parameters("yolo_v2_tiny"), Count{15855536});  // for 20 classes; Table 4: 11M
    QCOMPARE(parameters("bert_large"), Count{24 * 12} << 20); // Table 4: 340M with embeddings of 30,522 words
    QCOMPARE(parameters("t5_large"), Count{24 * 12 + 24 * 16} << 20); // Table 4: 770M with embeddings
    QCOMPARE(parameters("t5_small"), Count{6 * 12 + 6 * 16} << 18); // Table 4: 60M with embeddings
}

TILESCAPE_TEST(TestGemm)

} // namespace tst_gemm
#include "tst_gemm.moc"
