#include "core/io/library.h"
#include "core/search/space/best_few.h"
#include "core/search/space/layout_program.h"
#include "core/search/space/run_order.h"
#include "tests/core/schedule/random_schedules.h"
#include "tests/registered.h"

#include <QTest>

#include <array>
#include <limits>
#include <utility>

namespace tst_layout_program {

using namespace tilescape;
using samples::Dice;
using search::BestFew;
using search::LayoutProgram;
using search::LiveLayouts;
using search::TieOrder;

namespace {

/// Three fully connected layers one after the other, and the program over their layouts. A step is its own name.
struct Chain {
    network::Network network = io::loadNetwork("mlp_s").value();
    network::Topology topology = network::topologyOf(network);
    hardware::Machine machine = hardware::machineOf(io::loadHardware("kapla_16x16").value());
    search::SearchSpace space;
    search::SearchTask task{network, topology, 1, machine, space};
    std::vector<std::size_t> order = search::runOrder(network);
    LayoutProgram<int, std::string> program{task, order};

    /// All partitions of the input lie alike.
    Chain()
    {
        program.start(pipeline::memoryRegion(machine),
                      [](pipeline::MapNumber, const dataflow::Partition&) { return pipeline::LayoutNumber{0}; });
    }
    /// The layouts behind the layer at `place`, whose output is the only map needed there.
    [[nodiscard]] LiveLayouts behind(std::size_t place, pipeline::LayoutNumber layout) const
    {
        return {{pipeline::outputMap(network, order[place]), layout}};
    }
    bool offer(std::size_t place, pipeline::LayoutNumber from, pipeline::LayoutNumber to, int value)
    {
        const LiveLayouts before = place == 0 ? program.at(0).begin()->first : behind(place - 1, from);
        const LiveLayouts after = place + 1 == order.size() ? LiveLayouts{} : behind(place, to);
        return program.offer(program.at(place).at(before), place + 1, after, value,
                             [&] { return std::to_string(from) + std::to_string(to); });
    }
    [[nodiscard]] std::vector<pipeline::LayoutNumber> ranked(std::size_t position, TieOrder ties) const
    {
        std::vector<pipeline::LayoutNumber> layouts;
        for (const auto* state : program.ranked(position, ties)) {
            layouts.push_back(state->first.front().second);
        }
        return layouts;
    }
};

using Layouts = std::vector<pipeline::LayoutNumber>;

} // namespace

class TestLayoutProgram : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void mapsAreLiveUntilTheirLastReader();
    void ofEqualLayoutsTheBestScheduleStays();
    void beamsBreakTiesAsTheyAreAsked();
    void itFindsTheBestOfAllChains();
    void theBestFewAreThoseOfAStableSort();
};

void TestLayoutProgram::mapsAreLiveUntilTheirLastReader()
{
    const Chain chain;
    const search::LiveMaps& live = chain.program.live();
    QVERIFY(live.isNeededAt(0, 0) && !live.isNeededAt(1, 0));
    QCOMPARE(live.after({{0, 7}}, chain.behind(0, 5), 1), chain.behind(0, 5));
    QCOMPARE(live.after(chain.behind(1, 5), chain.behind(2, 6), 3), LiveLayouts{});
    QCOMPARE(search::layoutOf(chain.behind(1, 5), pipeline::outputMap(chain.network, chain.order[1])),
             pipeline::LayoutNumber{5});
}

void TestLayoutProgram::ofEqualLayoutsTheBestScheduleStays()
{
    Chain chain;
    QCOMPARE(chain.program.at(0).size(), std::size_t{1}); // however many partitions the input has
    QVERIFY(chain.offer(0, 0, 1, 20));
    QVERIFY(!chain.offer(0, 0, 1, 20)); // no better
    QVERIFY(chain.offer(0, 0, 2, 30));
    QVERIFY(chain.offer(1, 1, 3, 21));
    QVERIFY(!chain.offer(1, 2, 3, 31));
    QVERIFY(chain.offer(2, 3, 0, 22));
    const auto* best = chain.program.best(TieOrder::AsFound);
    QCOMPARE(best->value, 22);
    std::string steps;
    for (const std::string* step : chain.program.stepsTo(*best)) {
        steps += *step + " ";
    }
    QCOMPARE(steps, std::string("01 13 30 "));
    QCOMPARE(chain.program.counts().tried, Count{6});
    QCOMPARE(chain.program.counts().dominated, Count{2});
}

