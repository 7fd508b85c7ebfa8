#include "core/schedule/data_transfers.h"

#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "random_schedules.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <set>

namespace tst_data_transfers {

using namespace tilescape;
using schedule::Route;
using schedule::Transfer;

namespace {

std::vector<Transfer> transfersOf(const schedule::Schedule& schedule)
{
    std::vector<Transfer> all;
    for (Count number = 0; number < static_cast<Count>(schedule.segments.size()); ++number) {
        const std::vector<Transfer> own = schedule::transfersIn(schedule, number);
        all.insert(all.end(), own.begin(), own.end());
    }
    return all;
}

} // namespace

/// How data travel between layers: what chip, network and timeline draw.
class TestDataTransfers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layerByLayerEverythingGoesThroughMemory();
    void everyEdgeOfTheNetworkIsOnItsWay();
};

void TestDataTransfers::layerByLayerEverythingGoesThroughMemory()
{
    schedule::Problem problem;
    problem.network = io::loadNetwork("lenet_c").value();
    problem.hardware = io::loadHardware("eyeriss_isca16").value();
    problem.batch = 2;
    const schedule::Schedule schedule = schedule::solve(problem);
    QVERIFY(schedule.hasResult());
    const std::vector<Transfer> transfers = transfersOf(schedule);
    QCOMPARE(transfers.size(), 2 * schedule.layers.size());
    for (const Transfer& transfer : transfers) {
        QCOMPARE(transfer.route, Route::Memory);
        QVERIFY(transfer.from.has_value() != transfer.to.has_value());
    }
}

/// On random schedules: a map that a layer makes for another is handed on within their segment, or stored in memory and fetched from
/// there; nothing else is handed on but what was fetched for both.
void TestDataTransfers::everyEdgeOfTheNetworkIsOnItsWay()
{
    samples::Dice dice(7);
    int handedOn = 0;
    int shared = 0;
    for (int run = 0; run < 400; ++run) {
        const samples::RandomSchedule random = samples::randomSchedule(dice);
        const schedule::Schedule schedule = random.evaluated();
        if (!schedule.hasResult()) {
            continue;
        }
        const std::vector<Transfer> transfers = transfersOf(schedule);
        const auto has = [&](const Transfer& wanted) {
            return std::find(transfers.begin(), transfers.end(), wanted) != transfers.end();
        };
        const network::Topology topology = network::topologyOf(schedule.problem->network);
        std::set<std::pair<std::size_t, std::size_t>> edges;
        for (std::size_t reader = 0; reader < schedule.layers.size(); ++reader) {
            for (const network::Source& source : topology.sources[reader]) {
                if (source.kind != network::Source::Kind::Layer) {
                    continue;
                }
                edges.emplace(source.index, reader);
                const Route route = schedule::routeBetween(schedule, source.index, reader);
                if (route == Route::Memory) {
                    QVERIFY(has({source.index, std::nullopt, Route::Memory, false}));
                    QVERIFY(has({std::nullopt, reader, Route::Memory, false})
                            || std::any_of(transfers.begin(), transfers.end(), [reader](const Transfer& transfer) {
                                   return transfer.to == reader && transfer.fetchedForBoth;
                               }));
                } else {
                    ++handedOn;
                    QVERIFY(has({source.index, reader, route, false}));
                }
            }
        }
        for (const Transfer& transfer : transfers) {
            if (transfer.from && transfer.to) {
                QVERIFY(transfer.fetchedForBoth || edges.contains({*transfer.from, *transfer.to}));
                QVERIFY(transfer.route != Route::Memory);
                shared += transfer.fetchedForBoth ? 1 : 0;
            }
        }
    }
    QVERIFY(handedOn > 100);
    QVERIFY(shared > 5);
}

TILESCAPE_TEST(TestDataTransfers)

} // namespace tst_data_transfers
#include "tst_data_transfers.moc"
