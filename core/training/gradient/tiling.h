#pragma once

#include "core/training/gradient/gemm.h"

namespace tilescape::training::gradient {

/// The matrices of a layer; `Y` is the forward result.
enum class Matrix { X, W, Dy, Dx, Dw, Y };
inline constexpr std::array<Matrix, 6> allMatrices{Matrix::X, Matrix::W, Matrix::Dy, Matrix::Dx, Matrix::Dw, Matrix::Y};
template <typename T>
using PerMatrix = support::EnumArray<Matrix, T, 6>;
std::string_view nameOf(Matrix matrix); ///< "X", "W", "dY", "dX", "dW", "Y"

/// The three index ranges of a product.
enum class Axis { M, K, N };
inline constexpr std::array<Axis, 3> allAxes{Axis::M, Axis::K, Axis::N};
template <typename T>
using PerAxis = support::EnumArray<Axis, T, 3>;

/// What one step computes: a contribution to a tile of dX, of dW or of Y.
enum class StepKind { InputGradient, WeightGradient, Forward };
inline constexpr std::array<StepKind, 3> allStepKinds{StepKind::InputGradient, StepKind::WeightGradient, StepKind::Forward};

/// Two operands and the sum that grows, in the order in which a step touches them.
struct StepMatrices {
    Matrix first;
    Matrix second;
    Matrix sum;
};
constexpr StepMatrices matricesOf(StepKind kind)
{
    constexpr std::array<StepMatrices, 3> rows{{{Matrix::Dy, Matrix::W, Matrix::Dx},
                                                {Matrix::X, Matrix::Dy, Matrix::Dw},
                                                {Matrix::X, Matrix::W, Matrix::Y}}};
    return rows[static_cast<std::size_t>(kind)];
}
/// Rows and columns of a matrix, as index ranges of the product; a step's sum runs over the third.
struct MatrixAxes {
    Axis row;
    Axis column;
};
constexpr MatrixAxes axesOf(Matrix matrix)
{
    constexpr std::array<MatrixAxes, 6> rows{{{Axis::M, Axis::K}, {Axis::K, Axis::N}, {Axis::M, Axis::N},
                                              {Axis::M, Axis::K}, {Axis::K, Axis::N}, {Axis::M, Axis::N}}};
    return rows[static_cast<std::size_t>(matrix)];
}
Axis reductionOf(StepKind kind);

/// Sides of a tile, in elements, along m, k and n; the same for all matrices.
using TileShape = PerAxis<Count>;

/// A product cut into tiles, with the bytes of every tile and the cycles of every step (all but the last along an axis
/// are alike, so that a few numbers hold them all).
class Tiling {
public:
    Tiling(const Gemm& gemm, const TileShape& tile, const Settings& settings);

    [[nodiscard]] const Gemm& gemm() const { return m_gemm; }
    [[nodiscard]] const TileShape& tile() const { return m_tile; }
    [[nodiscard]] Count tiles(Axis axis) const { return m_tiles[axis]; }
    [[nodiscard]] Count tiles(Matrix matrix) const;
    [[nodiscard]] Count stepsOfAKind() const { return m_tiles[Axis::M] * m_tiles[Axis::K] * m_tiles[Axis::N]; }
    [[nodiscard]] bool isLast(Axis axis, Count index) const { return index + 1 == m_tiles[axis]; }
    [[nodiscard]] Count extent(Axis axis, bool last) const { return last ? m_lastExtent[axis] : m_tile[axis]; }

    /// Bytes of a tile, which may be the last of its rows or columns.
    [[nodiscard]] Count bytes(Matrix matrix, bool lastRow, bool lastColumn) const
    {
        return m_bytes[matrix][static_cast<std::size_t>(lastRow) * 2 + static_cast<std::size_t>(lastColumn)];
    }
    [[nodiscard]] Count bytes(Matrix matrix) const; ///< of all its tiles
    /// Cycles of a step whose tiles may be the last along m, k and n.
    [[nodiscard]] Count cycles(StepKind kind, bool lastM, bool lastK, bool lastN) const
    {
        return m_cycles[static_cast<std::size_t>(kind)][static_cast<std::size_t>(lastM) * 4
                                                        + static_cast<std::size_t>(lastK) * 2
                                                        + static_cast<std::size_t>(lastN)];
    }
    [[nodiscard]] Count cycles(StepKind kind) const; ///< of all its steps
    /// The largest step of `kind`: its three tiles.
    [[nodiscard]] Count bytesOfAStep(StepKind kind) const;

private:
    [[nodiscard]] Count tileBytes(Matrix matrix, bool lastRow, bool lastColumn, const Settings& settings) const;
    [[nodiscard]] Count stepCycles(StepKind kind, const PerAxis<bool>& last, const Settings& settings) const;

    Gemm m_gemm;
    TileShape m_tile;
    PerAxis<Count> m_tiles;
    PerAxis<Count> m_lastExtent;
    PerMatrix<std::array<Count, 4>> m_bytes;
    std::array<std::array<Count, 8>, 3> m_cycles{};
};

} // namespace tilescape::training::gradient
