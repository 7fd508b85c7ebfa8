#include "core/training/parallelism/plan.h"

#include "core/training/parallelism/array.h"
#include "core/training/parallelism/two_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tilescape::training::parallelism {
namespace {

/// Groups at a level (from 0), each of which communicates between its halves.
double groupsAt(std::size_t level) { return std::exp2(static_cast<double>(level)); }

void halve(const CommunicationModel& model, Shares& shares, const Choices& choices)
{
    for (std::size_t v = 0; v < shares.size(); ++v) {
        shares[v] = model.half(shares[v], choices[v]);
    }
}

Choice fixedChoice(const Vertex& vertex, Strategy strategy)
{
    const bool model = strategy == Strategy::Model || (strategy == Strategy::OneWeirdTrick && vertex.fullyConnected);
    return model ? Choice::Model : Choice::Data;
}

/// The pins of every level; those that fit nowhere become notes, the others are in force.
std::vector<Pins> pinsOf(const Graph& graph, const Settings& settings, std::vector<Forced>& inForce,
                         support::Diagnostics& notes)
{
    std::vector<Pins> pins(static_cast<std::size_t>(settings.levels));
    for (const Forced& forced : settings.forced) {
        const auto found = std::find_if(graph.vertices.begin(), graph.vertices.end(),
                                        [&](const Vertex& v) { return !v.join && v.name == forced.layer; });
        const bool known = found != graph.vertices.end();
        if (!known || forced.level < 1 || forced.level > settings.levels) {
            notes.push_back({support::Severity::Warning, "", "", forced.layer,
                             fmt::format("the choice that is forced at level {} has no effect", forced.level),
                             known ? fmt::format("the number of levels is {}", settings.levels)
                                   : std::string("the network has no such layer with weights")});
            continue;
        }
        Pins& level = pins[static_cast<std::size_t>(forced.level - 1)];
        level.resize(graph.vertices.size());
        level[static_cast<std::size_t>(found - graph.vertices.begin())] = forced.choice;
        inForce.push_back(forced);
    }
    return pins;
}

Choices fixedChoices(const Graph& graph, Strategy strategy, const Pins& pins)
{
    Choices choices;
    for (std::size_t v = 0; v < graph.vertices.size(); ++v) {
        const bool pinned = !pins.empty() && pins[v].has_value();
        choices.push_back(pinned ? *pins[v] : fixedChoice(graph.vertices[v], strategy));
    }
    return choices;
}

/// The pins of a level, and the choice of the strategy for every other layer: it says nothing of joins, which then lie as is best.
Pins pinnedLayers(const Graph& graph, Strategy strategy, Pins pins)
{
    pins.resize(graph.vertices.size());
    for (std::size_t v = 0; v < graph.vertices.size(); ++v) {
        if (!graph.vertices[v].join && !pins[v]) {
            pins[v] = fixedChoice(graph.vertices[v], strategy);
        }
    }
    return pins;
}

std::vector<Choices> chooseByLevel(const Graph& graph, Count batch, const Settings& settings, const std::vector<Pins>& pins,
                                   bool& exact)
{
    const CommunicationModel model(graph, static_cast<double>(batch), settings);
    Shares shares(graph.vertices.size());
    std::vector<Choices> levels;
    for (const Pins& level : pins) {
        if (settings.strategy == Strategy::HyPar || settings.strategy == Strategy::OneWeirdTrick) {
            const bool isFree = settings.strategy == Strategy::HyPar;
            TwoGroups best = partitionBetweenTwoGroups(model, shares,
                                                       isFree ? level : pinnedLayers(graph, settings.strategy, level));
            exact = exact && best.exact;
            levels.push_back(std::move(best.choices));
        } else {
            levels.push_back(fixedChoices(graph, settings.strategy, level));
        }
        halve(model, shares, levels.back());
    }
    return levels;
}

support::Result<std::vector<Choices>> chooseByBruteForce(const Graph& graph, Count batch, const Settings& settings,
                                                         const std::vector<Pins>& pins)
{
    const std::size_t vertices = graph.vertices.size();
    const std::size_t bits = vertices * pins.size();
    if (bits > static_cast<std::size_t>(mostBruteForceBits)) {
        return support::Diagnostic{
            support::Severity::Error, "", "", "",
            fmt::format("brute force would try 2^{} combinations ({} layers and joins, {} levels)", bits, vertices, pins.size()),
            fmt::format("layers times levels may be {} at most", mostBruteForceBits)};
    }
    std::vector<Choices> levels(pins.size(), Choices(vertices, Choice::Data));
    std::vector<Choices> best;
    double least = 0;
    for (std::size_t combination = 0; combination < std::size_t{1} << bits; ++combination) {
        bool allowed = true;
        for (std::size_t bit = 0; bit < bits; ++bit) {
            const std::size_t level = bit / vertices;
            const std::size_t v = bit % vertices;
            const Choice choice = ((combination >> bit) & 1) != 0 ? Choice::Model : Choice::Data;
            allowed = allowed && (pins[level].empty() || pins[level][v].value_or(choice) == choice);
            levels[level][v] = choice;
        }
        if (!allowed) {
            continue;
        }
        const double bytes = totalBytes(graph, batch, settings, levels);
        if (best.empty() || bytes < least) {
            best = levels;
            least = bytes;
        }
    }
    return best;
}

/// What the accelerators hold of a layer's tensors, all together, in words.
double heldWords(const Vertex& vertex, const Share& share, double batch, double accelerators)
{
    const double input = vertex.inputWords * share.channels * batch * share.batch;
    const double output = vertex.outputWords * batch * share.batch;
    return vertex.join ? 0 : accelerators * (input + output + vertex.weightWords * share.channels);
}

/// Time and energy (hypar.md 1.5 and 1.6): no overlap, no bound by the memories' bandwidth.
void priceStep(Plan& plan, const Shares& shares, double batch, const Settings& settings)
{
    constexpr double passes = 3; // forward, error backward, gradient
    constexpr double picojoule = 1e-12;
    const double accelerators = std::exp2(static_cast<double>(settings.levels));
    const double width = static_cast<double>(settings.wordBits) / 32; // multipliers grow with its square
    const bool six = settings.memoryAccess == MemoryAccess::SixAndBuffer;
    const double accesses = six ? 6 : 3;
    double macs = plan.graph.otherMacs;
    double held = 0;
    for (std::size_t v = 0; v < shares.size(); ++v) {
        macs += plan.graph.vertices[v].macs;
        held += heldWords(plan.graph.vertices[v], shares[v], batch, accelerators);
    }
    macs *= batch * passes;
    plan.computeSeconds = 2 * macs / (accelerators * settings.gigaoperationsPerSecond * 1e9);
    for (std::size_t level = 0; level < plan.levels.size(); ++level) {
        plan.communicationSeconds += 8 * plan.bytesByLevel[level] / levelBandwidth(settings, static_cast<Count>(level) + 1);
    }
    plan.stepSeconds = plan.computeSeconds + plan.communicationSeconds;
    const double bufferPj = six ? settings.bufferPj * width : 0;
    plan.computeJoules = macs * (settings.addPj * width + settings.multiplyPj * width * width + bufferPj) * picojoule;
    plan.memoryJoules = accesses * held * settings.memoryPj * width * picojoule;
    const double words = plan.totalBytes * 8 / static_cast<double>(settings.wordBits);
    plan.communicationJoules = accesses * words * settings.memoryPj * width * picojoule;
    plan.energyJoules = plan.computeJoules + plan.memoryJoules + plan.communicationJoules;
}

} // namespace

