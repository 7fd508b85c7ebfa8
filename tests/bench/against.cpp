#include "against.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>
#include <memory>
#include <stdexcept>

namespace tilescape::bench {

namespace {

/// Times that lines tell, whichever benchmark they are of.
constexpr std::array timeKeys{"wall_seconds", "user_seconds",       "fresh_ms",     "price_edit_median_ms", "size_edit_median_ms",
                              "edit_median_ms", "edit_95_percent_ms", "one_layer_ms", "undo_ms"};

std::string quoted(const std::string& word)
{
    std::string text = "'";
    for (const char letter : word) {
        text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    }
    return text + "'";
}

/// The case of this line alone.
std::string commandOf(const Options& options, const std::string& benchmark, const nlohmann::ordered_json& line)
{
    // A name without a folder would be looked for among the shell's programs.
    std::string command = quoted(std::filesystem::absolute(options.against).string()) + " --" + benchmark + " --threads " + std::to_string(options.threads);
    for (const char* key : {"network", "goal", "solver"}) {
        if (line.contains(key)) {
            command += std::string(" --") + key + " " + quoted(line[key].get<std::string>());
        }
    }
    if (!options.mode.empty()) {
        command += " --mode " + quoted(options.mode);
    }
    command += options.side == Options{}.side ? "" : " --side " + std::to_string(options.side);
    command += options.training ? " --training" : "";
    return command;
}

nlohmann::ordered_json lineOf(const std::string& command)
{
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), &pclose);
    std::string text;
    std::array<char, 4096> part{};
    while (pipe && std::fgets(part.data(), static_cast<int>(part.size()), pipe.get())) {
        text += part.data();
    }
    auto line = nlohmann::ordered_json::parse(text.substr(0, text.find('\n')), nullptr, false);
    if (!line.is_object()) {
        throw std::runtime_error("--against: '" + command + "' tells no JSON line; name another tilescape-bench.");
    }
    return line;
}

} // namespace

Emit comparedWith(const Options& options, const std::string& benchmark, Emit emit)
{
    return [=](const nlohmann::ordered_json& line) {
        nlohmann::ordered_json compared = line;
        const nlohmann::ordered_json other = lineOf(commandOf(options, benchmark, line));
        for (const char* key : timeKeys) {
            if (line.contains(key) && other.contains(key) && line[key].is_number() && line[key].get<double>() > 0) {
                compared[std::string(key) + "_against"] = other[key].get<double>() / line[key].get<double>();
            }
        }
        emit(compared);
    };
}

} // namespace tilescape::bench
