#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tilescape::search {

struct BoostingOptions {
    int trees = 30;
    int depth = 4;
    double learningRate = 0.3;
    double regularization = 1; ///< added to the weight of each leaf
};

/// Regression by boosted trees (Chen and Guestrin, KDD'16, squared loss): each tree is fitted to what those before it
/// leave over; splits are sought between quantiles of each feature. The same samples give the same trees.
class BoostedTrees {
public:
    /// `samples`: row by row, `features` numbers each; one value a row. Without rows every prediction is 0.
    void fit(const std::vector<float>& samples, std::size_t features, const std::vector<float>& values,
             const BoostingOptions& options = {});
    [[nodiscard]] double predict(const float* sample) const;

private:
    struct Node {
        std::int32_t feature = -1; ///< -1: a leaf
        float threshold = 0;       ///< to the left what is at most this large
        std::int32_t left = 0;     ///< the right one follows it
        float value = 0;
    };
    friend class TreeGrower;
    std::vector<std::vector<Node>> m_trees;
    double m_mean = 0;
};

} // namespace tilescape::search
