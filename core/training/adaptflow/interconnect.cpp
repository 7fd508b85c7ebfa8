#include "core/training/adaptflow/interconnect.h"

#include <bit>
#include <cassert>

namespace tilescape::training::adaptflow {
namespace {

constexpr int unset = -1;

/// Where a (sub)network's switches lie: the first stage and the first switch of each of its stages.
struct Part {
    std::size_t stage;
    std::size_t firstSwitch;
    std::size_t ports;
};

/// What one output switch wants of one source: one of the two inner networks has to bring it.
struct Demand {
    std::size_t source;
    std::size_t outputSwitch;
    int half = unset;
};

/// Demands that must come through different halves: of one output switch; of the two sources of one input switch.
bool apart(const Demand& a, const Demand& b)
{
    return a.outputSwitch == b.outputSwitch || (a.source != b.source && a.source / 2 == b.source / 2);
}

/// Two-colours demands from `start` on. A source has one half where its switch is shared, as what is apart from the same is
/// together.
bool colour(std::vector<Demand>& demands, std::size_t start)
{
    std::vector<std::size_t> open{start};
    demands[start].half = 0;
    while (!open.empty()) {
        const std::size_t at = open.back();
        open.pop_back();
        for (std::size_t other = 0; other < demands.size(); ++other) {
            if (other == at || !apart(demands[at], demands[other])) {
                continue;
            }
            if (demands[other].half == unset) {
                demands[other].half = 1 - demands[at].half;
                open.push_back(other);
            } else if (demands[other].half == demands[at].half) {
                return false;
            }
        }
    }
    return true;
}

std::optional<std::vector<Demand>> demandsOf(const Requests& requests)
{
    std::vector<Demand> demands;
    for (std::size_t output = 0; output < requests.size(); ++output) {
        const bool repeated = output % 2 == 1 && requests[output] == requests[output - 1];
        if (requests[output] && !repeated) {
            demands.push_back({*requests[output], output / 2});
        }
    }
    for (std::size_t i = 0; i < demands.size(); ++i) {
        if (demands[i].half == unset && !colour(demands, i)) {
            return std::nullopt;
        }
    }
    return demands;
}

bool routePart(const Part& part, const Requests& requests, Routing& routing)
{
    if (part.ports == 2) {
        for (std::size_t output = 0; output < 2; ++output) {
            routing[part.stage][part.firstSwitch][output] = requests[output] ? static_cast<int>(*requests[output]) : unset;
        }
        return true;
    }
    const auto demands = demandsOf(requests);
    if (!demands) {
        return false;
    }
    const std::size_t last = part.stage + closStages(part.ports) - 1;
    std::array<Requests, 2> inner{Requests(part.ports / 2), Requests(part.ports / 2)};
    for (const Demand& demand : *demands) {
        const auto half = static_cast<std::size_t>(demand.half);
        routing[part.stage][part.firstSwitch + demand.source / 2][half] = static_cast<int>(demand.source % 2);
        inner[half][demand.outputSwitch] = demand.source / 2;
        for (std::size_t side = 0; side < 2; ++side) {
            if (requests[2 * demand.outputSwitch + side] == demand.source) {
                routing[last][part.firstSwitch + demand.outputSwitch][side] = demand.half;
            }
        }
    }
    const std::size_t switches = part.ports / 4;
    return routePart({part.stage + 1, part.firstSwitch, part.ports / 2}, inner[0], routing)
        && routePart({part.stage + 1, part.firstSwitch + switches, part.ports / 2}, inner[1], routing);
}

constexpr std::array areas{NocArea{"Adapt-Flow", "56 switches, 7 stages", 368}, NocArea{"Eyeriss", "16 buses", 256},
                           NocArea{"NVDLA", "16 buses", 256}, NocArea{"ShiDianNao", "MUX array", 512}};

} // namespace

std::size_t closStages(std::size_t ports) { return 2 * static_cast<std::size_t>(std::bit_width(ports) - 1) - 1; }
std::size_t closSwitches(std::size_t ports) { return closStages(ports) * ports / 2; }
std::size_t closLinks(std::size_t ports) { return closStages(ports) * ports; }

std::size_t wireAfter(std::size_t ports, std::size_t stage, std::size_t position)
{
    const std::size_t stages = closStages(ports);
    const bool spreading = stage < stages / 2;
    // Stage i of the first half splits networks of ports / 2^i; the second half is its mirror image.
    const std::size_t size = ports >> (spreading ? stage : stages - 2 - stage);
    const std::size_t base = position / size * size;
    const std::size_t inside = position - base;
    if (spreading) {
        return base + inside % 2 * (size / 2) + inside / 2;
    }
    return base + inside % (size / 2) * 2 + inside / (size / 2);
}

std::optional<Routing> route(const Requests& requests)
{
    const std::size_t ports = requests.size();
    assert(ports >= 2 && std::has_single_bit(ports));
    Routing routing(closStages(ports), std::vector<SwitchState>(ports / 2, SwitchState{unset, unset}));
    if (!routePart({0, 0, ports}, requests, routing)) {
        return std::nullopt;
    }
    return routing;
}

std::vector<Requests> trace(std::size_t ports, const Routing& routing)
{
    std::vector<Requests> carried{Requests(ports)};
    for (std::size_t port = 0; port < ports; ++port) {
        carried[0][port] = port;
    }
    for (std::size_t stage = 0; stage < routing.size(); ++stage) {
        Requests next(ports);
        for (std::size_t position = 0; position < ports; ++position) {
            const int input = routing[stage][position / 2][position % 2];
            const std::size_t to = stage + 1 < routing.size() ? wireAfter(ports, stage, position) : position;
            if (input != unset) {
                next[to] = carried[stage][position / 2 * 2 + static_cast<std::size_t>(input)];
            }
        }
        carried.push_back(std::move(next));
    }
    return carried;
}

std::string_view labelOf(Pattern pattern)
{
    switch (pattern) {
    case Pattern::Unicast:
        return "Unicast";
    case Pattern::Multicast:
        return "Multicast";
    case Pattern::Broadcast:
        break;
    }
    return "Broadcast";
}

Pattern patternOf(Dataflow dataflow, Tensor tensor)
{
    switch (dataflow) {
    case Dataflow::WeightStationary:
        return tensor == Tensor::Input ? Pattern::Multicast : Pattern::Unicast;
    case Dataflow::InputStationary:
        return tensor == Tensor::Weight ? Pattern::Multicast : Pattern::Unicast;
    case Dataflow::OutputStationary:
        break;
    }
    return tensor == Tensor::Weight ? Pattern::Broadcast : Pattern::Unicast;
}

Requests requestsOf(Pattern pattern)
{
    Requests requests(closPorts);
    for (std::size_t port = 0; port < closPorts; ++port) {
        requests[port] = pattern == Pattern::Unicast ? port : pattern == Pattern::Multicast ? port / 4 * 4 : 0;
    }
    return requests;
}

std::span<const NocArea> nocAreas() { return areas; }

} // namespace tilescape::training::adaptflow
