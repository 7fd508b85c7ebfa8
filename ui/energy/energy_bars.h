#pragma once

#include "core/schedule/schedule.h"

#include <QString>

#include <array>
#include <vector>

namespace tilescape::ui::energy {

/// Where energy goes, in the order in which bars are stacked.
enum class Component { Dram, Noc, Buffer, Bus, Registers, Mac, Static };
inline constexpr std::array<Component, 7> allComponents{Component::Dram, Component::Noc,       Component::Buffer,
                                                        Component::Bus,  Component::Registers, Component::Mac,
                                                        Component::Static};
double partOf(const cost::Energy& energy, Component component);
QString componentLabel(Component component);

/// One bar: a layer, or neighbouring layers where there are too many for one bar each.
struct EnergyBar {
    QString label;                   ///< name of the layer, or numbers of the layers, counted from 1
    QString title;                   ///< in full, for tooltips
    std::vector<std::size_t> layers; ///< indices in the network
    cost::Energy energy;             ///< pJ
    cost::Energy before{};           ///< of the layers of the same names in a baseline
};

inline constexpr std::size_t mostBars = 100;

/// Sets what the bars' layers took in `baseline`, which has a result.
void addBaseline(std::vector<EnergyBar>& bars, const schedule::Schedule& schedule, const schedule::Schedule& baseline);

/// The bars in the order of the network, from the front of which layers are numbered. Empty for a schedule without result.
std::vector<EnergyBar> energyBars(const schedule::Schedule& schedule, std::size_t most = mostBars);

} // namespace tilescape::ui::energy
