#pragma once

#include "core/support/enum_array.h"

#include <cstdint>
#include <string_view>

/// The words that the whole field shares (cost-model.md, Units): what is moved, what is looped over, where it is kept.
namespace tilescape {

using Count = std::int64_t;

enum class Tensor { Weight, Input, Output };
inline constexpr std::array<Tensor, 3> allTensors{Tensor::Weight, Tensor::Input, Tensor::Output};
template <typename T>
using PerTensor = support::EnumArray<Tensor, T, 3>;

enum class Loop { InputChannel, OutputChannel, Batch };
inline constexpr std::array<Loop, 3> allLoops{Loop::InputChannel, Loop::OutputChannel, Loop::Batch};
template <typename T>
using PerLoop = support::EnumArray<Loop, T, 3>;

/// Levels of the memory hierarchy that are accessed, outermost first. `Bus` is the array bus between buffer and PEs.
enum class Level { Dram, Buffer, Bus, Register };
inline constexpr std::array<Level, 4> allLevels{Level::Dram, Level::Buffer, Level::Bus, Level::Register};
template <typename T>
using PerLevel = support::EnumArray<Level, T, 4>;

/// Levels that hold data on chip, outermost first: a fetch fills one of them.
enum class Storage { Buffer, Register };
inline constexpr std::array<Storage, 2> allStorages{Storage::Buffer, Storage::Register};
template <typename T>
using PerStorage = support::EnumArray<Storage, T, 2>;

std::string_view nameOf(Tensor tensor);   ///< "weight", "input", "output"
std::string_view nameOf(Loop loop);       ///< "input_channel", "output_channel", "batch"
std::string_view nameOf(Level level);     ///< "dram", "buffer", "bus", "register"
std::string_view nameOf(Storage storage); ///< "buffer", "register"

/// How words, hops and cycles are counted: as a machine that executes the schedule would, or as the Tangram authors' tool
/// does where that differs (cost-model.md 7), for comparison with its schedules.
enum class Counts { Executed, Reference };
inline constexpr std::array<Counts, 2> allCounts{Counts::Executed, Counts::Reference};
std::string_view nameOf(Counts counts); ///< "executed", "reference"

/// Height and width of a map, a filter, an array or a grid.
struct Extent {
    Count height = 1;
    Count width = 1;

    [[nodiscard]] constexpr Count size() const { return height * width; }
    friend constexpr bool operator==(const Extent&, const Extent&) = default;
    friend constexpr auto operator<=>(const Extent&, const Extent&) = default;
};

/// Position of a tile on the chip, the top left one being (0, 0).
struct Tile {
    Count row = 0;
    Count column = 0;

    friend constexpr bool operator==(const Tile&, const Tile&) = default;
    friend constexpr auto operator<=>(const Tile&, const Tile&) = default;
};

/// Manhattan distance, in hops.
constexpr Count hopsBetween(Tile a, Tile b)
{
    const Count rows = a.row < b.row ? b.row - a.row : a.row - b.row;
    const Count columns = a.column < b.column ? b.column - a.column : a.column - b.column;
    return rows + columns;
}

/// Whether both have 32 bits and no sign, as nearly all counts here: many processors divide such faster.
constexpr bool areShort(Count a, Count b)
{
    return (static_cast<std::uint64_t>(a) | static_cast<std::uint64_t>(b)) >> 32U == 0;
}

/// `total / part`, for what is asked millions of times.
constexpr Count quotient(Count total, Count part)
{
    return areShort(total, part) ? static_cast<std::uint32_t>(total) / static_cast<std::uint32_t>(part) : total / part;
}

/// `total % part`, for what is asked millions of times.
constexpr Count residue(Count total, Count part)
{
    return areShort(total, part) ? static_cast<std::uint32_t>(total) % static_cast<std::uint32_t>(part) : total % part;
}

constexpr Count ceilDivide(Count total, Count part) { return quotient(total + part - 1, part); }

} // namespace tilescape
