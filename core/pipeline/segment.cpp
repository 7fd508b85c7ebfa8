#include "core/pipeline/segment.h"

namespace tilescape::pipeline {

std::vector<Placement> Segment::placements(Count number) const
{
    std::vector<Placement> found;
    for (std::size_t region = 0; region < regions.size(); ++region) {
        for (std::size_t slot = 0; slot < regions[region].size(); ++slot) {
            found.push_back({regions[region][slot], {number, static_cast<Count>(region), static_cast<Count>(slot)}});
        }
    }
    return found;
}

std::size_t Segment::layerCount() const
{
    std::size_t count = 0;
    for (const auto& region : regions) {
        count += region.size();
    }
    return count;
}

} // namespace tilescape::pipeline
