#pragma once

#include "core/program/fault.h"
#include "core/program/program.h"
#include "core/program/unit_boxes.h"

#include <functional>
#include <span>
#include <vector>

namespace tilescape::program {

/// What was counted of one tensor of a layer, over all tiles.
struct TensorCount {
    Count dram = 0;   ///< words
    Count pinned = 0; ///< words from DRAM that stay for all batches
    Count buffer = 0; ///< words between buffers and arrays
    Count hops = 0;   ///< word-hops
    Count handed = 0; ///< words from or to tiles' buffers, from one layer of a segment to another
    Count shared = 0; ///< words between a shared buffer and tiles
    friend bool operator==(const TensorCount&, const TensorCount&) = default;
};

/// A piece of a range as a step leaves it.
struct ObservedPiece {
    std::size_t place = 0; ///< of its layer in the program
    Tile tile;
    Tensor tensor = Tensor::Weight;
    std::size_t piece = 0;
    bool armed = false;
    Unit unit;         ///< that it was armed for
    Count updates = 0; ///< still to arrive
    Count reads = 0;   ///< still to happen
};

/// Words that one layer of a segment has handed on to another.
struct ObservedHandover {
    Tile from;
    Tile to;
    Count words = 0;
};

/// Cycles in which a step has one of the things that it needs; equal if it does not need it.
struct StepCycles {
    double begin = 0;
    double end = 0;
};

/// What a stream has done: one instruction with one unit.
struct ObservedStep {
    StreamName stream;
    double begin =
        0; ///< if timed: the cycles in which it has channels, a bus or the array; equal if it needs none of them
    double end = 0;
    StepCycles channels;                            ///< of these: memory channels
    StepCycles shared;                              ///< and a shared buffer
    std::size_t firstPlace = 0;                     ///< of the segment's layers
    std::span<const PerTensor<TensorCount>> counts; ///< of these layers, with this step
    std::vector<ObservedPiece> pieces;              ///< that it has changed
    std::vector<ObservedHandover> handed;           ///< by which it has ended what streams waited for
};

/// Is told of every step of every stream, in the order in which they are executed. False ends the execution.
using StepObserver = std::function<bool(const ObservedStep&)>;

} // namespace tilescape::program
