#include "core/search/baselines/boosted_trees.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace tilescape::search {

namespace {

constexpr std::size_t mostBins = 32; ///< of one feature: thresholds that are tried
constexpr double smallestGain = 1e-9;

} // namespace

/// Grows the trees over samples whose features are sorted into bins once.
class TreeGrower {
public:
    TreeGrower(const std::vector<float>& samples, std::size_t features, std::size_t rows,
               const BoostingOptions& options)
        : m_features(features), m_rows(rows), m_options(options), m_thresholds(features), m_bins(features * rows)
    {
        for (std::size_t feature = 0; feature < features; ++feature) {
            sortIntoBins(samples, feature);
        }
    }

    std::vector<BoostedTrees::Node> grow(const std::vector<double>& residuals, std::vector<double>& predictions)
    {
        m_residuals = &residuals;
        m_tree.assign(1, {});
        std::vector<std::uint32_t> rows(m_rows);
        std::iota(rows.begin(), rows.end(), 0U);
        split(0, rows, 0, predictions);
        return std::move(m_tree);
    }

private:
    struct Sum {
        double residual = 0;
        double count = 0;
    };
    struct Cut {
        double gain = 0;
        std::size_t feature = 0;
        std::size_t bin = 0; ///< to the left up to this one
    };

    void sortIntoBins(const std::vector<float>& samples, std::size_t feature)
    {
        std::vector<float> values(m_rows);
        for (std::size_t row = 0; row < m_rows; ++row) {
            values[row] = samples[row * m_features + feature];
        }
        std::vector<float> sorted = values;
        std::sort(sorted.begin(), sorted.end());
        sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
        std::vector<float>& thresholds = m_thresholds[feature];
        const std::size_t bins = std::min(mostBins, sorted.size());
        for (std::size_t bin = 0; bin + 1 < bins; ++bin) {
            const std::size_t last = (bin + 1) * sorted.size() / bins - 1;
            thresholds.push_back((sorted[last] + sorted[last + 1]) / 2);
        }
        for (std::size_t row = 0; row < m_rows; ++row) {
            const auto bin = std::lower_bound(thresholds.begin(), thresholds.end(), values[row]) - thresholds.begin();
            m_bins[feature * m_rows + row] = static_cast<std::uint8_t>(bin);
        }
    }

    [[nodiscard]] double score(const Sum& sum) const
    {
        return sum.residual * sum.residual / (sum.count + m_options.regularization);
    }

    [[nodiscard]] Cut bestCut(const std::vector<std::uint32_t>& rows, const Sum& total) const
    {
        Cut best;
        for (std::size_t feature = 0; feature < m_features; ++feature) {
            if (m_thresholds[feature].empty()) {
                continue;
            }
            std::array<Sum, mostBins> sums{};
            const std::uint8_t* bins = &m_bins[feature * m_rows];
            for (const std::uint32_t row : rows) {
                Sum& sum = sums[bins[row]];
                sum.residual += (*m_residuals)[row];
                sum.count += 1;
            }
            Sum left;
            for (std::size_t bin = 0; bin < m_thresholds[feature].size(); ++bin) {
                left.residual += sums[bin].residual;
                left.count += sums[bin].count;
                const Sum right{total.residual - left.residual, total.count - left.count};
                const double gain = score(left) + score(right) - score(total);
                if (left.count > 0 && right.count > 0 && gain > best.gain) {
                    best = {gain, feature, bin};
                }
            }
        }
        return best;
    }

    void split(std::size_t node, const std::vector<std::uint32_t>& rows, int depth, std::vector<double>& predictions)
    {
        Sum total;
        for (const std::uint32_t row : rows) {
            total.residual += (*m_residuals)[row];
            total.count += 1;
        }
        const Cut cut = depth < m_options.depth ? bestCut(rows, total) : Cut{};
        if (cut.gain < smallestGain) {
            const double value = m_options.learningRate * total.residual / (total.count + m_options.regularization);
            m_tree[node].value = static_cast<float>(value);
            for (const std::uint32_t row : rows) {
                predictions[row] += static_cast<double>(m_tree[node].value);
            }
            return;
        }
        std::vector<std::uint32_t> left;
        std::vector<std::uint32_t> right;
        for (const std::uint32_t row : rows) {
            (m_bins[cut.feature * m_rows + row] <= cut.bin ? left : right).push_back(row);
        }
        const std::size_t child = m_tree.size();
        m_tree[node].feature = static_cast<std::int32_t>(cut.feature);
        m_tree[node].threshold = m_thresholds[cut.feature][cut.bin];
        m_tree[node].left = static_cast<std::int32_t>(child);
        m_tree.resize(child + 2);
        split(child, left, depth + 1, predictions);
        split(child + 1, right, depth + 1, predictions);
    }

    std::size_t m_features;
    std::size_t m_rows;
    const BoostingOptions& m_options;
    std::vector<std::vector<float>> m_thresholds; ///< by feature, ascending
    std::vector<std::uint8_t> m_bins;             ///< by feature, then row
    const std::vector<double>* m_residuals = nullptr;
    std::vector<BoostedTrees::Node> m_tree;
};

void BoostedTrees::fit(const std::vector<float>& samples, std::size_t features, const std::vector<float>& values,
                       const BoostingOptions& options)
{
    m_trees.clear();
    m_mean = 0;
    if (values.empty()) {
        return;
    }
    m_mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    TreeGrower grower(samples, features, values.size(), options);
    std::vector<double> predictions(values.size(), m_mean);
    std::vector<double> residuals(values.size());
    for (int tree = 0; tree < options.trees; ++tree) {
        for (std::size_t row = 0; row < values.size(); ++row) {
            residuals[row] = static_cast<double>(values[row]) - predictions[row];
        }
        m_trees.push_back(grower.grow(residuals, predictions));
    }
}

double BoostedTrees::predict(const float* sample) const
{
    double sum = m_mean;
    for (const std::vector<Node>& tree : m_trees) {
        std::size_t node = 0;
        while (tree[node].feature >= 0) {
            const bool right = sample[tree[node].feature] > tree[node].threshold;
            node = static_cast<std::size_t>(tree[node].left) + (right ? 1 : 0);
        }
        sum += static_cast<double>(tree[node].value);
    }
    return sum;
}

} // namespace tilescape::search
