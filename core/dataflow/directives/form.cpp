#include "core/dataflow/directives/form.h"

#include "core/dataflow/tap_blocks.h"
#include "core/dataflow/unit_pass.h"

namespace tilescape::dataflow::directives {

using network::Layer;

namespace {

bool isProduct(const Layer& layer) { return std::holds_alternative<network::MatrixProduct>(layer.kind); }

/// Rows and columns of maps that one pass of the array works on, as `dataflow::loopNest` counts them.
struct PassSizes {
    Extent output;
    Extent input;
    Extent window; ///< of the input, that one PE holds
    Extent taps;   ///< of the filter
};

/// What of filter and input lies on one PE: a row of each, or what the systolic array leaves on it.
void sizesOfPe(const Layer& layer, Count tapsOfPe, PassSizes& sizes)
{
    const Extent filter = network::filterOf(layer);
    const Extent stride = network::isTransposed(layer) ? network::strideOf(layer) : Extent{};
    sizes.taps = tapsOfPe == filter.size() ? filter : tapsOfPe == 1 ? Extent{} : Extent{1, filter.width};
    sizes.window = {ceilDivide(sizes.taps.height, stride.height), ceilDivide(sizes.taps.width, stride.width)};
    if (tapsOfPe == 0) {
        sizes.taps = {1, filter.width};
        sizes.window = {1, ceilDivide(filter.width, stride.width)};
    }
}

PassSizes passSizes(const Layer& layer, const ArrayMapping& mapping, Count tapsOfPe)
{
    const Extent filter = network::filterOf(layer);
    const Extent stride = network::strideOf(layer);
    const Extent swept = network::sweptSize(layer);
    const Count sweptRows = ceilDivide(swept.height, mapping.fold.width);
    PassSizes sizes;
    sizesOfPe(layer, tapsOfPe, sizes);
    if (network::isTransposed(layer)) {
        sizes.output = {ceilDivide(layer.outputSize.height, mapping.fold.width), layer.outputSize.width};
        const Extent window = windowOf(layer);
        sizes.input = {sweptRows + window.height - 1, swept.width + window.width - 1};
    } else {
        sizes.output = {sweptRows, swept.width};
        sizes.input = {filter.height + (sweptRows - 1) * stride.height, filter.width + (swept.width - 1) * stride.width};
    }
    return sizes;
}

std::vector<FormTerm> plain(std::initializer_list<FormTerm> terms) { return terms; }

void nameTensors(const Layer& layer, PerTensor<TensorForm>& tensors)
{
    std::vector<std::string> inputs = layer.inputs;
    std::string weights = "w." + layer.name;
    if (network::hasOperand(layer) && !inputs.empty()) {
        weights = inputs.back();
        inputs.pop_back();
    }
    tensors[Tensor::Weight].names = {std::move(weights)};
    tensors[Tensor::Input].names = std::move(inputs);
    tensors[Tensor::Output].names = {layer.name};
}

PerTensor<TensorForm> tensorForms(const Layer& layer, const ArrayMapping& mapping, Count tapsOfPe, Dim images, Count operands)
{
    PerTensor<TensorForm> tensors;
    nameTensors(layer, tensors);
    auto& [weight, input, output] = tensors.values;
    if (isProduct(layer)) {
        weight.terms = plain({{Dim::C, Loop::InputChannel}, {Dim::K, Loop::OutputChannel}});
        input.terms = plain({{Dim::M, Loop::Batch}, {Dim::C, Loop::InputChannel}});
        output.terms = plain({{Dim::M, Loop::Batch}, {Dim::K, Loop::OutputChannel}});
        return tensors;
    }
    const Extent filter = network::filterOf(layer);
    const PassSizes pass = passSizes(layer, mapping, tapsOfPe);
    const bool channelwise = isChannelwise(layer);
    const FormTerm inputs{Dim::C, channelwise ? Loop::OutputChannel : Loop::InputChannel};
    const FormTerm outputs{channelwise ? Dim::C : Dim::K, Loop::OutputChannel};
    const FormTerm filterColumns{Dim::R, {}, pass.taps.width, filter.width};
    const FormTerm filterRows{Dim::S, {}, pass.taps.height, filter.height};
    input.terms = plain({{images, Loop::Batch}, inputs, {Dim::Xi, {}, pass.window.width, pass.input.width},
                         {Dim::Yi, {}, pass.window.height, pass.input.height}});
    if (operands > 1) {
        input.terms.push_back({Dim::E, {}, 1, operands});
    }
    output.terms = plain({{images, Loop::Batch}, outputs, {Dim::Xo, {}, 1, pass.output.width},
                          {Dim::Yo, {}, 1, pass.output.height}});
    if (network::hasWeights(layer)) {
        weight.terms = channelwise ? plain({inputs, filterColumns, filterRows})
                                   : plain({inputs, outputs, filterColumns, filterRows});
    }
    if (network::isWeightGradient(layer)) {
        std::swap(weight.terms, output.terms);
    }
    return tensors;
}

/// The logical PE set: filter rows down the array, rows of the map across it (Eyeriss; KAPLA Fig. 3).
void layOnArray(const Layer& layer, const ArrayMapping& mapping, LayerForm& form)
{
    const Extent stride = network::strideOf(layer);
    const Extent swept = network::sweptSize(layer);
    const bool transposed = network::isTransposed(layer);
    const Dim across = transposed ? Dim::Yo : Dim::Yi; // what a filter row is displaced along
    const auto filterRows = [&](Count by) {
        std::vector<Term> terms{{across, by, {}}};
        if (network::hasWeights(layer)) {
            terms.push_back({Dim::S, by, {}});
        }
        return terms;
    };
    if (mapping.foldedSet.height > 1) {
        form.stacks.push_back({filterRows(1), {1, mapping.foldedSet.height}, {}});
    }
    if (mapping.foldedSet.width > 1) {
        form.stacks.push_back({{{Dim::Yi, transposed ? 1 : stride.height, {}}, {Dim::Yo, transposed ? stride.height : 1, {}}},
                               {1, mapping.foldedSet.width},
                               {}});
    }
    if (!isProduct(layer) && swept.width > 1) {
        form.updates.push_back(
            {{{Dim::Xi, transposed ? 1 : stride.width, {}}, {Dim::Xo, transposed ? stride.width : 1, {}}}, {}, false, {}});
    }
    if (mapping.fold.height > 1) {
        form.updates.push_back({filterRows(mapping.foldedSet.height), {}, false, {}});
    }
}

/// Taps of the filter down the array's columns; the map flows past (systolic_mapping.h).
void layOnSystolicArray(const Layer& layer, const ArrayMapping& mapping, LayerForm& form)
{
    const Extent stride = network::strideOf(layer);
    const Extent swept = network::sweptSize(layer);
    const bool transposed = network::isTransposed(layer);
    const auto slide = [&](Dim input, Dim output, Count by) {
        form.updates.push_back({{{input, transposed ? 1 : by, {}}, {output, transposed ? by : 1, {}}}, {}, false, {}});
    };
    if (mapping.foldedSet.height > 1) {
        form.stacks.push_back({{{Dim::T, 1, {}}}, {1, mapping.foldedSet.height}, {}});
    }
    if (swept.width > 1) {
        slide(Dim::Xi, Dim::Xo, stride.width);
    }
    if (ceilDivide(swept.height, mapping.fold.width) > 1) {
        slide(Dim::Yi, Dim::Yo, stride.height);
    }
    if (mapping.fold.height > 1) {
        form.updates.push_back({{{Dim::T, mapping.foldedSet.height, {}}}, mapping.fold.height, false, {}});
    }
}

} // namespace

LayerForm formOf(const LayerContext& context, const Partition& partition, const Replication& replication)
{
    LayerForm form;
    form.tile = tileLayer(context.layer, context.batch, partition, context.counts);
    const Layer& layer = form.tile.layer;
    form.mapping = mapOnArray(layer, context.peArray, replication);
    const bool systolic = context.peArray.dataflow == hardware::ArrayDataflow::Systolic;
    form.tapsOfPe = systolic ? network::filterOf(layer).size() / form.mapping.logicalSet.height : 0;
    const Count folds = form.mapping.fold.width;
    const Dim images = isProduct(layer) ? Dim::M : folds > 1 ? Dim::P : Dim::N;
    const Count operands = context.counts == Counts::Executed ? operandsOf(layer) : 1;
    form.tensors = tensorForms(layer, form.mapping, form.tapsOfPe, images, operands);
    if (operands > 1) {
        form.updates.push_back({{{Dim::E, 1, {}}}, {}, false, {}});
    }
    if (!systolic) {
        layOnArray(layer, form.mapping, form);
    } else if (!isProduct(layer)) {
        layOnSystolicArray(layer, form.mapping, form);
    }

    const bool channelwise = isChannelwise(layer);
    const Count groups = channelwise ? 1 : network::groupsOf(layer);
    form.groups = groups * (isProduct(layer) ? form.tile.batch : 1);
    form.dims[Loop::Batch] = images;
    form.extents[Loop::Batch] = isProduct(layer) ? layer.outputSize.height : form.tile.batch * folds;
    form.dims[Loop::OutputChannel] = channelwise ? Dim::C : Dim::K;
    form.extents[Loop::OutputChannel] = layer.outputChannels / groups;
    form.copies[Loop::OutputChannel] = replication.outputChannels;
    if (!channelwise) {
        form.dims[Loop::InputChannel] = Dim::C;
        form.extents[Loop::InputChannel] = layer.inputChannels / groups;
        form.copies[Loop::InputChannel] = replication.inputChannels;
    }
    return form;
}

StackDirective partitionStack(const LayerContext& context, const Partition& partition, Split split, bool whole)
{
    const Extent share = partition.shares[split];
    const TileLayer tile = tileLayer(context.layer, context.batch, partition, context.counts);
    const Layer& layer = tile.layer;
    const bool channelwise = isChannelwise(context.layer); // a tile with one channel no longer looks it
    const Count groups = channelwise ? 1 : network::groupsOf(layer);
    StackDirective stack{{}, share, {}};
    const auto shift = [&](Dim dim, Count by) { stack.shifts.push_back({dim, by, {}}); };
    switch (split) {
    case Split::OutputChannel:
        shift(channelwise ? Dim::C : Dim::K, layer.outputChannels / groups);
        break;
    case Split::InputChannel:
        // Channel-wise layers have no other channels to split: the tiles do the same work.
        if (!channelwise) {
            shift(Dim::C, layer.inputChannels / groups);
        }
        break;
    case Split::Batch:
        shift(Dim::N, tile.batch);
        break;
    case Split::Map: {
        const Extent stride = network::strideOf(layer);
        const bool transposed = network::isTransposed(layer);
        const Extent inputs = transposed ? network::sweptSize(layer)
                                         : Extent{layer.outputSize.height * stride.height, layer.outputSize.width * stride.width};
        if (isProduct(layer)) {
            shift(Dim::M, layer.outputSize.height);
            break;
        }
        if (share.width > 1 || whole) {
            shift(Dim::Xi, inputs.width);
            shift(Dim::Xo, layer.outputSize.width);
        }
        if (share.height > 1 || whole) {
            shift(Dim::Yi, inputs.height);
            shift(Dim::Yo, layer.outputSize.height);
        }
        break;
    }
    }
    return stack;
}

std::optional<Loop> loopOf(const LayerForm& form, Dim dim)
{
    for (const Loop loop : allLoops) {
        if (form.dims[loop] == dim) {
            return loop;
        }
    }
    return std::nullopt;
}

std::string_view memoryName(Storage storage) { return storage == Storage::Buffer ? bufferMemory : registerMemory; }

Count sizeAt(const FormTerm& term, Storage storage) { return storage == Storage::Buffer ? term.buffer : term.registers; }

} // namespace tilescape::dataflow::directives
