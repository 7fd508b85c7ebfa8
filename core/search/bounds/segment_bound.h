#pragma once

#include <vector>

namespace tilescape::search {

/// A lower bound of a segment's energy, and what each of its layers contributes to it.
struct SegmentEnergyBound {
    double energyPj = 0; ///< static energy of the segment included
    /// By layer, in the order of the segment; the sum is `energyPj`, since static energy is divided among them. A layer by
    /// itself may cost less where another one of the segment then costs more.
    std::vector<double> layersPj;
    friend bool operator==(const SegmentEnergyBound&, const SegmentEnergyBound&) = default;
};

/// Lower bounds of a segment.
struct SegmentBound {
    SegmentEnergyBound energy;
    double cycles = 0;
    friend bool operator==(const SegmentBound&, const SegmentBound&) = default;
};

} // namespace tilescape::search
