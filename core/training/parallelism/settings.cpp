#include "core/training/parallelism/settings.h"

#include "core/support/nearest_name.h"
#include "core/support/quantity_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tilescape::training::parallelism {
namespace {

constexpr std::array<std::string_view, 5> strategyKeys{"hypar", "data", "model", "one_weird_trick", "brute_force"};
constexpr std::array<std::string_view, 5> strategyLabels{"HyPar", "All data", "All model", "One weird trick", "Brute force"};
constexpr std::array<std::string_view, 2> topologyKeys{"h_tree", "torus"};
constexpr std::array<std::string_view, 2> topologyLabels{"H tree", "Torus"};
constexpr std::array<std::string_view, 2> bandwidthKeys{"fixed", "growing"};
constexpr std::array<std::string_view, 2> bandwidthLabels{"As of sixteen", "Grows with the array"};
constexpr std::array<std::string_view, 2> modelToModelKeys{"free", "half_error"};
constexpr std::array<std::string_view, 2> modelToModelLabels{"Free (Fig. 8)", "0.5 A(E) (Table 2)"};
constexpr std::array<std::string_view, 2> directionKeys{"both", "one"};
constexpr std::array<std::string_view, 2> directionLabels{"Both directions", "One direction"};
constexpr std::array<std::string_view, 2> boundaryKeys{"consumer", "producer"};
constexpr std::array<std::string_view, 2> boundaryLabels{"As the consumer is split", "As the producer is split"};
constexpr std::array<std::string_view, 4> halvingKeys{"both", "batch", "channels", "none"};
constexpr std::array<std::string_view, 4> halvingLabels{"Batch and channels", "Batch only", "Channels only", "Nothing"};
constexpr std::array<std::string_view, 2> mapKeys{"after_pooling", "before_pooling"};
constexpr std::array<std::string_view, 2> mapLabels{"After pooling", "Before pooling"};
constexpr std::array<std::string_view, 2> positionKeys{"input", "output"};
constexpr std::array<std::string_view, 2> positionLabels{"Of the input map", "Of the output map"};
constexpr std::array<std::string_view, 2> accessKeys{"three_passes", "six_and_buffer"};
constexpr std::array<std::string_view, 2> accessLabels{"Three a word", "Six a word, one of the buffer"};

template <auto member>
std::size_t getOption(const Settings& settings)
{
    return static_cast<std::size_t>(settings.*member);
}

template <auto member>
void setOption(Settings& settings, std::size_t index)
{
    using Value = std::remove_reference_t<decltype(settings.*member)>;
    settings.*member = static_cast<Value>(index);
}

template <auto member>
double getNumber(const Settings& settings)
{
    return static_cast<double>(settings.*member);
}

template <auto member>
void setNumber(Settings& settings, double value)
{
    using Value = std::remove_reference_t<decltype(settings.*member)>;
    settings.*member = static_cast<Value>(value);
}

template <auto member>
constexpr Option option(std::string_view key, std::string_view label, std::string_view help,
                        std::span<const std::string_view> values, std::span<const std::string_view> labels)
{
    return {key, label, help, values, labels, getOption<member>, setOption<member>};
}

template <auto member>
constexpr Number number(std::string_view key, std::string_view label, std::string_view unit, std::string_view help,
                        double smallest, double largest, bool whole = false)
{
    return {key, label, unit, help, smallest, largest, whole, getNumber<member>, setNumber<member>};
}

const std::array<Option, 11> optionRows{
    option<&Settings::strategy>("strategy", "Strategy", "Who decides for each layer and level.", strategyKeys,
                                strategyLabels),
    option<&Settings::topology>("topology", "Topology", "How the accelerators are connected.", topologyKeys,
                                topologyLabels),
    option<&Settings::bandwidth>("bandwidth", "Bandwidth", "Whether the bandwidth of the array grows with it.",
                                 bandwidthKeys, bandwidthLabels),
    option<&Settings::modelToModel>("model_to_model", "Model to model",
                                    "What passes between two model-parallel layers: Table 2 says half of the error, "
                                    "Figure 8 contains nothing.",
                                    modelToModelKeys, modelToModelLabels),
    option<&Settings::intraDirections>("intra_directions", "Within a layer",
                                       "Whether partial sums count once, or as sent and as received (Section 3.4).",
                                       directionKeys, directionLabels),
    option<&Settings::interDirections>("inter_directions", "Between layers",
                                       "Whether feature maps and errors count once, or in both directions.", directionKeys,
                                       directionLabels),
    option<&Settings::boundary>("boundary", "Boundary", "Whose batch and channels size the map between two layers.",
                                boundaryKeys, boundaryLabels),
    option<&Settings::halving>("halving", "A level halves", "What is smaller for the levels below.", halvingKeys,
                               halvingLabels),
    option<&Settings::maps>("maps", "Feature maps", "Whether a layer's output counts before or after pooling.", mapKeys,
                            mapLabels),
    option<&Settings::positions>("positions", "Positions of a filter",
                                 "Whether operations are counted at each point of the input map, as Figure 6 has them, or of "
                                 "the output map.",
                                 positionKeys, positionLabels),
    option<&Settings::memoryAccess>("memory_access", "Memory accesses", "Which of two fits to Figure 7 counts accesses.",
                                    accessKeys, accessLabels)};

const std::array<Number, 8> numberRows{
    number<&Settings::levels>("levels", "Levels", "", "Times that the array is halved: 2^levels accelerators.", 0,
                              static_cast<double>(mostLevels), true),
    number<&Settings::wordBits>("word_bits", "Precision", "bit", "Bits of a word.", 1, 64, true),
    number<&Settings::gigaoperationsPerSecond>("gigaoperations_per_second", "Speed of an accelerator", "GOPS",
                                               "Operations that are done in fact; a multiply-accumulate is two.", 1e-3, 1e9),
    number<&Settings::networkGigabitsPerSecond>("network_gigabits_per_second", "Network", "Gb/s",
                                                "Bandwidth of sixteen accelerators together (Section 6.1).", 1e-3, 1e9),
    number<&Settings::addPj>("add_pj", "Addition", "pJ", "Energy of an addition of 32 bits.", 0, 1e6),
    number<&Settings::multiplyPj>("multiply_pj", "Multiplication", "pJ", "Energy of a multiplication of 32 bits.", 0, 1e6),
    number<&Settings::bufferPj>("buffer_pj", "Buffer", "pJ", "Energy of an access of 32 bits to the on-chip buffer.", 0, 1e6),
    number<&Settings::memoryPj>("memory_pj", "Memory", "pJ", "Energy of an access of 32 bits to the memory.", 0, 1e6)};

support::Diagnostics fault(std::string problem, std::string remedy)
{
    return {{support::Severity::Error, "", "", "", std::move(problem), std::move(remedy)}};
}

std::string neededFor(const Number& row)
{
    return fmt::format("{} between {} and {} is needed", row.whole ? "a whole number" : "a number", row.smallest,
                       row.largest);
}

support::Diagnostics setNumberFromText(Settings& settings, const Number& row, std::string_view text)
{
    const std::optional<double> value = support::readQuantity(text, row.unit);
    if (!value) {
        return fault(fmt::format("{} is '{}'", row.key, text), neededFor(row));
    }
    if (std::string wrong = faultOf(row, *value); !wrong.empty()) {
        return fault(fmt::format("{} is {}", row.key, *value), std::move(wrong));
    }
    row.set(settings, *value);
    return {};
}

} // namespace

