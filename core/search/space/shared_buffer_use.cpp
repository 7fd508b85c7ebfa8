#include "core/search/space/shared_buffer_use.h"

namespace tilescape::search {

cost::SharedUse useShared(const BlockingCandidate& candidate, const std::array<TensorTraffic, 3>& traffic,
                          const Factors& asked, const hardware::Machine& machine, const cost::TileContext& context,
                          const std::array<double, 3>& tileWords, double& memoryWords)
{
    const auto places = memoryPlaces(candidate, asked);
    PerTensor<cost::SharedOffer> offers;
    for (std::size_t number = 0; number < 3; ++number) {
        const TensorTraffic& tensor = traffic[number];
        if (!tensor.present) {
            continue;
        }
        Count units = tensor.unitBufferWords;
        for (std::size_t loop = 0; loop < 3; ++loop) {
            if (tensor.varies[loop]) {
                const bool inside = tensor.reuseLoop != noLoop && candidate.outer[tensor.reuseLoop] > 1
                                    && places[loop] > places[tensor.reuseLoop];
                units *= candidate.middle[loop] * candidate.inner[loop] * (inside ? candidate.outer[loop] : 1);
            }
        }
        offers.values[number] = {tileWords[number] > tensor.onceWords,
                                 ceilDivide(units * context.tiles, tensor.identicalTiles), tensor.onceWords,
                                 tileWords[number]};
    }
    const cost::SharedUse use = cost::chooseShared(offers, machine, context.sharedPart);
    memoryWords = 0;
    for (const Tensor tensor : allTensors) {
        memoryWords += use.level[tensor] > 0 ? offers[tensor].onceWords : offers[tensor].tileWords;
    }
    return use;
}

} // namespace tilescape::search
