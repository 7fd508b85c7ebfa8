#pragma once

#include "core/dataflow/pe_mapping.h"

namespace tilescape::dataflow {

/// What one PE does in one cycle of a pass. Rows and columns count from 0, in the part of the layer that the tile computes.
struct PeWork {
    bool mapped = false; ///< belongs to a copy of the set that a channel of the pass lies on
    bool active = false; ///< does an operation; else its row is beyond the filter or the map
    Count inputChannel = 0;  ///< among those of the pass
    Count outputChannel = 0; ///< the same
    Count filterRow = 0;
    Count filterColumn = 0;
    Count outputRow = 0; ///< transposed layers: of the input, which is what the filter rows sweep
    Count outputColumn = 0;
    Count inputRow = 0; ///< with padding
    Count inputColumn = 0;
};

/// Operations and words over the array's buses from a pass's first cycle on, of one copy of the set.
struct PassCounts {
    Count operations = 0;
    PerTensor<Count> busWords{{0, 0, 0}};
    friend bool operator==(const PassCounts&, const PassCounts&) = default;
};

/// The unit passes of a layer on the array of a tile, cycle by cycle (cost-model.md 1): row-stationary, each PE slides a filter
/// row along a row of the map, one tap a cycle; systolic, each keeps its taps, and what flows past reaches a PE later by a cycle
/// for each PE before it. A map that is folded over the width is computed in parts, one after another. Counts end at those of
/// the cost model.
class ArrayPass {
public:
    /// `replication`: of the layer's scheme.
    ArrayPass(const TileLayer& tile, const hardware::PeArray& peArray, const Replication& replication);

    [[nodiscard]] const hardware::PeArray& peArray() const { return m_array; }
    [[nodiscard]] const ArrayMapping& mapping() const { return m_mapping; }
    [[nodiscard]] Count parts() const { return m_mapping.fold.width; }
    [[nodiscard]] Count cycles() const { return m_mapping.fold.height * m_cyclesOfFold; } ///< of one part
    [[nodiscard]] Count copies() const { return m_inputCopies * m_outputCopies; } ///< of the set, with channels of their own
    /// Passes on one tile for the whole layer: the loops' iterations, parts included.
    [[nodiscard]] Count passes() const { return m_passes; }
    /// Which of the folds over the array's rows a cycle is in.
    [[nodiscard]] Count foldAt(Count cycle) const { return cycle / m_cyclesOfFold; }

    /// `cycle` in [0, cycles()), at the first PE; `row`, `column` on the array. In a systolic array a PE that the pass has not
    /// reached yet does the end of an equal pass before it.
    [[nodiscard]] PeWork workAt(Count part, Count cycle, Count row, Count column) const;
    /// After `cycles` cycles of a part.
    [[nodiscard]] PassCounts countsAfter(Count part, Count cycles) const;

private:
    /// Of all positions of the filter along one row of the map.
    struct Slide {
        Count taps = 1;      ///< cycles at one position
        Count positions = 1;
        Count firstInputs = 1; ///< words of the map that the first position needs
        Count moreInputs = 1;  ///< and each after it
        Count outputs = 1;     ///< words of the row
    };

    void placeRowStationary();
    void placeSystolic();
    [[nodiscard]] bool isSystolic() const { return m_array.dataflow == hardware::ArrayDataflow::Systolic; }
    [[nodiscard]] Count sweptRow(Count part, Count index) const { return part * m_rowsOfPart + index; }
    [[nodiscard]] PeWork rowStationaryWork(Count part, Count cycle, Count row, Count column) const;
    [[nodiscard]] PeWork systolicWork(Count part, Count cycle, Count row, Count column) const;
    /// Rows of taps that a fold has, of the folded set's height.
    [[nodiscard]] Count rowsOfFold(Count fold) const;
    [[nodiscard]] PassCounts rowStationaryCounts(Count part, Count fold, Count cycles) const;
    [[nodiscard]] PassCounts systolicCounts(Count part, Count fold, Count cycles) const;
    [[nodiscard]] Count inputsOfSlide(Count cycles) const;
    [[nodiscard]] Count outputsOfSlide(Count cycles) const;
    [[nodiscard]] Count validRows(Count part) const;

    hardware::PeArray m_array;
    ArrayMapping m_mapping;
    network::Layer m_layer; ///< a matrix product row by row
    Extent m_filter;
    Extent m_stride;
    Extent m_swept;
    bool m_weights = false;
    bool m_diagonal = false; ///< channel-wise on a systolic array
    Slide m_slide;
    Count m_cyclesOfFold = 1;
    Count m_rowsOfPart = 1; ///< of the swept map
    Extent m_copy;          ///< room of a copy of the set on the array
    Count m_inputShare = 1; ///< copies down the array that take input channels
    Count m_inputCopies = 1;
    Count m_outputCopies = 1;
    Count m_passes = 1;
};

} // namespace tilescape::dataflow
