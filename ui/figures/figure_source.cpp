#include "ui/figures/figure_source.h"

#include <algorithm>

namespace tilescape::ui::figures {

namespace {

const schedule::ScheduledLayer* hungriest(const schedule::Schedule& schedule)
{
    const auto most = std::max_element(schedule.layers.begin(), schedule.layers.end(), [](const auto& a, const auto& b) {
        return a.cost.energy.total() < b.cost.energy.total();
    });
    return most == schedule.layers.end() ? nullptr : &*most;
}

} // namespace

FigureSource::FigureSource(std::shared_ptr<const schedule::Schedule> schedule, std::optional<std::size_t> layer,
                           std::shared_ptr<const schedule::Problem> asked, std::optional<Count> cycle)
    : m_schedule(std::move(schedule)), m_asked(asked ? std::move(asked) : m_schedule->problem), m_layer(layer ? m_schedule->find(*layer) : nullptr)
{
    if (m_layer) {
        m_cycle = cycle;
    } else {
        m_layer = hungriest(*m_schedule);
    }
}

void FigureSource::prepare(Subject subject, const std::stop_token& stop) const
{
    switch (subject) {
    case Subject::Network:
    case Subject::Schedule: return;
    case Subject::Parallelism: parallelism(); return;
    case Subject::Gradient: gradient(stop); return;
    case Subject::Dataflows: dataflows(); return;
    }
}

std::shared_ptr<const parallelism::ParallelismStudy> FigureSource::parallelism() const
{
    if (!m_parallelism) {
        auto study = std::make_shared<const parallelism::ParallelismStudy>(parallelism::studyParallelism(asked()));
        m_parallelism = study->plan && !study->plan->graph.vertices.empty() ? study : nullptr;
    }
    return *m_parallelism;
}

std::shared_ptr<const training::gradient::NetworkResult> FigureSource::gradient(const std::stop_token& stop) const
{
    if (!m_gradient) {
        training::gradient::AnalysisControl control;
        control.stop = stop;
        auto result = training::gradient::analyse(asked().network, asked().batch, asked().training.gradient, control);
        m_gradient = result && !result.value().layers.empty()
            ? std::make_shared<const training::gradient::NetworkResult>(std::move(result.value())) : nullptr;
    }
    return *m_gradient;
}

std::shared_ptr<const adaptflow::AdaptflowStudy> FigureSource::dataflows() const
{
    if (!m_dataflows) {
        auto study = std::make_shared<const adaptflow::AdaptflowStudy>(
            adaptflow::studyDataflows(asked().network, asked().batch, asked().training.adaptflow));
        m_dataflows = study->selection.empty() ? nullptr : study;
    }
    return *m_dataflows;
}

} // namespace tilescape::ui::figures
