#include "core/schedule/write_directives.h"

#include "core/dataflow/directives/printer.h"

#include "core/dataflow/directives/write_scheme.h"

namespace tilescape::schedule {

namespace directives = dataflow::directives;

namespace {

/// Appends the layers of one segment; of every one if none is asked for.
void addLayers(const Schedule& schedule, std::optional<Count> segment, directives::Document& document)
{
    std::optional<Slot> last;
    for (const ScheduledLayer& layer : schedule.layers) {
        const Slot& slot = layer.slot;
        if (segment && slot.segment != *segment) {
            continue;
        }
        if (!last || last->segment != slot.segment) {
            document.segments.emplace_back();
        }
        auto& regions = document.segments.back().regions;
        if (regions.empty() || last->region != slot.region) {
            regions.emplace_back();
        }
        regions.back().layers.push_back(writeLayerDirectives(*schedule.problem, layer));
        last = slot;
    }
}

} // namespace

directives::LayerDirectives writeLayerDirectives(const Problem& problem, const ScheduledLayer& layer)
{
    PerTensor<bool> kept;
    for (const Tensor tensor : allTensors) {
        kept[tensor] = layer.cost.wordsHeld[Storage::Buffer][tensor] > 0;
    }
    const hardware::PeArray peArray(problem.hardware.peArray, problem.hardware.arrayDataflow);
    return directives::writeScheme({problem.network.layers[layer.layer], problem.batch, peArray, problem.hardware.tiles,
                                    problem.space.counts},
                                   layer.scheme, kept);
}

directives::Document writeSegmentDirectives(const Schedule& schedule, Count segment)
{
    directives::Document document;
    addLayers(schedule, segment, document);
    return document;
}

directives::Document writeDirectives(const Schedule& schedule)
{
    const Problem& problem = *schedule.problem;
    directives::Document document;
    document.inputs = directives::writeInputs(std::string(network::inputName), schedule.inputPartition, problem.batch,
                                              problem.network.input.channels, problem.network.input.size);
    addLayers(schedule, std::nullopt, document);
    return document;
}

Problem keeping(Problem problem, const Schedule& schedule)
{
    return keeping(std::move(problem), directives::print(writeDirectives(schedule)));
}

} // namespace tilescape::schedule
