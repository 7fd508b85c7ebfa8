#include "core/search/kapla/nest_room.h"

namespace tilescape::search {

NestRoom::NestRoom(const NestTraffic& traffic, const Factors& covered) : m_covered(covered), m_counts(traffic.tensors.front().counts)
{
    for (std::size_t number = 0; number < m_kept.size(); ++number) {
        const TensorTraffic& tensor = traffic.tensors[number];
        m_kept[number] = {tensor.present && !tensor.mayBypass ? tensor.unitBufferWords : 0, tensor.sharers, tensor.varies};
    }
}

bool NestRoom::mayFit(const Factors& asked, Count bufferWords) const
{
    Factors rest{1, 1, 1};
    for (std::size_t loop = 0; loop < asked.size(); ++loop) {
        if (asked[loop] > 0 && m_covered[loop] % asked[loop] != 0) {
            return false;
        }
        rest[loop] = asked[loop] > 0 ? m_covered[loop] / asked[loop] : 1;
    }
    Count words = 0;
    for (const Kept& tensor : m_kept) {
        std::array<Count, 3> units{1, 1, 1};
        Count whole = tensor.unitWords;
        for (std::size_t loop = 0; loop < units.size(); ++loop) {
            units[loop] = tensor.varies[loop] ? rest[loop] : 1;
            whole *= units[loop];
        }
        words += tensor.sharers == 1 ? whole : dataflow::largestPart(whole, units, tensor.sharers, m_counts);
    }
    return words <= bufferWords;
}

} // namespace tilescape::search
