#pragma once

#include "core/dataflow/map_range.h"
#include "core/dataflow/partition_pieces.h"
#include "core/network/network.h"
#include "core/program/program.h"

#include <string>
#include <vector>

namespace tilescape::program {

using dataflow::MapRange;
using dataflow::Span;

/// Coordinates of one unit.
using Unit = PerAxis<Count>;

/// `r0 i1 o2 b3`
std::string textOf(const Unit& unit);

/// The place of a unit, by its coordinates modulo `sides`, among all that have coordinates below these.
std::size_t placeWithin(const PerAxis<Count>& sides, const Unit& unit);

/// A part of a tensor. Maps: batch, channels (of all inputs joined), padded rows and columns. Weights: output channels as
/// batch, input channels of their group as channels, rows and columns of the filter.
using Box = MapRange;

Count wordsOf(const std::vector<Box>& boxes);

/// The words of each unit of one tile's part of a layer (cost-model.md 1 and 3). Channels, rows and items beyond the end of
/// the part belong to no unit, so that units of a part smaller than the largest may be empty.
class UnitBoxes {
public:
    /// `network` and `code` must outlive this; `row` and `column` are those of the tile in the region's grid.
    UnitBoxes(const network::Network& network, Count batch, const LayerCode& code, Count row, Count column);

    /// Whether the tile has nothing to do.
    [[nodiscard]] bool isIdle() const { return m_idle; }
    /// The boxes of `tensor` that the unit takes: in each operand of an element-wise layer, else one; if its channels are
    /// dealt, one for each of them. Some may be empty.
    [[nodiscard]] std::vector<Box> of(Tensor tensor, const Unit& unit) const;
    /// The same with channels numbered on from the first one of the unit: one box, or one for each operand.
    [[nodiscard]] std::vector<Box> blocks(Tensor tensor, const Unit& unit) const;
    /// The unit, of output channels and batch, in which a word of the tile's part of the output lies, given by item, channel
    /// within its group and stripe.
    [[nodiscard]] Unit unitOfOutput(Count image, Count channel, Count stripe) const;
    /// Where a channel of the output, by its number within its group, stands in its unit.
    [[nodiscard]] Count placeInUnit(Count channel) const;
    /// Words of all these boxes.
    [[nodiscard]] Count words(Tensor tensor, const Unit& unit) const;
    /// What of these boxes of the unit crosses between memory and array: all of it for every fold of the array, of the input what the
    /// fold's part of the filter reaches.
    [[nodiscard]] std::vector<Box> crossing(Tensor tensor, const Unit& unit, const std::vector<Box>& boxes) const;
    /// Words that cross of the whole unit.
    [[nodiscard]] Count crossingWords(Tensor tensor, const Unit& unit) const;
    /// The tile's part of the first group.
    [[nodiscard]] const dataflow::TilePiece& piece() const { return m_piece; }
    /// Whether the words of `tensor` are weights, or their gradients, and not a feature map.
    [[nodiscard]] bool isOfWeights(Tensor tensor) const;
    /// What one pass computes: output channels, input channels of the group, rows and columns of the map that is swept.
    struct PassBox {
        Count image = 0;
        Span outputChannel; ///< of the whole layer; numbered on from the first
        Span inputChannel;  ///< of the group that they belong to; channelwise: without meaning
        Span swept;         ///< rows that are swept: of outputs; transposed: of inputs
        Span outputRow;
        Span outputColumn;
        Count group = 0;
    };
    [[nodiscard]] PassBox passOf(const Unit& unit) const;

private:
    [[nodiscard]] MapRange inputBox(const PassBox& pass) const;
    /// Calls `visit` with each of the `blocks`.
    template <class Visit>
    void eachBlock(Tensor tensor, const Unit& unit, const Visit& visit) const;

    const network::Layer& m_layer;
    const LayerCode& m_code;
    dataflow::TilePiece m_piece; ///< of the first group
    Count m_inputChannels = 1;   ///< of one group
    Count m_outputChannels = 1;
    Count m_images = 1;
    Count m_repetitions = 1;
    bool m_channelwise = false;
    bool m_product = false;
    bool m_idle = false;
};

/// Repetitions of a layer's loops: groups of channels, for matrix products times the items of the largest part.
struct Repetitions {
    Count groups = 1;
    Count images = 1;
};

/// The axes along which the units of each tensor differ (cost-model.md, Units).
PerTensor<PerAxis<bool>> axesOf(const network::Layer& layer);

/// One group of a grouped convolution or a matrix product as a layer of its own.
network::Layer oneGroup(const network::Layer& layer);
Repetitions repetitionsOf(const network::Layer& layer, Count batch, const dataflow::Partition& partition);

} // namespace tilescape::program
