#include "ui/window/manual_topics.h"

#include <QWidget>

#include <algorithm>
#include <array>

namespace tilescape::ui::window {

namespace {

constexpr std::array<ManualTopic, 27> topics{{
    {"problemToolBar", "solvers.md"},
    {"spaceToolBar", "solvers.md#what-is-searched"},
    {"hardwareDock", "file-formats.md#hardware"},
    {"networkDock", "window.md#network"},
    {"chipDock", "window.md#chip"},
    {"peArrayDock", "window.md#pe-array"},
    {"tensorDock", "window.md#tensors"},
    {"timelineDock", "window.md#timeline"},
    {"directivesEditor", "directives.md"},
    {"inspectorDock", "window.md#inspector"},
    {"energyDock", "cost-model.md#6-energy"},
    {"layersDock", "window.md#others"},
    {"problemsDock", "window.md#others"},
    {"parallelismDock", "hypar.md"},
    {"gradientDock", "gradient-order.md"},
    {"adaptflowDock", "adapt-flow.md"},
    {"comparisonDock", "solvers.md#solvers-to-compare-with"},
    {"analysisDock", "window.md#others"},
    {"exploreDock", "explore.md"},
    {"programDock", "programs.md#seen"},
    {"lessonDock", "window.md#lessons"},
    {"startPage", "window.md#lessons"},
    {"figureDialog", "window.md#figures-and-export"},
    {"keyboardSheet", "window.md#keyboard"},
    {"commandPalette", "window.md#keyboard"},
    {"proofDialog", "solvers.md#proof"},
    {"statusStrip", "solvers.md#lower-bound"},
}};

} // namespace

std::span<const ManualTopic> manualTopics() { return topics; }

QString manualPlaceOf(const QWidget* widget)
{
    for (const QWidget* at = widget; at; at = at->parentWidget()) {
        const auto topic = std::find_if(topics.begin(), topics.end(), [&](const ManualTopic& one) { return at->objectName() == QLatin1String(one.objectName); });
        if (topic != topics.end()) {
            return QLatin1String(topic->place);
        }
    }
    return QStringLiteral("window.md");
}

} // namespace tilescape::ui::window