double totalBytes(const Graph& graph, Count batch, const Settings& settings, const std::vector<Choices>& levels)
{
    const CommunicationModel model(graph, static_cast<double>(batch), settings);
    Shares shares(graph.vertices.size());
    double words = 0;
    for (std::size_t level = 0; level < levels.size(); ++level) {
        for (std::size_t v = 0; v < shares.size(); ++v) {
            words += groupsAt(level) * total(model.wordsOf(v, shares, levels[level]));
        }
        halve(model, shares, levels[level]);
    }
    return words * static_cast<double>(settings.wordBits) / 8;
}

Plan price(Graph graph, Count batch, const Settings& settings, std::vector<Choices> levels)
{
    Plan plan;
    plan.graph = std::move(graph);
    plan.levels = std::move(levels);
    const CommunicationModel model(plan.graph, static_cast<double>(batch), settings);
    Shares shares(plan.graph.vertices.size());
    for (std::size_t level = 0; level < plan.levels.size(); ++level) {
        const double scale = groupsAt(level) * static_cast<double>(settings.wordBits) / 8;
        std::vector<PerKind>& row = plan.bytes.emplace_back(shares.size());
        PerKind sums;
        for (std::size_t v = 0; v < shares.size(); ++v) {
            row[v] = model.wordsOf(v, shares, plan.levels[level]);
            for (const Kind kind : allKinds) {
                row[v][kind] *= scale;
                sums[kind] += row[v][kind];
            }
        }
        for (const Kind kind : allKinds) {
            plan.bytesByKind[kind] += sums[kind];
        }
        plan.bytesByLevel.push_back(total(sums));
        plan.totalBytes += plan.bytesByLevel.back();
        halve(model, shares, plan.levels[level]);
    }
    priceStep(plan, shares, static_cast<double>(batch), settings);
    return plan;
}

support::Result<Plan> plan(Graph graph, Count batch, const Settings& settings)
{
    std::vector<Forced> inForce;
    support::Diagnostics notes;
    const std::vector<Pins> pins = pinsOf(graph, settings, inForce, notes);
    bool exact = true;
    std::vector<Choices> levels;
    if (settings.strategy == Strategy::BruteForce) {
        auto best = chooseByBruteForce(graph, batch, settings, pins);
        if (!best) {
            return best.faults();
        }
        levels = std::move(best.value());
    } else {
        levels = chooseByLevel(graph, batch, settings, pins, exact);
    }
    Plan result = price(std::move(graph), batch, settings, std::move(levels));
    result.exact = exact;
    result.forced = std::move(inForce);
    result.notes = std::move(notes);
    return result;
}

support::Result<Plan> plan(const network::Network& network, Count batch, const Settings& settings)
{
    return plan(graphOf(network, settings.maps, settings.positions), batch, settings);
}

} // namespace tilescape::training::parallelism
