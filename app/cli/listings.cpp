#include "app/cli/listings.h"

#include "core/hardware/parameters.h"
#include "core/io/library.h"
#include "core/search/space/sampling.h"
#include "core/search/space/search_space.h"

#include <fmt/format.h>

namespace tilescape::cli {

std::string networkListing()
{
    std::string text = fmt::format("{:<16} {:>7} {:>6} {:>6} {:>14} {:>14}  {}\n", "name", "layers", "conv", "fc",
                                   "operations", "weight words", "description");
    for (const std::string_view name : io::networkNames()) {
        const auto network = io::loadNetwork(std::string(name));
        const network::NetworkTotals totals = network::totalsOf(network.value());
        text += fmt::format("{:<16} {:>7} {:>6} {:>6} {:>14} {:>14}  {}\n", name, totals.layers, totals.convolutions,
                            totals.fullyConnected, totals.operations, totals.weightWords, network.value().description);
    }
    return text;
}

std::string hardwareListing()
{
    std::string text = fmt::format("{:<20} {:>8} {:>9} {:>12} {:>12}  {}\n", "name", "tiles", "PEs", "registers B",
                                   "buffer kB", "source");
    for (const std::string_view name : io::hardwareNames()) {
        const hardware::Hardware hardware = io::loadHardware(std::string(name)).value();
        text += fmt::format("{:<20} {:>8} {:>9} {:>12} {:>12}  {}\n", name,
                            fmt::format("{}x{}", hardware.tiles.height, hardware.tiles.width),
                            fmt::format("{}x{}", hardware.peArray.height, hardware.peArray.width),
                            hardware.registerBytesPerPe, hardware.bufferBytesPerTile / 1024, hardware.source);
    }
    return text;
}

std::string parameterListing()
{
    std::string text = fmt::format("{:<28} {:>12} {:>12} {:>12} {:<14} {}\n", "key", "smallest", "default", "largest",
                                   "unit", "meaning");
    for (const hardware::Parameter& parameter : hardware::parameters()) {
        text += fmt::format("{:<28} {:>12} {:>12} {:>12} {:<14} {} [{}]\n", parameter.key,
                            hardware::valueText(parameter, parameter.smallest),
                            hardware::valueText(parameter, parameter.defaultValue),
                            hardware::valueText(parameter, parameter.largest), parameter.unit, parameter.help,
                            parameter.source);
    }
    text += "\nSearch space, on or off:\n";
    for (const search::SpaceOption& option : search::spaceOptions()) {
        text += fmt::format("{:<28} {}\n", option.key, option.help);
    }
    text += fmt::format("{:<28} {}\n", search::mostVerticesKey,
                        "Largest number of vertices in a segment, or 'unlimited'. A vertex: a layer with weights and what works "
                        "on its output.");
    text += fmt::format("{:<28} {}\n", search::countsKey,
                        "'executed': words, hops and cycles as a machine takes them; 'reference': as the Tangram authors' tool "
                        "counts them where that differs, to compare with its schedules.");
    std::string samplings = "\nSolvers that draw lots:\n";
    for (const search::SamplingOption& option : search::samplingOptions()) {
        samplings += fmt::format("{:<28} {} Default {}, from {} to {}.\n", option.key, option.help,
                                 search::Sampling{}.*option.value, option.smallest, option.largest);
    }
    std::string modes = "\nModes, search spaces by name:\n";
    for (const search::SpaceMode& mode : search::spaceModes()) {
        modes += fmt::format("{:<28} {}\n", mode.key, mode.help);
    }
    return text + fmt::format("{:<28} {}\n", "buffer_bypass", "A tensor that gains nothing by the tile's buffer may skip it.")
        + samplings + modes;
}

} // namespace tilescape::cli
