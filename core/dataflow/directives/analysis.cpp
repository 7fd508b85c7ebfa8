#include "core/dataflow/directives/analysis.h"

#include "core/dataflow/directives/array_choice.h"
#include "core/dataflow/directives/read_parts.h"
#include "core/dataflow/directives/read_scheme.h"
#include "core/dataflow/sharing.h"
#include "core/dataflow/tap_blocks.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace tilescape::dataflow::directives {

namespace {

bool varies(const TensorForm& form, std::optional<Loop> loop)
{
    return std::any_of(form.terms.begin(), form.terms.end(),
                       [&](const FormTerm& term) { return term.loop && term.loop == loop; });
}

bool has(const TensorForm& form, Dim dim)
{
    return std::any_of(form.terms.begin(), form.terms.end(), [dim](const FormTerm& term) { return term.dim == dim; });
}

/// Words of `tensor`, of the form `form`, in one PE or one tile; of the largest part of what tiles share. A unit is what the array
/// holds side by side in `copies`.
Count sizeOf(const TensorDirective& tensor, const TensorForm& form, const PerLoop<Count>& copies, Counts model)
{
    Count words = 1;
    std::array<Count, 3> units{1, 1, 1};
    for (const Term& term : tensor.sizes) {
        words = saturatingProduct(words, term.amount);
        const auto own = std::find_if(form.terms.begin(), form.terms.end(),
                                      [&](const FormTerm& other) { return other.dim == term.dim && other.loop; });
        if (own != form.terms.end()) {
            units[static_cast<std::size_t>(*own->loop)] = std::max<Count>(1, term.amount / (own->buffer * copies[*own->loop]));
        }
    }
    return largestPart(words, units, tensor.shared.value_or(1), model);
}

/// Size of a loop's dimension in the buffer: any tensor there says it.
Count bufferSize(const Scope& buffer, Dim dim)
{
    for (const TensorDirective& tensor : buffer.tensors) {
        if (const Term* term = findTerm(tensor.sizes, dim)) {
            return term->amount;
        }
    }
    return 1;
}

std::vector<WrittenLoop> writtenLoops(const LayerForm& form, const Scope& registers, const Scope& buffer)
{
    std::vector<WrittenLoop> loops;
    const auto isLoop = [&](const UpdateDirective& update) {
        return update.steps.empty() || (update.steps.size() == 1 && loopOf(form, update.steps[0].dim));
    };
    for (std::size_t i = 0; i < registers.updates.size(); ++i) {
        const UpdateDirective& update = registers.updates[i];
        if (!isLoop(update)) {
            continue; // along a row, over folds: inside a pass of the array
        }
        if (update.steps.empty()) {
            loops.push_back({Loop::InputChannel, Storage::Register, update.count.value_or(1), update.rotates, update.place});
            continue;
        }
        // As far as the rotation that continues it, else to the end of what the buffer holds.
        const Dim dim = update.steps[0].dim;
        Count end = bufferSize(buffer, dim);
        for (const UpdateDirective& other : registers.updates) {
            if (!update.rotates && other.rotates && findTerm(other.steps, dim)) {
                end = other.steps[0].amount;
            }
        }
        loops.push_back({loopOf(form, dim), Storage::Register, end / update.steps[0].amount, update.rotates, update.place});
    }
    for (const UpdateDirective& update : buffer.updates) {
        if (update.steps.empty()) {
            loops.push_back({Loop::InputChannel, Storage::Buffer, update.count.value_or(1), update.rotates, update.place});
        } else if (const auto loop = loopOf(form, update.steps[0].dim)) {
            const Count implied = ceilDivide(form.extents[*loop], update.steps[0].amount);
            loops.push_back({loop, Storage::Buffer, update.count.value_or(implied), update.rotates, update.place});
        } else {
            loops.push_back({std::nullopt, Storage::Buffer, form.groups, update.rotates, update.place});
        }
    }
    return loops;
}

/// Loops from `first` on, outwards: what lies inside the innermost one along a dimension of the tensor finds it there.
Count timesFetched(const TensorForm& form, const std::vector<WrittenLoop>& loops, Storage level)
{
    Count times = 1;
    bool refilled = false;
    for (const WrittenLoop& loop : loops) {
        if ((level == Storage::Buffer && loop.level == Storage::Register) || loop.count == 1 || !loop.loop) {
            continue;
        }
        const bool own = varies(form, loop.loop);
        refilled = refilled || own;
        times = refilled && !own ? saturatingProduct(times, loop.count) : times;
    }
    return times;
}

/// Rows of a map in all parts of a folded image: those that parts overlap in count for each.
double rowsOfParts(const LayerForm& form, const FormTerm& term)
{
    const network::Layer& layer = form.tile.layer;
    if (term.dim == Dim::Yo) {
        return static_cast<double>(layer.outputSize.height);
    }
    const auto parts = static_cast<double>(form.mapping.fold.width);
    const auto filter = static_cast<double>(network::filterOf(layer).height);
    const auto stride = static_cast<double>(network::strideOf(layer).height);
    const auto swept = static_cast<double>(network::sweptSize(layer).height);
    return network::isTransposed(layer) ? swept + parts * (std::ceil(filter / stride) - 1)
                                        : parts * filter + (swept - parts) * stride;
}

/// Words of all that one tile goes through, once.
double onceThrough(const LayerForm& form, const TensorForm& tensor)
{
    const auto parts = static_cast<double>(form.mapping.fold.width);
    double words = 1;
    for (const FormTerm& term : tensor.terms) {
        if (term.dim == Dim::P) {
            words *= static_cast<double>(form.extents[Loop::Batch]) / parts;
        } else if (term.loop) {
            words *= static_cast<double>(form.extents[*term.loop]);
        } else if (term.dim == Dim::Yo || term.dim == Dim::Yi) {
            words *= rowsOfParts(form, term);
        } else {
            words *= static_cast<double>(term.buffer);
        }
    }
    return tensor.terms.empty() ? 0 : words;
}

/// What all folds over the array's rows move of a map, over what is there: of sums each fold all, of the input what its part of
/// the filter reaches.
double movedByFolds(const LayerForm& form, const TensorForm& tensor, Counts counts)
{
    const network::Layer& layer = form.tile.layer;
    if (form.mapping.fold.height == 1 || !has(tensor, Dim::Yi) || counts == Counts::Reference) {
        return static_cast<double>(form.mapping.fold.height);
    }
    const Extent window = windowOf(layer);
    const auto parts = static_cast<double>(form.mapping.fold.width);
    double rows = 1;
    double columns = 1;
    for (const FormTerm& term : tensor.terms) {
        rows = term.dim == Dim::Yi ? rowsOfParts(form, term) : rows;
        columns = term.dim == Dim::Xi ? static_cast<double>(term.buffer) : columns;
    }
    double words = 0;
    for (const TapBlock& block : tapBlocks(layer, form.mapping)) {
        words += (rows - parts * static_cast<double>(window.height - block.row.size()))
                 * (columns - static_cast<double>(window.width - block.column.size()));
    }
    return words / (rows * columns);
}

/// Words that a systolic array takes over its bus in one go through the tensor: each word once for all PEs, but the input
/// once for every row of taps, or every tap, that does not meet it on its way.
double onceOverSystolicBus(const LayerForm& form, const TensorForm& tensor)
{
    double words = onceThrough(form, tensor);
    if (!has(tensor, Dim::Yi)) {
        return words;
    }
    const network::Layer& layer = form.tile.layer;
    const Extent filter = network::filterOf(layer);
    const Extent swept = network::sweptSize(layer);
    const Count inputWidth = std::find_if(tensor.terms.begin(), tensor.terms.end(), [](const FormTerm& term) {
                                 return term.dim == Dim::Xi;
                             })->buffer;
    const Count window = network::isTransposed(layer) ? ceilDivide(filter.height, network::strideOf(layer).height) : filter.height;
    const Count rowStreams = form.tapsOfPe == filter.size() ? window : form.tapsOfPe > 1 ? filter.height : filter.size();
    const Count streamed = form.tapsOfPe == 1 && filter.size() > 1 ? swept.width : inputWidth;
    words = static_cast<double>(rowStreams * streamed * swept.height);
    for (const FormTerm& term : tensor.terms) {
        const double folds = term.dim == Dim::P ? static_cast<double>(form.mapping.fold.width) : 1;
        words *= term.loop         ? static_cast<double>(form.extents[*term.loop]) / folds
            : term.dim == Dim::E ? static_cast<double>(term.buffer)
                                 : 1;
    }
    return words;
}

/// Words that the PEs take over the bus in one go through the tensor: what each PE of the array slides over, unicast.
double onceOverBus(const LayerForm& form, const TensorForm& tensor, Count pesOfSet)
{
    if (form.tapsOfPe > 0) {
        return onceOverSystolicBus(form, tensor);
    }
    double words = static_cast<double>(pesOfSet);
    for (const Loop loop : allLoops) {
        words *= static_cast<double>(varies(tensor, loop) ? form.extents[loop] : form.copies[loop]);
    }
    for (const FormTerm& term : tensor.terms) {
        const bool passesPe = term.dim == Dim::R || term.dim == Dim::Xi || term.dim == Dim::Xo || term.dim == Dim::E;
        words *= passesPe ? static_cast<double>(term.buffer) : 1;
    }
    return tensor.terms.empty() ? 0 : words;
}

/// Passes over iterations: above 1 where sizes round up.
double padding(const LayerForm& form, const LayerCounts& counts, const Scope& registers)
{
    double ratio = 1;
    for (const Loop loop : allLoops) {
        double passes = form.dims[loop] ? static_cast<double>(bufferSize(registers, *form.dims[loop])) : 1;
        for (const WrittenLoop& written : counts.loops) {
            passes *= written.loop == loop ? static_cast<double>(written.count) : 1;
        }
        ratio *= passes / static_cast<double>(ceilDivide(form.extents[loop], form.copies[loop]));
    }
    return ratio;
}

} // namespace

