#include "core/search/proof/region_proof.h"

#include "core/search/space/infinite.h"
#include "core/search/space/segment_enumeration.h"
#include "core/support/parallel.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace tilescape::search {

using dataflow::Region;

namespace {

/// Bounds of segments are raised by at least this part of the network's at a time, so that the best chain is not looked
/// for too often.
constexpr double leastRaise = 0.001;

/// Regions that are looked at side by side, however many threads there are.
constexpr std::size_t atOnce = 8;

} // namespace

RegionProof::RegionProof(const SearchTask& task, SegmentBounds& bounds, int threads, std::stop_token stop)
    : m_task(task),
      m_bounds(bounds),
      m_regionBounds(task, bounds),
      m_threads(threads),
      m_stop(std::move(stop)),
      m_tiles(task, m_objective),
      m_segments(segmentsOf(task))
{
    std::stable_sort(m_segments.begin(), m_segments.end(),
                     [](const auto& first, const auto& second) { return first.first < second.first; });
    m_alike = findAlike();
}

/// Segments of layers that are alike, placed alike, and that hand on the same.
std::vector<std::size_t> RegionProof::findAlike()
{
    using Member =
        std::tuple<std::size_t, LayerSetting, std::size_t, std::optional<std::size_t>, bool, std::vector<std::size_t>>;
    std::map<std::vector<Member>, std::size_t> known;
    std::vector<std::size_t> alike;
    for (const pipeline::Segment& segment : m_segments) {
        const std::vector<pipeline::Placement> placements = segment.placements(0);
        const std::vector<SegmentBounds::Member> members = m_bounds.membersOf(segment);
        std::vector<Member> key;
        for (std::size_t place = 0; place < members.size(); ++place) {
            std::vector<std::size_t>
                makers; // their places, in the order of the layer's sources; its own for what comes from elsewhere
            for (const network::Source& source : m_task.topology.sources[placements[place].layer]) {
                const auto maker =
                    std::find_if(placements.begin(), placements.end(), [&](const pipeline::Placement& other) {
                        return source == network::Source{network::Source::Kind::Layer, other.layer};
                    });
                makers.push_back(maker == placements.end() ? place
                                                           : static_cast<std::size_t>(maker - placements.begin()));
            }
            const SegmentBounds::Member& own = members[place];
            key.emplace_back(own.layer, own.setting, own.region, own.forwarder, own.reloadsWeights, std::move(makers));
        }
        alike.push_back(known.try_emplace(std::move(key), alike.size()).first->second);
    }
    return alike;
}

double RegionProof::energyAt(double cyclePj, const OnStep& onStep)
{
    return run(energyCharge(cyclePj),
               [&](const pipeline::Segment& segment) { return m_bounds.energyOf(segment, cyclePj).energyPj; }, onStep);
}

double RegionProof::cycles(const OnStep& onStep)
{
    return run({0, 1}, [&](const pipeline::Segment& segment) { return m_bounds.cyclesOf(segment); }, onStep);
}

ProofCharge RegionProof::energyCharge(double cyclePj) const
{
    return {1, cyclePj + m_task.machine.prices.staticPjPerCycle};
}

double RegionProof::energyIn(const pipeline::Segment& segment, const std::vector<Region>& regions, double cyclePj)
{
    return wholeBound(segment, regions, energyCharge(cyclePj));
}

double RegionProof::cyclesIn(const pipeline::Segment& segment, const std::vector<Region>& regions)
{
    return wholeBound(segment, regions, {0, 1});
}

double RegionProof::wholeBound(const pipeline::Segment& segment, const std::vector<Region>& regions,
                               const ProofCharge& charge)
{
    const BoundedSegment of{&segment, m_bounds.membersOf(segment)};
    RegionBound own{&regions, 0, {}, ProofStage::None, false};
    while (own.stage != ProofStage::Groups && own.bound < infinite) {
        m_regionBounds.raise(own, of, charge, infinite);
    }
    return own.bound;
}

