#include "core/explore/sobol.h"
#include "core/support/dice.h"
#include "tests/registered.h"

#include <QTest>

#include <cmath>
#include <set>
#include <vector>

namespace tst_sobol {

using namespace tilescape;

namespace {

using Points = std::vector<std::vector<double>>; ///< of the plane

Points sobolPlane(std::size_t count, std::size_t first, std::size_t second)
{
    Points points;
    for (std::size_t i = 0; i < count; ++i) {
        points.push_back({explore::sobolPoint(i, first), explore::sobolPoint(i, second)});
    }
    return points;
}

/// The squared L2 star discrepancy of points in the plane (Warnock, 1972): 0 where every box at the origin has as many points as
/// its area says.
double discrepancy(const Points& points)
{
    const auto n = static_cast<double>(points.size());
    double single = 0;
    double pairs = 0;
    for (const auto& a : points) {
        single += (1 - a[0] * a[0]) * (1 - a[1] * a[1]);
        for (const auto& b : points) {
            pairs += (1 - std::max(a[0], b[0])) * (1 - std::max(a[1], b[1]));
        }
    }
    return 1.0 / 9 - single / (2 * n) + pairs / (n * n);
}

} // namespace

class TestSobol : public QObject {
    Q_OBJECT

private slots:
    /// The first points of the first two dimensions, by hand: the bits of the number mirrored, and these under Pascal's triangle.
    void beginsAsSobolSays()
    {
        const std::vector<std::pair<double, double>> first{{0, 0}, {0.5, 0.5}, {0.25, 0.75}, {0.75, 0.25}};
        for (std::size_t i = 0; i < first.size(); ++i) {
            QCOMPARE(explore::sobolPoint(i, 0), first[i].first);
            QCOMPARE(explore::sobolPoint(i, 1), first[i].second);
        }
    }

    /// Of 2^m points each of 2^m equal intervals has one, in every dimension: only sound direction numbers do that.
    void fillsEveryIntervalOfEveryDimension()
    {
        for (const std::size_t count : {8U, 64U, 1024U}) {
            for (std::size_t dimension = 0; dimension < explore::sobolDimensions; ++dimension) {
                std::set<int> intervals;
                for (std::size_t i = 0; i < count; ++i) {
                    intervals.insert(static_cast<int>(explore::sobolPoint(i, dimension) * static_cast<double>(count)));
                }
                QCOMPARE(intervals.size(), count);
            }
        }
    }

    /// The first two dimensions are a (0, m, 2)-net: every box of 2^a by 2^b with as many boxes as points has one.
    void fillsEveryBoxOfThePlane()
    {
        constexpr std::size_t count = 256;
        for (std::size_t columns = 1; columns <= count; columns *= 2) {
            const std::size_t rows = count / columns;
            std::set<std::pair<int, int>> boxes;
            for (const auto& point : sobolPlane(count, 0, 1)) {
                boxes.emplace(static_cast<int>(point[0] * static_cast<double>(columns)),
                              static_cast<int>(point[1] * static_cast<double>(rows)));
            }
            QCOMPARE(boxes.size(), count);
        }
    }

    /// In every plane of two dimensions the points lie more evenly than random ones.
    void isMoreEvenThanRandom()
    {
        constexpr std::size_t count = 512;
        support::Dice dice(7);
        Points random(count);
        for (auto& point : random) {
            point = {dice.fraction(), dice.fraction()};
        }
        const double ofRandom = discrepancy(random);
        for (std::size_t first = 0; first < explore::sobolDimensions; ++first) {
            for (std::size_t second = first + 1; second < explore::sobolDimensions; ++second) {
                const double own = discrepancy(sobolPlane(count, first, second));
                QVERIFY2(own < ofRandom / 3, qPrintable(QString("dimensions %1 and %2: %3").arg(first).arg(second).arg(own / ofRandom)));
            }
        }
    }
};

TILESCAPE_TEST(TestSobol)

} // namespace tst_sobol
#include "tst_sobol.moc"
