#include "core/io/gradient_result.h"

#include "core/io/cell_text.h"
#include "core/io/json_reader.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::io {

using nlohmann::ordered_json;
using namespace training::gradient;

namespace {

ordered_json measureJson(const Measure& measure)
{
    return {{"cycles", measure.cycles},
            {"compute_cycles", measure.computeCycles},
            {"dram_read_bytes", measure.totalReadBytes()},
            {"dram_write_bytes", measure.writeBytes},
            {"dy_read_bytes", measure.readBytes[Matrix::Dy]},
            {"spill_bytes", measure.spillBytes},
            {"steps", measure.steps},
            {"tile", {{"m", measure.tile[Axis::M]}, {"k", measure.tile[Axis::K]}, {"n", measure.tile[Axis::N]}}}};
}

ordered_json measureJson(const PartitionMeasure& cut)
{
    ordered_json json = {{"partition", nameOf(cut.partition)}, {"parts", cut.parts}};
    json.update(measureJson(cut.measure));
    return json;
}

ordered_json layerJson(const LayerResult& layer, const GradientReport& report)
{
    const Gemm& gemm = layer.product.gemm;
    ordered_json json = {{"name", layer.product.layer},
                         {"gemm", {{"m", gemm.m}, {"k", gemm.k}, {"n", gemm.n}}},
                         {"products", layer.product.count},
                         {"input_gradient", gemm.inputGradient},
                         {"forward", measureJson(layer.forward)},
                         {"chosen_order", nameOf(layer.chosen)},
                         {"ideal_order", nameOf(layer.ideal)},
                         {"best_order", nameOf(layer.best)}};
    for (const Order order : report.orders) {
        json["orders"][std::string(nameOf(order))] = measureJson(layer.orders[order]);
    }
    if (report.partitions) {
        json["partitions"] = ordered_json::array();
        for (const PartitionMeasure& cut : layer.partitions) {
            json["partitions"].push_back(measureJson(cut));
        }
        json["best_partition"] = layer.bestPartition;
    }
    json["second_dy_free"] = measureJson(layer.freeDy);
    if (layer.shapesLeftOut > 0) {
        json["tile_shapes_left_out"] = layer.shapesLeftOut;
    }
    return json;
}

ordered_json machineJson(Settings settings)
{
    ordered_json json = {{"npu", settings.npu.name}};
    for (const NumberRow& row : numberRows()) {
        json[std::string(row.key)] = row.value(settings);
    }
    for (const ChoiceRow& row : choiceRows()) {
        json[std::string(row.key)] = row.names[static_cast<std::size_t>(row.get(settings))];
    }
    return json;
}

std::string sizeText(const LayerGemm& product)
{
    const Gemm& gemm = product.gemm;
    return fmt::format("{} x {} x {}{}", gemm.m, gemm.k, gemm.n,
                       product.count > 1 ? fmt::format(", {} times", product.count) : "");
}

/// Of the columns of a table of layers, as wide as what stands there.
struct Widths {
    std::size_t name = 28;
    std::size_t size = 22;
};

Widths widthsOf(const std::vector<LayerResult>& layers)
{
    Widths widths;
    for (const LayerResult& layer : layers) {
        widths.name = std::max(widths.name, layer.product.layer.size());
        widths.size = std::max(widths.size, sizeText(layer.product).size());
    }
    return widths;
}

std::string tileText(const TileShape& tile)
{
    return fmt::format("{} x {} x {}", tile[Axis::M], tile[Axis::K], tile[Axis::N]);
}

double inMegabytes(Count bytes) { return static_cast<double>(bytes) / 1e6; }

} // namespace

std::string writeGradientJson(const NetworkResult& result, const GradientReport& report)
{
    ordered_json json = {{"format", "tilescape-gradient"}, {"version", 1},          {"network", report.network},
                         {"batch", result.batch},          {"settings", machineJson(result.settings)},
                         {"forward_cycles", result.forwardCycles()}};
    for (const Strategy strategy : allStrategies) {
        const Total total = result.totalOf(strategy);
        json["totals"][std::string(nameOf(strategy))] = {{"backward_cycles", total.backwardCycles},
                                                         {"training_cycles", result.trainingCycles(strategy)},
                                                         {"dram_read_bytes", total.readBytes},
                                                         {"dram_write_bytes", total.writeBytes},
                                                         {"dy_read_bytes", total.dyReadBytes},
                                                         {"spill_bytes", total.spillBytes}};
    }
    json["layers"] = ordered_json::array();
    for (const LayerResult& layer : result.layers) {
        json["layers"].push_back(layerJson(layer, report));
    }
    return prettyText(json);
}