double RegionProof::run(const ProofCharge& charge, const std::function<double(const pipeline::Segment&)>& boundOf,
                        const OnStep& onStep)
{
    m_states.assign(m_segments.size(), {});
    std::vector<std::size_t> repeats(m_segments.size(), 0);
    for (std::size_t number = 0; number < m_segments.size(); ++number) {
        ++repeats[m_alike[number]];
        if (m_alike[number] == number) {
            m_states[number].bound = boundOf(m_segments[number]);
        }
    }
    ProofStep step;
    step.segments = m_segments.size();
    for (;;) {
        const Chains chains = this->chains();
        step.bound = chains.least();
        step.raises = m_raises;
        if (step.bound == infinite) {
            return infinite;
        }
        // What costs little to know comes first.
        std::map<std::size_t, double> open; // of the best chain, with how far its bound is to be raised
        ProofStage stage = ProofStage::Tiles;
        while (open.empty() && stage < m_lastStage) {
            stage = next(stage);
            for (const std::size_t number : chains.best) {
                const State& state = m_states[m_alike[number]];
                if (state.settled < stage) {
                    const double raise =
                        std::max(chains.without(m_segments[number]) - step.bound, leastRaise * step.bound);
                    double& limit = open.try_emplace(m_alike[number], 0).first->second;
                    limit = std::max(limit, state.bound + raise);
                }
            }
        }
        step.open = open.size();
        if (!onStep(step) || open.empty() || m_stop.stop_requested()) {
            return step.bound;
        }
        for (const auto& [number, limit] : open) {
            State& state = m_states[number];
            settle(number, state, charge, stage, limit);
            step.raises = m_raises;
            step.settled += state.settled >= m_lastStage ? repeats[number] : 0;
            --step.open;
            if (step.open > 0 && !onStep(step)) {
                return step.bound;
            }
        }
    }
}

/// The least sums of bounds along chains of segments.
RegionProof::Chains RegionProof::chains() const
{
    const std::size_t layers = m_task.network.layers.size();
    const auto boundOf = [&](std::size_t number) { return m_states[m_alike[number]].bound; };
    const auto endOf = [&](std::size_t number) { return m_segments[number].first + m_segments[number].layerCount(); };
    Chains chains;
    chains.upTo.assign(layers + 1, infinite);
    chains.from.assign(layers + 1, infinite);
    chains.upTo.front() = 0;
    chains.from.back() = 0;
    std::vector<std::size_t> last(layers + 1); // segment of the best chain up to there
    for (std::size_t number = 0; number < m_segments.size(); ++number) {
        const double cost = chains.upTo[m_segments[number].first] + boundOf(number);
        if (cost < chains.upTo[endOf(number)]) {
            chains.upTo[endOf(number)] = cost;
            last[endOf(number)] = number;
        }
    }
    if (chains.least() == infinite) {
        return chains;
    }
    for (std::size_t number = m_segments.size(); number-- > 0;) {
        double& from = chains.from[m_segments[number].first];
        from = std::min(from, boundOf(number) + chains.from[endOf(number)]);
    }
    for (std::size_t end = layers; end > 0; end = m_segments[last[end]].first) {
        chains.best.push_back(last[end]);
    }
    // Every chain has one segment with the first layer of each segment of the best one.
    chains.others.assign(layers, infinite);
    for (std::size_t number = 0; number < m_segments.size(); ++number) {
        const double cost = chains.upTo[m_segments[number].first] + boundOf(number) + chains.from[endOf(number)];
        for (const std::size_t best : chains.best) {
            const std::size_t place = m_segments[best].first;
            if (number != best && m_segments[number].first <= place && place < endOf(number)) {
                chains.others[place] = std::min(chains.others[place], cost);
            }
        }
    }
    return chains;
}

