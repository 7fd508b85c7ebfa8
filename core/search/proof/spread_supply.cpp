#include "core/search/proof/spread_supply.h"

#include <algorithm>

namespace tilescape::search {

namespace {

/// Parts along a side that the layout over the channels has.
Count ofChannels(Count side) { return std::min<Count>(2, side); }

} // namespace

Extent placesUsed(Extent extent)
{
    const auto used = [](Count side) { return ofChannels(side) * (side / ofChannels(side)); };
    return {used(extent.height), used(extent.width)};
}

double largestPart(Count batch, Count channels, Extent size, Extent places)
{
    // Lengths of one are never cut, but for the batch, which is cut where nothing else is.
    std::vector<Count> lengths;
    for (const Count length : {channels, size.height, size.width}) {
        if (length > 1) {
            lengths.push_back(length);
        }
    }
    const auto largest = [](Count length, Count parts) {
        return static_cast<double>(ceilDivide(length, parts)) / static_cast<double>(length);
    };
    const Count high = ofChannels(places.height);
    const Count wide = ofChannels(places.width);
    const Count further = (places.height / high) * (places.width / wide);
    double most = largest(batch, high * wide * further);
    for (std::size_t first = 0; first < lengths.size(); ++first) {
        const Count length = lengths[first];
        most = std::max({most, largest(length, high) * largest(batch, wide * further),
                         largest(length, wide) * largest(batch, high * further),
                         largest(length, high * wide) * largest(batch, further)});
        for (std::size_t second = 0; second < lengths.size(); ++second) {
            if (second != first) {
                most = std::max(most, largest(length, high) * largest(lengths[second], wide) * largest(batch, further));
            }
        }
    }
    return most;
}

double leastHopsFrom(const std::vector<SpreadDemand>& demands, double mostWords)
{
    constexpr int steps = 40;
    if (demands.empty()) {
        return 0;
    }
    const std::size_t places = demands.front().hops.size();
    std::vector<double> price(places, 0); // of a word of each place, in hops
    std::vector<double> taken(places);
    double best = 0;
    double step = 0;
    double all = 0;
    for (const SpreadDemand& demand : demands) {
        step = std::max(step, *std::max_element(demand.hops.begin(), demand.hops.end()));
        all += demand.words;
    }
    step *= static_cast<double>(places) / 4;
    for (int i = 0; i < steps; ++i, step *= 0.85) {
        // The cost at these prices less what the limits are worth is a bound; its slope says which places are asked too
        // much.
        std::fill(taken.begin(), taken.end(), 0);
        double cost = 0;
        for (const SpreadDemand& demand : demands) {
            std::size_t cheapest = 0;
            for (std::size_t place = 1; place < places; ++place) {
                if (demand.hops[place] + price[place] < demand.hops[cheapest] + price[cheapest]) {
                    cheapest = place;
                }
            }
            cost += demand.words * (demand.hops[cheapest] + price[cheapest]);
            taken[cheapest] += demand.words;
        }
        for (const double own : price) {
            cost -= own * mostWords;
        }
        best = std::max(best, cost);
        for (std::size_t place = 0; place < places; ++place) {
            price[place] = std::max(0.0, price[place] + step * (taken[place] - mostWords) / all);
        }
    }
    return best;
}

/// As if each place gave all that it may, and as if what is too much had come from farthest away.
double leastHopsFrom(const std::vector<DistanceSums>& places, double words, double mostOfPlace, double mostOfTile)
{
    const double ofPlace = std::min(words, mostOfPlace);
    double hops = 0;
    double farthest = 0;
    for (const DistanceSums& place : places) {
        hops += place.leastWordHops(ofPlace, mostOfTile);
        farthest = std::max(farthest, place.mostHops(ofPlace, mostOfTile));
    }
    const double tooMuch = std::max(0.0, ofPlace * static_cast<double>(places.size()) - words);
    return std::max(0.0, hops - tooMuch * farthest);
}

} // namespace tilescape::search
