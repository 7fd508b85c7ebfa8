#include "core/explore/rules.h"
#include "core/explore/terms.h"
#include "core/hardware/parameters.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::explore {

using schedule::Schedule;
using schedule::ScheduledLayer;

namespace {

constexpr double leastWait = 0.1;    ///< share of the cycles
constexpr double leastFill = 0.03;   ///< share of the cycles
constexpr double leastIdlePes = 0.1; ///< share of the PEs of all tiles at work

/// The share of the cycles that a term takes, and the segment that spends most of them.
struct Waiting {
    double share = 0;
    std::size_t segment = 0;
};

Waiting waitingFor(const Schedule& schedule, double CycleTerms::*term)
{
    Waiting waiting;
    double most = 0;
    double sum = 0;
    for (std::size_t number = 0; number < schedule.segments.size(); ++number) {
        const double cycles = cycleTermsOf(schedule, number).*term;
        sum += cycles;
        if (cycles > most) {
            most = cycles;
            waiting.segment = number;
        }
    }
    waiting.share = schedule.totals.cycles > 0 ? sum / schedule.totals.cycles : 0;
    return waiting;
}

std::vector<Proposal> proposeFaster(const Examined& examined, std::string_view rule, double CycleTerms::*term,
                                    std::string_view what, std::string_view key)
{
    const Waiting waiting = waitingFor(examined.schedule, term);
    if (waiting.share < leastWait) {
        return {};
    }
    const hardware::Parameter& parameter = *hardware::findParameter(key);
    std::vector<std::string> layers = layersOfSegment(examined.schedule, waiting.segment);
    std::string measure = fmt::format("{} is waited for in {:.0f} % of all cycles, most in {}", what,
                                      100 * waiting.share, namesOf(examined.schedule, layers));
    return proposeParameter(examined, rule, std::move(layers), std::move(measure), search::Goal::Delay, key,
                            2 * parameter.get(examined.problem.hardware));
}

/// Work of the PEs of a layer's tiles, were all of them busy.
double offered(const ScheduledLayer& layer)
{
    return static_cast<double>(layer.scheme.region.extent.size()) * layer.cost.cycles;
}

} // namespace

std::vector<Proposal> proposeForDram(const Examined& examined)
{
    return proposeFaster(examined, "dram_bound", &CycleTerms::dram, "DRAM", "dram_gigabytes_per_second");
}

std::vector<Proposal> proposeForBus(const Examined& examined)
{
    return proposeFaster(examined, "bus_bound", &CycleTerms::bus, "the array bus", "bus_bits_per_cycle");
}

std::vector<Proposal> proposeForIdlePes(const Examined& examined)
{
    double all = 0;
    double lost = 0;
    const ScheduledLayer* worst = nullptr;
    const auto idleOf = [](const ScheduledLayer& layer) { return 1 - dataflow::mappedShare(layer.mapping, layer.scheme.replication); };
    const auto lostOf = [&](const ScheduledLayer& layer) { return offered(layer) * idleOf(layer); };
    for (const ScheduledLayer& layer : examined.schedule.layers) {
        all += offered(layer);
        lost += lostOf(layer);
        worst = !worst || lostOf(layer) > lostOf(*worst) ? &layer : worst;
    }
    if (!worst || all <= 0 || lost / all < leastIdlePes) {
        return {};
    }
    const std::string& name = examined.schedule.problem->network.layers[worst->layer].name;
    const std::string measure =
        fmt::format("the mapping leaves {:.0f} % of the PEs of working tiles idle, most in {} ({:.0f} %)",
                    100 * lost / all, name, 100 * idleOf(*worst));
    const Extent pes = examined.problem.hardware.peArray;
    std::vector<Proposal> proposals;
    const auto propose = [&](std::string action, const auto& change) {
        auto changed = std::make_shared<schedule::Problem>(examined.problem);
        change(changed->hardware);
        proposals.push_back({&ruleOf("idle_pes"), {name}, measure, std::move(action), search::Goal::Delay, changed});
    };
    const bool systolic = examined.problem.hardware.arrayDataflow == hardware::ArrayDataflow::Systolic;
    propose(systolic ? "row-stationary PE arrays" : "systolic PE arrays", [systolic](hardware::Hardware& hardware) {
        hardware.arrayDataflow = systolic ? hardware::ArrayDataflow::RowStationary : hardware::ArrayDataflow::Systolic;
    });
    for (const Extent& shape : {Extent{2 * pes.height, pes.width / 2}, Extent{pes.height / 2, 2 * pes.width}}) {
        if (shape.size() == pes.size()) {
            propose(fmt::format("PE arrays of {} x {} in place of {} x {}", shape.height, shape.width, pes.height,
                                pes.width),
                    [shape](hardware::Hardware& hardware) { hardware.peArray = shape; });
        }
    }
    return proposals;
}

std::vector<Proposal> proposeForFillAndDrain(const Examined& examined)
{
    const Waiting waiting = waitingFor(examined.schedule, &CycleTerms::pipeline);
    const Count batch = examined.problem.batch;
    if (waiting.share < leastFill || 2 * batch > schedule::largestBatch) {
        return {};
    }
    auto changed = std::make_shared<schedule::Problem>(examined.problem);
    changed->batch = 2 * batch;
    std::vector<std::string> layers = layersOfSegment(examined.schedule, waiting.segment);
    std::string measure =
        fmt::format("regions fill, drain and wait for each other in {:.0f} % of all cycles, most in {}",
                    100 * waiting.share, namesOf(examined.schedule, layers));
    return {{&ruleOf("fill_and_drain"), std::move(layers), std::move(measure),
             fmt::format("batch from {} to {}", batch, 2 * batch), search::Goal::Delay, changed}};
}

} // namespace tilescape::explore
