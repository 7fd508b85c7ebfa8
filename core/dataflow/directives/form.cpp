#include "core/dataflow/directives/form.h"

namespace tilescape::dataflow::directives {

using network::Layer;

namespace {

bool isProduct(const Layer& layer) { return std::holds_alternative<network::MatrixProduct>(layer.kind); }
bool isChannelwise(const Layer& layer) { return !network::hasWeights(layer) || network::isDepthwise(layer); }

/// Rows and columns of maps that one pass of the array works on, as `dataflow::loopNest` counts them.
struct PassSizes {
    Extent output;
    Extent input;
    Count window = 1; ///< input columns that one PE holds
};

PassSizes passSizes(const Layer& layer, const ArrayMapping& mapping)
{
    const Extent filter = network::filterOf(layer);
    const Extent stride = network::strideOf(layer);
    const Extent swept = network::sweptSize(layer);
    const Count sweptRows = ceilDivide(swept.height, mapping.fold.width);
    if (network::isTransposed(layer)) {
        const Count window = ceilDivide(filter.width, stride.width);
        return {{ceilDivide(layer.outputSize.height, mapping.fold.width), layer.outputSize.width},
                {sweptRows + ceilDivide(filter.height, stride.height) - 1, swept.width + window - 1},
                window};
    }
    return {{sweptRows, swept.width},
            {filter.height + (sweptRows - 1) * stride.height, filter.width + (swept.width - 1) * stride.width},
            filter.width};
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

PerTensor<TensorForm> tensorForms(const Layer& layer, const ArrayMapping& mapping, Dim images)
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
    const PassSizes pass = passSizes(layer, mapping);
    const bool channelwise = isChannelwise(layer);
    const FormTerm inputs{Dim::C, channelwise ? Loop::OutputChannel : Loop::InputChannel};
    const FormTerm outputs{channelwise ? Dim::C : Dim::K, Loop::OutputChannel};
    const FormTerm filterColumns{Dim::R, {}, filter.width, filter.width};
    const FormTerm filterRows{Dim::S, {}, 1, filter.height};
    input.terms = plain({{images, Loop::Batch}, inputs, {Dim::Xi, {}, pass.window, pass.input.width},
                         {Dim::Yi, {}, 1, pass.input.height}});
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

} // namespace

LayerForm formOf(const LayerContext& context, const Partition& partition, const Replication& replication)
{
    LayerForm form;
    form.tile = tileLayer(context.layer, context.batch, partition);
    const Layer& layer = form.tile.layer;
    form.mapping = mapOnArray(layer, context.peArray);
    const Count folds = form.mapping.fold.width;
    const Dim images = isProduct(layer) ? Dim::M : folds > 1 ? Dim::P : Dim::N;
    form.tensors = tensorForms(layer, form.mapping, images);
    layOnArray(layer, form.mapping, form);

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
    const TileLayer tile = tileLayer(context.layer, context.batch, partition);
    const Layer& layer = tile.layer;
    const bool channelwise = isChannelwise(layer);
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
