#pragma once

#include "core/support/diagnostic.h"
#include "core/support/dimensions.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The tensor-centric dataflow directives of KAPLA (III-B) as plain values: what the text says, and where it says so.
/// The grammar, and what it adds to the paper's, stands in resources/manual/directives.md.
namespace tilescape::dataflow::directives {

/// Dimensions: those of tensors in KAPLA's Table I; parts of images, groups of channels, rows of a matrix; taps of a filter;
/// operands of an element-wise layer.
enum class Dim { N, P, G, C, K, M, Xi, Yi, Xo, Yo, R, S, T, E };
inline constexpr std::array<Dim, 14> allDims{Dim::N,  Dim::P,  Dim::G,  Dim::C, Dim::K, Dim::M, Dim::Xi,
                                             Dim::Yi, Dim::Xo, Dim::Yo, Dim::R, Dim::S, Dim::T, Dim::E};
std::string_view nameOf(Dim dim);     ///< "N", "P", ...
std::string_view meaningOf(Dim dim);  ///< "images", "parts of images", ...

/// Where something stands in a text: line and column count from 1, in characters. Two places are always equal, so that
/// two texts that say the same compare equal.
struct Place {
    Count line = 1;
    Count column = 1;
    Count length = 0;
    friend bool operator==(const Place&, const Place&) { return true; }
};

/// `dim=amount` or `dim+=amount`.
struct Term {
    Dim dim = Dim::N;
    Count amount = 1;
    Place place;
    friend bool operator==(const Term&, const Term&) = default;
};

/// `tensor{names}(dim=size, ..., shr, bypass)`: a part of a tensor that one unit of the memory holds.
struct TensorDirective {
    std::vector<std::string> names; ///< several: joined along the channels, or operands
    std::vector<Term> sizes;
    std::optional<Count> shared; ///< tiles that hold one copy between them
    bool bypass = false;         ///< passes through without being stored
    Place place;
    friend bool operator==(const TensorDirective&, const TensorDirective&) = default;
};

/// `stack(dim+=shift, ..., repl)`: units side by side; of tiles, `repl` is rows x columns.
struct StackDirective {
    std::vector<Term> shifts;
    Extent units;
    Place place;
    friend bool operator==(const StackDirective&, const StackDirective&) = default;
};

/// `update(dim+=step, ..., count)`: a loop in time; `rotate(...)`: one of the level that buffer sharing inserts.
struct UpdateDirective {
    std::vector<Term> steps;
    std::optional<Count> count; ///< without it the sizes say how often
    bool rotates = false;
    Place place;
    friend bool operator==(const UpdateDirective&, const UpdateDirective&) = default;
};

/// `tiles(rows x columns, (r,c)..(r,c), ...)`: where the grid of the tiles lies on the chip; each run a rectangle, row by
/// row from its first tile to its last. No runs: from the top left corner.
struct TilesDirective {
    struct Run {
        Tile first;
        Tile last;
        friend bool operator==(const Run&, const Run&) = default;
    };
    Extent grid;
    std::vector<Run> runs;
    Place place;
    friend bool operator==(const TilesDirective&, const TilesDirective&) = default;
};

/// What stands under `layer:memory`. Stacks and updates are written from the inside out.
struct Scope {
    std::string memory;
    std::vector<TensorDirective> tensors;
    std::vector<StackDirective> stacks;
    std::vector<UpdateDirective> updates;
    std::optional<TilesDirective> tiles;
    Place place;
    bool incomplete = false; ///< a directive that stands here could not be read
    friend bool operator==(const Scope&, const Scope&) = default;
};

inline constexpr std::string_view registerMemory = "REGF";
inline constexpr std::string_view bufferMemory = "GBUF";
inline constexpr std::string_view offChipMemory = "DRAM";

struct LayerDirectives {
    std::string layer;
    std::vector<Scope> scopes; ///< innermost first
    Place place;

    [[nodiscard]] const Scope* find(std::string_view memory) const;
    friend bool operator==(const LayerDirectives&, const LayerDirectives&) = default;
};

/// Layers that run one after another on the same tiles.
struct RegionDirectives {
    std::vector<LayerDirectives> layers;
    friend bool operator==(const RegionDirectives&, const RegionDirectives&) = default;
};

/// Regions that run side by side.
struct SegmentDirectives {
    std::vector<RegionDirectives> regions;
    friend bool operator==(const SegmentDirectives&, const SegmentDirectives&) = default;
};

/// A whole text: one layer, a segment, or a schedule. `inputs`: how what comes from outside lies over the memory channels.
struct Document {
    std::optional<LayerDirectives> inputs;
    std::vector<SegmentDirectives> segments;
    friend bool operator==(const Document&, const Document&) = default;
};

/// A fault or remark, and where in the text it is.
struct Fault {
    Place place;
    support::Severity severity = support::Severity::Error;
    std::string layer; ///< empty if it concerns none
    std::string problem;
    std::string remedy;
};
using Faults = std::vector<Fault>;

bool hasErrors(const Faults& faults);
/// In the order of the text.
void sortByPlace(Faults& faults);
/// With `line:column` as the place.
support::Diagnostics diagnosticsOf(const Faults& faults, const std::string& file);

} // namespace tilescape::dataflow::directives
