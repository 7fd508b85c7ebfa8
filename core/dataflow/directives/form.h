#pragma once

#include "core/dataflow/directives/syntax.h"
#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/scheme.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace tilescape::dataflow::directives {

/// The layer that directives are written for, and where it runs.
struct LayerContext {
    const network::Layer& layer;
    Count batch = 1;
    hardware::PeArray peArray;
    Extent chip; ///< tiles
    Counts counts;
};

/// One dimension of a tensor. Of a loop: the words at the level are these times the units that the loop holds there.
struct FormTerm {
    Dim dim = Dim::N;
    std::optional<Loop> loop;
    Count registers = 1;
    Count buffer = 1;
};

struct TensorForm {
    std::vector<std::string> names;
    std::vector<FormTerm> terms; ///< none: the layer has no such tensor
};

/// What layer, partition and PE array leave no choice of (cost-model.md 1 and 3): the tensors' dimensions, the sizes that
/// are not blocked, the stacks and updates of the PE mapping. Scheme and text are two ways to fill it in.
struct LayerForm {
    PerTensor<TensorForm> tensors;
    PerLoop<std::optional<Dim>> dims;    ///< none: the loop has one iteration always
    PerLoop<Count> extents{{1, 1, 1}};   ///< what one tile goes through, in units of the dimension
    PerLoop<Count> copies{{1, 1, 1}};    ///< units of the dimension that the array holds side by side
    std::vector<StackDirective> stacks;   ///< of filter rows and output rows over PEs
    std::vector<UpdateDirective> updates; ///< along a row; over filter rows that do not fit the array
    Count groups = 1;                     ///< run one after another
    Count tapsOfPe = 0;                   ///< of a systolic array; 0: row-stationary
    TileLayer tile;
    ArrayMapping mapping;
};
LayerForm formOf(const LayerContext& context, const Partition& partition, const Replication& replication);

/// `split` as a stack over the tiles; one part along a side says nothing of that side, unless `whole`.
StackDirective partitionStack(const LayerContext& context, const Partition& partition, Split split, bool whole);

/// The loop that `dim` counts, if any; in channel-wise layers C counts output channels.
std::optional<Loop> loopOf(const LayerForm& form, Dim dim);
std::string_view memoryName(Storage storage); ///< "GBUF", "REGF"
Count sizeAt(const FormTerm& term, Storage storage);

/// `written`, innermost first, as an order outermost first; what is not written stands outside, as in `standard`.
template <typename T, std::size_t Size>
std::array<T, Size> completeOrder(const std::vector<T>& written, const std::array<T, Size>& standard)
{
    std::array<T, Size> order{};
    std::size_t filled = 0;
    for (const T one : standard) {
        if (std::find(written.begin(), written.end(), one) == written.end()) {
            order[filled++] = one;
        }
    }
    for (auto one = written.rbegin(); one != written.rend() && filled < Size; ++one) {
        order[filled++] = *one;
    }
    return order;
}

/// The fewest that must be written, innermost first, for `completeOrder` to give `order` again; all that `needed` names.
template <typename T, std::size_t Size, typename Needed>
std::vector<T> shortestOrder(const std::array<T, Size>& order, const std::array<T, Size>& standard, const Needed& needed)
{
    std::vector<T> written(order.rbegin(), order.rend());
    for (const T one : order) {
        std::vector<T> fewer;
        for (const T other : written) {
            if (other != one) {
                fewer.push_back(other);
            }
        }
        if (!needed(one) && completeOrder(fewer, standard) == order) {
            written = std::move(fewer);
        }
    }
    return written;
}

inline constexpr std::array<Loop, 3> standardLoops{Loop::Batch, Loop::OutputChannel, Loop::InputChannel};

} // namespace tilescape::dataflow::directives
