#include "ui/adaptflow/adaptflow_totals.h"

#include "ui/style/core_text.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"

#include <QCoreApplication>

#include <cmath>

namespace tilescape::ui::adaptflow {

using namespace tilescape::training::adaptflow;

namespace {

/// A context for translators.
struct AdaptflowText {
    Q_DECLARE_TR_FUNCTIONS(AdaptflowText)
};

QString counted(double value) { return std::isfinite(value) ? style::count(value) : AdaptflowText::tr("does not fit"); }

} // namespace

std::vector<plot::LabelledBars::Group> adaptflowTotals(const AdaptflowStudy& study)
{
    plot::LabelledBars::Group volume{AdaptflowText::tr("DRAM volume, elements"), style::categorical(0), {}};
    for (const Dataflow dataflow : allDataflows) {
        const double elements = study.totals.elements[dataflow];
        volume.bars.push_back({style::coreName(nameOf(dataflow)).toUpper(), elements, counted(elements), false});
    }
    volume.bars.push_back(
        {AdaptflowText::tr("Chosen"), study.totals.chosenElements, counted(study.totals.chosenElements), true});
    plot::LabelledBars::Group time{AdaptflowText::tr("Time, cycles"), style::categorical(1), {}};
    plot::LabelledBars::Group energy{AdaptflowText::tr("Energy, units"), style::categorical(2), {}};
    for (const Machine machine : allMachines) {
        const bool own = machine == Machine::AdaptFlow;
        const QString label = style::coreText(labelOf(machine));
        const double cycles = study.machines.cycles[machine];
        const double units = study.machines.energy[machine];
        time.bars.push_back({label, cycles, counted(cycles), own});
        energy.bars.push_back({label, units, counted(units), own});
    }
    return {volume, time, energy};
}

} // namespace tilescape::ui::adaptflow
