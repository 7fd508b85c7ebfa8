#pragma once

#include "core/training/gradient/analysis.h"
#include "core/training/gradient/workloads.h"

#include <functional>
#include <vector>

namespace tilescape::reproduce {

/// The machines of Table 3 of the gradient order's paper.
const training::gradient::NpuPreset& smallNpu();
const training::gradient::NpuPreset& largeNpu();

/// The products of a network of Table 4, and the batch whose samples they hold.
struct WorkloadProducts {
    Count batch = 1;
    std::vector<training::gradient::LayerGemm> products;
};
/// All networks of Table 4 as that machine trains them. A published list of products stands as it is: neither
/// `batchTimes` the usual batch nor the sequence length of the settings changes it.
std::vector<WorkloadProducts> workloadProducts(const training::gradient::NpuPreset& preset,
                                               const training::gradient::Settings& settings, Count batchTimes = 1);

/// All networks of Table 4 on one machine, in the order of `workloads()`.
struct Evaluation {
    std::vector<training::gradient::NetworkResult> networks;

    /// Arithmetic mean over the networks.
    [[nodiscard]] double mean(const std::function<double(const training::gradient::NetworkResult&)>& value) const;
    /// Of each network.
    [[nodiscard]] std::vector<std::vector<training::gradient::LayerResult>> layers() const;
};

using SettingsChange = std::function<void(training::gradient::Settings&)>;

/// What comes of lists of products on a machine.
using ProductAnalyser = std::function<std::vector<std::vector<training::gradient::LayerResult>>(
    const std::vector<std::vector<training::gradient::LayerGemm>>& lists, const training::gradient::Settings& settings)>;
/// 0 threads are all cores; any number gives the same.
ProductAnalyser analyserWith(int threads);

class Evaluator {
public:
    explicit Evaluator(ProductAnalyser analyser) : m_analyser(std::move(analyser)) {}
    /// With the machine's usual settings, changed.
    [[nodiscard]] Evaluation run(const training::gradient::NpuPreset& preset, const SettingsChange& change = {},
                                 Count batchTimes = 1) const;

private:
    ProductAnalyser m_analyser;
};

/// Forward and backward pass over the sequential order's.
double timeRatio(const training::gradient::NetworkResult& network, training::gradient::Strategy strategy);
/// Of the mean time, against the sequential order, in percent.
double reduction(const Evaluation& evaluation, training::gradient::Strategy strategy);
/// dY in the reads of the sequential order, and in its reads and writes, in percent.
double dyOfReads(const training::gradient::NetworkResult& network);
double dyOfTraffic(const training::gradient::NetworkResult& network);

} // namespace tilescape::reproduce
