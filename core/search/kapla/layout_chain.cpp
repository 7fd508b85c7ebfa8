#include "core/search/kapla/layout_chain.h"

#include "core/search/kapla/candidate_hops.h"
#include "core/search/kapla/segment_maps.h"
#include "core/search/space/best_few.h"
#include "core/search/space/blocking_under_hops.h"
#include "core/search/space/infinite.h"
#include "core/search/space/layout_program.h"
#include "core/search/space/objective.h"
#include "core/search/space/region_shares.h"
#include "core/search/space/segment_totals.h"
#include "core/support/parallel.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace tilescape::search {

namespace {

/// Schedules kept for each place in the order, of different layouts; beam width from one layer of a segment to the next.
constexpr std::size_t schedulesKept = 8;
constexpr std::size_t beamWidth = 8;
/// The same where the first layers of a segment, at their best, leave no room for the others.
constexpr std::size_t wideBeam = 64;

/// Of a segment's time, from which on memory is said to take all of it.
constexpr double nearlyAll = 0.99;

/// What a cycle of the memory counts beside one of a layer where memory takes all the time: the layers' own cost nothing as long as they are
/// fewer.
constexpr std::array<double, 2> weightsOfMemory{1, 16};

} // namespace

class ChainMaker::Maker {
public:
    Maker(const SearchTask& task, const Objective& objective, const std::vector<std::size_t>& order,
          pipeline::LayoutCache& layouts, const ChainControl& control)
        : m_task(task),
          m_objective(objective),
          m_order(order),
          m_control(control),
          m_registry(task, layouts),
          m_memoryChannels(m_registry.numberOf(pipeline::memoryRegion(task.machine)))
    {}

    std::optional<LayoutChain> best(const SegmentChoices& choices)
    {
        m_leastCosts.clear();
        m_beyond = 0;
        Schedules schedules(m_task, m_order);
        schedules.start(m_registry.regionOf(m_memoryChannels),
                        [this](pipeline::MapNumber map, const dataflow::Partition& partition) {
                            return m_registry.numberOf(map, partition, m_memoryChannels);
                        });
        countAll(choices);
        for (std::size_t place = 0; place < m_order.size() && !m_control.stop.stop_requested(); ++place) {
            extendAt(place, choices[place], schedules);
        }
        const Schedules::State* best = schedules.best(TieOrder::AsFound);
        if (m_control.stop.stop_requested() || !best) {
            return std::nullopt;
        }
        return chainTo(*best, schedules);
    }

private:
    struct Choice {
        const CandidateChoice* partition = nullptr;
        std::size_t blocking = 0;
        double energyPj = 0; ///< hops included
        [[nodiscard]] const BlockingChoice& chosen() const { return partition->blockings[blocking]; }
    };

    /// One segment of a schedule.
    struct Step {
        const SegmentPlan* plan = nullptr;
        const GroupPlan* groups = nullptr;
        std::vector<Choice> choices; ///< by place in the segment
    };

    struct PartialMapping {
        double value = 0;
        std::vector<Choice> choices;
        /// The partitions of the layers, valid as long as this.
        [[nodiscard]] PartitionAt partitions() const
        {
            return [this](std::size_t place) -> const dataflow::Partition& {
                return choices[place].partition->partition->partition();
            };
        }
    };

    /// A way to go on with a segment, which does for all that repeat it.
    struct Continuation {
        std::vector<pipeline::LayoutNumber> written; ///< of `SegmentMaps::written`
        double value = 0;                            ///< in the units of `scalarOf`
        std::vector<Choice> choices;
        bool waitsForMemory = false; ///< its time is that of the memory
    };

    using Schedules = LayoutProgram<double, Step>;
    using Beam = BestFew<double, PartialMapping>;

    /// Hops of every partition that may be chosen: nearly all are asked for, and threads would wait for each other.
    void countAll(const SegmentChoices& choices) const
    {
        std::set<const PlacedCandidate*> distinct;
        for (const std::vector<SegmentChoice>& atPlace : choices) {
            for (const SegmentChoice& segment : atPlace) {
                for (const std::vector<CandidateChoice>& ofLayer : segment.groups->choices) {
                    for (const CandidateChoice& choice : ofLayer) {
                        distinct.insert(choice.partition);
                    }
                }
            }
        }
        const std::vector<const PlacedCandidate*> all(distinct.begin(), distinct.end());
        support::parallelFor(all.size(), m_control.threads, [&](std::size_t i) {
            if (!m_control.stop.stop_requested()) {
                all[i]->counted();
            }
        });
    }

