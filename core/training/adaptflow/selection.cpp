#include "core/training/adaptflow/selection.h"

#include "core/support/parallel.h"

#include <algorithm>
#include <map>

namespace tilescape::training::adaptflow {
namespace {

PerDataflow<Volume> volumesOf(const Nest& nest, const Settings& settings)
{
    PerDataflow<Volume> volumes;
    for (const Dataflow dataflow : allDataflows) {
        volumes[dataflow] = settings.tiles == Tiles::Literal
            ? volumeAt(nest, clipped(settings.literal[dataflow], nest), dataflow, settings, settings.bufferBytes)
            : leastVolume(nest, dataflow, settings, settings.bufferBytes);
    }
    return volumes;
}

std::optional<Dataflow> leastOf(const PerDataflow<Volume>& volumes)
{
    std::optional<Dataflow> least;
    for (const Dataflow dataflow : allDataflows) {
        const Volume& volume = volumes[dataflow];
        if (volume.fits && (!least || volume.total < volumes[*least].total)) {
            least = dataflow;
        }
    }
    return least;
}

} // namespace

std::vector<Count> candidateSides(Count n)
{
    std::vector<Count> sides;
    for (Count power = 1; power < n; power *= 2) {
        sides.push_back(power);
    }
    for (const Count parts : {1, 2, 3, 4, 5, 6, 8, 12, 16}) {
        sides.push_back(ceilDivide(n, parts));
    }
    std::sort(sides.begin(), sides.end());
    sides.erase(std::unique(sides.begin(), sides.end()), sides.end());
    return sides;
}

Volume volumeAt(const Nest& nest, const LoopTile& tile, Dataflow dataflow, const Settings& settings, Count capacityBytes)
{
    Volume volume;
    volume.tile = tile;
    volume.bufferBytes = tileBytes(tileElements(nest, tile, settings.halo), settings);
    volume.elements = movedElements(nest, tile, dataflow, settings);
    const double total = totalOf(volume.elements);
    volume.fits = volume.bufferBytes <= static_cast<double>(capacityBytes) && total < std::numeric_limits<double>::infinity();
    if (volume.fits) {
        volume.total = total;
        volume.bytes = bytesOf(volume.elements, settings);
    }
    return volume;
}

Volume leastVolume(const Nest& nest, Dataflow dataflow, const Settings& settings, Count capacityBytes)
{
    const std::vector<Count> ks = candidateSides(nest.k), cs = candidateSides(nest.c);
    const std::vector<Count> xs = candidateSides(nest.x), ys = candidateSides(nest.y);
    const double capacity = static_cast<double>(capacityBytes);
    const double least = compulsoryElements(nest);
    LoopTile best;
    double bestTotal = std::numeric_limits<double>::infinity();
    const auto bytesAt = [&](const LoopTile& tile) { return tileBytes(tileElements(nest, tile, settings.halo), settings); };
    // Each side from its longest down: long tiles move least, and nothing is below the compulsory volume.
    for (auto k = ks.rbegin(); k != ks.rend(); ++k) {
        for (auto c = cs.rbegin(); c != cs.rend(); ++c) {
            if (bytesAt({*k, *c, nest.s, nest.r, 1, 1}) > capacity) {
                continue;
            }
            for (auto x = xs.rbegin(); x != xs.rend(); ++x) {
                for (auto y = ys.rbegin(); y != ys.rend(); ++y) {
                    const LoopTile tile{*k, *c, nest.s, nest.r, *x, *y};
                    if (bytesAt(tile) > capacity) {
                        continue;
                    }
                    const double total = totalOf(movedElements(nest, tile, dataflow, settings));
                    if (total < bestTotal) {
                        bestTotal = total;
                        best = tile;
                    }
                }
            }
            if (bestTotal <= least && settings.halo == Halo::Touched && settings.division != Division::Real) {
                return volumeAt(nest, best, dataflow, settings, capacityBytes);
            }
        }
    }
    return bestTotal < std::numeric_limits<double>::infinity() ? volumeAt(nest, best, dataflow, settings, capacityBytes)
                                                               : Volume{};
}

Selection selectDataflows(const network::Network& network, Count batch, const Settings& settings, int threads)
{
    Selection selection;
    std::map<Nest, std::size_t> places; // equal layers have equal answers
    std::vector<Nest> nests;
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
        if (const auto nest = nestOf(network.layers[i], batch)) {
            selection.push_back({i, network.layers[i].name, *nest, {}, {}});
            if (places.try_emplace(*nest, nests.size()).second) {
                nests.push_back(*nest);
            }
        }
    }
    std::vector<PerDataflow<Volume>> answers(nests.size());
    support::parallelFor(nests.size(), threads, [&](std::size_t i) { answers[i] = volumesOf(nests[i], settings); });
    for (LayerChoice& layer : selection) {
        layer.volumes = answers[places.at(layer.nest)];
        layer.choice = leastOf(layer.volumes);
    }
    return selection;
}

Totals totalsOf(const Selection& selection)
{
    Totals totals;
    for (const LayerChoice& layer : selection) {
        for (const Dataflow dataflow : allDataflows) {
            totals.elements[dataflow] += layer.volumes[dataflow].total;
            totals.bytes[dataflow] += layer.volumes[dataflow].bytes;
        }
        const Volume none;
        const Volume& chosen = layer.choice ? layer.volumes[*layer.choice] : none;
        totals.chosenElements += chosen.total;
        totals.chosenBytes += chosen.bytes;
        totals.compulsory += compulsoryElements(layer.nest);
    }
    return totals;
}

} // namespace tilescape::training::adaptflow
