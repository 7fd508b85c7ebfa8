#pragma once

#include "core/search/space/live_layouts.h"
#include "core/search/space/partition_space.h"
#include "core/search/space/search_counts.h"
#include "core/search/space/search_task.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace tilescape::search {

/// In place of the index of a step: there is none before the first.
inline constexpr std::size_t noStep = std::numeric_limits<std::size_t>::max();

/// Which of several states of equal value come first.
enum class TieOrder {
    ByLayouts, ///< the one of the lower numbers of layouts, which must not depend on the number of threads
    AsFound    ///< the one that was found first
};

/// The dynamic program over layouts by which all searches chain the layers of a network. A state at a position of the
/// layer order stands for all schedules of the layers before it that leave the maps that are still needed in the same
/// layouts; it holds the best value found for one, the last step of that schedule, and the partition of the network's
/// input. A `Step` is one layer or segment with what was chosen for it. `Value` has an operator<, and its default value
/// is that of no layers.
template <typename Value, typename Step>
class LayoutProgram {
public:
    struct State {
        Value value{};
        std::size_t step = noStep; ///< index of the last step
        std::size_t input = 0;     ///< index of the partition of the network's input
        std::size_t found = 0;     ///< number of states found before it
    };
    using States = std::map<LiveLayouts, State>;
    using Entry = typename States::value_type;

    /// `order` holds the indices of the layers in the order in which they run. `task` must outlive this.
    LayoutProgram(const SearchTask& task, const std::vector<std::size_t>& order)
        : m_task(task), m_live(task, order), m_states(order.size() + 1)
    {}

    /// Which maps are still needed at a position.
    [[nodiscard]] const LiveMaps& live() const { return m_live; }
    /// The states at a position, by their layouts.
    [[nodiscard]] const States& at(std::size_t position) const { return m_states[position]; }
    /// The counts of the schedules offered so far, without those dropped.
    [[nodiscard]] const ChainCounts& counts() const { return m_counts; }

    /// Adds the states before the first layer: the network's inputs over the memory channels, cut by each partition
    /// that the space allows. They have no reduction: any split of the batch and the map is one.
    /// `numberOf(map, partition)` numbers the layouts.
    template <typename NumberOf>
    void start(const dataflow::Region& memoryChannels, const NumberOf& numberOf)
    {
        const network::ExternalInput& input = m_task.network.input;
        m_inputPartitions =
            partitions({m_task.batch, input.channels, input.size, 1}, memoryChannels.extent, m_task.space);
        for (std::size_t number = 0; number < m_inputPartitions.size(); ++number) {
            LiveLayouts layouts;
            for (pipeline::MapNumber map = 0; map <= m_task.network.externalInputs.size(); ++map) {
                if (m_live.isNeededAt(0, map)) {
                    layouts.emplace_back(map, numberOf(map, m_inputPartitions[number]));
                }
            }
            m_states.front().try_emplace(std::move(layouts), State{{}, noStep, number, number});
        }
    }

    /// Relaxation: the schedule of `from`, longer by a step to `position`, becomes the schedule of these layouts there
    /// if none is known or if its value is lower. `makeStep()` is called only then. Returns whether it was.
    template <typename MakeStep>
    bool offer(const State& from, std::size_t position, const LiveLayouts& layouts, const Value& value,
               const MakeStep& makeStep)
    {
        ++m_counts.tried;
        const auto [place, isNew] = m_states[position].try_emplace(layouts);
        State& known = place->second;
        if (!isNew) {
            ++m_counts.dominated;
            if (!(value < known.value)) {
                return false;
            }
        }
        m_steps.push_back({from.step, makeStep()});
        known = {value, m_steps.size() - 1, from.input, isNew ? m_found++ : known.found};
        return true;
    }

    /// The states at a position by ascending value. The pointers are valid until states are dropped there.
    [[nodiscard]] std::vector<const Entry*> ranked(std::size_t position, TieOrder order) const
    {
        std::vector<const Entry*> ranked;
        for (const Entry& entry : m_states[position]) {
            ranked.push_back(&entry);
        }
        std::stable_sort(ranked.begin(), ranked.end(), [order](const Entry* a, const Entry* b) {
            const bool isTie = !(a->second.value < b->second.value) && !(b->second.value < a->second.value);
            return isTie ? order == TieOrder::AsFound && a->second.found < b->second.found
                         : a->second.value < b->second.value;
        });
        return ranked;
    }

    /// Drops all states at a position but the `width` best ones, ties broken by `order`, and `withTies` those that are
    /// as good as the last of them. Returns the states that are left by ascending value.
    std::vector<const Entry*> narrow(std::size_t position, std::size_t width, TieOrder order, bool withTies)
    {
        std::vector<const Entry*> kept = ranked(position, order);
        if (kept.size() <= width) {
            return kept;
        }
        const Value last = kept[width - 1]->second.value;
        auto end = kept.begin() + static_cast<std::ptrdiff_t>(width);
        while (withTies && end != kept.end() && !(last < (*end)->second.value)) {
            ++end;
        }
        std::for_each(end, kept.end(),
                      [&](const Entry* entry) { m_states[position].erase(m_states[position].find(entry->first)); });
        kept.erase(end, kept.end());
        return kept;
    }

    /// The best state behind the last layer; of equal ones as `order` says. Null if no schedule reaches it.
    [[nodiscard]] const State* best(TieOrder order) const
    {
        const std::vector<const Entry*> last = ranked(m_states.size() - 1, order);
        return last.empty() ? nullptr : &last.front()->second;
    }
    /// The partition of the network's input in the schedule of a state.
    [[nodiscard]] const dataflow::Partition& inputPartition(const State& state) const
    {
        return m_inputPartitions[state.input];
    }
    /// The steps of the schedule of a state, the first one first.
    [[nodiscard]] std::vector<const Step*> stepsTo(const State& state) const
    {
        std::vector<const Step*> steps;
        for (std::size_t step = state.step; step != noStep; step = m_steps[step].before) {
            steps.push_back(&m_steps[step].step);
        }
        std::reverse(steps.begin(), steps.end());
        return steps;
    }

private:
    struct LinkedStep {
        std::size_t before = noStep; ///< index of the step before it
        Step step;
    };

    const SearchTask& m_task;
    LiveMaps m_live;
    std::vector<dataflow::Partition> m_inputPartitions;
    std::vector<States> m_states; ///< by position
    std::vector<LinkedStep> m_steps;
    std::size_t m_found = 0;
    ChainCounts m_counts;
};

} // namespace tilescape::search
