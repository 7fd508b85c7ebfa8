#include "core/io/network_json.h"

#include "core/io/problem_parts.h"
#include "core/io/scheme_json.h"

namespace tilescape::io {
namespace {

using nlohmann::ordered_json;

constexpr std::string_view networkFormat = "tilescape-network";

ordered_json layerJson(const network::Layer& layer)
{
    ordered_json json;
    json["name"] = layer.name;
    json["kind"] = network::kindName(layer.kind);
    json["inputs"] = layer.inputs;
    json["input_channels"] = layer.inputChannels;
    json["output_channels"] = layer.outputChannels;
    json["output_size"] = extentJson(layer.outputSize);
    if (layer.firstInputChannel) {
        json["first_input_channel"] = *layer.firstInputChannel;
    }
    std::visit(
        [&json](const auto& kind) {
            if constexpr (requires { kind.filter; }) {
                json["filter_size"] = extentJson(kind.filter);
            }
            if constexpr (requires { kind.window; }) {
                json["window_size"] = extentJson(kind.window);
            }
            if constexpr (requires { kind.stride; }) {
                json["stride"] = extentJson(kind.stride);
            }
            if constexpr (requires { kind.groups; }) {
                json["groups"] = kind.groups;
            }
            if constexpr (requires { kind.operands; }) {
                json["operands"] = kind.operands;
            }
            if constexpr (requires { kind.transposedInput; }) {
                json["transposed_input"] = kind.transposedInput;
                json["transposed_operand"] = kind.transposedOperand;
            }
        },
        layer.kind);
    return json;
}

} // namespace

void putNetwork(ordered_json& into, const network::Network& network)
{
    into["name"] = network.name;
    into["description"] = network.description;
    into["input"] = {{"channels", network.input.channels}, {"size", extentJson(network.input.size)}};
    into["external_inputs"] = ordered_json::array();
    for (const network::ExternalInput& input : network.externalInputs) {
        into["external_inputs"].push_back(
            {{"name", input.name}, {"channels", input.channels}, {"size", extentJson(input.size)}});
    }
    into["layers"] = ordered_json::array();
    for (const network::Layer& layer : network.layers) {
        into["layers"].push_back(layerJson(layer));
    }
}

support::Result<network::Network> readNetwork(const std::string& text, const std::string& file)
{
    JsonFaults faults(file);
    const auto json = parseJson(text, faults);
    if (json) {
        const JsonPlace root(*json, "", faults);
        if (isFormat(root, networkFormat)) {
            std::optional<network::Network> network = networkFrom(root);
            if (network && faults.count() == 0) {
                return *std::move(network);
            }
        }
    }
    return faults.take();
}

std::string writeNetwork(const network::Network& network)
{
    ordered_json json{{"format", networkFormat}, {"version", 1}};
    putNetwork(json, network);
    return prettyText(json);
}

} // namespace tilescape::io
