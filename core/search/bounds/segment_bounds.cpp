#include "core/search/bounds/segment_bounds.h"

#include "core/pipeline/weight_pinning.h"
#include "core/search/space/live_layouts.h"
#include "core/support/parallel.h"

#include <algorithm>

namespace tilescape::search {

using network::Layer;
using network::Source;
using pipeline::Links;
using pipeline::Placement;
using pipeline::Segment;

namespace {

constexpr double muchLonger = 2;

bool areAlike(const SearchTask& task, std::size_t first, std::size_t second)
{
    const auto sizesOf = [&](std::size_t layer) {
        std::vector<std::pair<Extent, Count>> sizes;
        for (const Source& source : task.topology.sources[layer]) {
            sizes.emplace_back(network::sizeOf(task.network, source), network::channelsOf(task.network, source));
        }
        return sizes;
    };
    return withoutNames(task.network.layers[first]) == withoutNames(task.network.layers[second])
           && sizesOf(first) == sizesOf(second);
}

LayerSetting settingOf(const SearchTask& task, const std::vector<Placement>& placements, std::size_t place,
                       const Links& links, bool mayPinWeights)
{
    const Layer& layer = task.network.layers[placements[place].layer];
    const Count own = placements[place].slot.region;
    LayerSetting setting;
    setting.inputFromTiles = links.source.has_value();
    setting.inputIsLocal = links.source && regionOf(placements, *links.source) == own;
    setting.outputStays = !links.outputToMemory;
    setting.outputIsTaken = pipeline::isTakenFromTiles(links, task.space.counts);
    setting.mayPinWeights = mayPinWeights && network::hasWeights(layer);
    setting.inputPartInTiles = pipeline::inputPartInTiles(layer, links, task.space.counts);
    if (links.forwarder) {
        setting.inputPartFromMemory = 0;
        setting.inputFromNeighbour = regionOf(placements, *links.forwarder) != own;
    } else if (links.madeInside > 0) {
        // Only of an element-wise layer are the parts of its operands known.
        setting.inputPartFromMemory = setting.inputPartInTiles > 0 ? 1 - setting.inputPartInTiles : 0;
        const auto& sources = task.topology.sources[placements[place].layer];
        setting.inputFromNeighbour = std::all_of(sources.begin(), sources.end(), [&](const Source& source) {
            return std::any_of(placements.begin(), placements.end(), [&](const Placement& other) {
                return source == Source{Source::Kind::Layer, other.layer}
                       && other.slot.region != own;
            });
        });
    }
    return setting;
}

/// Questions to the bounds of layers. What a layer answers depends on what it was asked before: each is asked by one thread
/// after the other.
class Questions {
public:
    /// The answer is written to `answer`, which must stay where it is.
    void ask(LayerBound& bound, const BoundPrices& prices, double& answer)
    {
        const auto [known, isNew] = m_numbers.try_emplace(&bound, m_ofBound.size());
        if (isNew) {
            m_ofBound.emplace_back();
        }
        m_ofBound[known->second].push_back({&bound, prices, &answer});
    }
    void answer(int threads) const
    {
        support::parallelFor(m_ofBound.size(), threads, [this](std::size_t number) {
            for (const Question& question : m_ofBound[number]) {
                *question.answer = question.bound->least(question.prices);
            }
        });
    }

private:
    struct Question {
        LayerBound* bound = nullptr;
        BoundPrices prices;
        double* answer = nullptr;
    };
    std::map<const LayerBound*, std::size_t> m_numbers;
    std::vector<std::vector<Question>> m_ofBound;
};

/// Makes what is missing, all at once. `make` returns a pointer to the value of a key.
template <typename Key, typename Value, typename Make>
void fill(std::map<Key, std::unique_ptr<Value>>& values, int threads, const Make& make)
{
    std::vector<std::pair<const Key, std::unique_ptr<Value>>*> missing;
    for (auto& entry : values) {
        if (!entry.second) {
            missing.push_back(&entry);
        }
    }
    support::parallelFor(missing.size(), threads, [&](std::size_t i) { missing[i]->second = make(missing[i]->first); });
}

} // namespace

SegmentBounds::SegmentBounds(const SearchTask& task, int threads)
    : m_task(task),
      m_distances(task.machine),
      m_tiles(static_cast<double>(task.machine.shape.tiles.size())),
      m_threads(threads)
{
    for (std::size_t layer = 0; layer < task.network.layers.size(); ++layer) {
        std::size_t first = 0;
        while (first < layer && !(m_alike[first] == first && areAlike(task, first, layer))) {
            ++first;
        }
        m_alike.push_back(first);
    }
}

std::vector<std::vector<SegmentBounds::Member>> SegmentBounds::membersOf(std::span<const Segment> segments)
{
    std::vector<std::vector<Member>> all;
    for (const Segment& segment : segments) {
        const std::vector<Placement> placements = segment.placements(0);
        const std::vector<Links> links = pipeline::linksOf(m_task.topology, placements);
        const bool mayPin = pipeline::mayPinWeights(m_task, placements);
        std::vector<Member>& members = all.emplace_back();
        for (std::size_t place = 0; place < placements.size(); ++place) {
            const std::size_t layer = m_alike[placements[place].layer];
            const LayerSetting setting = settingOf(m_task, placements, place, links[place], mayPin);
            m_floors.try_emplace(layer);
            m_layers.try_emplace({layer, setting});
            members.push_back(
                {layer, setting, nullptr, nullptr, static_cast<std::size_t>(placements[place].slot.region), {}, false});
            if (links[place].forwarder) {
                members.back().forwarder = static_cast<std::size_t>(regionOf(placements, *links[place].forwarder));
            }
            members.back().reloadsWeights =
                pipeline::reloadsWeights(m_task.network, m_task.space.counts, placements, place);
        }
    }
    fill(m_floors, m_threads,
         [this](std::size_t layer) { return std::make_unique<const LayerFloors>(m_task, m_distances, layer); });
    fill(m_layers, m_threads, [this](const std::pair<std::size_t, LayerSetting>& key) {
        return std::make_unique<LayerBound>(m_task, *m_floors.at(key.first), key.second);
    });
    for (std::vector<Member>& members : all) {
        for (Member& member : members) {
            member.floors = m_floors.at(member.layer).get();
            member.bound = m_layers.at({member.layer, member.setting}).get();
        }
    }
    return all;
}

/// As counted by the reference, a network in one segment has all the bandwidth that it likes.
bool SegmentBounds::waitsForDram(const Segment& segment) const
{
    return m_task.space.counts == Counts::Executed || segment.layerCount() < m_task.network.layers.size();
}

/// Regions that work for t cycles need tiles in proportion to their work: a cycle of each region is priced by its part of
/// the work, a tile so that no region gains by other than that part of the tiles.
std::vector<BoundPrices> SegmentBounds::regionPrices(const std::vector<Member>& members, double cyclePj, bool dram) const
{
    std::vector<double> work(members.back().region + 1, 0);
    double all = 0;
    for (const Member& member : members) {
        work[member.region] += member.bound->leastTileCycles();
        all += member.bound->leastTileCycles();
    }
    const double tilePj = work.size() > 1 ? cyclePj * all / (m_tiles * m_tiles) : 0;
    std::vector<BoundPrices> prices;
    for (const Member& member : members) {
        BoundPrices own;
        // Each layer takes as long as its own words, where these take longer than it computes.
        (dram ? own.eitherCyclePj : own.cyclePj) = cyclePj * work[member.region] / all;
        own.tilePj = tilePj * member.bound->leastTileCycles() / work[member.region];
        prices.push_back(own);
    }
    return prices;
}

SegmentBounds::Asked SegmentBounds::askedOf(const std::vector<Member>& members, bool dram, double cyclePj) const
{
    Asked asked;
    if (members.size() == 1) {
        BoundPrices alone;
        (dram ? alone.eitherCyclePj : alone.cyclePj) = cyclePj;
        asked.regions.prices = {alone};
        return asked;
    }
    double work = 0;
    double dramCycles = 0;
    for (const Member& member : members) {
        work += member.bound->leastTileCycles();
        dramCycles += dram ? member.bound->leastDramCycles() : 0;
    }
    // Either limit may be left out: where the other one is much longer, it seldom gives the better bound.
    const double ratio = dramCycles * m_tiles / work;
    if (ratio < muchLonger) {
        asked.regions.prices = regionPrices(members, cyclePj, dram);
    }
    if (dram && ratio > 1 / muchLonger) {
        BoundPrices memory;
        memory.dramCyclePj = cyclePj;
        asked.dram.prices.assign(members.size(), memory);
    }
    return asked;
}

SegmentEnergyBound SegmentBounds::boundOf(const std::vector<Member>& members, const Asked& asked, double cyclePj) const
{
    const auto sumOf = [](const Priced& priced) {
        SegmentEnergyBound bound;
        for (const double layerPj : priced.boundsPj) {
            bound.layersPj.push_back(layerPj);
            bound.energyPj += layerPj;
        }
        return bound;
    };
    SegmentEnergyBound bound = sumOf(asked.regions);
    for (std::size_t place = 0; members.size() > 1 && place < bound.layersPj.size(); ++place) {
        // The region's part of the work, which is its part of the tiles, too.
        const BoundPrices& prices = asked.regions.prices[place];
        const double ofRegionPj = prices.cyclePj + prices.eitherCyclePj;
        const double limit = cyclePj > 0 ? prices.tilePj * m_tiles * ofRegionPj / cyclePj : 0;
        bound.layersPj[place] -= limit;
        bound.energyPj -= limit;
    }
    if (!asked.dram.prices.empty()) {
        SegmentEnergyBound ofDram = sumOf(asked.dram);
        if (ofDram.energyPj > bound.energyPj) {
            return ofDram;
        }
    }
    return bound;
}

std::vector<SegmentEnergyBound> SegmentBounds::energiesOf(std::span<const Segment> segments, double cyclePj)
{
    const std::vector<std::vector<Member>> members = membersOf(segments);
    const double price = m_task.machine.prices.staticPjPerCycle + cyclePj;
    std::vector<Asked> asked;
    for (std::size_t number = 0; number < segments.size(); ++number) {
        asked.push_back(askedOf(members[number], waitsForDram(segments[number]), price));
    }
    Questions questions;
    for (std::size_t number = 0; number < segments.size(); ++number) {
        for (Priced Asked::*limit : {&Asked::regions, &Asked::dram}) {
            Priced& own = asked[number].*limit;
            own.boundsPj.resize(own.prices.size());
            for (std::size_t place = 0; place < own.prices.size(); ++place) {
                questions.ask(*members[number][place].bound, own.prices[place], own.boundsPj[place]);
            }
        }
    }
    questions.answer(m_threads);
    std::vector<SegmentEnergyBound> bounds;
    for (std::size_t number = 0; number < segments.size(); ++number) {
        bounds.push_back(boundOf(members[number], asked[number], price));
    }
    return bounds;
}

std::vector<double> SegmentBounds::cyclesOf(std::span<const Segment> segments)
{
    struct Least {
        double cycles = 0; ///< of the layer, on no more than all tiles
        double dram = 0;   ///< DRAM cycles
    };
    const std::vector<std::vector<Member>> members = membersOf(segments);
    std::vector<std::vector<Least>> least(segments.size());
    Questions questions;
    for (std::size_t number = 0; number < segments.size(); ++number) {
        const bool dram = waitsForDram(segments[number]);
        BoundPrices ofCycles{0, 1, 0, 0, 0};
        if (dram) {
            ofCycles = {0, 0, 0, 0, 1};
        }
        least[number].resize(members[number].size());
        for (std::size_t place = 0; place < members[number].size(); ++place) {
            questions.ask(*members[number][place].bound, ofCycles, least[number][place].cycles);
            if (dram) {
                questions.ask(*members[number][place].bound, {0, 0, 1, 0, 0}, least[number][place].dram);
            }
        }
    }
    questions.answer(m_threads);
    std::vector<double> bounds;
    for (std::size_t number = 0; number < segments.size(); ++number) {
        std::vector<double> regions(members[number].back().region + 1, 0);
        double work = 0;
        double dramCycles = 0;
        for (std::size_t place = 0; place < members[number].size(); ++place) {
            const Member& member = members[number][place];
            regions[member.region] += least[number][place].cycles;
            work += member.bound->leastTileCycles();
            dramCycles += least[number][place].dram;
        }
        bounds.push_back(std::max({*std::max_element(regions.begin(), regions.end()), work / m_tiles, dramCycles}));
    }
    return bounds;
}

} // namespace tilescape::search
