#pragma once

#include "core/schedule/layer_walk.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace tilescape::ui::tensor {

/// A tensor as a volume: two of the layer's loops along its front, what one iteration takes of it behind (a filter, or a part of
/// the map).
struct Volume {
    Tensor tensor = Tensor::Weight;
    QString label;
    std::optional<Loop> rows; ///< none: one row
    std::optional<Loop> columns;
    QString extent;         ///< of a tile's part: "batch 4 × 256 input channels"
    QString shortExtent;    ///< "b 4 × i 256"
    double wordsBehind = 1; ///< one cell of the front
    /// Of the whole tensor, a tile's part: along rows, columns and behind, in (0, 1].
    double partOfRows = 1;
    double partOfColumns = 1;
    double partBehind = 1;

    [[nodiscard]] bool isThere() const { return !label.isEmpty(); }
};

/// A scheduled layer in time, as volumes that stand like the matrices of a product: inputs (batch x input channels) to the
/// left of outputs (batch x output channels), beneath weights (input x output channels). The gradient of weights stands where
/// the weights do.
struct TensorContent {
    std::shared_ptr<const schedule::LayerWalk> walk; ///< null: there is nothing to show
    QString layer;
    Volume left;   ///< inputs
    Volume right;  ///< what changes with the batch besides
    Volume above;  ///< the third
    PerTensor<double> wordsInAll{{0, 0, 0}}; ///< between the tiles and what is outside, at the end
    PerLoop<Count> sizes{{1, 1, 1}}; ///< channels, and items or rows, of a tile's part
    bool hasRows = false;            ///< a matrix product: loop b is over rows
};
TensorContent tensorContent(const schedule::Problem& problem, const schedule::ScheduledLayer& layer,
                            std::shared_ptr<const schedule::LayerWalk> walk);

/// "i", "o", "b", as in the loop nest.
QString loopLetter(Loop loop);

/// Where a level's block of a tensor comes from in the step that `cycle` is in.
enum class Arrival { Stays, First, Again };
/// How the block of a volume got into the level that holds it next to memory: the buffer, or the registers if it passes it by.
Arrival arrivalAt(const TensorContent& content, Count cycle, Tensor tensor);
QString arrivalText(const TensorContent& content, Count cycle, Tensor tensor);
/// "1.2 M of 4.6 M words, 700 k of them again".
QString countText(const TensorContent& content, Count cycle, Tensor tensor);
/// The moment and all counts, line by line.
QStringList momentText(const TensorContent& content, Count cycle);

/// The level whose fetches the volumes show.
Storage shownStorage(const TensorContent& content, Tensor tensor);
/// How often an iteration's part was brought in until the end of the step.
Count timesFetched(const TensorContent& content, Count cycle, Tensor tensor, const PerLoop<Count>& iteration);

} // namespace tilescape::ui::tensor
