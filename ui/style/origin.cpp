#include "ui/style/origin.h"

#include "core/explore/terms.h"
#include "ui/style/core_text.h"
#include "ui/style/format.h"
#include "ui/style/scheme_text.h"
#include "ui/style/style_text.h"

#include <QStringList>

#include <algorithm>
#include <vector>

namespace tilescape::ui::style {

namespace {

/// Page titles as the manual's index has them.
QString titleOf(const QString& file)
{
    return file == QStringLiteral("solvers.md")        ? StyleText::tr("Solvers")
        : file == QStringLiteral("explore.md")         ? StyleText::tr("Explore")
        : file == QStringLiteral("hypar.md")           ? StyleText::tr("HyPar")
        : file == QStringLiteral("gradient-order.md")  ? StyleText::tr("Gradient order")
        : file == QStringLiteral("adapt-flow.md")      ? StyleText::tr("Adapt-Flow")
                                                       : StyleText::tr("Cost model");
}

} // namespace

ManualSection manualSection(Origin origin)
{
    switch (origin) {
    case Origin::Energy: return {"cost-model.md", "6. Energy"};
    case Origin::Cycles:
    case Origin::Words: return {"cost-model.md", "2. Loop blocking"};
    case Origin::SegmentCycles: return {"cost-model.md", "5. Segments and pipelines"};
    case Origin::Hops: return {"cost-model.md", "3. Partition over tiles"};
    case Origin::BusyPes: return {"cost-model.md", "1. Row-stationary mapping on the PE array"};
    case Origin::Throughput: return {"cost-model.md", "Units"};
    case Origin::Searched: return {"solvers.md", "What is searched"};
    case Origin::SolveTime: return {"solvers.md", "Measured"};
    case Origin::Measures: return {"explore.md", "Measures"};
    case Origin::Communication: return {"hypar.md", "1.2 Communication at one level"};
    case Origin::StepTime: return {"hypar.md", "1.5 Time"};
    case Origin::StepEnergy: return {"hypar.md", "1.6 Energy"};
    case Origin::GradientOrder: return {"gradient-order.md", "The model"};
    case Origin::DataflowVolumes: return {"adapt-flow.md", "The model"};
    case Origin::LowerBound: break;
    }
    return {"solvers.md", "Lower bound"};
}

QString manualLine(Origin origin)
{
    const ManualSection section = manualSection(origin);
    return StyleText::tr("Manual: %1, %2").arg(titleOf(QLatin1String(section.file)), QLatin1String(section.heading));
}

QString energyOrigin(const cost::Energy& energy)
{
    const auto table = tilescape::explore::energyTerms();
    std::vector<const tilescape::explore::EnergyTerm*> terms;
    for (const auto& term : table) {
        if (energy.*term.value > 0) {
            terms.push_back(&term);
        }
    }
    std::stable_sort(terms.begin(), terms.end(), [&](const auto* a, const auto* b) { return energy.*(a->value) > energy.*(b->value); });
    QStringList parts;
    for (const auto* term : terms) {
        parts << StyleText::tr("%1 %2 (%3)").arg(coreText(term->label), style::energy(energy.*(term->value)), percentOf(energy.*(term->value), energy.total()));
    }
    return StyleText::tr("Sum of %1").arg(parts.join(QStringLiteral(", "))) + QLatin1Char('\n') + manualLine(Origin::Energy);
}

QString cyclesOrigin(const cost::LayerCost& cost)
{
    QStringList parts{StyleText::tr("compute %1").arg(exactCount(cost.computeCycles)), StyleText::tr("bus %1").arg(exactCount(cost.busCycles)),
                      StyleText::tr("DRAM %1").arg(exactCount(cost.dramCycles))};
    if (cost.sharedCycles > 0) {
        parts << StyleText::tr("shared buffer %1").arg(exactCount(cost.sharedCycles));
    }
    return StyleText::tr("The largest of %1").arg(parts.join(QStringLiteral(", "))) + QLatin1Char('\n') + manualLine(Origin::Cycles);
}

QString tensorOrigin(const PerTensor<double>& counts, const tilescape::network::Layer& layer, const QString& unit, Origin origin)
{
    const double total = counts[Tensor::Weight] + counts[Tensor::Input] + counts[Tensor::Output];
    QStringList parts;
    for (const Tensor tensor : allTensors) {
        if (counts[tensor] > 0) {
            parts << StyleText::tr("%1 %2 (%3)").arg(tensorLabel(tensor, layer), count(counts[tensor]), percentOf(counts[tensor], total));
        }
    }
    return parts.isEmpty() ? manualLine(origin)
                           : StyleText::tr("Sum of %1, in %2").arg(parts.join(QStringLiteral(", ")), unit) + QLatin1Char('\n') + manualLine(origin);
}

} // namespace tilescape::ui::style
