#include "core/schedule/check_layer.h"

#include "core/cost/blocking_cost.h"
#include "core/dataflow/directives/read_scheme.h"
#include "core/dataflow/sharing.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::schedule {

namespace directives = dataflow::directives;
using directives::Place;

namespace {

class LayerChecker {
public:
    LayerChecker(const LayerCheck& task, CheckedLayer& layer, directives::Faults& faults)
        : m_task(task), m_layer(layer), m_faults(faults), m_form(directives::formOf(task.context, task.text))
    {}

    void run()
    {
        const directives::LayerContext& context = m_task.context;
        dataflow::LayerScheme& scheme = m_layer.given.scheme;
        const search::SearchSpace& space = m_task.problem.space;
        const pipeline::Links& links = m_task.around.links;
        const PerTensor<Count> sharers =
            dataflow::fetchSharers(context.layer, scheme.partition, search::spreadsFetches(space), space.counts);

        const PerTensor<bool> mayBypass =
            cost::mayBypassBuffer(space.bufferBypass, links.source && m_task.around.inputIsHere,
                                  pipeline::isTakenFromTiles(links, space.counts));
        const dataflow::LoopNest nest =
            dataflow::loopNest(dataflow::tileLayer(context.layer, context.batch, scheme.partition, context.counts),
                               context.peArray, scheme.replication);
        const auto modelFetches = cost::fetchesOf(nest, scheme.blocking, m_task.around.reloadsWeights);
        m_layer.kept = cost::keptInBuffer(scheme.blocking, modelFetches, mayBypass);
        const PerTensor<bool> written = directives::writtenKept(m_form, *m_task.text.find(directives::bufferMemory));
        for (const Tensor tensor : allTensors) {
            scheme.blocking.keep[tensor] = written[tensor] && !m_layer.kept[tensor];
            m_layer.kept[tensor] = m_layer.kept[tensor] || written[tensor];
        }
        m_layer.onChip[Tensor::Input] = links.source.has_value();
        m_layer.onChip[Tensor::Output] = !links.outputToMemory;
        m_layer.counts =
            directives::countLayer(context, m_task.text, m_layer.kept, sharers, m_task.around.reloadsWeights);

        checkAbilities();
        checkBypass(mayBypass);
        checkRotation(modelFetches);
        checkRoom();
        checkGathering();
        checkFetchedOnce();
    }

private:
    void complain(const Place& place, std::string problem, std::string remedy,
                  support::Severity severity = support::Severity::Error)
    {
        m_faults.push_back({place, severity, m_task.text.layer, std::move(problem), std::move(remedy)});
    }

    /// Whether the chip is able to what the layer's place asks of it (KAPLA III-C).
    void checkAbilities()
    {
        const hardware::Hardware& hardware = m_task.problem.hardware;
        const Slot& slot = m_layer.given.slot;
        if (slot.region > 0 && !hardware.spatialPipelining) {
            complain(m_task.text.place, "the layer runs beside others",
                     "on this chip layers run by themselves: each in a segment of its own");
        }
        if (slot.index > 0 && !hardware.temporalPipelining) {
            complain(m_task.text.place, "the layer follows another on its tiles",
                     "on this chip layers hand nothing on in their tiles: each is in a segment of its own");
        }
    }

    void checkBypass(const PerTensor<bool>& mayBypass)
    {
        const auto found = tensorsIn(directives::bufferMemory);
        for (const Tensor tensor : allTensors) {
            if (!found[tensor] || !found[tensor]->bypass || !m_layer.kept[tensor]) {
                continue;
            }
            const auto& fetches = m_layer.counts.fetches;
            complain(found[tensor]->place, fmt::format("the buffer stores the {}s all the same", nameOf(tensor)),
                     mayBypass[tensor] ? fmt::format("they are fetched {} times into the buffer, {} times from there; "
                                                     "without 'bypass' the text says so",
                                                     fetches[Storage::Buffer][tensor], fetches[Storage::Register][tensor])
                                       : "they may not bypass it here; without 'bypass' the text says so",
                     support::Severity::Warning);
        }
    }

    [[nodiscard]] PerTensor<const directives::TensorDirective*> tensorsIn(std::string_view memory) const
    {
        return directives::matchTensors(m_form, *m_task.text.find(memory));
    }

