#include "parallelism.h"

#include "core/io/library.h"
#include "core/training/parallelism/plan.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <limits>

namespace tilescape::bench {

namespace {

using namespace training::parallelism;

network::Network chain(Count layers)
{
    network::Network network;
    network.name = "chain of " + std::to_string(layers);
    network.input.channels = 64;
    std::string last(network::inputName);
    Count channels = network.input.channels;
    for (Count i = 0; i < layers; ++i) {
        const Count next = 1 + i * 37 % 64;
        network.layers.push_back({"fc" + std::to_string(i), {last}, network::FullyConnected{{1, 1}}, channels, next, {1, 1}});
        last = network.layers.back().name;
        channels = next;
    }
    return network;
}

void bench(const network::Network& network, Count levels, const Emit& emit)
{
    Settings settings;
    settings.levels = levels;
    double fastest = std::numeric_limits<double>::infinity();
    double bytes = 0;
    for (int run = 0; run < 5; ++run) {
        const auto start = std::chrono::steady_clock::now();
        const auto found = plan(network, 256, settings);
        fastest = std::min(fastest, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        bytes = found.value().totalBytes;
    }
    emit({{"case", "parallelism, " + network.name},
          {"accelerators", Count{1} << levels},
          {"seconds", fastest},
          {"communication_bytes", bytes}});
}

} // namespace

void benchParallelism(const Options&, const Emit& emit)
{
    bench(io::loadNetwork("resnet152").value(), 10, emit);
    bench(chain(100'000), 10, emit);
}

} // namespace tilescape::bench
