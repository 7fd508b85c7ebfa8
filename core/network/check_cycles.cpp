#include "core/network/check_cycles.h"

#include <algorithm>

namespace tilescape::network {

namespace {

/// A circle among the layers that wait, beginning with the first of them in the file.
std::vector<std::size_t> circleFrom(std::size_t from, const std::vector<std::vector<std::size_t>>& sources,
                                    const std::vector<std::size_t>& waitsFor)
{
    std::vector<std::size_t> path;
    std::size_t at = from;
    while (std::find(path.begin(), path.end(), at) == path.end()) {
        path.push_back(at);
        at = *std::find_if(sources[at].begin(), sources[at].end(), [&](std::size_t source) { return waitsFor[source] > 0; });
    }
    path.erase(path.begin(), std::find(path.begin(), path.end(), at));
    std::reverse(path.begin(), path.end()); // the walk went against the data
    std::rotate(path.begin(), std::min_element(path.begin(), path.end()), path.end());
    return path;
}

void report(const Network& network, const std::vector<std::size_t>& circle, NetworkFaults& faults)
{
    std::string names;
    for (const std::size_t layer : circle) {
        names += fmt::format("'{}' -> ", network.layers[layer].name);
    }
    names += fmt::format("'{}'", network.layers[circle.front()].name);
    faults.add(pointerTo(circle.front(), "inputs"), network.layers[circle.front()].name,
               "the layers feed each other in a circle: " + names,
               "a state of a recurrent network comes in as an external input");
}

} // namespace

/// Takes away what can run, again and again: what is left waits for itself. Then walks back along it to a circle, and takes that
/// away, too.
void checkCycles(const Network& network, const std::vector<std::vector<std::size_t>>& sources, NetworkFaults& faults)
{
    const std::size_t count = network.layers.size();
    std::vector<std::vector<std::size_t>> consumers(count);
    std::vector<std::size_t> waitsFor(count, 0);
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < count; ++i) {
        for (const std::size_t source : sources[i]) {
            consumers[source].push_back(i);
        }
        waitsFor[i] = sources[i].size();
        if (waitsFor[i] == 0) {
            ready.push_back(i);
        }
    }
    while (true) {
        while (!ready.empty()) {
            const std::size_t next = ready.back();
            ready.pop_back();
            for (const std::size_t consumer : consumers[next]) {
                if (waitsFor[consumer] > 0 && --waitsFor[consumer] == 0) {
                    ready.push_back(consumer);
                }
            }
        }
        const auto stuck = std::find_if(waitsFor.begin(), waitsFor.end(), [](std::size_t waits) { return waits > 0; });
        if (stuck == waitsFor.end()) {
            return;
        }
        ready = circleFrom(static_cast<std::size_t>(stuck - waitsFor.begin()), sources, waitsFor);
        report(network, ready, faults);
        for (const std::size_t layer : ready) {
            waitsFor[layer] = 0;
        }
    }
}

} // namespace tilescape::network