std::vector<SegmentOnTiles> RegionProof::likely(std::size_t most, std::size_t mostOfSegment) const
{
    struct Candidate {
        double bound = 0; // of all chains with it
        std::size_t number = 0;
        const RegionBound* choice = nullptr;
    };
    std::vector<Candidate> candidates;
    if (m_states.empty()) {
        return {};
    }
    const Chains chains = this->chains();
    for (std::size_t number = 0; number < m_segments.size(); ++number) {
        const State& state = m_states[m_alike[number]];
        const double others = chains.upTo[m_segments[number].first]
                              + chains.from[m_segments[number].first + m_segments[number].layerCount()];
        std::vector<Candidate> own;
        for (const RegionBound& choice : state.choices) {
            own.push_back({others + std::max(state.bound, choice.bound), number, &choice});
        }
        const auto isLess = [](const Candidate& a, const Candidate& b) { return a.bound < b.bound; };
        std::stable_sort(own.begin(), own.end(), isLess);
        own.resize(std::min(own.size(), mostOfSegment));
        candidates.insert(candidates.end(), own.begin(), own.end());
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.bound < b.bound; });
    std::vector<SegmentOnTiles> found;
    for (const Candidate& candidate : candidates) {
        if (found.size() == most || candidate.bound == infinite) {
            break;
        }
        found.push_back({m_segments[candidate.number], *candidate.choice->regions});
    }
    return found;
}

const std::vector<std::vector<Region>>& RegionProof::regionsOf(std::size_t number)
{
    const auto [place, isNew] = m_regions.try_emplace(number);
    if (isNew) {
        place->second = m_tiles.allChoicesFor(m_segments[number]);
    }
    return place->second;
}

/// Raises the bound until the regions that it comes from are looked at as closely as `stage` says, or it is no longer
/// below `limit`.
void RegionProof::settle(std::size_t number, State& state, const ProofCharge& charge, ProofStage stage, double limit)
{
    // Of equal ones the first is what is looked at more closely.
    const auto isMore = [](const RegionBound& a, const RegionBound& b) {
        return std::tie(a.bound, b.stage) > std::tie(b.bound, a.stage);
    };
    const BoundedSegment of{&m_segments[number], m_bounds.membersOf(m_segments[number])};
    std::vector<RegionBound>& choices = state.choices;
    if (choices.empty()) {
        for (const std::vector<Region>& regions : regionsOf(number)) {
            choices.push_back({&regions, 0, {}, ProofStage::None, choices.size() % 2 == 1});
            m_regionBounds.raise(choices.back(), of, charge, limit);
        }
        m_raises += choices.size();
        std::make_heap(choices.begin(), choices.end(), isMore);
    }
    // What is not below one that is looked at as closely as it gets does not matter.
    for (const RegionBound& choice : choices) {
        limit = choice.stage == ProofStage::Groups ? std::min(limit, choice.bound) : limit;
    }
    while (!m_stop.stop_requested()) {
        std::size_t many = 0; // at the end, out of the heap
        while (many < atOnce && many < choices.size() && choices.front().stage < stage
               && choices.front().bound < limit) {
            std::pop_heap(choices.begin(), choices.end() - static_cast<std::ptrdiff_t>(many), isMore);
            ++many;
        }
        if (many == 0) {
            break;
        }
        m_raises += many;
        const std::size_t left = choices.size() - many;
        support::parallelFor(many, m_threads, [&](std::size_t choice) {
            m_regionBounds.raise(choices[left + choice], of, charge, limit);
        });
        for (std::size_t end = left + 1; end <= choices.size(); ++end) {
            const RegionBound& choice = choices[end - 1];
            limit = choice.stage == ProofStage::Groups ? std::min(limit, choice.bound) : limit;
            std::push_heap(choices.begin(), choices.begin() + static_cast<std::ptrdiff_t>(end), isMore);
        }
    }
    state.bound = choices.empty() ? infinite : std::max(state.bound, choices.front().bound);
    state.settled =
        choices.empty() ? ProofStage::Groups : std::max(state.settled, std::min(stage, choices.front().stage));
}

} // namespace tilescape::search
