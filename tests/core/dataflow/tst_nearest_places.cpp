#include "core/dataflow/nearest_places.h"

#include "core/dataflow/region.h"
#include "tests/core/dice.h"
#include "tests/registered.h"

#include <QTest>

#include <vector>

namespace tst_nearest_places {

using namespace tilescape;
using samples::Dice;

class TestNearestPlaces : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ofAllTilesAreThoseOfEach();
    void withoutPlacesThereAreNone();
};

/// Chips of all shapes, with few places and many, some of them twice.
void TestNearestPlaces::ofAllTilesAreThoseOfEach()
{
    Dice dice(83);
    for (int number = 0; number < 500; ++number) {
        const Extent chip{dice.upTo(9), dice.upTo(9)};
        std::vector<Tile> places(static_cast<std::size_t>(dice.upTo(number % 2 == 0 ? 3 : 40)));
        for (Tile& place : places) {
            place = {dice.upTo(chip.height) - 1, dice.upTo(chip.width) - 1};
        }
        QCOMPARE(dataflow::hopsToNearest(chip, places),
                 dataflow::hopsToNearest(dataflow::wholeChip(chip).tiles, places));
    }
}

void TestNearestPlaces::withoutPlacesThereAreNone()
{
    const std::vector<Count> none(6, 0);
    QCOMPARE(dataflow::hopsToNearest(Extent{2, 3}, {}), none);
}

TILESCAPE_TEST(TestNearestPlaces)

} // namespace tst_nearest_places
#include "tst_nearest_places.moc"
