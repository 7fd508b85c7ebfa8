#include "core/training/gradient/simulator.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace tilescape::training::gradient {
namespace {

/// What no order can avoid: each operand once, each result once, each step of the array.
struct Bounds {
    Count bytes = 0;
    Count cycles = 0;
};

Bounds boundsOf(const Tiling& tiling, const Plan& plan)
{
    std::array<bool, 3> used{};
    for (const std::vector<Pass>& core : plan.cores) {
        for (const Pass& pass : core) {
            for (const Pass::Nest& nest : pass.nests) {
                used[static_cast<std::size_t>(nest.kind)] = true;
            }
        }
    }
    Bounds bounds;
    PerMatrix<bool> moved{};
    for (const StepKind kind : allStepKinds) {
        if (used[static_cast<std::size_t>(kind)]) {
            const StepMatrices matrices = matricesOf(kind);
            moved[matrices.first] = moved[matrices.second] = moved[matrices.sum] = true;
            bounds.cycles += tiling.cycles(kind);
        }
    }
    for (const Matrix matrix : allMatrices) {
        bounds.bytes += moved[matrix] ? tiling.bytes(matrix) : 0;
    }
    return bounds;
}

} // namespace

Count Measure::totalReadBytes() const { return std::accumulate(readBytes.begin(), readBytes.end(), Count{0}); }

Simulator::Simulator(const Settings& settings) : m_settings(settings), m_machine(settings) {}

void Simulator::prepare(const Tiling& tiling)
{
    m_tiling = &tiling;
    m_measure = {};
    m_measure.tile = tiling.tile();
    std::uint32_t tiles = 0;
    for (const Matrix matrix : allMatrices) {
        m_firstId[matrix] = tiles;
        m_columns[matrix] = static_cast<std::uint32_t>(tiling.tiles(axesOf(matrix).column));
        tiles += static_cast<std::uint32_t>(tiling.tiles(matrix));
    }
    m_anchor = tiles;
    m_nodes.resize(tiles + std::size_t{1});
    const PerMatrix<Count> contributions{
        {0, 0, 0, tiling.tiles(Axis::N), tiling.tiles(Axis::M), tiling.tiles(Axis::K)}};
    for (const Matrix matrix : allMatrices) {
        const auto columns = m_columns[matrix];
        const auto rows = static_cast<std::uint32_t>(tiling.tiles(matrix)) / columns;
        Node* node = m_nodes.data() + m_firstId[matrix];
        for (std::uint32_t row = 0; row < rows; ++row) {
            for (std::uint32_t column = 0; column < columns; ++column, ++node) {
                *node = {0, 0, static_cast<std::int32_t>(contributions[matrix]), matrix, false, false,
                         tiling.bytes(matrix, row + 1 == rows, column + 1 == columns)};
            }
        }
    }
    m_nodes[m_anchor].newer = m_nodes[m_anchor].older = m_anchor;
    m_used = 0;
    m_inFlight.clear();
    m_inFlightBegin = 0;
    m_inFlightBytes = 0;
}

std::uint32_t Simulator::idOf(Matrix matrix, const Step& step) const
{
    const MatrixAxes axes = axesOf(matrix);
    return m_firstId[matrix] + static_cast<std::uint32_t>(step.at[axes.row]) * m_columns[matrix]
         + static_cast<std::uint32_t>(step.at[axes.column]);
}

void Simulator::unlink(std::uint32_t id)
{
    const Node& node = m_nodes[id];
    m_nodes[node.newer].older = node.older;
    m_nodes[node.older].newer = node.newer;
}

void Simulator::linkNewest(std::uint32_t id)
{
    Node& anchor = m_nodes[m_anchor];
    m_nodes[id].newer = m_anchor;
    m_nodes[id].older = anchor.older;
    m_nodes[anchor.older].newer = id;
    anchor.older = id;
}

void Simulator::makeNewest(std::uint32_t id)
{
    if (m_nodes[m_anchor].older != id) {
        unlink(id);
        linkNewest(id);
    }
}

void Simulator::record(TileEventKind kind, std::uint32_t id)
{
    if (m_trace != nullptr && m_trace->complete) {
        const Matrix matrix = m_nodes[id].matrix;
        const std::uint32_t index = id - m_firstId[matrix];
        m_trace->events.push_back({kind, matrix, index / m_columns[matrix], index % m_columns[matrix]});
    }
}

