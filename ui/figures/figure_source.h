#pragma once

#include "core/schedule/schedule.h"
#include "core/training/gradient/analysis.h"
#include "ui/adaptflow/adaptflow_table.h"
#include "ui/parallelism/parallelism_study.h"

#include <QString>

#include <memory>
#include <optional>
#include <stop_token>
#include <utility>

namespace tilescape::ui::figures {

/// What a figure is about: the network, a schedule, or one of the training systems.
enum class Subject { Network, Schedule, Parallelism, Gradient, Dataflows };

/// What figures show: a schedule and one of its layers; and the studies of the training systems, each made when a figure
/// asks for it first, for all figures after it.
class FigureSource {
public:
    /// `layer`: index in the network; none, or one that is not scheduled: the layer that takes most energy.
    /// `asked`: the problem as it was given, which goes into the files, and of which the training systems are asked; null: the schedule's own,
    /// which holds the layers that training adds.
    /// `cycle`: moment of that layer, as its clock has it; none: the middle.
    explicit FigureSource(std::shared_ptr<const schedule::Schedule> schedule, std::optional<std::size_t> layer = std::nullopt,
                          std::shared_ptr<const schedule::Problem> asked = nullptr, std::optional<Count> cycle = std::nullopt);

    /// Figures of the energy show what its layers took beside it: a schedule with a result, and its name.
    struct Baseline {
        std::shared_ptr<const schedule::Schedule> schedule;
        QString name;
    };
    void compareWith(Baseline baseline) { m_baseline = std::move(baseline); }
    [[nodiscard]] const std::optional<Baseline>& baseline() const { return m_baseline; }

    [[nodiscard]] const std::shared_ptr<const schedule::Schedule>& schedule() const { return m_schedule; }
    [[nodiscard]] const schedule::Problem& problem() const { return *m_schedule->problem; }
    [[nodiscard]] const schedule::Problem& asked() const { return *m_asked; }
    /// Null if there is no schedule.
    [[nodiscard]] const schedule::ScheduledLayer* layer() const { return m_layer; }

    /// Of the layer; nothing where none was given.
    [[nodiscard]] std::optional<Count> cycle() const { return m_cycle; }

    /// Makes the study that figures of this subject show, on any thread; that of the gradient order may take minutes. Then the
    /// figures need no time to speak of.
    void prepare(Subject subject, const std::stop_token& stop) const;

    /// With a plan, or null.
    std::shared_ptr<const parallelism::ParallelismStudy> parallelism() const;
    /// With layers, or null.
    std::shared_ptr<const training::gradient::NetworkResult> gradient(const std::stop_token& stop = {}) const;
    /// With layers, or null.
    std::shared_ptr<const adaptflow::AdaptflowStudy> dataflows() const;

private:
    std::shared_ptr<const schedule::Schedule> m_schedule;
    std::optional<Baseline> m_baseline;
    std::shared_ptr<const schedule::Problem> m_asked;
    const schedule::ScheduledLayer* m_layer = nullptr;
    std::optional<Count> m_cycle;
    mutable std::optional<std::shared_ptr<const parallelism::ParallelismStudy>> m_parallelism;
    mutable std::optional<std::shared_ptr<const training::gradient::NetworkResult>> m_gradient;
    mutable std::optional<std::shared_ptr<const adaptflow::AdaptflowStudy>> m_dataflows;
};

} // namespace tilescape::ui::figures
