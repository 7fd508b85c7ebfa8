#include "ui/gradient/gradient_player.h"

#include <algorithm>

namespace tilescape::ui::gradient {

using training::gradient::Matrix;
using training::gradient::TileEvent;
using training::gradient::TileEventKind;

Count GradientRun::lastTick() const { return trace.complete ? measure.ticks : trace.steps.back().computeEnd; }

std::shared_ptr<const GradientRun> recordRun(const training::gradient::Gemm& gemm, training::gradient::Order order,
                                             const training::gradient::TileShape& tile, const training::gradient::Settings& settings)
{
    auto run = std::make_shared<GradientRun>(
        GradientRun{order, training::gradient::Tiling(gemm, tile, settings), training::gradient::Machine(settings), {}, {}});
    training::gradient::Simulator simulator(settings);
    run->measure = *simulator.run(run->tiling, planOf(run->tiling, order, settings), {}, false, &run->trace);
    return run;
}

GradientPlayer::GradientPlayer(std::shared_ptr<const GradientRun> run) : m_run(std::move(run)) { reset(); }

void GradientPlayer::reset()
{
    for (const Matrix matrix : training::gradient::allMatrices) {
        m_states[matrix].assign(static_cast<std::size_t>(m_run->tiling.tiles(matrix)), TileState::Untouched);
    }
    m_position = 0;
    m_tally = {};
}

void GradientPlayer::seek(std::size_t position)
{
    position = std::min(position, steps());
    if (position < m_position) {
        reset();
    }
    for (; m_position < position; ++m_position) {
        for (const TileEvent& event : eventsOf(m_position)) {
            apply(event);
        }
    }
}

void GradientPlayer::seekTime(Count ticks)
{
    const auto& steps = m_run->trace.steps;
    const auto after = std::upper_bound(steps.begin(), steps.end(), ticks, [](Count time, const training::gradient::TraceStep& step) {
        return time < step.computeStart;
    });
    seek(static_cast<std::size_t>(after - steps.begin()));
}

Count GradientPlayer::timeAt(std::size_t position) const
{
    return position == 0 ? 0 : m_run->trace.steps[std::min(position, steps()) - 1].computeStart;
}

std::span<const TileEvent> GradientPlayer::eventsOf(std::size_t step) const
{
    const auto& trace = m_run->trace;
    const std::size_t end = step + 1 < trace.steps.size() ? trace.steps[step + 1].firstEvent : trace.events.size();
    return std::span(trace.events).subspan(trace.steps[step].firstEvent, end - trace.steps[step].firstEvent);
}

std::span<const TileEvent> GradientPlayer::lastEvents() const
{
    return m_position == 0 ? std::span<const TileEvent>() : eventsOf(m_position - 1);
}

const training::gradient::TraceStep* GradientPlayer::lastStep() const
{
    return m_position == 0 ? nullptr : &m_run->trace.steps[m_position - 1];
}

void GradientPlayer::apply(const TileEvent& event)
{
    const training::gradient::Tiling& tiling = m_run->tiling;
    const training::gradient::MatrixAxes axes = axesOf(event.matrix);
    const Count bytes = tiling.bytes(event.matrix, tiling.isLast(axes.row, event.row), tiling.isLast(axes.column, event.column));
    TileState& state = m_states[event.matrix][static_cast<std::size_t>(event.row * tiling.tiles(axes.column) + event.column)];
    const bool isSum = event.matrix == Matrix::Dx || event.matrix == Matrix::Dw;
    switch (event.kind) {
    case TileEventKind::Spill:
        state = TileState::Spilled;
        m_tally.spilled += bytes;
        return;
    case TileEventKind::Drop: state = TileState::Dropped; return;
    case TileEventKind::Fetch:
    case TileEventKind::FetchAgain:
        state = TileState::Resident;
        (event.kind == TileEventKind::Fetch ? m_tally.fetched : m_tally.fetchedAgain) += bytes;
        m_tally.dyRead += event.matrix == Matrix::Dy ? bytes : 0;
        return;
    case TileEventKind::SumBack:
        state = TileState::Resident;
        m_tally.spilled += bytes;
        return;
    case TileEventKind::Begin: state = TileState::Resident; return;
    case TileEventKind::Reuse: m_tally.reused += isSum ? 0 : bytes; return;
    case TileEventKind::Finish:
        state = TileState::Finished;
        m_tally.written += bytes;
        return;
    }
}

TileState GradientPlayer::state(Matrix matrix, Count row, Count column) const
{
    return m_states[matrix][static_cast<std::size_t>(row * m_run->tiling.tiles(axesOf(matrix).column) + column)];
}

} // namespace tilescape::ui::gradient
