#include "core/dataflow/directives/write_scheme.h"

namespace tilescape::dataflow::directives {

namespace {

using Run = TilesDirective::Run;

Run runFrom(Tile tile) { return {tile, tile}; }

/// Whether `tile` continues a straight run by one step in its direction.
bool extends(const Run& run, Tile tile)
{
    const auto sign = [](Count value) { return value > 0 ? 1 : value < 0 ? -1 : 0; };
    const Tile step{tile.row - run.last.row, tile.column - run.last.column};
    if (step.row * step.row + step.column * step.column != 1) {
        return false;
    }
    return run.first == run.last
        || (sign(run.last.row - run.first.row) == step.row && sign(run.last.column - run.first.column) == step.column);
}

TilesDirective writeTiles(const Region& region)
{
    TilesDirective tiles{region.extent, {}, {}};
    Run rectangle{region.tiles.empty() ? Tile{} : region.tiles.front(), region.tiles.empty() ? Tile{} : region.tiles.back()};
    bool plain = !region.tiles.empty();
    for (Count i = 0; i < static_cast<Count>(region.tiles.size()) && plain; ++i) {
        const Tile expected{rectangle.first.row + i / region.extent.width, rectangle.first.column + i % region.extent.width};
        plain = region.tiles[static_cast<std::size_t>(i)] == expected;
    }
    if (plain) {
        if (rectangle.first != Tile{}) {
            tiles.runs.push_back(rectangle);
        }
        return tiles;
    }
    for (const Tile tile : region.tiles) {
        if (!tiles.runs.empty() && extends(tiles.runs.back(), tile)) {
            tiles.runs.back().last = tile;
        } else {
            tiles.runs.push_back(runFrom(tile));
        }
    }
    return tiles;
}

class Writer {
public:
    Writer(const LayerContext& context, const LayerScheme& scheme)
        : m_context(context), m_scheme(scheme), m_form(formOf(context, scheme.partition, scheme.replication))
    {
    }

    Scope registers()
    {
        Scope scope{std::string(registerMemory), tensors(Storage::Register), m_form.stacks, m_form.updates, {}, {}};
        for (const Loop loop : {Loop::OutputChannel, Loop::InputChannel}) {
            if (m_form.copies[loop] > 1) {
                scope.stacks.push_back({{{*m_form.dims[loop], factor(loop, 2), {}}}, {1, m_form.copies[loop]}, {}});
            }
        }
        const auto& inserted = m_scheme.sharing.insertedFactors;
        const auto rest = [&](Loop loop) { return factor(loop, 1) / inserted[loop]; };
        for (const Loop loop : shortestOrder(m_scheme.blocking.order[1], standardLoops,
                                             [&](Loop one) { return rest(one) > 1; })) {
            scope.updates.push_back(update(loop, unit(loop), rest(loop), rest(loop)));
        }
        for (const Loop loop : shortestOrder(m_scheme.sharing.insertedOrder, standardLoops,
                                             [&](Loop one) { return inserted[one] > 1; })) {
            UpdateDirective rotation = update(loop, unit(loop) * rest(loop), inserted[loop], inserted[loop]);
            rotation.rotates = true;
            scope.updates.push_back(std::move(rotation));
        }
        return scope;
    }

    Scope buffer(const PerTensor<bool>& kept)
    {
        Scope scope{std::string(bufferMemory), tensors(Storage::Buffer), {}, {}, {}, {}};
        std::size_t written = 0;
        for (const Tensor tensor : tensorOrder) {
            if (m_form.tensors[tensor].terms.empty()) {
                continue;
            }
            TensorDirective& directive = scope.tensors[written++];
            directive.bypass = !kept[tensor];
            if (m_scheme.sharing.group[tensor] > 1) {
                directive.shared = m_scheme.sharing.subgroup[tensor];
            }
        }
        const Partition& partition = m_scheme.partition;
        const auto isCut = [&](Split split) { return partition.shares[split].size() > 1; };
        for (const Split split : shortestOrder(partition.order, allSplits, isCut)) {
            scope.stacks.push_back(partitionStack(m_context, partition, split, !isCut(split)));
        }
        for (const Loop loop : shortestOrder(m_scheme.blocking.order[0], standardLoops,
                                             [&](Loop one) { return factor(one, 0) > 1; })) {
            const Count held = unit(loop) * factor(loop, 1);
            scope.updates.push_back(update(loop, held, factor(loop, 0), ceilDivide(m_form.extents[loop], held)));
        }
        if (m_form.groups > 1) {
            scope.updates.push_back({{{Dim::G, 1, {}}}, {}, false, {}});
        }
        if (m_scheme.region != wholeChip(m_context.chip)) {
            scope.tiles = writeTiles(m_scheme.region);
        }
        return scope;
    }

private:
    static constexpr std::array<Tensor, 3> tensorOrder{Tensor::Input, Tensor::Weight, Tensor::Output};