    /// Every schedule that is kept goes on with every segment. Many find a segment's inputs in the same layouts, and networks repeat themselves.
    void extendAt(std::size_t place, const std::vector<SegmentChoice>& choices, Schedules& schedules)
    {
        const std::size_t kept =
            m_control.schedulesKept > 0 ? m_control.schedulesKept : schedulesKept * m_control.effort;
        const std::size_t all = schedules.at(place).size();
        // The ways in which the network's input may lie are all tried, as no cost tells them apart yet.
        const bool isStart = place == 0;
        const std::vector<const Schedules::Entry*> states = schedules.narrow(place, kept, TieOrder::AsFound, isStart);
        m_beyond += static_cast<Count>(all - states.size());
        struct Asked {
            const SegmentChoice* choice;
            const std::vector<pipeline::LayoutNumber>* read;
            std::vector<Continuation>* found;
        };
        std::vector<Asked> missing;
        std::vector<const std::vector<Continuation>*> ofAll; // by choice, then by state
        for (const SegmentChoice& choice : choices) {
            const SegmentMaps& maps = mapsOf(*choice.plan);
            auto& known = m_continuations[{choice.groups, maps.pattern}];
            for (const Schedules::Entry* state : states) {
                std::vector<pipeline::LayoutNumber> read;
                for (const pipeline::MapNumber map : maps.read) {
                    read.push_back(layoutOf(state->first, map));
                }
                const auto [entry, isNew] = known.try_emplace(std::move(read));
                ofAll.push_back(&entry->second);
                if (isNew) {
                    missing.push_back({&choice, &entry->first, &entry->second});
                }
            }
        }
        support::parallelFor(missing.size(), m_control.threads, [&](std::size_t i) {
            if (!m_control.stop.stop_requested()) {
                *missing[i].found = continuations(*missing[i].choice, *missing[i].read);
            }
        });
        auto ofState = ofAll.begin();
        for (const SegmentChoice& choice : choices) {
            const std::size_t end = choice.plan->end();
            const SegmentMaps& maps = mapsOf(*choice.plan);
            double& least = m_leastCosts.try_emplace(choice.groups, infinite).first->second;
            for (const Schedules::Entry* state : states) {
                for (const Continuation& next : **ofState) {
                    least = std::min(least, next.value);
                    schedules.offer(state->second, end, schedules.live().after(state->first, layoutsOf(maps.written, next.written), end),
                                    state->second.value + next.value,
                                    [&] { return Step{choice.plan, choice.groups, next.choices}; });
                }
                ++ofState;
            }
        }
    }

    const SegmentMaps& mapsOf(const SegmentPlan& plan)
    {
        const auto known = m_maps.find(&plan);
        return known != m_maps.end() ? known->second : m_maps.emplace(&plan, segmentMapsOf(m_task, plan)).first->second;
    }

    /// What to look for beside a low value of each layer.
    struct Wish {
        bool leavesRoom = false;   ///< for a second piece of what is handed over
        InputRoom inputRoom = InputRoom::Any; ///< for what is taken over
        double cyclesOfMemory = 0; ///< what a cycle of the memory counts, beside one of the layer
        std::size_t width = beamWidth;
    };

    /// Where layers wait for room, also those with blockings that leave some; where regions side by side wait for memory, those that do not
    /// ask for much of it, though they may take longer by themselves.
    std::vector<Continuation> continuations(const SegmentChoice& choice, const std::vector<pipeline::LayoutNumber>& read)
    {
        const LiveLayouts before = layoutsOf(m_maps.at(choice.plan).read, read);
        std::vector<Continuation> found = continuations(choice, before, Wish{});
        if (found.empty()) {
            found = continuations(choice, before, Wish{.width = wideBeam});
        }
        const auto add = [&](const Wish& wish) {
            std::vector<Continuation> others = continuations(choice, before, wish);
            std::move(others.begin(), others.end(), std::back_inserter(found));
        };
        if (choice.groups->waitsForRoom) {
            add(Wish{.leavesRoom = true});
            if (m_task.space.bufferBypass[Tensor::Input]) { // else it is held in any case
                add(Wish{.inputRoom = InputRoom::InBuffer});
                add(Wish{.inputRoom = InputRoom::AtOnce});
            }
        }
        if (m_objective.delayFirst && choice.plan->regions.size() > 1
            && std::any_of(found.begin(), found.end(), [](const Continuation& own) { return own.waitsForMemory; })) {
            for (const double weight : weightsOfMemory) {
                add(Wish{.cyclesOfMemory = weight});
            }
        }
        return found;
    }

