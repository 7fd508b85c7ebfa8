#include "core/search/proof/fill_and_drain.h"

#include "core/io/library.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_fill_and_drain {

using namespace tilescape;
using search::LastingParts;

class TestFillAndDrain : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void othersMakeTheirFirstAndTheirLastGroup();
    void groupsThatDifferAreWaitedFor();
    void onlyWhatWaitsIsCounted();
    void regionsThatNobodyWaitsForHaveNone();

private:
    /// The layers of a perceptron with four, each in the region that is given.
    static search::FillAndDrain inRegions(const std::vector<std::vector<std::size_t>>& regions)
    {
        const network::Network network = io::loadNetwork("mlp_l").value();
        return search::FillAndDrain(network, network::topologyOf(network), pipeline::Segment{0, regions}.placements(0));
    }
};

/// Four batch groups; the first map is handed over in five groups, the second whole, and of the third nothing is known.
void TestFillAndDrain::othersMakeTheirFirstAndTheirLastGroup()
{
    const std::vector<LastingParts> parts =
        inRegions({{0}, {1}, {2}, {3}}).partsWith({{4, 0, 5}, {4, 5, 1}, {4, 1, 0}, {4, 0, 0}});
    QCOMPARE(parts.size(), std::size_t{4});
    QCOMPARE(parts[0].ofLayer, (std::vector<double>{1, 1.0 / 20, 1.0 / 4, 0}));
    QCOMPARE(parts[0].rounded, 2.0);
    QCOMPARE(parts[1].ofLayer, (std::vector<double>{1.0 / 20, 1, 1.0 / 4, 0}));
    QCOMPARE(parts[2].ofLayer, (std::vector<double>{1.0 / 20, 1.0 / 4, 1, 0}));
    QCOMPARE(parts[3].ofLayer, (std::vector<double>{1.0 / 20, 1.0 / 4, 0, 1}));
}

/// Made in five groups and taken in seven: the taker begins once all five are there, and the last of its seven needs
/// the last of the five.
void TestFillAndDrain::groupsThatDifferAreWaitedFor()
{
    const std::vector<LastingParts> parts =
        inRegions({{0, 1}, {2, 3}}).partsWith({{4, 0, 0}, {4, 0, 5}, {4, 7, 0}, {4, 0, 0}});
    QCOMPARE(parts.size(), std::size_t{2});
    QCOMPARE(parts[0].ofLayer, (std::vector<double>{1, 1, 1.0 / 4, 0}));
    QCOMPARE(parts[1].ofLayer, (std::vector<double>{0, 1.0 / 4, 1, 1}));
}

/// Two branches that meet in the second region: its first layer may work while the other branch does in the first
/// region.
void TestFillAndDrain::onlyWhatWaitsIsCounted()
{
    network::Network network{"branches", "", {"input", 8, {8, 8}}, {}, {}};
    const auto add = [&network](const char* name, std::vector<std::string> inputs, network::LayerKind kind) {
        network::Layer layer{name, std::move(inputs), {}, 8, 8, {8, 8}};
        layer.kind = std::move(kind);
        network.layers.push_back(std::move(layer));
    };
    add("left", {"input"}, network::Convolution{{3, 3}, {1, 1}, 1});
    add("right", {"input"}, network::Convolution{{3, 3}, {1, 1}, 1});
    add("sum", {"left", "right"}, network::Elementwise{});
    const search::FillAndDrain waiting(network, network::topologyOf(network),
                                       pipeline::Segment{0, {{0}, {1, 2}}}.placements(0));
    const std::vector<LastingParts> parts = waiting.partsWith({{2, 0, 1}, {2, 0, 1}, {2, 0, 1}});
    QCOMPARE(parts.size(), std::size_t{1});
    QCOMPARE(parts[0].ofLayer,
             (std::vector<double>{1, 0, 1.0 / 2})); // after "left", "sum" has to make its last batch group
}

void TestFillAndDrain::regionsThatNobodyWaitsForHaveNone()
{
    const std::vector<pipeline::TopGroups> tops{{4, 1, 1}, {4, 1, 1}, {4, 1, 1}, {4, 1, 1}};
    QVERIFY(inRegions({{0, 1, 2, 3}}).partsWith(tops).empty());
    QVERIFY(inRegions({{0, 1}, {2, 3}})
                .partsWith({{0, 1, 1}, {0, 1, 1}, {0, 1, 1}, {0, 1, 1}})
                .empty()); // any number of batch groups
}

TILESCAPE_TEST(TestFillAndDrain)

} // namespace tst_fill_and_drain
#include "tst_fill_and_drain.moc"
