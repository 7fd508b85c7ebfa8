#include "core/search/baselines/boosted_trees.h"
#include "core/support/dice.h"
#include "tests/registered.h"

#include <QTest>

#include <cmath>

namespace tst_boosted_trees {

using namespace tilescape;
using search::BoostedTrees;

namespace {

struct Samples {
    std::vector<float> rows; ///< of three features; the third says nothing
    std::vector<float> values;
};

/// A step in one feature, its height decided by another: no sum of functions of one feature.
Samples steps(std::size_t count, std::uint64_t seed)
{
    support::Dice dice(seed);
    Samples samples;
    for (std::size_t i = 0; i < count; ++i) {
        const auto a = static_cast<float>(dice.below(16));
        const auto b = static_cast<float>(dice.below(16));
        samples.rows.insert(samples.rows.end(), {a, b, static_cast<float>(dice.fraction())});
        samples.values.push_back((a > 7 ? 1.0F : -1.0F) * (b > 3 ? 2.0F : 0.5F));
    }
    return samples;
}

double meanError(const BoostedTrees& trees, const Samples& samples)
{
    double sum = 0;
    for (std::size_t i = 0; i < samples.values.size(); ++i) {
        sum += std::abs(trees.predict(&samples.rows[3 * i]) - static_cast<double>(samples.values[i]));
    }
    return sum / static_cast<double>(samples.values.size());
}

} // namespace

class TestBoostedTrees : public QObject {
    Q_OBJECT

private slots:
    void withoutSamplesTheyPredictNothing()
    {
        BoostedTrees trees;
        const float sample[3] = {1, 2, 3};
        QCOMPARE(trees.predict(sample), 0.0);
        trees.fit({}, 3, {});
        QCOMPARE(trees.predict(sample), 0.0);
    }

    void alikeSamplesGiveTheirMean()
    {
        BoostedTrees trees;
        trees.fit({5, 5, 5, 5}, 1, {1, 2, 3, 6});
        const float sample = 5;
        QCOMPARE(trees.predict(&sample), 3.0);
    }

    void theyLearnWhatTwoFeaturesDoTogether()
    {
        BoostedTrees trees;
        const Samples seen = steps(400, 1);
        trees.fit(seen.rows, 3, seen.values);
        QVERIFY2(meanError(trees, steps(200, 2)) < 0.05, qPrintable(QString::number(meanError(trees, steps(200, 2)))));
    }

    void moreTreesErrLessOnWhatTheySaw()
    {
        const Samples seen = steps(300, 3);
        double before = 10;
        for (const int count : {1, 4, 16}) {
            BoostedTrees trees;
            search::BoostingOptions options;
            options.trees = count;
            trees.fit(seen.rows, 3, seen.values, options);
            QVERIFY(meanError(trees, seen) < before);
            before = meanError(trees, seen);
        }
    }
};

TILESCAPE_TEST(TestBoostedTrees)

} // namespace tst_boosted_trees
#include "tst_boosted_trees.moc"
