#pragma once

#include "core/training/gradient/analysis.h"

namespace tilescape::training::gradient {

/// One product whose partitions have been simulated.
struct PartitionSample {
    Gemm gemm;
    Partition fastest = Partition::WeightSharing; ///< of the three
    std::array<Count, 3> backwardTicks{};         ///< of each of the three, at its best number of parts
    Count sequentialTicks = 0;
};

/// One sample of each product with an input gradient: equal products, from whatever network, count once.
std::vector<PartitionSample> samplesOf(const std::vector<std::vector<LayerResult>>& lists);

/// k nearest neighbours (section 5): of the sizes of dX, dW and dY and of M, K and N, all as logarithms, by Euclidean
/// distance; ties go to the earlier sample. Requires samples.
Partition nearestPartition(std::span<const PartitionSample> samples, const Gemm& gemm, std::size_t neighbours = 1);

/// How well the choice does on samples that it has not seen: means over `repetitions` random splits.
struct ChoiceQuality {
    double accuracy = 0;        ///< share of the tested products whose fastest partition was chosen
    double majority = 0;        ///< share that the most frequent partition of the training set would hit
    double timeSaved = 0;       ///< share of the sequential backward time of the tested products
    double timeSavedIdeal = 0;  ///< the same, had each its fastest partition
};
ChoiceQuality crossValidate(std::span<const PartitionSample> samples, double trainingShare, int repetitions,
                            std::uint64_t seed, std::size_t neighbours = 1);

} // namespace tilescape::training::gradient