void TestLayoutProgram::beamsBreakTiesAsTheyAreAsked()
{
    Chain chain;
    for (const auto& [layout, value] :
         std::vector<std::pair<pipeline::LayoutNumber, int>>{{4, 5}, {3, 5}, {2, 9}, {1, 5}}) {
        chain.offer(0, 0, layout, value);
    }
    QCOMPARE(chain.ranked(1, TieOrder::AsFound), (Layouts{4, 3, 1, 2}));
    QCOMPARE(chain.ranked(1, TieOrder::ByLayouts), (Layouts{1, 3, 4, 2}));
    Chain withTies = chain;
    QCOMPARE(chain.program.narrow(1, 2, TieOrder::AsFound, false).size(), std::size_t{2});
    QCOMPARE(chain.ranked(1, TieOrder::ByLayouts), (Layouts{3, 4}));
    QCOMPARE(withTies.program.narrow(1, 2, TieOrder::ByLayouts, true).size(), std::size_t{3});
    QCOMPARE(withTies.ranked(1, TieOrder::ByLayouts), (Layouts{1, 3, 4}));
    QCOMPARE(withTies.program.narrow(1, 9, TieOrder::ByLayouts, false).size(), std::size_t{3}); // all of them fit
}

/// Against every sequence of layouts, with random costs from each layout to each.
void TestLayoutProgram::itFindsTheBestOfAllChains()
{
    constexpr std::size_t layouts = 4;
    Dice dice(1);
    for (int number = 0; number < 100; ++number) {
        Chain chain;
        std::array<std::array<std::array<int, layouts>, layouts>, 3> costs{};
        for (auto& ofLayer : costs) {
            for (auto& fromLayout : ofLayer) {
                for (int& cost : fromLayout) {
                    cost = static_cast<int>(dice.upTo(100));
                }
            }
        }
        int least = std::numeric_limits<int>::max();
        for (std::size_t first = 0; first < layouts; ++first) {
            for (std::size_t second = 0; second < layouts; ++second) {
                least = std::min(least, costs[0][0][first] + costs[1][first][second] + costs[2][second][0]);
            }
        }
        for (std::size_t place = 0; place < costs.size(); ++place) {
            for (const auto* state : chain.program.ranked(place, TieOrder::ByLayouts)) {
                const auto from = place == 0 ? pipeline::LayoutNumber{0} : state->first.front().second;
                for (pipeline::LayoutNumber to = 0; to < (place == 2 ? 1 : layouts); ++to) {
                    chain.offer(place, from, to, state->second.value + costs[place][from][to]);
                }
            }
        }
        QCOMPARE(chain.program.best(TieOrder::ByLayouts)->value, least);
    }
}

void TestLayoutProgram::theBestFewAreThoseOfAStableSort()
{
    Dice dice(2);
    for (int number = 0; number < 200; ++number) {
        const auto width = static_cast<std::size_t>(dice.upTo(5));
        BestFew<Count, int> best(width);
        std::vector<std::pair<Count, int>> all;
        for (int item = 0; item < 12; ++item) {
            all.emplace_back(dice.upTo(6), item);
            best.offer(all.back().first, item);
        }
        std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        all.resize(width);
        QCOMPARE(best.entries(), all);
        QVERIFY(best.isFull() && best.worst() == all.back().first && !best.accepts(all.back().first));
    }
}

TILESCAPE_TEST(TestLayoutProgram)

} // namespace tst_layout_program
#include "tst_layout_program.moc"
