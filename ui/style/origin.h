#pragma once

#include "core/cost/layer_cost.h"
#include "core/network/layer.h"

#include <QString>

#include <array>

/// Where a number comes from, for tooltips: the terms behind it, and the page of the manual that has the equation.
namespace tilescape::ui::style {

enum class Origin {
    Energy,
    Cycles,
    SegmentCycles,
    Words,
    Hops,
    BusyPes,
    Throughput,
    LowerBound,
    Searched,        ///< how much a solver looks at
    SolveTime,
    Measures,        ///< of a sweep's points
    Communication,   ///< between accelerators
    StepTime,        ///< of a training step on an array
    StepEnergy,
    GradientOrder,
    DataflowVolumes,
};
inline constexpr std::array allOrigins{Origin::Energy,    Origin::Cycles,     Origin::SegmentCycles, Origin::Words,
                                       Origin::Hops,      Origin::BusyPes,    Origin::Throughput,    Origin::LowerBound,
                                       Origin::Searched,  Origin::SolveTime,  Origin::Measures,      Origin::Communication,
                                       Origin::StepTime,  Origin::StepEnergy, Origin::GradientOrder, Origin::DataflowVolumes};

/// A section of the manual.
struct ManualSection {
    const char* file;
    const char* heading;
};
ManualSection manualSection(Origin origin);
/// "Manual: Cost model, 6. Energy (F1)"
QString manualLine(Origin origin);

/// The terms that are not 0, the largest first, with their shares; and the manual's line.
QString energyOrigin(const cost::Energy& energy);
/// Whose largest the cycles of a layer by itself are.
QString cyclesOrigin(const cost::LayerCost& cost);
/// A count by its tensors.
QString tensorOrigin(const PerTensor<double>& counts, const tilescape::network::Layer& layer, const QString& unit, Origin origin);

} // namespace tilescape::ui::style
