#include "app/reproduce/hypar_plans.h"

#include "core/io/library.h"

#include <algorithm>
#include <string_view>

namespace tilescape::reproduce {

using namespace training::parallelism;

namespace {

Plan planOf(const Graph& graph, Strategy strategy, Settings settings = {}, Count samples = hyparBatch)
{
    settings.strategy = strategy;
    return plan(graph, samples, settings).value(); // only brute force refuses
}

/// Layers of a network's chain as a network of their own.
network::Network stretch(const network::Network& whole, const std::vector<std::string_view>& names)
{
    network::Network part;
    part.name = names.front();
    for (const network::Layer& layer : whole.layers) {
        if (std::find(names.begin(), names.end(), layer.name) != names.end()) {
            network::Layer& copy = part.layers.emplace_back(layer);
            if (part.layers.size() == 1) {
                part.input = {std::string(network::inputName), layer.inputChannels, layer.outputSize}; // same padding
                copy.inputs = {std::string(network::inputName)};
            }
        }
    }
    return part;
}

} // namespace

std::vector<HyparNetwork> planHyparNetworks()
{
    Settings torus;
    torus.topology = Topology::Torus;
    std::vector<HyparNetwork> all;
    for (const HyparRow& row : hyparRows) {
        const Graph graph = graphOf(io::loadNetwork(row.library).value(), Maps::AfterPooling, Positions::Input);
        all.push_back({&row, planOf(graph, Strategy::Data), planOf(graph, Strategy::Model), planOf(graph, Strategy::HyPar),
                       planOf(graph, Strategy::HyPar, torus)});
    }
    return all;
}

Exploration figure9()
{
    Exploration what{2, {}, 0b1100'1100, 3.05, 3.05};
    for (const std::size_t level : {0, 3}) {
        for (std::size_t layer = 0; layer < 4; ++layer) {
            what.cells.push_back({level, layer});
        }
    }
    return what;
}

Exploration figure10()
{
    Exploration what{5, {}, 0b1111'1000, 5.05, 4.97};
    for (const std::size_t layer : {7, 8}) {
        for (std::size_t level = 0; level < 4; ++level) {
            what.cells.push_back({level, layer});
        }
    }
    return what;
}

std::vector<double> gainsOf(const Exploration& what, const HyparNetwork& network)
{
    std::vector<double> gains;
    for (std::size_t combination = 0; combination < std::size_t{1} << what.cells.size(); ++combination) {
        gains.push_back(network.data.stepSeconds / costWith(network.hypar, hyparBatch, {}, what.cells, combination).seconds);
    }
    return gains;
}

TrickGains hyparOverTrick(const TrickRow& row)
{
    const network::Network vgg = io::loadNetwork("vgg19").value();
    const network::Network part = row.convolutions ? stretch(vgg, {"conv13", "conv14", "conv15", "conv16", "pool5"})
                                                   : stretch(vgg, {"fc3"});
    const Graph graph = graphOf(part, Maps::AfterPooling, Positions::Input);
    Settings settings;
    settings.levels = row.levels;
    const Count samples = row.convolutions ? 32 : 4096;
    const StepCost trick = costOf(planOf(graph, Strategy::OneWeirdTrick, settings, samples));
    const StepCost hypar = costOf(planOf(graph, Strategy::HyPar, settings, samples));
    return {trick.seconds / hypar.seconds, trick.joules / hypar.joules};
}

} // namespace tilescape::reproduce
