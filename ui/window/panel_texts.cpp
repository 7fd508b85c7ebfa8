#include "ui/window/panel_texts.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace tilescape::ui::window {

namespace {

/// A context for translators.
struct PanelText {
    Q_DECLARE_TR_FUNCTIONS(PanelText)
};

struct Row {
    const char* objectName;
    const char* text;
};

constexpr std::array<Row, 18> rows{{
    {"hardwareDock", QT_TRANSLATE_NOOP("PanelText", "The chip, parameter by parameter. Whatever is changed is solved at once; what is not as it comes with the chip names its default.")},
    {"networkDock", QT_TRANSLATE_NOOP("PanelText", "The layers and the maps between them, coloured by segment. A click selects a layer in all panels.")},
    {"chipDock", QT_TRANSLATE_NOOP("PanelText", "The tiles, and what each computes of the selected layer and its segment. Arrows are ways of data.")},
    {"inspectorDock", QT_TRANSLATE_NOOP("PanelText", "All that is known of the selected layer: mapping, loops, what memories hold, energy term by term, and its directives, which can be changed.")},
    {"energyDock", QT_TRANSLATE_NOOP("PanelText", "The energy of each layer by where it goes. A click on a bar selects the layer.")},
    {"layersDock", QT_TRANSLATE_NOOP("PanelText", "The layers with their numbers. A heading sorts, the box above filters.")},
    {"problemsDock", QT_TRANSLATE_NOOP("PanelText", "What is wrong with the problem, what limits the schedule, and what would help. A double click makes the change.")},
    {"timelineDock", QT_TRANSLATE_NOOP("PanelText", "When each layer of each segment runs. Hatched times wait for a pipeline to fill or to drain.")},
    {"parallelismDock", QT_TRANSLATE_NOOP("PanelText", "Data or model parallelism for each layer at each level of an array of accelerators, after HyPar. A click on a cell forces the other choice.")},
    {"gradientDock", QT_TRANSLATE_NOOP("PanelText", "In which order the two gradients of each layer are computed on a scratchpad, and what each order moves from and to DRAM.")},
    {"adaptflowDock", QT_TRANSLATE_NOOP("PanelText", "Which dataflow each layer takes, by the volume that each moves from and to DRAM, after Adapt-Flow.")},
    {"comparisonDock", QT_TRANSLATE_NOOP("PanelText", "The result beside a pinned baseline: what changed and why, both at once, and what other solvers find.")},
    {"exploreDock", QT_TRANSLATE_NOOP("PanelText", "Many problems, one answer each: sweeps of parameters and a search for a chip. A double click on a point opens it.")},
    {"analysisDock", QT_TRANSLATE_NOOP("PanelText", "What limits the layers, and how much a change of each parameter matters.")},
    {"peArrayDock", QT_TRANSLATE_NOOP("PanelText", "The PEs of one tile at one cycle of a pass: which data each works on. Step or play; the counts end at the cost model’s.")},
    {"tensorDock", QT_TRANSLATE_NOOP("PanelText", "The tensors of the selected layer as volumes, beside its loops: what is in the buffer and in the registers now, and what is fetched again.")},
    {"programDock", QT_TRANSLATE_NOOP("PanelText", "The schedule as instructions, executed step by step: what each tile holds, what moves, and whether the counts are the model’s.")},
    {"lessonDock", QT_TRANSLATE_NOOP("PanelText", "A lesson, step by step: it shows where to look, says what to try, and notices when that was done.")},
}};

} // namespace

QString panelText(const QString& objectName)
{
    const auto* row = std::find_if(rows.begin(), rows.end(), [&](const Row& own) { return objectName == QLatin1String(own.objectName); });
    return row == rows.end() ? QString() : PanelText::tr(row->text);
}

} // namespace tilescape::ui::window