LayerForm formOf(const LayerContext& context, const LayerDirectives& directives)
{
    Faults ignored;
    FaultTeller teller({}, ignored);
    const Scope& buffer = *directives.find(bufferMemory);
    const Scope& registers = *directives.find(registerMemory);
    const LayerForm first = formOf(context, {}, {});
    const auto partition =
        readPartition(buffer.stacks, *first.dims[Loop::OutputChannel], first.dims[Loop::InputChannel].has_value(),
                      buffer.tiles ? buffer.tiles->grid : context.chip, teller);
    assert(partition);
    Replication replication = arrayChoice(context, *partition, directives);
    for (const StackDirective& stack : registers.stacks) {
        if (stack.shifts.size() == 1) {
            const auto loop = loopOf(first, stack.shifts[0].dim);
            Count& copies = loop == Loop::InputChannel ? replication.inputChannels : replication.outputChannels;
            copies = loop == Loop::InputChannel || loop == Loop::OutputChannel ? stack.units.size() : copies;
        }
    }
    return formOf(context, *partition, replication);
}

PerTensor<bool> writtenKept(const LayerForm& form, const Scope& buffer)
{
    const PerTensor<const TensorDirective*> found = matchTensors(form, buffer);
    PerTensor<bool> kept;
    for (const Tensor tensor : allTensors) {
        kept[tensor] = found[tensor] && !found[tensor]->bypass;
    }
    return kept;
}

