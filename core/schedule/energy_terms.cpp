#include "core/schedule/energy_terms.h"

#include "core/support/ceiling.h"
#include "core/support/tensor_sum.h"

namespace tilescape::schedule {

namespace {

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
            schedule::add(accesses[level], layer.accesses[level]);
        }
        schedule::add(remote, layer.remoteBufferAccesses);
        schedule::add(shared, layer.sharedAccesses);
        schedule::add(hops, layer.nocHops);
        operations += layer.operations;
        energy += layer.energy;
    }
};

EnergyTerm tensorTerm(std::string_view label, std::string_view unit, const PerTensor<double>& counts, double eachPj,
                      double energyPj)
{
    return {label, unit, counts, sumOfTensors(counts), eachPj, energyPj};
}

std::vector<EnergyTerm> terms(const Problem& problem, const Counts& counts, double cycles)
{
    const hardware::Machine machine = hardware::machineOf(problem.hardware);
    const PerLevel<double>& each = machine.prices.accessPj;
    constexpr std::string_view words = "words";
    const double remoteEnergy = sumOfTensors(counts.remote) * each[Level::Buffer];
    std::vector<EnergyTerm> rows;
    rows.push_back(tensorTerm("DRAM", words, counts.accesses[Level::Dram], each[Level::Dram],
                              counts.energy.dram));
    if (counts.energy.sharedBuffers > 0) {
        // Of several levels, each at a price of its own: the mean.
        rows.push_back(tensorTerm("Shared buffer", words, counts.shared,
                                  counts.energy.sharedBuffers / sumOfTensors(counts.shared), counts.energy.sharedBuffers));
    }
    if (remoteEnergy > 0) {
        rows.push_back(
            tensorTerm("Remote buffer", words, counts.remote, each[Level::Buffer], remoteEnergy));
    }
    rows.push_back(tensorTerm("Buffer", words, counts.accesses[Level::Buffer], each[Level::Buffer],
                              counts.energy.buffer - remoteEnergy));
    rows.push_back(
        tensorTerm("Bus", words, counts.accesses[Level::Bus], each[Level::Bus], counts.energy.bus));
    rows.push_back(tensorTerm("Registers", words, counts.accesses[Level::Register],
                              each[Level::Register], counts.energy.registers));
    rows.push_back(tensorTerm("NoC", "word-hops", counts.hops, machine.prices.hopPj,
                              counts.energy.noc));
    rows.push_back({"MAC", "operations", std::nullopt, counts.operations,
                    machine.prices.macPj, counts.energy.mac});
    // The layers of a segment share its static energy: each answers for a part of the segment's cycles.
    const double staticPj = machine.prices.staticPjPerCycle;
    const double charged = staticPj > 0 ? support::wholeWhereMeant(counts.energy.staticPower / staticPj) : cycles;
    rows.push_back({"Static", "cycles", std::nullopt, charged, staticPj, counts.energy.staticPower});
    return rows;
}

} // namespace

std::vector<EnergyTerm> energyTerms(const Problem& problem, const cost::LayerCost& cost)
{
    Counts counts;
    counts.add(cost);
    return terms(problem, counts, cost.cycles);
}

std::vector<EnergyTerm> energyTerms(const Schedule& schedule)
{
    Counts counts;
    for (const ScheduledLayer& layer : schedule.layers) {
        counts.add(layer.cost);
    }
    counts.energy = schedule.totals.energy;
    return terms(*schedule.problem, counts, schedule.totals.cycles);
}

} // namespace tilescape::schedule
