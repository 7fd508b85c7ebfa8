#include "core/search/baselines/blocking_front.h"

#include "core/cost/blocking_cost.h"
#include "core/search/space/blocking_candidate.h"
#include "core/search/space/buffer_sharing.h"
#include "core/search/space/tensor_traffic.h"

#include <algorithm>

namespace tilescape::search {

namespace {

/// Candidates that wait for the search of how they share; more would take memory, fewer would be shared without need.
constexpr std::size_t mostUnshared = 1024;

bool sharesAny(const BlockingTask& task, const dataflow::Blocking& blocking)
{
    const PerTensor<bool> kept =
        cost::keptInBuffer(blocking, cost::fetchesOf(task.nest, blocking, task.setting->context.reloadsWeights),
                           task.setting->context.mayBypass);
    return task.setting->sharing && std::any_of(allTensors.begin(), allTensors.end(), [&](Tensor tensor) {
               return kept[tensor] && task.nest.bufferWords[tensor] > 0 && (*task.setting->sharing)[tensor].extent.size() > 1;
           });
}

} // namespace

std::optional<BlockingChoice> priceOf(const BlockingTask& task, const dataflow::Blocking& blocking)
{
    if (!keepsItemsWhole(task, task.top)) {
        return std::nullopt;
    }
    const auto fetches = cost::fetchesOf(task.nest, blocking, task.setting->context.reloadsWeights);
    const auto& fromMemory = fetches[Storage::Buffer];
    // What lies on chip, or is taken as it is made, is moved once: no spilling and coming back.
    const cost::TileContext& context = task.setting->context;
    if ((context.inputFromTiles && fromMemory[Tensor::Input] > 1)
        || (context.outputIsTaken && fromMemory[Tensor::Output] > 1)) {
        return std::nullopt;
    }
    const PerTensor<bool> kept = cost::keptInBuffer(blocking, fetches, task.setting->context.mayBypass);
    PerTensor<Count> widest{{1, 1, 1}};
    if (task.setting->sharing) {
        for (const Tensor tensor : allTensors) {
            const bool shared = kept[tensor] && task.nest.bufferWords[tensor] > 0;
            widest[tensor] = shared ? (*task.setting->sharing)[tensor].extent.size() : 1;
        }
    }
    if (!cost::fits(cost::wordsHeld(task.nest, blocking, kept, widest, task.setting->context.counts), task.setting->machine)) {
        return std::nullopt;
    }
    const cost::LayerCost cost = cost::blockingCost(task.nest, blocking, task.setting->machine, task.setting->context);
    BlockingChoice choice;
    choice.blocking = blocking;
    choice.energyPj = cost.energy.total();
    choice.cycles = cost.cycles;
    choice.dramCycles = cost.dramCycles;
    choice.sharedCycles = cost.sharedCycles;
    choice.fetches = fromMemory;
    if (cost::pinsWeights(task.nest, blocking, task.setting->context)) {
        choice.fetches[Tensor::Weight] = 0;
    }
    noteBufferWords(task, choice);
    return choice;
}

void shareBuffers(const BlockingTask& task, BlockingChoice& choice)
{
    if (task.setting->sharing) {
        const SharingAnswer answer = bestSharing(task.nest, choice.blocking, *task.setting->sharing, task.setting->machine, task.setting->context);
        choice.sharing = answer.sharing;
        choice.blocking.order[1] = answer.bufferOrder;
        choice.energyPj += task.setting->machine.prices.hopPj * answer.wordHops;
        noteBufferWords(task, choice);
    }
}

BlockingFront::BlockingFront(const BlockingTask& task)
    : m_task(task),
      m_keeps(setsThatMayPay(trafficOf(task.nest, task.nest.iterations, task.setting->context, task.setting->machine,
                                       task.setting->sharing)
                                 .tensors))
{}

void BlockingFront::consider(dataflow::Blocking blocking)
{
    const PerTensor<bool> kept =
        cost::keptInBuffer(blocking, cost::fetchesOf(m_task.nest, blocking, m_task.setting->context.reloadsWeights),
                           m_task.setting->context.mayBypass);
    for (const std::array<bool, 3>& keep : m_keeps) {
        blocking.keep.values = keep;
        const bool isChoice = std::none_of(allTensors.begin(), allTensors.end(),
                                           [&](Tensor tensor) { return blocking.keep[tensor] && kept[tensor]; });
        if (isChoice) { // what is kept in any case is none
            considerOne(blocking);
        }
    }
}

void BlockingFront::considerOne(const dataflow::Blocking& blocking)
{
    std::optional<BlockingChoice> choice = priceOf(m_task, blocking);
    if (!choice) {
        ++counts.tooBig;
        return;
    }
    ++counts.priced;
    if (isDominated(*choice)) {
        return;
    }
    if (sharesAny(m_task, blocking)) {
        m_unshared.push_back(*std::move(choice));
        if (m_unshared.size() >= mostUnshared) {
            settle();
        }
    } else {
        shareBuffers(m_task, *choice);
        keep(*std::move(choice));
    }
}

BlockingAnswer BlockingFront::take()
{
    settle();
    return {std::move(m_front), counts};
}

double BlockingFront::costOf(const BlockingChoice& choice) const
{
    return choice.energyPj + m_task.setting->objective.cyclePj * choice.cycles;
}

bool BlockingFront::dominates(const BlockingChoice& a, const BlockingChoice& b) const
{
    const bool fetchesNoMore = !m_task.setting->hopsMatter
                               || std::all_of(allTensors.begin(), allTensors.end(),
                                              [&](Tensor tensor) { return a.fetches[tensor] <= b.fetches[tensor]; });
    if (m_task.setting->objective.delayFirst) {
        return a.cycles < b.cycles || (a.cycles == b.cycles && costOf(a) <= costOf(b) && fetchesNoMore);
    }
    return (costOf(a) < costOf(b) || (costOf(a) == costOf(b) && a.cycles <= b.cycles)) && fetchesNoMore;
}

bool BlockingFront::isDominated(const BlockingChoice& choice) const
{
    return std::any_of(m_front.begin(), m_front.end(),
                       [&](const BlockingChoice& kept) { return dominates(kept, choice); });
}

void BlockingFront::keep(BlockingChoice choice)
{
    if (!isDominated(choice)) {
        std::erase_if(m_front, [&](const BlockingChoice& kept) { return dominates(choice, kept); });
        m_front.push_back(std::move(choice));
    }
}

/// Rotation only adds to a cost: cheapest first, those that it already rules out are never looked at.
void BlockingFront::settle()
{
    const bool delayFirst = m_task.setting->objective.delayFirst;
    std::stable_sort(m_unshared.begin(), m_unshared.end(), [&](const BlockingChoice& a, const BlockingChoice& b) {
        return delayFirst ? std::pair(a.cycles, costOf(a)) < std::pair(b.cycles, costOf(b)) : costOf(a) < costOf(b);
    });
    for (BlockingChoice& choice : m_unshared) {
        if (!isDominated(choice)) {
            shareBuffers(m_task, choice);
            keep(std::move(choice));
        }
    }
    m_unshared.clear();
}

} // namespace tilescape::search
