#include "core/search/kapla/rotation_estimate.h"

#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace tst_rotation_estimate {

using namespace tilescape;
using search::Rotation;
using search::RotationPriceList;
using search::RotationPrices;
using search::SharingEstimate;
using search::TensorTraffic;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

struct Sample {
    search::DramTiling tiling;
    std::array<TensorTraffic, 3> tensors;
    RotationPriceList prices;
    std::array<Rotation, 3> rotation;
    SharingEstimate::Kept kept{};
    Count bufferWords = 0;
};

Sample randomSample(std::mt19937& random)
{
    const auto any = [&](Count least, Count most) { return std::uniform_int_distribution<Count>(least, most)(random); };
    Sample sample;
    for (Count& rest : sample.tiling.rest) {
        rest = any(1, 12);
    }
    for (std::size_t number = 0; number < 3; ++number) {
        TensorTraffic& tensor = sample.tensors[number];
        tensor.present = true;
        Count words = tensor.unitBufferWords = any(1, 40);
        for (std::size_t loop = 0; loop < 3; ++loop) {
            tensor.varies[loop] = any(0, 2) > 0;
            words *= tensor.varies[loop] ? sample.tiling.rest[loop] : 1;
        }
        sample.tiling.words[number] = words;
        sample.kept[number] = any(0, 4) > 0;
        for (Count tiles = 2; tiles <= any(1, 16); tiles *= 2) {
            sample.prices[number].subgroups.push_back(
                {tiles, static_cast<double>(any(1, 100)), static_cast<double>(any(1, 100))});
        }
        sample.rotation[number] = {any(0, 5), any(1, 8), static_cast<double>(any(1, 50))};
    }
    sample.bufferWords = any(1, sample.tiling.words[0] + sample.tiling.words[1] + sample.tiling.words[2]);
    return sample;
}

Count wordsIn(const Sample& sample, std::size_t number, const RotationPrices::Subgroup& subgroup)
{
    return search::largestPart(sample.tensors[number], sample.tiling.words[number], sample.tiling.rest, subgroup.tiles);
}

/// The cheapest of all ways to share; with `isLimited` of those that a search looks at: one tensor in the smallest subgroup that is
/// enough, or several in their largest.
double cheapest(const Sample& sample, bool isLimited)
{
    double least = infinite;
    std::array<std::size_t, 3> choice{}; // 0: not shared, else a subgroup
    const auto next = [&] {
        for (std::size_t number = 0; number < 3; ++number) {
            const std::size_t most = sample.kept[number] ? sample.prices[number].subgroups.size() : 0;
            if (choice[number]++ < most) {
                return true;
            }
            choice[number] = 0;
        }
        return false;
    };
    while (next()) {
        Count words = 0;
        double pj = 0;
        std::size_t shared = 0;
        bool areLargest = true;
        for (std::size_t number = 0; number < 3; ++number) {
            const auto& subgroups = sample.prices[number].subgroups;
            if (choice[number] > 0) {
                const auto& subgroup = subgroups[choice[number] - 1];
                words += wordsIn(sample, number, subgroup);
                pj += search::rotationPj(subgroup, sample.rotation[number]);
                ++shared;
                areLargest &= choice[number] == subgroups.size();
            } else {
                words += sample.kept[number] ? sample.tiling.words[number] : 0;
            }
        }
        if (words > sample.bufferWords) {
            continue;
        }
        if (!isLimited || (shared > 1 && areLargest)) {
            least = std::min(least, pj);
        }
        if (isLimited && shared == 1) {
            const std::size_t number = choice[0] > 0 ? 0 : choice[1] > 0 ? 1 : 2;
            bool isSmallest = true;
            for (std::size_t smaller = 0; smaller + 1 < choice[number]; ++smaller) {
                const auto& subgroups = sample.prices[number].subgroups;
                isSmallest &= words - wordsIn(sample, number, subgroups[choice[number] - 1])
                                  + wordsIn(sample, number, subgroups[smaller])
                              > sample.bufferWords;
            }
            least = isSmallest ? std::min(least, pj) : least;
        }
    }
    return least;
}

} // namespace

class TestRotationEstimate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itIsTheCheapestOfTheWaysItLooksAt();
    void asABoundNoWayCostsLess();
};

void TestRotationEstimate::itIsTheCheapestOfTheWaysItLooksAt()
{
    std::mt19937 random(1);
    int found = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        const Sample sample = randomSample(random);
        SharingEstimate estimate(sample.tensors, sample.prices, sample.bufferWords, false);
        estimate.begin(sample.tiling);
        Count kept = 0;
        for (std::size_t number = 0; number < 3; ++number) {
            kept += sample.kept[number] ? sample.tiling.words[number] : 0;
        }
        QCOMPARE(estimate.isNeeded(sample.kept), kept > sample.bufferWords);
        if (estimate.isNeeded(sample.kept)) {
            const double least = estimate.leastPj(sample.kept, sample.rotation);
            QCOMPARE(least, cheapest(sample, true));
            found += std::isfinite(least) ? 1 : 0;
        }
    }
    QVERIFY(found > 300);
}

void TestRotationEstimate::asABoundNoWayCostsLess()
{
    std::mt19937 random(2);
    for (int trial = 0; trial < 2000; ++trial) {
        const Sample sample = randomSample(random);
        SharingEstimate estimate(sample.tensors, sample.prices, sample.bufferWords, true);
        estimate.begin(sample.tiling);
        if (estimate.isNeeded(sample.kept)) {
            QVERIFY(estimate.leastPj(sample.kept, sample.rotation) <= cheapest(sample, false) * (1 + 1e-12));
        }
    }
}

TILESCAPE_TEST(TestRotationEstimate)

} // namespace tst_rotation_estimate
#include "tst_rotation_estimate.moc"
