#include "tests/registered.h"
#include "view_samples.h"

#include "ui/inspector/energy_terms.h"
#include "ui/inspector/loop_nest_text.h"

#include <QTest>

namespace tst_inspector_text {

using namespace tilescape;
using namespace tilescape::ui::inspector;

/// What the inspector says of a layer, before a widget shows it.
class TestInspectorText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theTermsAddUpToTheEnergyOfTheLayerAndOfTheNetwork()
    {
        const schedule::Schedule schedule = samples::scheduleFor(samples::problem(samples::smallNetwork(), {4, 4}));
        const auto verify = [](const std::vector<EnergyTerm>& terms, double energy) {
            double sum = 0;
            for (const EnergyTerm& term : terms) {
                QVERIFY2(std::abs(term.count * term.eachPj - term.energyPj) <= 1e-9 * energy, qPrintable(term.label));
                sum += term.energyPj;
            }
            QVERIFY(std::abs(sum - energy) <= 1e-9 * energy);
        };
        for (const schedule::ScheduledLayer& layer : schedule.layers) {
            verify(energyTerms(*schedule.problem, layer.cost), layer.cost.energy.total());
        }
        verify(energyTerms(schedule), schedule.totals.energy.total());
    }

    void wordsOfANeighboursBufferAreATermOfTheirOwn()
    {
        schedule::Schedule schedule = samples::scheduleFor(samples::problem(samples::oneLayer(), {2, 2}));
        cost::LayerCost cost = schedule.layers[0].cost;
        const hardware::Machine machine = hardware::machineOf(schedule.problem->hardware);
        const std::size_t before = energyTerms(*schedule.problem, cost).size();
        cost.remoteBufferAccesses[Tensor::Input] = 1000;
        cost.energy.buffer += 1000 * machine.prices.accessPj[Level::Buffer];
        const auto terms = energyTerms(*schedule.problem, cost);
        QCOMPARE(terms.size(), before + 1);
        QCOMPARE(terms[1].count, 1000.0);
    }

    void theLoopNestShowsEveryFactorOnce()
    {
        const schedule::Schedule schedule = samples::scheduleFor(samples::problem(samples::smallNetwork(), {4, 4}));
        for (const schedule::ScheduledLayer& layer : schedule.layers) {
            const QString text = plainText(loopNestText(*schedule.problem, layer));
            for (const Loop loop : allLoops) {
                for (std::size_t level = 0; level < 3; ++level) {
                    const Count factor = layer.scheme.blocking.factors[loop][level];
                    const QString line = QStringLiteral("for %1%2 in 0..%3 ")
                                             .arg(QLatin1Char("iob"[static_cast<int>(loop)]))
                                             .arg(level)
                                             .arg(factor);
                    QCOMPARE(text.count(line), factor > 1 ? 1 : 0);
                }
            }
            QCOMPARE(text.count(QStringLiteral("parallel for")), 2);
        }
    }

    void loopsStandInTheOrderOfTheScheme()
    {
        schedule::Schedule schedule = samples::scheduleFor(samples::problem(samples::oneLayer(), {1, 1}));
        schedule::ScheduledLayer layer = schedule.layers[0];
        for (const Loop loop : allLoops) {
            layer.scheme.blocking.factors[loop] = {2, 3, 5};
        }
        layer.scheme.blocking.order[0] = {Loop::InputChannel, Loop::Batch, Loop::OutputChannel};
        const QString text = plainText(loopNestText(*schedule.problem, layer));
        QVERIFY(text.indexOf(QStringLiteral("for i0")) < text.indexOf(QStringLiteral("for b0")));
        QVERIFY(text.indexOf(QStringLiteral("for b0")) < text.indexOf(QStringLiteral("for o0")));
        QVERIFY(text.indexOf(QStringLiteral("for o0")) < text.indexOf(QStringLiteral("for b1")));
    }
};

TILESCAPE_TEST(TestInspectorText)

} // namespace tst_inspector_text
#include "tst_inspector_text.moc"