std::string writeGradientCsv(const NetworkResult& result, const GradientReport& report)
{
    std::string text = "layer,products,m,k,n,order,cycles,compute_cycles,dram_read_bytes,dram_write_bytes,dy_read_bytes,"
                       "spill_bytes,tile_m,tile_k,tile_n\n";
    const auto line = [&](const LayerResult& layer, std::string_view order, const Measure& measure) {
        const Gemm& gemm = layer.product.gemm;
        text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csvField(layer.product.layer),
                            layer.product.count, gemm.m, gemm.k, gemm.n, order, measure.cycles, measure.computeCycles,
                            measure.totalReadBytes(), measure.writeBytes, measure.readBytes[Matrix::Dy],
                            measure.spillBytes, measure.tile[Axis::M], measure.tile[Axis::K], measure.tile[Axis::N]);
    };
    for (const LayerResult& layer : result.layers) {
        line(layer, "forward", layer.forward);
        for (const Order order : report.orders) {
            line(layer, nameOf(order), layer.orders[order]);
        }
        if (report.partitions) {
            for (const PartitionMeasure& cut : layer.partitions) {
                line(layer, fmt::format("{}_{}", nameOf(cut.partition), cut.parts), cut.measure);
            }
        }
    }
    return text;
}

std::string writeGradientSummary(const NetworkResult& result, const GradientReport& report)
{
    const Machine machine(result.settings);
    std::string text = fmt::format("{}, batch {}, on the {} NPU ({} x {} PEs, {} MHz, {} MB/s, {} kB, cores: {})\n\n",
                                   report.network, result.batch, result.settings.npu.name, result.settings.npu.arraySide,
                                   result.settings.npu.arraySide, result.settings.npu.frequencyMhz,
                                   result.settings.npu.dramMegabytesPerSecond, result.settings.npu.scratchpadBytes / 1024,
                                   result.settings.cores);
    text += fmt::format("{:<24} {:>16} {:>9} {:>11} {:>11} {:>11} {:>11}\n", "forward and backward", "cycles", "change",
                        "read MB", "of it dY", "written MB", "of it sums");
    const auto base = static_cast<double>(result.trainingCycles(Strategy::Sequential));
    const Widths widths = widthsOf(result.layers);
    for (const Strategy strategy : allStrategies) {
        if (strategy == Strategy::Partitioned && !report.partitions) {
            continue;
        }
        const Total total = result.totalOf(strategy);
        const Count cycles = result.trainingCycles(strategy);
        text +=
            fmt::format("{:<24} {:>16} {:>9} {:>11.1f} {:>11.1f} {:>11.1f} {:>11.1f}\n", labelOf(strategy), cycles,
                        percentText(static_cast<double>(cycles) / base - 1), inMegabytes(total.readBytes),
                        inMegabytes(total.dyReadBytes), inMegabytes(total.writeBytes), inMegabytes(total.spillBytes));
    }
    text +=
        fmt::format("\nBytes are those of the backward pass. Second dY free is the sequential order, whose second "
                    "fetch of dY costs "
                    "nothing; other orders may be faster.\n\n{:<{}} {:>{}} {:<14} {:>14} {:>10} {:>10} {:>10}  {}\n",
                    "layer", widths.name, "M x K x N", widths.size, "order", "cycles", "read MB", "dY MB", "written MB",
                    "tile, M x K x N");
    for (const LayerResult& layer : result.layers) {
        const Count all = layer.product.count; // a product for each group of channels
        for (const Order order : report.orders) {
            const Measure& measure = layer.orders[order];
            const bool first = order == report.orders.front();
            text += fmt::format(
                "{:<{}} {:>{}} {:<14} {:>14} {:>10.2f} {:>10.2f} {:>10.2f}  {}{}\n", first ? layer.product.layer : "",
                widths.name, first ? sizeText(layer.product) : "", widths.size, nameOf(order), all * measure.cycles,
                inMegabytes(all * measure.totalReadBytes()), inMegabytes(all * measure.readBytes[Matrix::Dy]),
                inMegabytes(all * measure.writeBytes), tileText(measure.tile), order == layer.best ? "  fastest" : "");
        }
        if (report.partitions) {
            const PartitionMeasure& cut = layer.partitions[layer.bestPartition];
            text += fmt::format("{:<{}} {:>{}} {:<14} {:>14} {:>10.2f} {:>10.2f} {:>10.2f}  {}  {}\n", "", widths.name,
                                "partition", widths.size, nameOf(cut.partition), all * cut.measure.cycles,
                                inMegabytes(all * cut.measure.totalReadBytes()),
                                inMegabytes(all * cut.measure.readBytes[Matrix::Dy]),
                                inMegabytes(all * cut.measure.writeBytes), tileText(cut.measure.tile),
                                cut.parts > 1 ? fmt::format("{} parts", cut.parts) : "");
        }
    }
    return text;
}

} // namespace tilescape::io
