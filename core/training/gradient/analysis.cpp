#include "core/training/gradient/analysis.h"

#include "core/support/parallel.h"
#include "core/training/gradient/order_rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>

namespace tilescape::training::gradient {

using support::Diagnostic;
using support::Diagnostics;
using support::Result;
using support::Severity;

namespace {

Diagnostic fault(std::string layer, std::string problem, std::string remedy)
{
    return {Severity::Error, "", "", std::move(layer), std::move(problem), std::move(remedy)};
}

/// All runs of one product, one after another.
class ProductAnalysis {
public:
    ProductAnalysis(const Gemm& gemm, const Settings& settings, const AnalysisControl& control)
        : m_gemm(gemm), m_settings(settings), m_control(control), m_simulator(settings),
          m_candidates(tileCandidates(gemm, settings, control.tile)), m_shapes(m_candidates.shapes)
    {
    }

    std::optional<LayerResult> run()
    {
        LayerResult result;
        result.product.gemm = m_gemm;
        result.shapesLeftOut = m_candidates.tooManySteps;
        if (!simulate(result.forward, [&](const Tiling& tiling) { return forwardPlanOf(tiling, m_settings); })
            || !runOrders(result) || !runPartitions(result)) {
            return std::nullopt;
        }
        const auto sequential = [&](const Tiling& tiling) { return planOf(tiling, Order::Sequential, m_settings); };
        return simulate(result.freeDy, sequential, true) ? std::optional(result) : std::nullopt;
    }

private:
    bool simulate(Measure& measure, const PlanMaker& plan, bool freeDy = false)
    {
        const auto found = fastest(m_simulator, m_gemm, m_settings, m_shapes, plan, m_control.stop, freeDy);
        measure = found.value_or(Measure{});
        return found.has_value();
    }

    bool runOrders(LayerResult& result)
    {
        for (const Order order : allOrders) {
            if (order != Order::Sequential && !m_gemm.inputGradient) {
                result.orders[order] = result.orders[Order::Sequential]; // dW alone has nothing to interleave with
                continue;
            }
            if (!simulate(result.orders[order],
                          [&](const Tiling& tiling) { return planOf(tiling, order, m_settings); })) {
                return false;
            }
            if (order == Order::Sequential && m_settings.tile == TileChoice::BestOfSequential) {
                m_shapes = {result.orders[order].tile};
            }
        }
        result.chosen = chooseOrder(m_gemm, m_settings.rule);
        if (m_gemm.inputGradient) {
            result.ideal = Order::Interleaved;
        }
        for (const Order order : allOrders) {
            const Count ticks = result.orders[order].ticks;
            result.best = ticks < result.orders[result.best].ticks ? order : result.best;
            if (order != Order::Sequential && m_gemm.inputGradient && ticks < result.orders[result.ideal].ticks) {
                result.ideal = order;
            }
        }
        return true;
    }

    bool runPartitions(LayerResult& result)
    {
        if (m_settings.cores == 1) {
            const Order order = m_control.partOrder.value_or(result.chosen);
            result.partitions.push_back({Partition::None, 1, result.orders[order]});
        }
        const std::vector<Count> parts = m_settings.cores == 1 ? m_control.parts : std::vector{m_settings.cores};
        for (const Partition partition : allPartitions) {
            for (const Count count : parts) {
                PartitionMeasure cut{partition, count, {}};
                if (!simulate(cut.measure, [&](const Tiling& tiling) {
                        return partitionedPlanOf(tiling, partition, count, m_control.partOrder, m_settings);
                    })) {
                    return false;
                }
                result.partitions.push_back(cut);
            }
        }
        for (std::size_t i = 0; i < result.partitions.size(); ++i) {
            if (result.partitions[i].measure.ticks < result.partitions[result.bestPartition].measure.ticks) {
                result.bestPartition = i;
            }
        }
        return true;
    }

