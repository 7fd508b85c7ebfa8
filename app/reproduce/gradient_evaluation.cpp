#include "app/reproduce/gradient_evaluation.h"

#include "core/io/library.h"

namespace tilescape::reproduce {

using namespace training::gradient;

const NpuPreset& smallNpu() { return npuPresets()[0]; }
const NpuPreset& largeNpu() { return npuPresets()[1]; }

std::vector<WorkloadProducts> workloadProducts(const NpuPreset& preset, const Settings& settings, Count batchTimes)
{
    std::vector<WorkloadProducts> all;
    for (const Workload& workload : workloads()) {
        const std::string_view name = preset.name == smallNpu().name ? workload.small : workload.large;
        const Count usual = usualBatch(name, preset, settings.cores);
        const Count batch = workload.rowsHoldBatch ? usual : usual * batchTimes;
        Settings own = settings;
        own.sequenceLength = workload.rowsHoldBatch ? 0 : settings.sequenceLength;
        all.push_back({batch, gemmsOf(io::loadNetwork(std::string(name)).value(), batch, own)});
    }
    return all;
}

double Evaluation::mean(const std::function<double(const NetworkResult&)>& value) const
{
    double sum = 0;
    for (const NetworkResult& network : networks) {
        sum += value(network);
    }
    return sum / static_cast<double>(networks.size());
}

std::vector<std::vector<LayerResult>> Evaluation::layers() const
{
    std::vector<std::vector<LayerResult>> lists;
    for (const NetworkResult& network : networks) {
        lists.push_back(network.layers);
    }
    return lists;
}

ProductAnalyser analyserWith(int threads)
{
    return [threads](const std::vector<std::vector<LayerGemm>>& lists, const Settings& settings) {
        AnalysisControl control;
        control.threads = threads;
        return analyse(lists, settings, control).value(); // our own machines and networks fit
    };
}

Evaluation Evaluator::run(const NpuPreset& preset, const SettingsChange& change, Count batchTimes) const
{
    Settings settings;
    settings.npu = preset.npu;
    if (change) {
        change(settings);
    }
    const std::vector<WorkloadProducts> workloads = workloadProducts(preset, settings, batchTimes);
    std::vector<std::vector<LayerGemm>> lists;
    for (const WorkloadProducts& workload : workloads) {
        lists.push_back(workload.products);
    }
    auto layers = m_analyser(lists, settings);
    Evaluation evaluation;
    for (std::size_t i = 0; i < workloads.size(); ++i) {
        evaluation.networks.push_back({settings, workloads[i].batch, std::move(layers[i])});
    }
    return evaluation;
}

double timeRatio(const NetworkResult& network, Strategy strategy)
{
    return static_cast<double>(network.trainingCycles(strategy))
         / static_cast<double>(network.trainingCycles(Strategy::Sequential));
}

double reduction(const Evaluation& evaluation, Strategy strategy)
{
    return 100 * (1 - evaluation.mean([&](const NetworkResult& network) { return timeRatio(network, strategy); }));
}

double dyOfReads(const NetworkResult& network)
{
    const Total total = network.totalOf(Strategy::Sequential);
    return 100 * static_cast<double>(total.dyReadBytes) / static_cast<double>(total.readBytes);
}

double dyOfTraffic(const NetworkResult& network)
{
    const Total total = network.totalOf(Strategy::Sequential);
    return 100 * static_cast<double>(total.dyReadBytes) / static_cast<double>(total.readBytes + total.writeBytes);
}

} // namespace tilescape::reproduce
