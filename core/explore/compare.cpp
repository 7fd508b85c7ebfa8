#include "core/explore/compare.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <unordered_map>

namespace tilescape::explore {

using dataflow::LayerScheme;
using schedule::Schedule;
using schedule::ScheduledLayer;

namespace {

const std::string& layerName(const Schedule& schedule, const ScheduledLayer& layer)
{
    return schedule.problem->network.layers[layer.layer].name;
}

/// The loops with more than one iteration at each level, outermost first.
std::vector<std::pair<std::size_t, Loop>> loopsOf(const dataflow::Blocking& blocking)
{
    std::vector<std::pair<std::size_t, Loop>> loops;
    for (std::size_t level = 0; level < blocking.order.size(); ++level) {
        for (const Loop loop : blocking.order[level]) {
            if (blocking.factors[loop][level] > 1) {
                loops.emplace_back(level, loop);
            }
        }
    }
    return loops;
}

/// The order only where both have the loops in question: a loop that came or went is a matter of the factors.
bool sameLoopOrder(const dataflow::Blocking& one, const dataflow::Blocking& other)
{
    auto first = loopsOf(one);
    auto second = loopsOf(other);
    const auto keepCommon = [](auto& loops, const auto& in) {
        std::erase_if(loops, [&](const auto& loop) { return std::find(in.begin(), in.end(), loop) == in.end(); });
    };
    keepCommon(first, second);
    keepCommon(second, first);
    return first == second;
}

bool sameSharing(const dataflow::Sharing& one, const dataflow::Sharing& other)
{
    const auto shares = [](const dataflow::Sharing& sharing) {
        return std::any_of(sharing.subgroup.begin(), sharing.subgroup.end(), [](Count tiles) { return tiles > 1; });
    };
    return one == other || (!shares(one) && !shares(other));
}

PerAspect<bool> changesOf(const LayerScheme& before, const LayerScheme& after)
{
    PerAspect<bool> changed;
    changed[Aspect::Region] = before.region != after.region;
    changed[Aspect::Partition] = before.partition != after.partition;
    changed[Aspect::Array] = before.replication != after.replication;
    changed[Aspect::Sharing] = !sameSharing(before.sharing, after.sharing);
    changed[Aspect::LoopOrder] = !sameLoopOrder(before.blocking, after.blocking);
    changed[Aspect::Blocking] = before.blocking.factors != after.blocking.factors;
    return changed;
}

bool any(const PerAspect<bool>& changed)
{
    return std::any_of(changed.begin(), changed.end(), [](bool each) { return each; });
}

using Names = std::set<std::string_view>;

/// The names of the layers of each segment.
std::vector<Names> segmentsOf(const Schedule& schedule)
{
    std::vector<Names> segments(schedule.segments.size());
    for (const ScheduledLayer& layer : schedule.layers) {
        segments[static_cast<std::size_t>(layer.slot.segment)].insert(layerName(schedule, layer));
    }
    return segments;
}

std::vector<LayerDifference> layersOf(const Schedule& before, const Schedule& after)
{
    std::unordered_map<std::string_view, std::size_t> old;
    for (std::size_t place = 0; place < before.layers.size(); ++place) {
        old.emplace(layerName(before, before.layers[place]), place);
    }
    const std::vector<Names> segmentsBefore = segmentsOf(before);
    const std::vector<Names> segmentsAfter = segmentsOf(after);
    std::vector<LayerDifference> layers;
    std::vector<bool> stays(before.layers.size(), false);
    for (std::size_t place = 0; place < after.layers.size(); ++place) {
        const ScheduledLayer& now = after.layers[place];
        LayerDifference& own = layers.emplace_back(LayerDifference{layerName(after, now), {}, place, {}});
        if (const auto found = old.find(own.name); found != old.end()) {
            const ScheduledLayer& then = before.layers[found->second];
            stays[found->second] = true;
            own.before = found->second;
            own.changed = changesOf(then.scheme, now.scheme);
            own.changed[Aspect::Segment] = segmentsBefore[static_cast<std::size_t>(then.slot.segment)]
                                           != segmentsAfter[static_cast<std::size_t>(now.slot.segment)];
        }
    }
    for (std::size_t place = 0; place < before.layers.size(); ++place) {
        if (!stays[place]) {
            layers.push_back({layerName(before, before.layers[place]), place, {}, {}});
        }
    }
    return layers;
}

/// Sets of layers that are joined where they share a segment.
class Blocks {
public:
    explicit Blocks(std::size_t count) : m_parent(count)
    {
        std::iota(m_parent.begin(), m_parent.end(), std::size_t{0});
    }
    std::size_t find(std::size_t layer)
    {
        while (m_parent[layer] != layer) {
            layer = m_parent[layer] = m_parent[m_parent[layer]];
        }
        return layer;
    }
    void join(std::size_t one, std::size_t other)
    {
        one = find(one);
        other = find(other);
        m_parent[std::max(one, other)] = std::min(one, other);
    }

private:
    std::vector<std::size_t> m_parent;
};

class PartFinder {
public:
    PartFinder(const Schedule& before, const Schedule& after, const std::vector<LayerDifference>& layers)
        : m_before(before), m_after(after), m_layers(layers), m_blocks(layers.size())
    {
        joinSegments(before, &LayerDifference::before, m_firstBefore);
        joinSegments(after, &LayerDifference::after, m_firstAfter);
    }

