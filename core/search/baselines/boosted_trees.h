#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tilescape::search {

/// Parameters of the regression.
struct BoostingOptions {
    int trees = 30;
    int depth = 4;             ///< of each tree; 0: a single leaf
    double learningRate = 0.3; ///< factor of each tree's predictions
    double regularization = 1; ///< added to the weight of each leaf
};

/// Regression by gradient-boosted trees (Chen and Guestrin, KDD'16, with squared loss): each tree is fitted to the
/// residuals of those before it, with splits between quantiles of each feature. Equal samples give equal trees.
class BoostedTrees {
public:
    /// Learns from `samples`, rows of `features` numbers each, with one value a row. Without rows every prediction is
    /// 0.
    void fit(const std::vector<float>& samples, std::size_t features, const std::vector<float>& values,
             const BoostingOptions& options = {});
    /// The predicted value of one row of as many features.
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
