#include "core/cost/shared_buffers.h"

#include "core/support/ceiling.h"

#include <algorithm>
#include <limits>

namespace tilescape::cost {

namespace {

struct Placement {
    double energyPj = std::numeric_limits<double>::infinity();
    double dramWords = 0;
    friend auto operator<=>(const Placement&, const Placement&) = default;
};

bool offersFit(const PerTensor<SharedOffer>& offers, const PerTensor<Count>& level, const hardware::Machine& machine,
          double part)
{
    for (std::size_t number = 0; number < machine.sharedBuffers.size(); ++number) {
        double words = 0;
        for (const Tensor tensor : allTensors) {
            words += level[tensor] == static_cast<Count>(number + 1) ? static_cast<double>(offers[tensor].words) : 0;
        }
        if (words > part * static_cast<double>(machine.sharedBuffers[number].words)) {
            return false;
        }
    }
    return true;
}

Placement priced(const PerTensor<SharedOffer>& offers, const PerTensor<Count>& level, const hardware::Machine& machine)
{
    Placement placement{0, 0};
    for (const Tensor tensor : allTensors) {
        const SharedOffer& offer = offers[tensor];
        placement.dramWords += level[tensor] > 0 ? offer.onceWords : offer.tileWords;
        if (level[tensor] > 0) {
            placement.energyPj +=
                machine.sharedBuffers[static_cast<std::size_t>(level[tensor] - 1)].accessPj * offer.tileWords;
        }
    }
    placement.energyPj += machine.prices.accessPj[Level::Dram] * placement.dramWords;
    return placement;
}

SharedUse useOf(const PerTensor<SharedOffer>& offers, const PerTensor<Count>& level, const hardware::Machine& machine)
{
    SharedUse use{level, 0, 0};
    for (std::size_t number = 0; number < machine.sharedBuffers.size(); ++number) {
        double words = 0;
        for (const Tensor tensor : allTensors) {
            words += level[tensor] == static_cast<Count>(number + 1) ? offers[tensor].tileWords : 0;
        }
        use.energyPj += machine.sharedBuffers[number].accessPj * words;
        use.cycles = std::max(use.cycles, support::ceiling(words / machine.sharedBuffers[number].wordsPerCycle));
    }
    return use;
}

} // namespace

SharedUse chooseShared(const PerTensor<SharedOffer>& offers, const hardware::Machine& machine, double part)
{
    const auto levels = static_cast<Count>(machine.sharedBuffers.size());
    const auto most = [&](Tensor tensor) { return offers[tensor].useful ? levels : 0; };
    PerTensor<Count> best{{0, 0, 0}};
    Placement least = priced(offers, best, machine);
    PerTensor<Count> level;
    for (level[Tensor::Weight] = 0; level[Tensor::Weight] <= most(Tensor::Weight); ++level[Tensor::Weight]) {
        for (level[Tensor::Input] = 0; level[Tensor::Input] <= most(Tensor::Input); ++level[Tensor::Input]) {
            for (level[Tensor::Output] = 0; level[Tensor::Output] <= most(Tensor::Output); ++level[Tensor::Output]) {
                const Placement placement = priced(offers, level, machine);
                if (placement < least && offersFit(offers, level, machine, part)) {
                    least = placement;
                    best = level;
                }
            }
        }
    }
    return useOf(offers, best, machine);
}

} // namespace tilescape::cost
