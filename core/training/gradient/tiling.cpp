#include "core/training/gradient/tiling.h"

#include <algorithm>
#include <cmath>

namespace tilescape::training::gradient {
namespace {

Count roundUp(Count value, Count unit) { return ceilDivide(value, unit) * unit; }

} // namespace

std::string_view nameOf(Matrix matrix)
{
    constexpr std::array<std::string_view, 6> names{"X", "W", "dY", "dX", "dW", "Y"};
    return names[static_cast<std::size_t>(matrix)];
}

Axis reductionOf(StepKind kind)
{
    constexpr std::array<Axis, 3> reductions{Axis::N, Axis::M, Axis::K};
    return reductions[static_cast<std::size_t>(kind)];
}

Tiling::Tiling(const Gemm& gemm, const TileShape& tile, const Settings& settings) : m_gemm(gemm), m_tile(tile)
{
    const PerAxis<Count> sizes{{gemm.m, gemm.k, gemm.n}};
    for (const Axis axis : allAxes) {
        m_tiles[axis] = ceilDivide(sizes[axis], tile[axis]);
        m_lastExtent[axis] = sizes[axis] - (m_tiles[axis] - 1) * tile[axis];
    }
    for (const Matrix matrix : allMatrices) {
        for (const bool lastRow : {false, true}) {
            for (const bool lastColumn : {false, true}) {
                m_bytes[matrix][static_cast<std::size_t>(lastRow) * 2 + static_cast<std::size_t>(lastColumn)] =
                    tileBytes(matrix, lastRow, lastColumn, settings);
            }
        }
    }
    for (const StepKind kind : allStepKinds) {
        for (std::size_t edge = 0; edge < 8; ++edge) {
            m_cycles[static_cast<std::size_t>(kind)][edge] =
                stepCycles(kind, {{(edge & 4U) != 0, (edge & 2U) != 0, (edge & 1U) != 0}}, settings);
        }
    }
}

Count Tiling::tileBytes(Matrix matrix, bool lastRow, bool lastColumn, const Settings& settings) const
{
    const MatrixAxes axes = axesOf(matrix);
    const Count unit = settings.edges == EdgeTiles::Padded ? settings.npu.arraySide : 1;
    const Count whole = settings.elementBytes * roundUp(extent(axes.row, lastRow), unit)
                      * roundUp(extent(axes.column, lastColumn), unit);
    if ((matrix != Matrix::X && matrix != Matrix::Dx) || m_gemm.inputElements == 0) {
        return whole;
    }
    // A tile of the unrolled map stands for its share of the map itself.
    const double share = static_cast<double>(m_gemm.inputElements) / (static_cast<double>(m_gemm.m) * static_cast<double>(m_gemm.k));
    return static_cast<Count>(std::ceil(static_cast<double>(whole) * std::min(share, 1.0)));
}

Count Tiling::stepCycles(StepKind kind, const PerAxis<bool>& last, const Settings& settings) const
{
    const Count side = settings.npu.arraySide;
    const Count fill = settings.compute == ComputeModel::FillAndDrain ? 3 * side - 2 : 0;
    const MatrixAxes result = axesOf(matricesOf(kind).sum);
    const Axis reduction = reductionOf(kind);
    return ceilDivide(extent(result.row, last[result.row]), side)
         * ceilDivide(extent(result.column, last[result.column]), side) * (extent(reduction, last[reduction]) + fill);
}

Count Tiling::tiles(Matrix matrix) const
{
    const MatrixAxes axes = axesOf(matrix);
    return m_tiles[axes.row] * m_tiles[axes.column];
}

Count Tiling::bytes(Matrix matrix) const
{
    const MatrixAxes axes = axesOf(matrix);
    const Count rows = m_tiles[axes.row] - 1;
    const Count columns = m_tiles[axes.column] - 1;
    return rows * columns * bytes(matrix, false, false) + rows * bytes(matrix, false, true)
         + columns * bytes(matrix, true, false) + bytes(matrix, true, true);
}

Count Tiling::cycles(StepKind kind) const
{
    Count total = 0;
    for (std::size_t edge = 0; edge < 8; ++edge) {
        Count steps = 1;
        for (const Axis axis : allAxes) {
            const bool last = (edge & (std::size_t{4} >> static_cast<std::size_t>(axis))) != 0;
            steps *= last ? 1 : m_tiles[axis] - 1;
        }
        total += steps * m_cycles[static_cast<std::size_t>(kind)][edge];
    }
    return total;
}

Count Tiling::bytesOfAStep(StepKind kind) const
{
    const StepMatrices matrices = matricesOf(kind);
    Count total = 0;
    for (const Matrix matrix : {matrices.first, matrices.second, matrices.sum}) {
        const MatrixAxes axes = axesOf(matrix);
        total += bytes(matrix, m_tiles[axes.row] == 1, m_tiles[axes.column] == 1);
    }
    return total;
}

} // namespace tilescape::training::gradient
