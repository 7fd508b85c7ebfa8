#include "random_schedules.h"
#include "tests/registered.h"

#include <QTest>

#include <cmath>

namespace tst_operand_places {

using namespace tilescape;
using schedule::Schedule;
using schedule::ScheduledLayer;

/// Operands of element-wise layers come from where they lie: from tiles' buffers what a layer of the segment makes, from
/// memory the others.
class TestOperandPlaces : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachOperandComesFromWhereItLies()
    {
        samples::Dice dice(31);
        int mixed = 0;
        int whole = 0;
        for (int number = 0; number < 1500; ++number) {
            const samples::RandomSchedule random = samples::randomSchedule(dice);
            const Schedule schedule = random.evaluated();
            const network::Network& network = random.problem.network;
            const network::Topology topology = network::topologyOf(network);
            for (const ScheduledLayer& placed : schedule.layers) {
                if (!std::holds_alternative<network::Elementwise>(network.layers[placed.layer].kind)) {
                    continue;
                }
                double inside = 0;
                const auto& sources = topology.sources[placed.layer];
                for (const network::Source& source : sources) {
                    const bool made = source.kind == network::Source::Kind::Layer
                        && schedule.find(source.index)->slot.segment == placed.slot.segment;
                    inside += made ? 1 : 0;
                }
                if (inside == 0) {
                    continue; // another layer may fetch the same maps, and share them
                }
                const double inTiles = placed.cost.remoteBufferAccesses[Tensor::Input];
                const double all = inTiles + placed.cost.accesses[Level::Dram][Tensor::Input];
                QVERIFY(std::abs(inTiles * static_cast<double>(sources.size()) - all * inside) <= 1e-9 * all);
                ++(inside < static_cast<double>(sources.size()) ? mixed : whole);
            }
        }
        QVERIFY2(mixed > 100 && whole > 0, qPrintable(QString("%1 mixed, %2 whole").arg(mixed).arg(whole)));
    }
};

TILESCAPE_TEST(TestOperandPlaces)

} // namespace tst_operand_places
#include "tst_operand_places.moc"
