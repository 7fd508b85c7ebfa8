#include "ui/energy/energy_bars.h"

#include "ui/energy/energy_text.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace tilescape::ui::energy {

double partOf(const cost::Energy& energy, Component component)
{
    switch (component) {
    case Component::Dram: return energy.dram;
    case Component::Noc: return energy.noc;
    case Component::Buffer: return energy.buffer + energy.sharedBuffers;
    case Component::Bus: return energy.bus;
    case Component::Registers: return energy.registers;
    case Component::Mac: return energy.mac;
    case Component::Static: return energy.staticPower;
    }
    return 0;
}

QString componentLabel(Component component)
{
    static constexpr std::array<const char*, 7> labels{
        QT_TRANSLATE_NOOP("EnergyText", "DRAM"), QT_TRANSLATE_NOOP("EnergyText", "NoC"),
        QT_TRANSLATE_NOOP("EnergyText", "Buffer"), QT_TRANSLATE_NOOP("EnergyText", "Bus"),
        QT_TRANSLATE_NOOP("EnergyText", "Registers"), QT_TRANSLATE_NOOP("EnergyText", "MAC"),
        QT_TRANSLATE_NOOP("EnergyText", "Static")};
    return EnergyText::tr(labels[static_cast<std::size_t>(component)]);
}

std::vector<EnergyBar> energyBars(const schedule::Schedule& schedule, std::size_t most)
{
    std::vector<EnergyBar> bars;
    if (!schedule.hasResult()) {
        return bars;
    }
    std::vector<const schedule::ScheduledLayer*> layers;
    for (const schedule::ScheduledLayer& layer : schedule.layers) {
        layers.push_back(&layer);
    }
    // Not as they run: a layer's number is the same here, in the network's figure and in its file.
    std::sort(layers.begin(), layers.end(), [](const auto* a, const auto* b) { return a->layer < b->layer; });
    const std::size_t count = layers.size();
    const std::size_t perBar = (count + most - 1) / most;
    for (std::size_t first = 0; first < count; first += perBar) {
        const std::size_t last = std::min(first + perBar, count) - 1;
        EnergyBar bar;
        for (std::size_t i = first; i <= last; ++i) {
            bar.layers.push_back(layers[i]->layer);
            bar.energy += layers[i]->cost.energy;
        }
        const auto name = [&](std::size_t index) {
            return QString::fromStdString(schedule.problem->network.layers[bar.layers[index - first]].name);
        };
        const bool single = first == last;
        bar.title = single ? name(first)
                           : EnergyText::tr("%1 to %2 (%3 layers)")
                                 .arg(name(first), name(last), QString::number(last - first + 1));
        bar.label = single ? name(first) : QStringLiteral("%1–%2").arg(first + 1).arg(last + 1);
        bars.push_back(std::move(bar));
    }
    return bars;
}

void addBaseline(std::vector<EnergyBar>& bars, const schedule::Schedule& schedule, const schedule::Schedule& baseline)
{
    std::unordered_map<std::string_view, const cost::Energy*> energies;
    for (const schedule::ScheduledLayer& layer : baseline.layers) {
        energies.emplace(baseline.problem->network.layers[layer.layer].name, &layer.cost.energy);
    }
    for (EnergyBar& bar : bars) {
        for (const std::size_t layer : bar.layers) {
            if (const auto same = energies.find(schedule.problem->network.layers[layer].name); same != energies.end()) {
                bar.before += *same->second;
            }
        }
    }
}

} // namespace tilescape::ui::energy
