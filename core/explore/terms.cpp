#include "core/explore/terms.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace tilescape::explore {

namespace {

/// A layer's cycles by what bounds them: the PE arrays first, then what each slower part adds.
CycleTerms layerCycleTerms(const cost::LayerCost& cost)
{
    CycleTerms terms;
    const double whole = std::floor(cost.cycles);
    double reached = 0;
    const auto part = [&](double until) {
        const double before = reached;
        reached = std::max(reached, std::min(whole, std::floor(until)));
        return reached - before;
    };
    terms.compute = part(cost.computeCycles);
    terms.bus = part(cost.busCycles);
    terms.dram = part(cost.dramCycles);
    terms.sharedBuffers = part(cost.sharedCycles);
    terms.compute += whole - reached; // cycles are those of the slowest part
    return terms;
}

/// The terms up to `most` cycles: as the reference counts, layers of a region may overlap.
CycleTerms cutTo(const CycleTerms& terms, double most)
{
    CycleTerms cut;
    for (const CycleTerm& term : cycleTerms()) {
        cut.*term.value = std::min(terms.*term.value, most - cut.total());
    }
    return cut;
}

/// The terms of the region that works longest.
CycleTerms busiestRegion(const schedule::Schedule& schedule, std::size_t number)
{
    std::map<Count, CycleTerms> regions;
    for (const schedule::ScheduledLayer& layer : schedule.layers) {
        if (layer.slot.segment == static_cast<Count>(number)) {
            regions[layer.slot.region] += layerCycleTerms(layer.cost);
        }
    }
    CycleTerms busiest;
    for (const auto& [region, terms] : regions) {
        busiest = terms.total() > busiest.total() ? terms : busiest;
    }
    return busiest;
}

} // namespace

CycleTerms& CycleTerms::operator+=(const CycleTerms& other)
{
    for (const CycleTerm& term : cycleTerms()) {
        this->*term.value += other.*term.value;
    }
    return *this;
}

Amounts& Amounts::operator+=(const Amounts& other)
{
    energy += other.energy;
    cycles += other.cycles;
    return *this;
}

CycleTerms cycleTermsOf(const schedule::Schedule& schedule, std::size_t number)
{
    const pipeline::SegmentTiming& timing = schedule.segments[number];
    const auto total = static_cast<double>(pipeline::cyclesOf(timing, schedule.segments.size() == 1));
    const auto nodes =
        std::min(total, static_cast<double>(schedule.segments.size() == 1 ? timing.criticalCycles : timing.nodeCycles));
    CycleTerms terms = cutTo(busiestRegion(schedule, number), nodes);
    terms.pipeline = nodes - terms.total();
    (timing.sharedCycles > timing.dramCycles ? terms.sharedBuffers : terms.dram) += total - nodes;
    return terms;
}

Amounts amountsOf(const schedule::Schedule& schedule, std::size_t number)
{
    Amounts amounts;
    for (const schedule::ScheduledLayer& layer : schedule.layers) {
        if (layer.slot.segment == static_cast<Count>(number)) {
            amounts.energy += layer.cost.energy;
        }
    }
    amounts.cycles = cycleTermsOf(schedule, number);
    amounts.energy.staticPower =
        hardware::machineOf(schedule.problem->hardware).prices.staticPjPerCycle * amounts.cycles.total();
    return amounts;
}

std::span<const EnergyTerm> energyTerms()
{
    static constexpr std::array<EnergyTerm, 8> rows{{{"dram", "DRAM", &cost::Energy::dram},
                                                     {"shared_buffers", "shared buffers", &cost::Energy::sharedBuffers},
                                                     {"noc", "NoC", &cost::Energy::noc},
                                                     {"buffer", "buffer", &cost::Energy::buffer},
                                                     {"bus", "bus", &cost::Energy::bus},
                                                     {"registers", "registers", &cost::Energy::registers},
                                                     {"mac", "MAC", &cost::Energy::mac},
                                                     {"static", "static", &cost::Energy::staticPower}}};
    return rows;
}

std::span<const CycleTerm> cycleTerms()
{
    static constexpr std::array<CycleTerm, 5> rows{{{"compute", "compute", &CycleTerms::compute},
                                                    {"bus", "bus", &CycleTerms::bus},
                                                    {"dram", "DRAM", &CycleTerms::dram},
                                                    {"shared_buffers", "shared buffers", &CycleTerms::sharedBuffers},
                                                    {"pipeline", "fill, drain and waits", &CycleTerms::pipeline}}};
    return rows;
}

} // namespace tilescape::explore