    [[nodiscard]] Count factor(Loop loop, std::size_t level) const { return m_scheme.blocking.factors[loop][level]; }
    /// Units of the dimension that the whole array holds.
    [[nodiscard]] Count unit(Loop loop) const { return factor(loop, 2) * m_form.copies[loop]; }

    [[nodiscard]] std::vector<TensorDirective> tensors(Storage storage) const
    {
        std::vector<TensorDirective> directives;
        for (const Tensor tensor : tensorOrder) {
            const TensorForm& form = m_form.tensors[tensor];
            TensorDirective directive{form.names, {}, {}, false, {}};
            for (const FormTerm& term : form.terms) {
                Count size = sizeAt(term, storage);
                if (term.loop) {
                    size *= storage == Storage::Register ? factor(*term.loop, 2) : unit(*term.loop) * factor(*term.loop, 1);
                }
                directive.sizes.push_back({term.dim, size, {}});
            }
            if (!form.terms.empty()) {
                directives.push_back(std::move(directive));
            }
        }
        return directives;
    }

    /// The count is written only where the sizes would say another.
    [[nodiscard]] UpdateDirective update(Loop loop, Count step, Count count, Count implied) const
    {
        UpdateDirective update;
        if (m_form.dims[loop]) {
            update.steps.push_back({*m_form.dims[loop], step, {}});
        }
        if (!m_form.dims[loop] || count != implied) {
            update.count = count;
        }
        return update;
    }

    const LayerContext& m_context;
    const LayerScheme& m_scheme;
    LayerForm m_form;
};

} // namespace

LayerDirectives writeScheme(const LayerContext& context, const LayerScheme& scheme, const PerTensor<bool>& kept)
{
    Writer writer(context, scheme);
    return {context.layer.name, {writer.registers(), writer.buffer(kept)}, {}};
}

std::optional<LayerDirectives> writeInputs(const std::string& name, const Partition& partition, Count batch,
                                           Count channels, Extent size)
{
    if (partition == Partition{}) {
        return std::nullopt;
    }
    Scope scope{std::string(offChipMemory), {}, {}, {}, {}, {}};
    const auto parts = [&](Split split) { return partition.shares[split].size(); };
    const auto isCut = [&](Split split) { return parts(split) > 1; };
    const Extent map = partition.shares[Split::Map];
    for (const Split split : shortestOrder(partition.order, allSplits, isCut)) {
        StackDirective stack{{}, partition.shares[split], {}};
        switch (split) {
        case Split::OutputChannel: stack.shifts = {{Dim::C, ceilDivide(channels, parts(split)), {}}}; break;
        case Split::Batch: stack.shifts = {{Dim::N, ceilDivide(batch, parts(split)), {}}}; break;
        case Split::Map:
            if (map.width > 1 || !isCut(split)) {
                stack.shifts.push_back({Dim::Xi, ceilDivide(size.width, map.width), {}});
            }
            if (map.height > 1 || !isCut(split)) {
                stack.shifts.push_back({Dim::Yi, ceilDivide(size.height, map.height), {}});
            }
            break;
        case Split::InputChannel: break; // cuts no map: copies of it
        }
        scope.stacks.push_back(std::move(stack));
    }
    return LayerDirectives{name, {std::move(scope)}, {}};
}

} // namespace tilescape::dataflow::directives
