#include "core/training/adaptflow/selection.h"
#include "tests/registered.h"

#include <QTest>

#include <random>
#include <set>

namespace tst_volumes {

using namespace tilescape;
using namespace tilescape::training::adaptflow;

namespace {

using Index = std::array<Count, 7>; // n k c s r x y
using Positions = std::vector<std::size_t>;

/// Tiles that move between DRAM and a buffer with room for one of each kind, found by walking the tile loops one by one.
struct Loads {
    Count weights = 0, inputs = 0, sums = 0;
};

class Walker {
public:
    explicit Walker(const Index& counts) : m_counts(counts) {}

    Loads walk(const Positions& loops)
    {
        Index at{};
        step(loops, 0, at);
        m_loads.sums += m_sum.empty() ? 0 : 1; // the last one is written
        return m_loads;
    }

private:
    void step(const Positions& loops, std::size_t depth, Index& at)
    {
        if (depth == loops.size()) {
            visit(at);
            return;
        }
        for (at[loops[depth]] = 0; at[loops[depth]] < m_counts[loops[depth]]; ++at[loops[depth]]) {
            step(loops, depth + 1, at);
        }
    }

    static std::vector<Count> pick(const Index& at, std::initializer_list<std::size_t> axes)
    {
        std::vector<Count> key;
        for (const std::size_t axis : axes) {
            key.push_back(at[axis]);
        }
        return key;
    }

    void visit(const Index& at)
    {
        const auto weight = pick(at, {1, 2, 3, 4});
        const auto input = pick(at, {0, 2, 3, 4, 5, 6});
        const auto sum = pick(at, {0, 1, 5, 6});
        m_loads.weights += weight != m_weight ? 1 : 0;
        m_loads.inputs += input != m_input ? 1 : 0;
        if (sum != m_sum) {
            m_loads.sums += (m_sum.empty() ? 0 : 1) + (m_begun.insert(sum).second ? 0 : 1);
        }
        m_weight = weight;
        m_input = input;
        m_sum = sum;
    }

    Index m_counts;
    Loads m_loads;
    std::vector<Count> m_weight, m_input, m_sum;
    std::set<std::vector<Count>> m_begun;
};

const PerDataflow<Positions> loopOrders{{{Positions{1, 2, 3, 4, 0, 5, 6}, {0, 2, 5, 6, 1, 3, 4}, {0, 1, 5, 6, 2, 3, 4}}}};

struct Sample {
    Nest nest;
    LoopTile tile;

    [[nodiscard]] Index counts() const
    {
        return {nest.batch, ceilDivide(nest.k, tile.k), ceilDivide(nest.c, tile.c), ceilDivide(nest.s, tile.s),
                ceilDivide(nest.r, tile.r), ceilDivide(nest.x, tile.x), ceilDivide(nest.y, tile.y)};
    }
    [[nodiscard]] bool innerLoopRuns(Dataflow dataflow) const
    {
        const auto [n, k, c, s, r, x, y] = counts();
        return dataflow == Dataflow::WeightStationary ? n * x * y > 1 : dataflow == Dataflow::InputStationary ? k > 1 : c > 1;
    }
};

Sample sample(std::mt19937& random, bool tiledFilter)
{
    const auto upTo = [&](Count most) { return std::uniform_int_distribution<Count>(1, most)(random); };
    Sample made;
    made.nest = {1, upTo(2), upTo(6), upTo(6), upTo(3), upTo(3), upTo(6), upTo(6), upTo(2), upTo(2)};
    const Nest& nest = made.nest;
    made.tile = {upTo(nest.k), upTo(nest.c), tiledFilter ? upTo(nest.s) : nest.s, tiledFilter ? upTo(nest.r) : nest.r,
                 upTo(nest.x), upTo(nest.y)};
    return made;
}

PerTensor<double> walked(const Sample& sample, Dataflow dataflow, Halo halo)
{
    const Loads loads = Walker(sample.counts()).walk(loopOrders[dataflow]);
    const PerTensor<double> tile = tileElements(sample.nest, sample.tile, halo);
    return {{tile[Tensor::Weight] * static_cast<double>(loads.weights), tile[Tensor::Input] * static_cast<double>(loads.inputs),
             tile[Tensor::Output] * static_cast<double>(loads.sums)}};
}

Settings literalSettings()
{
    Settings settings;
    settings.equations = Equations::Printed;
    settings.halo = Halo::Printed;
    settings.division = Division::Real;
    return settings;
}

} // namespace

class TestVolumes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void walkingTheLoopsGivesTheEquations();
    void theCorrectedSumsHoldForTiledFiltersAndThePrintedDoNot();
    void theEquationsAreNeverBelowTheWalk();
    void asPrintedByHand();
    void theHaloKnowsTheStride();
    void inputStationaryNeedsTheWholeFilter();
    void actualTilesAreNeverMoreThanWholeOnes();
    void layersBecomeNests();
};

