#include "core/dataflow/array_pass.h"
#include "core/dataflow/unit_pass.h"
#include "tests/core/dice.h"
#include "tests/registered.h"

#include <QTest>

#include <cmath>
#include <set>

namespace tst_array_pass {

using namespace tilescape;
using dataflow::ArrayPass;
using dataflow::PeWork;
using network::Layer;

namespace {

hardware::PeArray arrayOf(Count rows, Count columns, hardware::ArrayDataflow dataflow)
{
    return {Extent{rows, columns}, dataflow};
}

/// 3 x 3 filters, 4 channels in and 4 out, maps of 5 x 6.
Layer convolution()
{
    Layer layer;
    layer.kind = network::Convolution{{3, 3}, {1, 1}, 1};
    layer.inputChannels = 4;
    layer.outputChannels = 4;
    layer.outputSize = {5, 6};
    return layer;
}

Layer randomLayer(samples::Dice& dice)
{
    Layer layer;
    const Extent filter{dice.upTo(4), dice.upTo(4)};
    const Extent stride{dice.upTo(2), dice.upTo(2)};
    layer.inputChannels = layer.outputChannels = dice.upTo(5);
    layer.outputSize = {dice.upTo(7), dice.upTo(6)};
    switch (dice.upTo(7)) {
    case 1: layer.kind = network::Pooling{filter, stride}; break;
    case 2:
        layer.kind = network::Elementwise{dice.upTo(3)};
        break;
    case 3: layer.kind = network::Convolution{filter, stride, layer.inputChannels}; break; // depthwise
    case 4: layer.kind = network::TransposedConvolution{filter, stride}; break;
    case 5: layer.kind = network::WeightGradient{filter, stride}; layer.inputChannels = dice.upTo(5); break;
    default:
        layer.kind = network::Convolution{filter, stride};
        layer.inputChannels = dice.upTo(5);
    }
    return layer;
}

bool isNear(double one, double other) { return std::abs(one - other) <= 1e-9 * std::max(1.0, std::abs(other)); }

} // namespace

/// What each PE does in each cycle adds up to what the cost model counts.
class TestArrayPass : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Eyeriss ISCA'16, Fig. 6: rows of the filter along the rows of PEs, rows of the output along the columns, rows of the
    /// input along the diagonals.
    void filterRowsLieAcrossInputRowsOnDiagonals()
    {
        const ArrayPass pass({convolution(), 1, 1}, arrayOf(3, 5, hardware::ArrayDataflow::RowStationary), {1, 1});
        for (Count row = 0; row < 3; ++row) {
            for (Count column = 0; column < 5; ++column) {
                const PeWork work = pass.workAt(0, 7, row, column);
                QVERIFY(work.mapped && work.active);
                QCOMPARE(work.filterRow, row);
                QCOMPARE(work.outputRow, column);
                QCOMPARE(work.inputRow, row + column);
                QCOMPARE(work.outputColumn, Count{2}); // the eighth cycle: second tap at the third position
                QCOMPARE(work.filterColumn, Count{1});
            }
        }
        QCOMPARE(pass.cycles(), Count{3 * 6});
    }

    /// TPU, ISCA'17: a wave front from the corner, one PE a cycle.
    void aSystolicArrayWorksOnASkewedStream()
    {
        const ArrayPass pass({convolution(), 1, 1}, arrayOf(4, 4, hardware::ArrayDataflow::Systolic), {4, 4, 1, 1});
        const PeWork first = pass.workAt(0, 20, 0, 0);
        for (Count row = 0; row < 4; ++row) {
            for (Count column = 0; column < 4; ++column) {
                const PeWork later = pass.workAt(0, 20 + row + column, row, column);
                QCOMPARE(later.outputRow, first.outputRow);
                QCOMPARE(later.outputColumn, first.outputColumn);
                QCOMPARE(later.filterColumn, first.filterColumn);
                QCOMPARE(later.inputChannel, row);
                QCOMPARE(later.outputChannel, column);
            }
        }
    }

    void everyOperationIsDoneOnceByOnePe()
    {
        Layer layer = convolution();
        layer.outputSize = {7, 2}; // folded over a width of 3: parts of 3, 3 and 1 rows
        const ArrayPass pass({layer, 1, 1}, arrayOf(2, 3, hardware::ArrayDataflow::RowStationary), {1, 1});
        std::set<std::array<Count, 4>> done;
        for (Count part = 0; part < pass.parts(); ++part) {
            for (Count cycle = 0; cycle < pass.cycles(); ++cycle) {
                for (Count pe = 0; pe < 6; ++pe) {
                    const PeWork work = pass.workAt(part, cycle, pe / 3, pe % 3);
                    if (work.active) {
                        QVERIFY(done.insert({work.filterRow, work.filterColumn, work.outputRow, work.outputColumn}).second);
                    }
                }
            }
        }
        QCOMPARE(done.size(), std::size_t{3 * 3 * 7 * 2});
    }

    void countsEndAtTheModels_data()
    {
        QTest::addColumn<bool>("systolic");
        QTest::newRow("row-stationary") << false;
        QTest::newRow("systolic") << true;
    }

