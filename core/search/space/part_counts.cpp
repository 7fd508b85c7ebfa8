#include "core/search/space/part_counts.h"

namespace tilescape::search {

using dataflow::PerSplit;
using dataflow::Split;

PartCounts partCounts(const PerSplit<Extent>& shares)
{
    const Extent map = shares[Split::Map];
    return {shares[Split::Batch].size(), shares[Split::OutputChannel].size(), shares[Split::InputChannel].size(),
            map.height, map.width};
}

} // namespace tilescape::search