void TestVolumes::walkingTheLoopsGivesTheEquations()
{
    std::mt19937 random(7);
    PerDataflow<int> compared{};
    for (int i = 0; i < 600; ++i) {
        const Sample made = sample(random, false);
        for (const Dataflow dataflow : allDataflows) {
            if (made.innerLoopRuns(dataflow)) {
                const auto moved = movedElements(made.nest, made.tile, dataflow, {});
                QVERIFY(moved == walked(made, dataflow, Halo::Touched));
                ++compared[dataflow];
            }
        }
    }
    for (const int count : compared) {
        QVERIFY2(count >= 200, qPrintable(QString::number(count)));
    }
}

void TestVolumes::theCorrectedSumsHoldForTiledFiltersAndThePrintedDoNot()
{
    std::mt19937 random(8);
    Settings printed;
    printed.equations = Equations::Printed;
    int compared = 0;
    for (int i = 0; i < 1000; ++i) {
        const Sample made = sample(random, true);
        const auto counts = made.counts();
        if (counts[3] * counts[4] == 1) {
            continue;
        }
        if (made.innerLoopRuns(Dataflow::OutputStationary)) {
            QVERIFY(movedElements(made.nest, made.tile, Dataflow::OutputStationary, {})
                    == walked(made, Dataflow::OutputStationary, Halo::Touched));
        }
        if (made.innerLoopRuns(Dataflow::WeightStationary)) {
            const auto walk = walked(made, Dataflow::WeightStationary, Halo::Touched);
            QVERIFY(movedElements(made.nest, made.tile, Dataflow::WeightStationary, {}) == walk);
            const auto low = movedElements(made.nest, made.tile, Dataflow::WeightStationary, printed);
            // One move an output tile for each further position of the filter.
            const double missing = tileElements(made.nest, made.tile, Halo::Touched)[Tensor::Output]
                * static_cast<double>(counts[0] * counts[1] * counts[5] * counts[6] * (counts[3] * counts[4] - 1));
            QCOMPARE(walk[Tensor::Output] - low[Tensor::Output], missing);
            ++compared;
        }
    }
    QVERIFY(compared > 200);
}

void TestVolumes::theEquationsAreNeverBelowTheWalk()
{
    std::mt19937 random(9);
    for (int i = 0; i < 600; ++i) {
        const Sample made = sample(random, i % 2 == 0);
        for (const Dataflow dataflow : allDataflows) {
            const auto moved = movedElements(made.nest, made.tile, dataflow, {});
            const auto walk = walked(made, dataflow, Halo::Touched);
            for (const Tensor tensor : allTensors) {
                QVERIFY(moved[tensor] >= walk[tensor]);
            }
        }
    }
}

void TestVolumes::asPrintedByHand()
{
    // Eq. 2: 2*3*3*3 = 54 weights, 3 * (4+2) * (5+2) = 126 inputs, 2*4*5 = 40 sums.
    const Nest nest{1, 2, 8, 6, 3, 3, 10, 10, 1, 1};
    const LoopTile tile{2, 3, 3, 3, 4, 5};
    const Settings settings = literalSettings();
    QVERIFY((tileElements(nest, tile, Halo::Printed) == PerTensor<double>{{54, 126, 40}}));
    // Eq. 3: weights 8*6*9/54 = 8 times; inputs 2*8*6*9*100/(54*20) = 80; sums 2*8*100/(2*20) * (2*6/3 - 1) = 120.
    QVERIFY((movedElements(nest, tile, Dataflow::WeightStationary, settings) == PerTensor<double>{{54 * 8, 126 * 80, 40 * 120}}));
    // Eq. 4: inputs 2*6*100/(3*20) = 20.
    QVERIFY((movedElements(nest, tile, Dataflow::InputStationary, settings) == PerTensor<double>{{54 * 80, 126 * 20, 40 * 120}}));
    // Eq. 5: sums 2*8*100/(2*20) = 40.
    QVERIFY((movedElements(nest, tile, Dataflow::OutputStationary, settings) == PerTensor<double>{{54 * 80, 126 * 80, 40 * 40}}));
}