    /// The law, over random layers and arrays and every mapping that the search would try.
    void countsEndAtTheModels()
    {
        QFETCH(bool, systolic);
        samples::Dice dice(systolic ? 11 : 5);
        int passes = 0;
        for (int round = 0; round < 400; ++round) {
            const hardware::PeArray array = arrayOf(dice.upTo(7), dice.upTo(7), systolic ? hardware::ArrayDataflow::Systolic
                                                                                       : hardware::ArrayDataflow::RowStationary);
            const dataflow::TileLayer tile{randomLayer(dice), dice.upTo(3), 1, dice.once(2) ? Counts::Executed : Counts::Reference};
            for (const dataflow::LoopNest& nest : dataflow::loopNests(tile, array)) {
                const ArrayPass pass(tile, array, nest.replication);
                checkAgainstModel(tile, nest, pass, systolic);
                if (QTest::currentTestFailed()) {
                    return;
                }
                ++passes;
            }
        }
        QVERIFY(passes > 200);
    }

    /// Five copies of three taps fit over sixteen rows, three input channels are there: three copies work.
    void copiesWithoutAChannelAreNotMapped()
    {
        Layer layer = convolution();
        layer.inputChannels = 3;
        layer.outputChannels = 32;
        const hardware::PeArray array = arrayOf(16, 16, hardware::ArrayDataflow::Systolic);
        const dataflow::Replication replication{3, 16, 3, 1};
        const dataflow::ArrayMapping mapping = dataflow::mapOnArray(layer, array, replication);
        QCOMPARE(mapping.utilization, 15.0 / 16);
        QCOMPARE(dataflow::mappedShare(mapping, replication), 9.0 / 16);
    }

    void theMappedShareIsThatOfThePes()
    {
        samples::Dice dice(29);
        int passes = 0;
        int withIdleCopies = 0;
        for (int round = 0; round < 600; ++round) {
            const hardware::PeArray array = arrayOf(dice.upTo(9), dice.upTo(9), dice.once(2) ? hardware::ArrayDataflow::Systolic
                                                                                           : hardware::ArrayDataflow::RowStationary);
            const dataflow::TileLayer tile{randomLayer(dice), dice.upTo(3), 1, Counts::Executed};
            for (const dataflow::LoopNest& nest : dataflow::loopNests(tile, array)) {
                const ArrayPass pass(tile, array, nest.replication);
                if (pass.mapping().fold.size() > 1) {
                    continue; // the last of the folds may have less
                }
                Count mapped = 0;
                for (Count pe = 0; pe < array.size(); ++pe) {
                    mapped += pass.workAt(0, 0, pe / array.width, pe % array.width).mapped ? 1 : 0;
                }
                const double share = dataflow::mappedShare(pass.mapping(), nest.replication);
                QVERIFY(isNear(share, static_cast<double>(mapped) / static_cast<double>(array.size())));
                withIdleCopies += share < pass.mapping().utilization ? 1 : 0;
                ++passes;
            }
        }
        QVERIFY(passes > 200 && withIdleCopies > 20);
    }

private:
    static void checkAgainstModel(const dataflow::TileLayer& tile, const dataflow::LoopNest& nest, const ArrayPass& pass, bool systolic)
    {
        QCOMPARE(pass.cycles(), nest.cycles);
        QCOMPARE(pass.passes(), nest.repetitions * nest.iterations[Loop::InputChannel] * nest.iterations[Loop::OutputChannel]
                                    * nest.iterations[Loop::Batch]);
        const dataflow::UnitPass model = systolic ? dataflow::systolicPass(tile.layer, pass.mapping(), tile.counts)
                                                  : dataflow::rowStationaryPass(tile.layer, pass.mapping(), tile.counts);
        const auto parts = static_cast<double>(pass.parts());
        dataflow::PassCounts all;
        Count active = 0;
        for (Count part = 0; part < pass.parts(); ++part) {
            const dataflow::PassCounts own = pass.countsAfter(part, pass.cycles());
            all.operations += own.operations;
            for (const Tensor tensor : allTensors) {
                all.busWords[tensor] += own.busWords[tensor];
            }
            dataflow::PassCounts before;
            for (Count cycle = 0; cycle < pass.cycles(); ++cycle) {
                for (Count pe = 0; pe < pass.peArray().size(); ++pe) {
                    active += pass.workAt(part, cycle, pe / pass.peArray().width, pe % pass.peArray().width).active;
                }
                const dataflow::PassCounts now = pass.countsAfter(part, cycle + 1);
                QVERIFY(now.operations >= before.operations && now.busWords[Tensor::Input] >= before.busWords[Tensor::Input]);
                before = now;
            }
        }
        QVERIFY2(isNear(static_cast<double>(all.operations), model.operations * parts), qPrintable(describe(tile.layer)));
        QVERIFY2(active == all.operations * pass.copies(), qPrintable(describe(tile.layer)));
        for (const Tensor tensor : allTensors) {
            QVERIFY2(isNear(static_cast<double>(all.busWords[tensor]), model.accesses[Level::Bus][tensor] * parts),
                     qPrintable(QStringLiteral("%1, tensor %2: %3, %4").arg(describe(tile.layer)).arg(static_cast<int>(tensor))
                                    .arg(all.busWords[tensor]).arg(model.accesses[Level::Bus][tensor] * parts)));
        }
    }

    static QString describe(const Layer& layer)
    {
        return QStringLiteral("kind %1, filter %2x%3, map %4x%5").arg(layer.kind.index()).arg(network::filterOf(layer).height)
            .arg(network::filterOf(layer).width).arg(layer.outputSize.height).arg(layer.outputSize.width);
    }
};

TILESCAPE_TEST(TestArrayPass)

} // namespace tst_array_pass
#include "tst_array_pass.moc"