std::span<const Option> options() { return optionRows; }

std::span<const Number> numbers() { return numberRows; }

std::string faultOf(const Number& number, double value)
{
    if (value >= number.smallest && value <= number.largest && (!number.whole || value == std::floor(value))) {
        return {};
    }
    return neededFor(number);
}

support::Diagnostics setFromText(Settings& settings, std::string_view key, std::string_view value)
{
    std::vector<std::string_view> keys;
    for (const Number& row : numbers()) {
        if (row.key == key) {
            return setNumberFromText(settings, row, value);
        }
        keys.push_back(row.key);
    }
    for (const Option& row : options()) {
        if (row.key == key) {
            const auto found = std::find(row.values.begin(), row.values.end(), value);
            if (found == row.values.end()) {
                return fault(fmt::format("{} is '{}'", key, value), support::suggestName(value, row.values));
            }
            row.set(settings, static_cast<std::size_t>(found - row.values.begin()));
            return {};
        }
        keys.push_back(row.key);
    }
    return fault(fmt::format("the setting '{}' is unknown", key), support::suggestName(key, keys));
}

std::string_view nameOf(Choice choice) { return choice == Choice::Data ? "data" : "model"; }

std::string_view nameOf(Strategy strategy) { return strategyKeys[static_cast<std::size_t>(strategy)]; }

} // namespace tilescape::training::parallelism