void TestVolumes::theHaloKnowsTheStride()
{
    // AlexNet's first layer: 55 x 55 outputs of 11 x 11 filters at stride 4 read 227 x 227; Eq. 2 says 65 x 65.
    const Nest conv1{1, 1, 96, 3, 11, 11, 55, 55, 4, 4};
    QCOMPARE(tileElements(conv1, wholeTile(conv1), Halo::Touched)[Tensor::Input], 154587.0);
    QCOMPARE(tileElements(conv1, wholeTile(conv1), Halo::Printed)[Tensor::Input], 12675.0);
    // A strided 1 x 1 filter touches fewer pixels than lie in its box.
    const Nest pointwise{1, 1, 4, 1, 1, 1, 7, 7, 2, 2};
    QCOMPARE(tileElements(pointwise, wholeTile(pointwise), Halo::Touched)[Tensor::Input], 49.0);
    QCOMPARE(tileElements(pointwise, wholeTile(pointwise), Halo::Bounding)[Tensor::Input], 169.0);
}

void TestVolumes::inputStationaryNeedsTheWholeFilter()
{
    const Nest nest{1, 1, 4, 4, 3, 3, 6, 6, 1, 1};
    const Volume tiled = volumeAt(nest, {4, 4, 1, 3, 6, 6}, Dataflow::InputStationary, {}, 1 << 20);
    QVERIFY(!tiled.fits);
    QVERIFY(volumeAt(nest, {4, 4, 1, 3, 6, 6}, Dataflow::InputStationary, literalSettings(), 1 << 20).fits);
    QVERIFY(volumeAt(nest, {4, 4, 3, 3, 6, 6}, Dataflow::InputStationary, {}, 1 << 20).fits);
}

void TestVolumes::actualTilesAreNeverMoreThanWholeOnes()
{
    std::mt19937 random(10);
    Settings exact;
    exact.division = Division::Exact;
    for (int i = 0; i < 300; ++i) {
        const Sample made = sample(random, false);
        for (const Dataflow dataflow : allDataflows) {
            const double actual = totalOf(movedElements(made.nest, made.tile, dataflow, exact));
            QVERIFY(actual <= totalOf(movedElements(made.nest, made.tile, dataflow, {})));
            QVERIFY(actual >= compulsoryElements(made.nest));
        }
    }
}

void TestVolumes::layersBecomeNests()
{
    using namespace network;
    const Layer grouped{"g", {}, Convolution{{5, 3}, {2, 1}, 2}, 96, 256, {27, 13}};
    QVERIFY((*nestOf(grouped, 4) == Nest{2, 4, 128, 48, 3, 5, 13, 27, 1, 2}));
    QVERIFY((*nestOf({"fc", {}, FullyConnected{{6, 6}}, 256, 4096, {1, 1}}, 1) == Nest{1, 1, 4096, 256, 6, 6, 1, 1, 1, 1}));
    QVERIFY(!nestOf({"pool", {}, Pooling{{2, 2}, {2, 2}}, 8, 8, {4, 4}}, 1));
    // A 2 x 2 filter at stride 2, backwards: four phases of a 1 x 1 filter over the small map.
    const Layer up{"up", {}, TransposedConvolution{{2, 2}, {2, 2}, 1}, 64, 32, {56, 56}};
    QVERIFY((*nestOf(up, 1) == Nest{1, 1, 128, 64, 1, 1, 28, 28, 1, 1}));
    QCOMPARE(nestOf(up, 1)->macs(), operations(up));
    const Layer product{"p", {}, MatrixProduct{8}, 512, 1024, {128, 1}};
    QCOMPARE(nestOf(product, 3)->macs(), 3 * operations(product));
    const Layer gradient{"g", {}, WeightGradient{{3, 3}, {1, 1}, 1}, 16, 32, {14, 14}};
    QCOMPARE(nestOf(gradient, 3)->macs(), 3 * operations(gradient));
}

TILESCAPE_TEST(TestVolumes)

} // namespace tst_volumes
#include "tst_volumes.moc"
