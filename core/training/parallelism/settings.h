#pragma once

#include "core/support/diagnostic.h"
#include "core/support/dimensions.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Data or model parallelism for each layer of a network that an array of accelerators trains (HyPar, HPCA'19).
namespace tilescape::training::parallelism {

enum class Choice { Data, Model };

/// Who decides: the dynamic program level by level (HyPar, Algorithms 1 and 2); one answer for all; convolutions in data and
/// fully connected layers in model parallelism ("one weird trick"); the best of all combinations.
enum class Strategy { HyPar, Data, Model, OneWeirdTrick, BruteForce };

enum class Topology { HTree, Torus };

/// Whether the array's bandwidth stays that of sixteen accelerators, or grows with their number.
enum class Bandwidth { Fixed, Growing };

/// Readings of what the paper leaves open. The first value of each is the one that its Figures 5, 6 and 8 contain.
enum class ModelToModel { Free, HalfError };             ///< two model-parallel layers in a row; Table 2 prints 0.5 A(E)
enum class Directions { Both, One };                     ///< Section 3.4 counts what is sent and what is received
enum class Boundary { Consumer, Producer };              ///< whose split batch and channels size the map between two layers
enum class Halving { Both, Batch, Channels, None };      ///< what a level leaves smaller for the levels below it
enum class Maps { AfterPooling, BeforePooling };         ///< size of a layer's output
enum class Positions { Input, Output };                  ///< where a filter is applied, for the count of operations
enum class MemoryAccess { ThreePasses, SixAndBuffer };   ///< accesses that make up the energy: two fits to Figure 7

/// A choice that a person made. `level` counts from 1, the level between the two halves of the array.
struct Forced {
    Count level = 1;
    std::string layer;
    Choice choice = Choice::Data;
    friend bool operator==(const Forced&, const Forced&) = default;
};

/// What is asked of the search: a plain value. Defaults: the array of sixteen accelerators of Section 6.1; the ratio of
/// operations to bandwidth is fitted (16 units of 84.0 GOPS at 80 % on each, 16 links of 1600 Mb/s).
struct Settings {
    Strategy strategy = Strategy::HyPar;
    Count levels = 4;    ///< 2^levels accelerators
    Count wordBits = 32;
    Topology topology = Topology::HTree;
    Bandwidth bandwidth = Bandwidth::Fixed;
    double gigaoperationsPerSecond = 1075.2; ///< of one accelerator; a multiply-accumulate is two
    double networkGigabitsPerSecond = 25.6;  ///< of sixteen accelerators together
    double addPj = 0.9;                      ///< of 32 bits, as are the next two
    double multiplyPj = 3.7;
    double bufferPj = 5.0; ///< an access
    double memoryPj = 640; ///< an access
    ModelToModel modelToModel = ModelToModel::Free;
    Directions intraDirections = Directions::Both;
    Directions interDirections = Directions::Both;
    Boundary boundary = Boundary::Consumer;
    Halving halving = Halving::Both;
    Maps maps = Maps::AfterPooling;
    Positions positions = Positions::Input;
    MemoryAccess memoryAccess = MemoryAccess::ThreePasses;
    std::vector<Forced> forced;
    friend bool operator==(const Settings&, const Settings&) = default;
};

inline constexpr Count mostLevels = 20;

/// One setting with few values: what files, the command line and the window call it.
struct Option {
    std::string_view key;
    std::string_view label;
    std::string_view help;
    std::span<const std::string_view> values; ///< keys, in the order of the enumeration
    std::span<const std::string_view> labels; ///< of the values
    std::size_t (*get)(const Settings&);
    void (*set)(Settings&, std::size_t);
};
std::span<const Option> options();

/// One number.
struct Number {
    std::string_view key;
    std::string_view label;
    std::string_view unit;
    std::string_view help;
    double smallest;
    double largest;
    bool whole;
    double (*get)(const Settings&);
    void (*set)(Settings&, double);
};
std::span<const Number> numbers();

/// Why `value` may not be that of `number`; empty if it may.
std::string faultOf(const Number& number, double value);

/// Sets what `key=value` says. Faults: unknown keys and values, numbers out of their range.
support::Diagnostics setFromText(Settings& settings, std::string_view key, std::string_view value);

std::string_view nameOf(Choice choice);     ///< "data", "model"
std::string_view nameOf(Strategy strategy); ///< "hypar", "data", "model", "one_weird_trick", "brute_force"

} // namespace tilescape::training::parallelism