PerStorage<PerTensor<Count>> fetchesOf(const LayerForm& form, const std::vector<WrittenLoop>& loops, bool reloadsWeights)
{
    PerStorage<PerTensor<Count>> fetches;
    for (const Storage storage : allStorages) {
        for (const Tensor tensor : allTensors) {
            const Count times = timesFetched(form.tensors[tensor], loops, storage);
            // Sums that are not complete come back, save the first time.
            fetches[storage][tensor] = tensor == Tensor::Output ? 2 * times - 1 : times;
        }
    }
    if (reloadsWeights && !varies(form.tensors[Tensor::Weight], Loop::Batch)) {
        Count groups = 1;
        for (const WrittenLoop& loop : loops) {
            groups *= loop.level == Storage::Buffer && loop.loop == Loop::Batch ? loop.count : 1;
        }
        fetches[Storage::Buffer][Tensor::Weight] = groups;
        Count& loads = fetches[Storage::Register][Tensor::Weight];
        loads = std::max(loads, groups);
    }
    return fetches;
}

LayerCounts countLayer(const LayerContext& context, const LayerDirectives& directives, const PerTensor<bool>& kept,
                       const PerTensor<Count>& sharers, bool reloadsWeights)
{
    const Scope& registers = *directives.find(registerMemory);
    const Scope& buffer = *directives.find(bufferMemory);
    const LayerForm form = formOf(context, directives);
    LayerCounts counts;
    for (const Storage storage : allStorages) {
        const Scope& scope = storage == Storage::Buffer ? buffer : registers;
        const PerTensor<const TensorDirective*> found = matchTensors(form, scope);
        for (const Tensor tensor : allTensors) {
            const bool stored = found[tensor] && (storage == Storage::Register || kept[tensor]);
            counts.words[storage][tensor] = stored ? sizeOf(*found[tensor], form.tensors[tensor], form.copies, context.counts) : 0;
        }
        for (const StackDirective& stack : scope.stacks) {
            counts.units[storage] *= stack.units.size();
        }
    }
    counts.loops = writtenLoops(form, registers, buffer);
    counts.fetches = fetchesOf(form, counts.loops, reloadsWeights);
    counts.operations = static_cast<double>(network::operations(context.layer)) * static_cast<double>(context.batch)
        * padding(form, counts, registers);

    const Count copies = form.copies[Loop::InputChannel] * form.copies[Loop::OutputChannel];
    const Count pesOfSet = counts.units[Storage::Register] / copies;
    const auto tiles = static_cast<double>(counts.units[Storage::Buffer]);
    const auto groups = static_cast<double>(form.groups);
    const bool weights = network::hasWeights(context.layer);
    for (const Tensor tensor : allTensors) {
        const TensorForm& own = form.tensors[tensor];
        // Filter rows that do not fit the array: each part of them goes through the maps again.
        const bool repeats = has(own, Dim::Yo) || (has(own, Dim::Yi) && weights);
        const double folds = repeats ? static_cast<double>(form.mapping.fold.height) : 1;
        const double moved = repeats ? movedByFolds(form, own, context.counts) : 1;
        // Folds of the row-stationary array reload the filter row by row, those of a systolic one load other taps; there
        // inputs have been streamed for each tap already.
        const double busFolds = form.tapsOfPe > 0 ? (has(own, Dim::Yo) ? folds : 1)
            : has(own, Dim::S)                   ? static_cast<double>(form.mapping.fold.height)
                                                 : folds;
        const double once = onceThrough(form, own);
        const auto intoBuffer = static_cast<double>(counts.fetches[Storage::Buffer][tensor]);
        const auto intoRegisters = static_cast<double>(counts.fetches[Storage::Register][tensor]);
        counts.accesses[Level::Dram][tensor] =
            once * (kept[tensor] ? 1 : moved) * intoBuffer * tiles * groups / static_cast<double>(sharers[tensor]);
        counts.accesses[Level::Buffer][tensor] = kept[tensor] ? once * moved * intoRegisters * tiles * groups : 0;
        counts.accesses[Level::Bus][tensor] =
            onceOverBus(form, own, pesOfSet) * busFolds * intoRegisters * tiles * groups;
        counts.accesses[Level::Register][tensor] =
            own.terms.empty() ? 0 : counts.operations * (tensor == Tensor::Output ? 2 : 1);
    }
    return counts;
}

} // namespace tilescape::dataflow::directives