    std::vector<Continuation> continuations(const SegmentChoice& choice, const LiveLayouts& before, const Wish& wish)
    {
        const SegmentPlan& plan = *choice.plan;
        const SegmentPlaces places{plan.placements, plan.links, plan.regions, m_memoryChannels};
        std::vector<PartialMapping> partials(1);
        for (std::size_t place = 0; place < plan.placements.size(); ++place) {
            Beam next(wish.width);
            CandidateHops hops(m_registry, plan.placements[place].layer, plan.layers[place].task->objective, choice.groups->choices[place]);
            for (const PartialMapping& partial : partials) {
                hops.setInputs(inputLayouts(m_task, m_registry, places, place, before, partial.partitions()));
                extend(choice, place, hops, partial, wish, next);
            }
            partials.clear();
            for (auto& [value, partial] : next.entries()) {
                partials.push_back(std::move(partial));
            }
        }
        std::vector<Continuation> found;
        partials.resize(std::min(partials.size(), beamWidth));
        for (PartialMapping& partial : partials) {
            found.push_back(finished(plan, places, std::move(partial)));
        }
        return found;
    }

    void extend(const SegmentChoice& segment, std::size_t place, CandidateHops& hops, const PartialMapping& partial, const Wish& wish,
                Beam& next)
    {
        const SegmentPlan& plan = *segment.plan;
        const Objective& objective = plan.layers[place].task->objective;
        const auto valueOf = [&](double energyPj, const BlockingChoice& blocking) {
            return scalarOf(objective, energyPj, blocking.cycles + wish.cyclesOfMemory * blocking.dramCycles);
        };
        const bool isShared = plan.room && plan.room->isShared(place);
        const bool leavesRoom = wish.leavesRoom && plan.room->handsOver(place);
        const bool holdsInput = wish.inputRoom != InputRoom::Any && plan.room->takesOver(place);
        const bool wishesRoom = leavesRoom || holdsInput;
        std::vector<pipeline::RegionShare> shares;
        if (isShared || wishesRoom) {
            shares = sharesBefore(*plan.room, place, [&](std::size_t earlier) {
                const Choice& chosen = partial.choices[earlier];
                return shareOf(chosen.partition->partition->partition(), chosen.chosen());
            });
        }
        BestFew<double, Choice> best(wish.width);
        const std::vector<CandidateChoice>& choices = segment.groups->choices[place];
        const auto hasInputRoom = [&](const pipeline::RegionShare& share) {
            return wish.inputRoom == InputRoom::InBuffer ? share.bufferWords[Tensor::Input] > 0
                                                         : plan.room->takesAtOnce(place, share);
        };
        const auto mayTake = [&](const CandidateChoice& choice, std::size_t blocking, bool isRoomAsked) {
            if (!isShared && !isRoomAsked) {
                return true;
            }
            const pipeline::RegionShare share = shareOf(choice.partition->partition(), choice.blockings[blocking]);
            const std::size_t first = plan.room->firstAt(place);
            return (!isShared || hasRoomFor(*plan.room, first, shares, share))
                   && (!isRoomAsked || !leavesRoom || holdsTwoPieces(*plan.room, first, shares, share))
                   && (!isRoomAsked || !holdsInput || hasInputRoom(share));
        };
        const auto offerAll = [&](bool isRoomAsked) {
            for (std::size_t number = 0; number < choices.size(); ++number) {
                const double least = hops.expectedLeast(number);
                if ((best.isFull() && best.worst() <= least) || !next.accepts(partial.value + least)) {
                    continue;
                }
                const CandidateChoice& choice = choices[number];
                const auto found =
                    bestUnderHops(choice.blockings, hops.of(number), m_task.machine.prices.hopPj, infinite, valueOf,
                                  [&](std::size_t blocking) { return mayTake(choice, blocking, isRoomAsked); });
                if (found.value < infinite) {
                    best.offer(found.value, {&choice, found.blocking, found.energyPj});
                }
            }
        };
        offerAll(wishesRoom);
        if (wishesRoom && best.entries().empty()) { // it cannot, and others may still be spared from waiting
            offerAll(false);
        }
        for (const auto& [own, choice] : best.entries()) {
            const double value = partial.value + own;
            if (next.accepts(value)) {
                PartialMapping longer = partial;
                longer.value = value;
                longer.choices.push_back(choice);
                next.offer(value, std::move(longer));
            }
        }
    }

