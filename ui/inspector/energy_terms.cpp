#include "ui/inspector/energy_terms.h"

#include "ui/inspector/inspector_text.h"

#include <QLocale>
#include <QStringList>

namespace tilescape::ui::inspector {

namespace {

double sum(const PerTensor<double>& values)
{
    return values[Tensor::Weight] + values[Tensor::Input] + values[Tensor::Output];
}

void add(PerTensor<double>& to, const PerTensor<double>& values)
{
    for (const Tensor tensor : allTensors) {
        to[tensor] += values[tensor];
    }
}

/// What the rows show, of one layer or of all.
struct Counts {
    PerLevel<PerTensor<double>> accesses;
    PerTensor<double> remote;
    PerTensor<double> shared;
    PerTensor<double> hops;
    double operations = 0;
    cost::Energy energy;

    void add(const cost::LayerCost& layer)
    {
        for (const Level level : allLevels) {
            inspector::add(accesses[level], layer.accesses[level]);
        }
        inspector::add(remote, layer.remoteBufferAccesses);
        inspector::add(shared, layer.sharedAccesses);
        inspector::add(hops, layer.nocHops);
        operations += layer.operations;
        energy += layer.energy;
    }
};

EnergyTerm tensorTerm(const QString& label, const QString& unit, const PerTensor<double>& counts, double eachPj,
                      double energyPj)
{
    return {label, unit, counts, sum(counts), eachPj, energyPj};
}

std::vector<EnergyTerm> terms(const schedule::Problem& problem, const Counts& counts, double cycles)
{
    const tilescape::hardware::Machine machine = tilescape::hardware::machineOf(problem.hardware);
    const PerLevel<double>& each = machine.prices.accessPj;
    const QString words = InspectorText::tr("words");
    const double remoteEnergy = sum(counts.remote) * each[Level::Buffer];
    std::vector<EnergyTerm> rows;
    rows.push_back(tensorTerm(InspectorText::tr("DRAM"), words, counts.accesses[Level::Dram], each[Level::Dram],
                              counts.energy.dram));
    if (counts.energy.sharedBuffers > 0) {
        // Of several levels, each at a price of its own: the mean.
        rows.push_back(tensorTerm(InspectorText::tr("Shared buffer"), words, counts.shared,
                                  counts.energy.sharedBuffers / sum(counts.shared), counts.energy.sharedBuffers));
    }
    if (remoteEnergy > 0) {
        rows.push_back(
            tensorTerm(InspectorText::tr("Remote buffer"), words, counts.remote, each[Level::Buffer], remoteEnergy));
    }
    rows.push_back(tensorTerm(InspectorText::tr("Buffer"), words, counts.accesses[Level::Buffer], each[Level::Buffer],
                              counts.energy.buffer - remoteEnergy));
    rows.push_back(
        tensorTerm(InspectorText::tr("Bus"), words, counts.accesses[Level::Bus], each[Level::Bus], counts.energy.bus));
    rows.push_back(tensorTerm(InspectorText::tr("Registers"), words, counts.accesses[Level::Register],
                              each[Level::Register], counts.energy.registers));
    rows.push_back(tensorTerm(InspectorText::tr("NoC"), InspectorText::tr("word-hops"), counts.hops, machine.prices.hopPj,
                              counts.energy.noc));
    rows.push_back({InspectorText::tr("MAC"), InspectorText::tr("operations"), std::nullopt, counts.operations,
                    machine.prices.macPj, counts.energy.mac});
    // The layers of a segment share its static energy: each answers for a part of the segment's cycles.
    const double charged =
        machine.prices.staticPjPerCycle > 0 ? counts.energy.staticPower / machine.prices.staticPjPerCycle : cycles;
    rows.push_back({InspectorText::tr("Static"), InspectorText::tr("cycles"), std::nullopt, charged,
                    machine.prices.staticPjPerCycle, counts.energy.staticPower});
    return rows;
}

} // namespace

std::vector<EnergyTerm> energyTerms(const schedule::Problem& problem, const cost::LayerCost& cost)
{
    Counts counts;
    counts.add(cost);
    return terms(problem, counts, cost.cycles);
}

std::vector<EnergyTerm> energyTerms(const schedule::Schedule& schedule)
{
    Counts counts;
    for (const schedule::ScheduledLayer& layer : schedule.layers) {
        counts.add(layer.cost);
    }
    counts.energy = schedule.totals.energy;
    return terms(*schedule.problem, counts, schedule.totals.cycles);
}

QString csvText(const std::vector<EnergyTerm>& terms)
{
    const auto number = [](double value) { return QString::number(value, 'g', QLocale::FloatingPointShortest); };
    QStringList lines{QStringLiteral("component,weight,input,output,count,count_unit,each_pj,energy_pj")};
    double total = 0;
    for (const EnergyTerm& term : terms) {
        QStringList cells{term.label};
        for (const Tensor tensor : allTensors) {
            cells << (term.byTensor ? number((*term.byTensor)[tensor]) : QString());
        }
        cells << number(term.count) << term.unit << number(term.eachPj) << number(term.energyPj);
        lines << cells.join(QLatin1Char(','));
        total += term.energyPj;
    }
    lines << QStringLiteral("total,,,,,,,%1").arg(number(total));
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace tilescape::ui::inspector
