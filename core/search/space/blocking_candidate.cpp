#include "core/search/space/blocking_candidate.h"

#include "core/search/space/buffer_sharing.h"

#include <algorithm>

namespace tilescape::search {

namespace {

std::array<Loop, 3> canonicalOrder(const Factors& factors, std::size_t innermost, const Factors& asked,
                                   std::size_t outermost = noLoop)
{
    const auto rank = [&](Loop loop) {
        const auto number = static_cast<std::size_t>(loop);
        return number == innermost    ? 4
               : factors[number] == 1 ? 0
               : asked[number] > 1    ? 1
               : number == outermost  ? 2
                                      : 3;
    };
    std::array<Loop, 3> order{Loop::Batch, Loop::OutputChannel, Loop::InputChannel};
    // Of equal rank they stand in this order.
    for (const std::size_t left : {0U, 1U, 0U}) {
        if (rank(order[left + 1]) < rank(order[left])) {
            std::swap(order[left], order[left + 1]);
        }
    }
    return order;
}

} // namespace

Factors factorsOf(const pipeline::TopGroups& top) { return {top.input, top.output, top.batch}; }

std::array<std::size_t, 3> memoryPlaces(const BlockingCandidate& candidate, const Factors& asked)
{
    std::array<std::size_t, 3> places{};
    const auto order = canonicalOrder(candidate.outer, candidate.innermost[0], asked, candidate.outermost);
    for (std::size_t place = 0; place < order.size(); ++place) {
        places[static_cast<std::size_t>(order[place])] = place;
    }
    return places;
}

dataflow::Blocking blockingOf(const BlockingCandidate& candidate, const pipeline::TopGroups& top)
{
    dataflow::Blocking blocking;
    for (std::size_t loop = 0; loop < 3; ++loop) {
        blocking.factors.values[loop] = {candidate.outer[loop], candidate.middle[loop], candidate.inner[loop]};
    }
    blocking.order = {canonicalOrder(candidate.outer, candidate.innermost[0], factorsOf(top), candidate.outermost),
                      canonicalOrder(candidate.middle, candidate.innermost[1], {0, 0, 0})};
    blocking.keep.values = candidate.keep;
    return blocking;
}

void noteBufferWords(const BlockingTask& task, BlockingChoice& choice)
{
    const auto fetches = cost::fetchesOf(task.nest, choice.blocking, task.setting->context.reloadsWeights);
    const PerTensor<bool> kept = cost::keptInBuffer(choice.blocking, fetches, task.setting->context.mayBypass);
    choice.bufferWords = cost::wordsHeld(task.nest, choice.blocking, {{true, true, true}}, choice.sharing.subgroup,
                                         task.setting->context.counts)[Storage::Buffer];
    for (const Tensor tensor : allTensors) {
        choice.bufferWords[tensor] *= kept[tensor] ? 1 : 0;
    }
    choice.takesInputOnce = choice.sharing.subgroup[Tensor::Input] == 1
                            && fetches[Storage::Register][Tensor::Input] == fetches[Storage::Buffer][Tensor::Input];
}

BlockingChoice choiceOf(const BlockingCandidate& candidate, const BlockingTask& task)
{
    BlockingChoice choice;
    choice.blocking = blockingOf(candidate, task.top);
    const cost::LayerCost cost = cost::blockingCost(task.nest, choice.blocking, task.setting->machine, task.setting->context);
    choice.energyPj = cost.energy.total();
    if (task.setting->sharing) {
        const SharingAnswer answer = bestSharing(task.nest, choice.blocking, *task.setting->sharing,
                                                 task.setting->machine, task.setting->context, task.outputPieces);
        choice.sharing = answer.sharing;
        choice.blocking.order[1] = answer.bufferOrder;
        choice.energyPj += task.setting->machine.prices.hopPj * answer.wordHops;
    }
    choice.cycles = cost.cycles;
    choice.dramCycles = cost.dramCycles;
    choice.sharedCycles = cost.sharedCycles;
    choice.fetches = {{candidate.fetches[0], candidate.fetches[1], candidate.fetches[2]}};
    if (cost::pinsWeights(task.nest, choice.blocking, task.setting->context)) {
        choice.fetches[Tensor::Weight] = 0;
    }
    noteBufferWords(task, choice);
    return choice;
}

} // namespace tilescape::search