    Continuation finished(const SegmentPlan& plan, const SegmentPlaces& places, PartialMapping partial)
    {
        std::vector<ChosenBlocking> layers;
        double dramCycles = 0;
        for (std::size_t place = 0; place < partial.choices.size(); ++place) {
            const Choice& choice = partial.choices[place];
            dramCycles += choice.chosen().dramCycles;
            layers.push_back(
                {&choice.chosen(), choice.energyPj, plan.layers[place].task->machine.prices.staticPjPerCycle,
                 &choice.partition->partition->partition()});
        }
        const SegmentTotals own = segmentTotals(m_task, plan.placements, layers, plan.room, plan.wholeNetwork);
        std::vector<pipeline::LayoutNumber> written;
        for (const auto& [map, layout] : writtenLayouts(m_task, m_registry, places, partial.partitions())) {
            written.push_back(layout);
        }
        return {std::move(written), scalarOf(m_objective, own.energyPj, own.cycles), std::move(partial.choices),
                dramCycles >= nearlyAll * own.cycles};
    }

    [[nodiscard]] LayoutChain chainTo(const Schedules::State& best, const Schedules& schedules) const
    {
        LayoutChain chain{schedules.inputPartition(best), {}, {}, best.value, m_leastCosts, schedules.counts()};
        chain.counts.beyond = m_beyond;
        const std::vector<const Step*> steps = schedules.stepsTo(best);
        for (std::size_t number = 0; number < steps.size(); ++number) {
            const Step& step = *steps[number];
            chain.groups.push_back(step.groups);
            for (std::size_t place = 0; place < step.plan->placements.size(); ++place) {
                const Choice& choice = step.choices[place];
                pipeline::Placement placed = step.plan->placements[place];
                placed.slot.segment = static_cast<Count>(number);
                chain.layers.push_back(
                    {placed.layer,
                     placed.slot,
                     {step.plan->regions[static_cast<std::size_t>(placed.slot.region)],
                      choice.partition->partition->partition(), choice.partition->replications[choice.blocking],
                      choice.chosen().blocking, choice.chosen().sharing},
                     {}});
            }
        }
        return chain;
    }

    const SearchTask& m_task;
    const Objective& m_objective;
    const std::vector<std::size_t>& m_order;
    const ChainControl& m_control;
    pipeline::LayoutRegistry m_registry;
    pipeline::RegionNumber m_memoryChannels;
    std::map<const SegmentPlan*, SegmentMaps> m_maps;
    /// By plan and pattern (`SegmentMaps`), then by the layouts of what is read.
    std::map<std::pair<const GroupPlan*, std::vector<std::size_t>>, std::map<std::vector<pipeline::LayoutNumber>, std::vector<Continuation>>>
        m_continuations;
    std::map<const GroupPlan*, double> m_leastCosts;
    Count m_beyond = 0; ///< schedules dropped because only the best are kept
};

ChainMaker::ChainMaker(const SearchTask& task, const Objective& objective, const std::vector<std::size_t>& order,
                       pipeline::LayoutCache& layouts, const ChainControl& control)
    : m_maker(std::make_unique<Maker>(task, objective, order, layouts, control))
{}

ChainMaker::~ChainMaker() = default;

std::optional<LayoutChain> ChainMaker::best(const SegmentChoices& choices) { return m_maker->best(choices); }

} // namespace tilescape::search