void Simulator::makeRoom(Count bytes, Transfer& transfer)
{
    while (m_used + bytes > m_machine.residentBytes) {
        const std::uint32_t oldest = m_nodes[m_anchor].newer;
        assert(oldest != m_anchor);
        Node& node = m_nodes[oldest];
        unlink(oldest);
        node.resident = false;
        m_used -= node.bytes;
        const bool isSum = node.matrix >= Matrix::Dx;
        if (isSum) {
            transfer.before += node.bytes;
            m_measure.spillBytes += node.bytes;
            m_measure.writeBytes += node.bytes;
        }
        record(isSum ? TileEventKind::Spill : TileEventKind::Drop, oldest);
    }
}

/// The step's own tiles that were there have been made the newest before: the oldest is never one of them.
void Simulator::touch(std::uint32_t id, bool isSum, bool free, Transfer& transfer)
{
    Node& node = m_nodes[id];
    if (node.resident) {
        makeNewest(id);
        record(TileEventKind::Reuse, id);
        return;
    }
    makeRoom(node.bytes, transfer);
    node.resident = true;
    m_used += node.bytes;
    linkNewest(id);
    record(isSum ? (node.seen ? TileEventKind::SumBack : TileEventKind::Begin)
                 : (node.seen ? TileEventKind::FetchAgain : TileEventKind::Fetch),
           id);
    if (!free && (!isSum || node.seen)) {
        transfer.before += node.bytes;
        transfer.fetched += node.bytes;
        m_measure.readBytes[node.matrix] += node.bytes;
        m_bytesToCome -= node.seen ? 0 : node.bytes;
    }
    node.seen = true;
}

void Simulator::finish(std::uint32_t id, Transfer& transfer)
{
    Node& node = m_nodes[id];
    if (--node.waitsFor > 0) {
        return;
    }
    unlink(id);
    node.resident = false;
    m_used -= node.bytes;
    transfer.after += node.bytes;
    m_measure.writeBytes += node.bytes;
    m_bytesToCome -= node.bytes;
    record(TileEventKind::Finish, id);
}

/// One core: the common case, in one go.
Simulator::Transfer Simulator::runStep(const Step& step)
{
    Transfer transfer;
    const StepMatrices matrices = matricesOf(step.kind);
    const std::array<std::uint32_t, 3> ids{idOf(matrices.first, step), idOf(matrices.second, step), idOf(matrices.sum, step)};
    if (!m_nodes[ids[0]].resident || !m_nodes[ids[1]].resident || !m_nodes[ids[2]].resident) {
        for (const std::uint32_t id : ids) {
            if (m_nodes[id].resident) {
                makeNewest(id);
            }
        }
    }
    touch(ids[0], false, false, transfer);
    touch(ids[1], false, m_freeSecondDy && step.kind == StepKind::WeightGradient, transfer);
    touch(ids[2], true, false, transfer);
    finish(ids[2], transfer);
    return transfer;
}

Simulator::Transfer Simulator::runSlot()
{
    if (m_slot.size() == 1) {
        return runStep(m_slot.front());
    }
    Transfer transfer;
    for (const Step& step : m_slot) {
        const StepMatrices matrices = matricesOf(step.kind);
        for (const Matrix matrix : {matrices.first, matrices.second, matrices.sum}) {
            const std::uint32_t id = idOf(matrix, step);
            if (m_nodes[id].resident) {
                makeNewest(id);
            }
        }
    }
    for (const Step& step : m_slot) {
        const StepMatrices matrices = matricesOf(step.kind);
        const bool free = m_freeSecondDy && step.kind == StepKind::WeightGradient;
        touch(idOf(matrices.first, step), false, false, transfer);
        touch(idOf(matrices.second, step), false, free, transfer);
        touch(idOf(matrices.sum, step), true, false, transfer);
    }
    for (const Step& step : m_slot) {
        finish(idOf(matricesOf(step.kind).sum, step), transfer);
    }
    return transfer;
}