    const Gemm& m_gemm;
    const Settings& m_settings;
    const AnalysisControl& m_control;
    Simulator m_simulator;
    TileCandidates m_candidates;
    std::vector<TileShape> m_shapes;
};

std::string sizeText(const Gemm& gemm) { return fmt::format("M {}, K {}, N {}", gemm.m, gemm.k, gemm.n); }

/// Whether the bytes and cycles of `gemm` can be counted in ticks, whatever the order does.
bool isCountable(const Gemm& gemm, const Settings& settings)
{
    const Machine machine(settings);
    constexpr double most = 9e18;
    const auto side = static_cast<double>(settings.npu.arraySide);
    const double m = static_cast<double>(gemm.m) + side;
    const double k = static_cast<double>(gemm.k) + side;
    const double n = static_cast<double>(gemm.n) + side;
    // At worst, every step moves its three tiles and writes one back: with tiles of one array's side.
    const double steps = 2.0 * (m / side + 1) * (k / side + 1) * (n / side + 1);
    const double bytes = steps * 4 * side * side * static_cast<double>(settings.elementBytes);
    const double cycles = steps * 4 * side;
    return bytes * static_cast<double>(machine.ticksPerByte) + cycles * static_cast<double>(machine.ticksPerCycle) < most;
}

Diagnostics checkProduct(const LayerGemm& product, const Settings& settings, const AnalysisControl& control)
{
    const Gemm& gemm = product.gemm;
    if (!isCountable(gemm, settings)) {
        return {fault(product.layer, fmt::format("the product ({}) is too large to count its time exactly", sizeText(gemm)),
                      "take a smaller batch or product, or rounder clock and bandwidth")};
    }
    const TileCandidates candidates = tileCandidates(gemm, settings, control.tile);
    if (!candidates.shapes.empty()) {
        return {};
    }
    if (candidates.tooManySteps > 0) {
        return {fault(product.layer,
                      fmt::format("the product ({}) has more than {} steps with every tile that fits", sizeText(gemm), mostSteps),
                      "give a larger scratchpad, array or tile, or a smaller batch")};
    }
    if (control.tile) {
        const TileShape& tile = *control.tile;
        return {fault(product.layer,
                      fmt::format("the tile ({}, {}, {}) does not fit: the three tiles of a step take more than half of "
                                  "the scratchpad, {} B",
                                  tile[Axis::M], tile[Axis::K], tile[Axis::N], settings.npu.scratchpadBytes / 2),
                      "give a smaller tile")};
    }
    return {fault(product.layer, "no tile of the array's side fits the share of the scratchpad",
                  "give a larger scratchpad or share, or a smaller array")};
}

} // namespace

std::string_view nameOf(Strategy strategy)
{
    constexpr std::array<std::string_view, 7> names{"sequential", "interleaved", "rearranged", "ideal",
                                                    "best",       "partitioned", "free_dy"};
    return names[static_cast<std::size_t>(strategy)];
}

std::string_view labelOf(Strategy strategy)
{
    constexpr std::array<std::string_view, 7> labels{
        "Sequential",          "Interleaving", "+ Rearrangement", "Ideal of three orders",
        "Best of four orders", "+ Partition",  "Second dY free"};
    return labels[static_cast<std::size_t>(strategy)];
}

const Measure& LayerResult::of(Strategy strategy) const
{
    switch (strategy) {
    case Strategy::Sequential: break;
    case Strategy::Interleaved: return orders[Order::Interleaved];
    case Strategy::Rearranged: return orders[chosen];
    case Strategy::Ideal: return orders[ideal];
    case Strategy::Best: return orders[best];
    case Strategy::Partitioned: return partitions[bestPartition].measure;
    case Strategy::FreeDy: return freeDy;
    }
    return orders[Order::Sequential];
}

Count NetworkResult::forwardCycles() const
{
    Count cycles = 0;
    for (const LayerResult& layer : layers) {
        cycles += layer.product.count * layer.forward.cycles;
    }
    return cycles;
}

Total NetworkResult::totalOf(Strategy strategy) const
{
    Total total;
    for (const LayerResult& layer : layers) {
        const Measure& measure = layer.of(strategy);
        const Count count = layer.product.count;
        total.backwardCycles += count * measure.cycles;
        total.readBytes += count * measure.totalReadBytes();
        total.writeBytes += count * measure.writeBytes;
        total.dyReadBytes += count * measure.readBytes[Matrix::Dy];
        total.spillBytes += count * measure.spillBytes;
    }
    return total;
}

Count NetworkResult::trainingCycles(Strategy strategy) const
{
    return forwardCycles() + totalOf(strategy).backwardCycles;
}

Diagnostics check(const Settings& settings)
{
    Diagnostics faults;
    Settings copy = settings;
    for (const NumberRow& row : numberRows()) {
        const Count value = row.value(copy);
        if (value < row.smallest || value > row.largest) {
            faults.push_back(fault("", fmt::format("{} is {}", row.key, value),
                                   fmt::format("it lies between {} and {}", row.smallest, row.largest)));
        }
    }
    return faults;
}

Result<std::vector<std::vector<LayerResult>>> analyse(const std::vector<std::vector<LayerGemm>>& lists,
                                                      const Settings& settings, const AnalysisControl& control)
{
    Diagnostics faults = check(settings);
    if (!faults.empty()) {
        return faults;
    }
    std::map<Gemm, std::size_t> indexOf;
    std::vector<Gemm> products;
    for (const std::vector<LayerGemm>& list : lists) {
        for (const LayerGemm& product : list) {
            if (indexOf.emplace(product.gemm, products.size()).second) {
                products.push_back(product.gemm);
                const Diagnostics own = checkProduct(product, settings, control);
                faults.insert(faults.end(), own.begin(), own.end());
            }
        }
    }
    if (!faults.empty()) {
        return faults;
    }
    std::vector<std::optional<LayerResult>> found(products.size());
    std::mutex telling;
    std::size_t done = 0;
    support::parallelFor(products.size(), control.threads, [&](std::size_t i) {
        if (control.stop.stop_requested()) {
            return;
        }
        found[i] = ProductAnalysis(products[i], settings, control).run();
        if (control.onProgress) {
            const std::scoped_lock lock(telling);
            control.onProgress(++done, products.size());
        }
    });
    std::vector<std::vector<LayerResult>> results;
    for (const std::vector<LayerGemm>& list : lists) {
        std::vector<LayerResult>& layers = results.emplace_back();
        for (const LayerGemm& product : list) {
            const std::optional<LayerResult>& result = found[indexOf.at(product.gemm)];
            if (!result) {
                return fault("", "the simulation was stopped", "start it again");
            }
            layers.push_back(*result);
            layers.back().product = product;
        }
    }
    return results;
}

Result<NetworkResult> analyse(const network::Network& network, Count batch, const Settings& settings,
                              const AnalysisControl& control)
{
    auto layers = analyse({gemmsOf(network, batch, settings)}, settings, control);
    if (!layers) {
        return layers.faults();
    }
    return NetworkResult{settings, batch, std::move(layers.value().front())};
}

} // namespace tilescape::training::gradient