    void checkRotation(const PerStorage<PerTensor<Count>>& modelFetches)
    {
        for (const Tensor tensor : allTensors) {
            const Count written = m_layer.counts.fetches[Storage::Register][tensor];
            const auto rotation = std::find_if(m_layer.counts.loops.begin(), m_layer.counts.loops.end(),
                                               [](const directives::WrittenLoop& loop) { return loop.rotates; });
            if (rotation != m_layer.counts.loops.end() && written != modelFetches[Storage::Register][tensor]
                && tensorsIn(directives::bufferMemory)[tensor]) {
                complain(rotation->place,
                         fmt::format("with the rotation outside, the {}s are fetched {} times from the buffer",
                                     nameOf(tensor), written),
                         fmt::format("the inserted level may not change the {} times without it",
                                     modelFetches[Storage::Register][tensor]));
            }
        }
    }

    void checkRoom()
    {
        for (const Storage storage : allStorages) {
            const auto& words = m_layer.counts.words[storage];
            const Count held = words[Tensor::Weight] + words[Tensor::Input] + words[Tensor::Output];
            const Count capacity = storage == Storage::Buffer ? m_task.machine.capacities.bufferWordsPerTile
                                                              : m_task.machine.capacities.registerWordsPerPe;
            if (held <= capacity) {
                continue;
            }
            const auto found = tensorsIn(directives::memoryName(storage));
            const auto largest = *std::max_element(allTensors.begin(), allTensors.end(),
                                                   [&](Tensor a, Tensor b) { return words[a] < words[b]; });
            complain(
                found[largest] ? found[largest]->place : m_task.text.place,
                fmt::format("the tensors need {} words of {}, {} are there", held,
                            storage == Storage::Buffer ? "a tile's buffer" : "a PE's registers", capacity),
                fmt::format("that is {} too many; the {}s take {}{}", held - capacity, nameOf(largest), words[largest],
                            storage == Storage::Buffer && found[largest] && found[largest]->bypass
                                ? ", as in this order of updates they cannot bypass the buffer without more fetches"
                                : ""));
        }
        const bool transfers = m_task.problem.hardware.sameLevelTransfers;
        if (!m_task.problem.space.bufferSharing || !transfers) {
            for (const directives::TensorDirective& tensor : m_task.text.find(directives::bufferMemory)->tensors) {
                if (tensor.shared.value_or(1) > 1) {
                    complain(tensor.place, fmt::format("{} tiles are to share one copy", *tensor.shared),
                             transfers
                                 ? "buffer sharing is switched off: without a sharing factor each tile has its own copy"
                                 : "the chip has no transfers from tile to tile: each tile has its own copy");
                }
            }
        }
    }

    /// On a chip without transfers no tile adds up what others have summed.
    void checkGathering()
    {
        const Count tiles = dataflow::sharersOf(m_task.context.layer, m_layer.given.scheme.partition)[Tensor::Output];
        if (tiles > 1 && !m_task.problem.hardware.sameLevelTransfers) {
            complain(m_task.text.place, fmt::format("{} tiles sum up the same outputs", tiles),
                     "the chip has no transfers from tile to tile: one tile makes each output from first to last");
        }
    }

    /// What lies in tiles' buffers, or is taken as it is made, passes on: nothing keeps it for a second time.
    void checkFetchedOnce()
    {
        const auto found = tensorsIn(directives::bufferMemory);
        const auto& fetches = m_layer.counts.fetches[Storage::Buffer];
        const pipeline::Links& links = m_task.around.links;
        const auto check = [&](Tensor tensor, bool once, std::string_view what) {
            if (once && fetches[tensor] > 1 && found[tensor]) {
                complain(
                    found[tensor]->place,
                    fmt::format("the updates move the {}s {} times, but {}", nameOf(tensor), fetches[tensor], what),
                    "once is right: step its dimensions outermost, or hold all of it");
            }
        };
        check(Tensor::Input, links.source && !links.forwarder, "they come from other layers' tiles as these make them");
        check(Tensor::Output, pipeline::isTakenFromTiles(links, m_task.problem.space.counts),
              links.outputToMemory ? "layers of the segment take them as they are made"
                                   : "they stay on chip for the layers after it");
    }

    const LayerCheck& m_task;
    CheckedLayer& m_layer;
    directives::Faults& m_faults;
    directives::LayerForm m_form;
};

} // namespace

void checkLayer(const LayerCheck& task, CheckedLayer& layer, directives::Faults& faults)
{
    LayerChecker(task, layer, faults).run();
}

} // namespace tilescape::schedule