/// The DMA engine takes what must leave and come for this step, then what the step has finished. It may not have more in
/// flight than the window holds: then it waits until the array has consumed enough.
void Simulator::spend(const Transfer& transfer, Count cycles)
{
    if (m_settings.time == TimeModel::OneTileAhead) {
        const Count moving = (transfer.before + transfer.after) * m_machine.ticksPerByte;
        m_transferEnd += std::max(moving, m_previousComputeCycles * m_machine.ticksPerCycle);
        m_previousComputeCycles = cycles;
        m_computeEnd = m_transferEnd + cycles * m_machine.ticksPerCycle;
        return;
    }
    Count start = m_transferEnd;
    while (m_inFlightBegin < m_inFlight.size()
           && (m_inFlightBytes + transfer.fetched > m_machine.windowBytes
               || m_inFlight[m_inFlightBegin].consumedAt <= start)) {
        start = std::max(start, m_inFlight[m_inFlightBegin].consumedAt);
        m_inFlightBytes -= m_inFlight[m_inFlightBegin].bytes;
        ++m_inFlightBegin;
    }
    if (m_inFlightBegin == m_inFlight.size()) {
        m_inFlight.clear();
        m_inFlightBegin = 0;
    }
    const Count arrived = start + transfer.before * m_machine.ticksPerByte;
    m_transferEnd = arrived + transfer.after * m_machine.ticksPerByte;
    m_computeEnd = std::max(m_computeEnd, arrived) + cycles * m_machine.ticksPerCycle;
    if (transfer.fetched > 0) {
        m_inFlight.push_back({transfer.fetched, m_computeEnd});
        m_inFlightBytes += transfer.fetched;
    }
}

bool Simulator::cannotEndBefore(Count ticks) const
{
    return m_transferEnd + m_bytesToCome * m_machine.ticksPerByte >= ticks
        || m_computeEnd + m_cyclesToCome * m_machine.ticksPerCycle >= ticks;
}

std::optional<Measure> Simulator::run(const Tiling& tiling, const Plan& plan, const RunLimits& limits, bool freeSecondDy,
                                      Trace* trace)
{
    m_trace = trace;
    m_freeSecondDy = freeSecondDy && tiling.gemm().inputGradient;
    const Bounds bounds = boundsOf(tiling, plan);
    m_transferEnd = m_computeEnd = m_previousComputeCycles = 0;
    m_bytesToCome = bounds.bytes;
    m_cyclesToCome = plan.cores.size() == 1 ? bounds.cycles : 0;
    if (cannotEndBefore(limits.mostTicks)) {
        return std::nullopt;
    }
    prepare(tiling);
    std::vector<StepStream> streams;
    for (const std::vector<Pass>& core : plan.cores) {
        streams.emplace_back(core);
    }
    Count lastWrite = 0;
    for (;;) {
        m_slot.clear();
        Count cycles = 0;
        for (StepStream& stream : streams) {
            Step step;
            if (stream.next(step)) {
                m_slot.push_back(step);
                cycles = std::max(cycles, tiling.cycles(step.kind, tiling.isLast(Axis::M, step.at[Axis::M]),
                                                        tiling.isLast(Axis::K, step.at[Axis::K]),
                                                        tiling.isLast(Axis::N, step.at[Axis::N])));
            }
        }
        if (m_slot.empty()) {
            break;
        }
        const std::size_t firstEvent = trace != nullptr ? trace->events.size() : 0;
        const Transfer transfer = runSlot();
        spend(transfer, cycles);
        lastWrite = transfer.after;
        m_measure.computeCycles += cycles;
        ++m_measure.steps;
        m_cyclesToCome -= plan.cores.size() == 1 ? cycles : 0;
        if (trace != nullptr && trace->complete) {
            trace->steps.push_back({m_slot.front(), firstEvent, m_transferEnd,
                                    m_computeEnd - cycles * m_machine.ticksPerCycle, m_computeEnd,
                                    m_measure.totalBytes()});
            trace->complete = trace->steps.size() < trace->mostSteps;
        }
        if (cannotEndBefore(limits.mostTicks) || ((m_measure.steps & 0xffff) == 0 && limits.stop.stop_requested())) {
            return std::nullopt;
        }
    }
    // The last result leaves after it has been computed.
    const bool runAhead = m_settings.time == TimeModel::RunAhead;
    m_measure.ticks = std::max(m_transferEnd, m_computeEnd + (runAhead ? lastWrite * m_machine.ticksPerByte : 0));
    m_measure.cycles = m_machine.cycles(m_measure.ticks);
    return m_measure.ticks < limits.mostTicks ? std::optional(m_measure) : std::nullopt;
}

} // namespace tilescape::training::gradient
