#include "core/training/adaptflow/volumes.h"

#include <algorithm>
#include <limits>

namespace tilescape::training::adaptflow {
namespace {

double asDouble(Count count) { return static_cast<double>(count); }

/// Positions of the input along one side that a tile of `t` outputs needs, its filter being `f` long there.
double haloOf(Halo halo, Count t, Count f, Count stride)
{
    const Count box = (t - 1) * stride + f;
    switch (halo) {
    case Halo::Touched:
        return asDouble(std::min(box, t * f));
    case Halo::Bounding:
        return asDouble(box);
    case Halo::Printed:
        break;
    }
    return asDouble(t + f - 1);
}

/// How many tiles a loop has; and its extents added up over them.
struct Cut {
    double tiles;
    double extents;
};

Cut cut(Count n, Count t, Division division)
{
    if (division == Division::Real) {
        return {asDouble(n) / asDouble(t), asDouble(n)};
    }
    const double tiles = asDouble(ceilDivide(n, t));
    return {tiles, division == Division::Exact ? asDouble(n) : tiles * asDouble(t)};
}

/// Input positions along one side, added up over the tiles of outputs, for all tiles of the filter.
double haloSum(Count n, Count t, Count f, Count ft, Count stride, const Settings& settings)
{
    if (settings.division != Division::Exact) {
        return cut(n, t, settings.division).tiles * cut(f, ft, settings.division).tiles * haloOf(settings.halo, t, ft, stride);
    }
    const auto side = [&](Count outputs) {
        double sum = asDouble(f / ft) * haloOf(settings.halo, outputs, ft, stride);
        return f % ft == 0 ? sum : sum + haloOf(settings.halo, outputs, f % ft, stride);
    };
    const double sum = asDouble(n / t) * side(t);
    return n % t == 0 ? sum : sum + side(n % t);
}

} // namespace

std::optional<Nest> nestOf(const network::Layer& layer, Count batch)
{
    if (!network::hasWeights(layer)) {
        return std::nullopt;
    }
    const Count groups = network::groupsOf(layer);
    const Extent filter = network::filterOf(layer);
    const Extent stride = network::strideOf(layer);
    const Extent output = layer.outputSize;
    Nest nest{groups, batch, layer.outputChannels / groups, layer.inputChannels / groups, filter.width, filter.height,
              output.width, output.height, stride.width, stride.height};
    if (std::holds_alternative<network::MatrixProduct>(layer.kind)) {
        nest.groups = groups * batch;
        nest.batch = 1;
    } else if (network::isWeightGradient(layer)) {
        nest.x = nest.c * filter.size();
        nest.c = batch * output.size();
        nest.batch = nest.s = nest.r = nest.y = nest.strideX = nest.strideY = 1;
    } else if (network::isTransposed(layer)) {
        const Extent swept = network::sweptSize(layer);
        nest.k *= stride.size();
        nest.s = ceilDivide(filter.width, stride.width);
        nest.r = ceilDivide(filter.height, stride.height);
        nest.x = swept.width;
        nest.y = swept.height;
        nest.strideX = nest.strideY = 1;
    }
    return nest;
}

LoopTile wholeTile(const Nest& nest) { return {nest.k, nest.c, nest.s, nest.r, nest.x, nest.y}; }

LoopTile clipped(LoopTile tile, const Nest& nest)
{
    return {std::min(tile.k, nest.k), std::min(tile.c, nest.c), std::min(tile.s, nest.s),
            std::min(tile.r, nest.r), std::min(tile.x, nest.x), std::min(tile.y, nest.y)};
}

PerTensor<double> tileElements(const Nest& nest, const LoopTile& tile, Halo halo)
{
    return {{asDouble(tile.k) * asDouble(tile.c) * asDouble(tile.s) * asDouble(tile.r),
             asDouble(tile.c) * haloOf(halo, tile.x, tile.s, nest.strideX) * haloOf(halo, tile.y, tile.r, nest.strideY),
             asDouble(tile.k) * asDouble(tile.x) * asDouble(tile.y)}};
}

PerTensor<double> movedElements(const Nest& nest, const LoopTile& tile, Dataflow dataflow, const Settings& settings)
{
    const auto of = [&](Count n, Count t) { return cut(n, t, settings.division); };
    const Cut k = of(nest.k, tile.k), c = of(nest.c, tile.c), s = of(nest.s, tile.s);
    const Cut r = of(nest.r, tile.r), x = of(nest.x, tile.x), y = of(nest.y, tile.y);
    const double batch = asDouble(nest.batch);
    const bool printed = settings.equations == Equations::Printed;
    const bool wholeFilter = tile.s == nest.s && tile.r == nest.r;

    const double weights = k.extents * c.extents * s.extents * r.extents;
    const double inputs = batch * c.extents * haloSum(nest.x, tile.x, nest.s, tile.s, nest.strideX, settings)
        * haloSum(nest.y, tile.y, nest.r, tile.r, nest.strideY, settings);
    const double outputs = batch * k.extents * x.extents * y.extents;
    const double visits = printed ? s.tiles * r.tiles * (2 * c.tiles - 1) : 2 * c.tiles * s.tiles * r.tiles - 1;

    PerTensor<double> moved;
    moved[Tensor::Weight] = dataflow == Dataflow::WeightStationary ? weights : weights * batch * x.tiles * y.tiles;
    moved[Tensor::Input] = inputs * k.tiles;
    moved[Tensor::Output] = dataflow == Dataflow::OutputStationary ? outputs : outputs * visits;
    if (dataflow == Dataflow::InputStationary) {
        // Eq. 4 fetches a tile once, which serves all filter positions only if the tile has what all of them read.
        moved[Tensor::Input] = wholeFilter || printed ? inputs / (s.tiles * r.tiles) : std::numeric_limits<double>::infinity();
    }
    for (double& elements : moved) {
        elements *= asDouble(nest.groups);
    }
    return moved;
}

double bytesOf(const PerTensor<double>& elements, const Settings& settings)
{
    return (elements[Tensor::Weight] * asDouble(settings.weightBits) + elements[Tensor::Input] * asDouble(settings.inputBits)
            + elements[Tensor::Output] * asDouble(settings.sumBits))
        / 8;
}

double tileBytes(const PerTensor<double>& tileElements, const Settings& settings)
{
    return bytesOf(tileElements, settings) * (settings.doubleBuffered ? 2 : 1);
}

double totalOf(const PerTensor<double>& elements)
{
    return elements[Tensor::Weight] + elements[Tensor::Input] + elements[Tensor::Output];
}

double compulsoryElements(const Nest& nest)
{
    const PerTensor<double> whole = tileElements(nest, wholeTile(nest), Halo::Touched);
    return asDouble(nest.groups)
        * (whole[Tensor::Weight] + asDouble(nest.batch) * (whole[Tensor::Input] + whole[Tensor::Output]));
}

} // namespace tilescape::training::adaptflow
