#include "core/search/baselines/random_search.h"

#include "core/search/baselines/blocking_front.h"
#include "core/search/space/blocking_steps.h"
#include "core/support/dice.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::search {

namespace {

using support::Dice;

/// Which of `count` candidates are looked at: each with `probability`, one at least.
std::vector<std::size_t> drawn(Dice& dice, std::size_t count, double probability)
{
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < count; ++i) {
        if (dice.hits(probability)) {
            numbers.push_back(i);
        }
    }
    if (numbers.empty() && count > 0) {
        numbers.push_back(dice.below(count));
    }
    return numbers;
}

/// The blockings of one nest.
class BlockingDraw {
public:
    BlockingDraw(const BlockingTask& task, double probability, std::uint64_t seed, const std::stop_token& stop)
        : m_task(task),
          m_probability(probability),
          m_dice(seed),
          m_stop(stop),
          m_steps(task.nest, task.top),
          m_front(task)
    {}

    BlockingAnswer run()
    {
        for (std::size_t i = 0; i < m_steps.inner(0).size(); ++i) {
            for (std::size_t j = 0; j < m_steps.inner(1).size(); ++j) {
                for (std::size_t k = 0; k < m_steps.inner(2).size() && !m_stop.stop_requested(); ++k) {
                    overInner({i, j, k});
                }
            }
        }
        return m_front.take();
    }

private:
    void overInner(const std::array<std::size_t, 3>& numbers)
    {
        Factors inner{};
        for (std::size_t loop = 0; loop < 3; ++loop) {
            inner[loop] = m_steps.inner(loop)[numbers[loop]];
        }
        if (!m_dice.hits(m_probability)) {
            return;
        }
        const bool fits = m_steps.fitsRegisters(inner, m_task.setting->machine);
        for (const Count first : m_steps.middle(0, numbers[0])) {
            for (const Count second : m_steps.middle(1, numbers[1])) {
                for (const Count third : m_steps.middle(2, numbers[2])) {
                    if (m_dice.hits(m_probability)) {
                        ++m_front.counts.considered;
                        m_front.counts.tooBig += fits ? 0 : 1;
                        if (fits) {
                            overOrders(m_steps.blocking(inner, {first, second, third}));
                        }
                    }
                }
            }
        }
    }

    void overOrders(dataflow::Blocking blocking)
    {
        const auto memoryOrders = m_steps.memoryOrders(blocking);
        const auto bufferOrders = m_steps.bufferOrders(blocking);
        for (const std::size_t number : drawn(m_dice, memoryOrders.size() * bufferOrders.size(), m_probability)) {
            blocking.order = {memoryOrders[number / bufferOrders.size()], bufferOrders[number % bufferOrders.size()]};
            m_front.consider(blocking);
        }
    }

    const BlockingTask& m_task;
    double m_probability;
    Dice m_dice;
    const std::stop_token& m_stop;
    BlockingSteps m_steps;
    BlockingFront m_front;
};

std::shared_ptr<LayerAnswer> drawOnce(double probability, std::uint64_t seed, const LayerTask& task,
                                      const PartitionTable& table, const pipeline::TopGroups& top, int threads,
                                      const std::stop_token& stop)
{
    Dice dice(seed);
    const std::vector<std::size_t> partitions = drawn(dice, table.partitions.size(), probability);
    std::vector<std::vector<std::size_t>> nests(table.kinds.size()); // that are looked at, by kind
    for (const std::size_t partition : partitions) {
        const std::size_t kind = table.partitions[partition].kind;
        if (nests[kind].empty()) {
            nests[kind] = drawn(dice, table.kinds[kind].nests.size(), probability);
        }
    }
    const auto search = [&](const BlockingTask& blockings, std::size_t kind, std::size_t nest) -> BlockingAnswer {
        if (std::find(nests[kind].begin(), nests[kind].end(), nest) == nests[kind].end()) {
            return {};
        }
        const std::uint64_t own = support::seedOf(fmt::format("{} {}", kind, nest), seed);
        return BlockingDraw(blockings, probability, own, stop).run();
    };
    std::shared_ptr<LayerAnswer> answer = searchLayerBy(search, task, table, top, threads, stop);
    if (answer) {
        std::erase_if(answer->partitions, [&](const PartitionChoice& choice) {
            return !std::binary_search(partitions.begin(), partitions.end(), choice.number);
        });
    }
    return answer;
}

} // namespace

std::shared_ptr<const LayerAnswer> searchRandomly(const Sampling& sampling, const LayerTask& task,
                                                  const PartitionTable& table, const pipeline::TopGroups& top,
                                                  int threads, const std::stop_token& stop)
{
    const std::string question = fmt::format("{}groups {} {} {}", keyOf(task), top.batch, top.input, top.output);
    const bool mustFit = top == pipeline::TopGroups{};
    SearchCounts counts;
    double probability = sampling.probability;
    for (std::uint64_t attempt = 0;; ++attempt) {
        const std::uint64_t seed =
            support::seedOf(question, static_cast<std::uint64_t>(sampling.seed) + (attempt << 32U));
        std::shared_ptr<LayerAnswer> answer = drawOnce(probability, seed, task, table, top, threads, stop);
        if (!answer) {
            return nullptr;
        }
        counts += answer->counts;
        if (!answer->partitions.empty() || !mustFit || probability >= 1) {
            answer->counts = counts;
            return answer;
        }
        probability = std::min(1.0, 2 * probability);
    }
}

} // namespace tilescape::search