    std::vector<ChangedPart> parts()
    {
        std::map<std::size_t, ChangedPart> byBlock;
        for (std::size_t number = 0; number < m_layers.size(); ++number) {
            ChangedPart& part = byBlock[m_blocks.find(number)];
            part.layers.push_back(m_layers[number].name);
            for (const Aspect aspect : allAspects) {
                part.changed[aspect] |= m_layers[number].changed[aspect];
            }
        }
        for (const auto& [segment, layer] : m_firstBefore) {
            ChangedPart& part = byBlock[m_blocks.find(layer)];
            ++part.segmentsBefore;
            part.before += amountsOf(m_before, static_cast<std::size_t>(segment));
        }
        for (const auto& [segment, layer] : m_firstAfter) {
            ChangedPart& part = byBlock[m_blocks.find(layer)];
            ++part.segmentsAfter;
            part.after += amountsOf(m_after, static_cast<std::size_t>(segment));
        }
        return gathered(std::move(byBlock));
    }

private:
    using First = std::map<Count, std::size_t>; ///< of each segment, the number of a layer in it

    void joinSegments(const Schedule& schedule, std::optional<std::size_t> LayerDifference::*place, First& first)
    {
        for (std::size_t number = 0; number < m_layers.size(); ++number) {
            if (const auto at = m_layers[number].*place) {
                const auto [known, isFirst] = first.emplace(schedule.layers[*at].slot.segment, number);
                if (!isFirst) {
                    m_blocks.join(known->second, number);
                }
            }
        }
    }

    /// What runs as before becomes one part, the last.
    static std::vector<ChangedPart> gathered(std::map<std::size_t, ChangedPart> byBlock)
    {
        std::vector<ChangedPart> parts;
        ChangedPart same;
        for (auto& [block, part] : byBlock) {
            if (!part.runsAsBefore()) {
                parts.push_back(std::move(part));
                continue;
            }
            same.layers.insert(same.layers.end(), part.layers.begin(), part.layers.end());
            same.segmentsBefore += part.segmentsBefore;
            same.segmentsAfter += part.segmentsAfter;
            same.before += part.before;
            same.after += part.after;
        }
        if (!same.layers.empty()) {
            parts.push_back(std::move(same));
        }
        return parts;
    }

    const Schedule& m_before;
    const Schedule& m_after;
    const std::vector<LayerDifference>& m_layers;
    Blocks m_blocks;
    First m_firstBefore;
    First m_firstAfter;
};

/// The size of the difference in what the goal makes small; of a product, the sum of both in parts of the whole.
double weightOf(const ChangedPart& part, const ScheduleDifference& whole)
{
    const double energy = part.after.energy.total() - part.before.energy.total();
    const double cycles = part.after.cycles.total() - part.before.cycles.total();
    switch (whole.goal) {
    case search::Goal::Energy:
        return std::abs(energy);
    case search::Goal::Delay:
        return std::abs(cycles);
    case search::Goal::EnergyDelay:
        return std::abs(energy / whole.before.energy.total() + cycles / whole.before.cycles);
    }
    return 0;
}

} // namespace

std::string_view nameOf(Aspect aspect)
{
    static constexpr std::array<std::string_view, 7> names{"segment", "region",     "partition", "array",
                                                           "sharing", "loop order", "blocking"};
    return names[static_cast<std::size_t>(aspect)];
}

bool LayerDifference::isChanged() const { return !before || !after || any(changed); }

bool ChangedPart::runsAsBefore() const
{
    return segmentsBefore > 0 && segmentsBefore == segmentsAfter && !any(changed);
}

const LayerDifference* ScheduleDifference::find(std::string_view name) const
{
    const auto found =
        std::find_if(layers.begin(), layers.end(), [name](const auto& layer) { return layer.name == name; });
    return found == layers.end() ? nullptr : &*found;
}

ScheduleDifference compare(const Schedule& before, const Schedule& after)
{
    ScheduleDifference difference{before.totals,       after.totals,          layersOf(before, after), {},
                                  after.problem->goal, before.problem->batch, after.problem->batch};
    difference.parts = PartFinder(before, after, difference.layers).parts();
    std::stable_sort(difference.parts.begin(), difference.parts.end(), [&](const ChangedPart& a, const ChangedPart& b) {
        return weightOf(a, difference) > weightOf(b, difference);
    });
    return difference;
}

} // namespace tilescape::explore
