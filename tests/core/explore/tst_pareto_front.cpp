#include "core/explore/pareto_front.h"
#include "core/support/dice.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>

namespace tst_pareto_front {

using namespace tilescape;
using explore::dominates;
using explore::paretoFront;

namespace {

using Rows = std::vector<std::vector<double>>;

/// By the definition.
std::vector<std::size_t> naiveFront(const Rows& rows)
{
    std::vector<std::size_t> front;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (std::none_of(rows.begin(), rows.end(), [&](const auto& other) { return dominates(other, rows[i]); })) {
            front.push_back(i);
        }
    }
    return front;
}

/// Numbers below `values`, so that many are equal where it is small.
Rows randomRows(std::size_t count, std::size_t columns, std::size_t values, support::Dice& dice)
{
    Rows rows(count, std::vector<double>(columns));
    for (auto& row : rows) {
        std::generate(row.begin(), row.end(), [&] { return static_cast<double>(dice.below(values)); });
    }
    return rows;
}

} // namespace

class TestParetoFront : public QObject {
    Q_OBJECT

private slots:
    void dominatesWhereNowhereWorseAndSomewhereBetter()
    {
        QVERIFY(dominates({1, 2}, {1, 3}));
        QVERIFY(!dominates({1, 2}, {1, 2}));
        QVERIFY(!dominates({1, 4}, {2, 3}));
    }

    void keepsEqualRows()
    {
        QCOMPARE(paretoFront({{1, 2}, {2, 1}, {1, 2}, {2, 2}}), (std::vector<std::size_t>{0, 1, 2}));
        QCOMPARE(paretoFront({{3}, {1}, {1}}), (std::vector<std::size_t>{1, 2}));
        QCOMPARE(paretoFront({}), std::vector<std::size_t>());
    }

    void isThatOfTheDefinition_data()
    {
        QTest::addColumn<int>("columns");
        QTest::addColumn<int>("values");
        for (const int columns : {1, 2, 3, 4, 6}) {
            for (const int values : {2, 10, 1'000'000}) {
                QTest::addRow("%d columns of %d values", columns, values) << columns << values;
            }
        }
    }
    void isThatOfTheDefinition()
    {
        QFETCH(int, columns);
        QFETCH(int, values);
        support::Dice dice(static_cast<std::uint64_t>(columns * 31 + values));
        for (int run = 0; run < 100; ++run) {
            const Rows rows = randomRows(dice.below(60), static_cast<std::size_t>(columns), static_cast<std::size_t>(values), dice);
            QCOMPARE(paretoFront(rows), naiveFront(rows));
        }
    }

    /// Twelve thousand points that are all on the front are the most that a chart is drawn of while one waits.
    void isQuickWhereAllAreOnTheFront()
    {
        Rows rows;
        for (int i = 0; i < 12'000; ++i) {
            rows.push_back({static_cast<double>(i), -static_cast<double>(i)});
        }
        QCOMPARE(paretoFront(rows).size(), rows.size());
    }
};

TILESCAPE_TEST(TestParetoFront)

} // namespace tst_pareto_front
#include "tst_pareto_front.moc"
