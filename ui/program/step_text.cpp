#include "ui/program/step_text.h"

#include "ui/program/program_moment.h"
#include "ui/program/program_text.h"
#include "ui/style/core_text.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"

#include <algorithm>

namespace tilescape::ui::program {

using namespace tilescape::program;

namespace {

QString tileText(Tile tile) { return ProgramText::tr("tile (%1, %2)").arg(tile.row).arg(tile.column); }

/// "the inputs", in the words of the tensors' labels.
QString tensorText(Tensor tensor) { return style::tensorLabel(tensor).toLower(); }

QString memoryText(MomentMemory memory)
{
    switch (memory) {
    case MomentMemory::Shared: return ProgramText::tr("the shared buffer");
    case MomentMemory::DramThroughShared: return ProgramText::tr("DRAM through the shared buffer");
    case MomentMemory::Dram: break;
    }
    return ProgramText::tr("DRAM");
}

/// `memory`: what the tile fetches from and stores to.
QString operationText(const Instruction& instruction, const TraceStep& step, Tile tile, const QString& memory)
{
    const QString what = tensorText(instruction.tensor);
    const QString words = style::words(static_cast<double>(step.words));
    const QString unit = unitText(step.point.unit);
    const QString other = tileText({tile.row + instruction.to.row, tile.column + instruction.to.column});
    const bool sums = instruction.tensor == Tensor::Output;
    switch (instruction.operation) {
    case Operation::Arm:
        return ProgramText::tr("makes room for unit %1 of the %2 (updates to come: %3, reads: %4)")
            .arg(unit, what).arg(instruction.updates).arg(instruction.reads);
    case Operation::Fetch: return ProgramText::tr("fetches %1 of the %2 (unit %3) from %4").arg(words, what, unit, memory);
    case Operation::Take:
        return ProgramText::tr("takes %1 of the %2 (unit %3) from the tiles of the layers that make them, as they offer them").arg(words, what, unit);
    case Operation::Offer: return ProgramText::tr("offers %1 of the %2 (unit %3) to the layers that need them").arg(words, what, unit);
    case Operation::Store: return ProgramText::tr("stores %1 of the %2 (unit %3) to %4").arg(words, what, unit, memory);
    case Operation::Send:
        return sums ? ProgramText::tr("adds %1 of sums (unit %2) to those of %3").arg(words, unit, other)
                    : ProgramText::tr("sends %1 of the %2 (unit %3) to %4").arg(words, what, unit, other);
    case Operation::Keep:
        return ProgramText::tr("keeps unit %1 of the %2 for another round (reads to come: %3)").arg(unit, what).arg(instruction.reads);
    case Operation::Rotate:
        return ProgramText::tr("hands %1 of the %2 on to %3 and awaits unit %4").arg(words, what, other, unit);
    case Operation::Turn: return ProgramText::tr("leaves its buffer to the next layer of the region");
    case Operation::Clear: return ProgramText::tr("begins the sums of unit %1 at zero").arg(unit);
    case Operation::Load: return ProgramText::tr("loads %1 of the %2 (unit %3) into the registers").arg(words, what, unit);
    case Operation::Unload: return ProgramText::tr("adds %1 of sums (unit %2) to the buffer").arg(words, unit);
    case Operation::Pass: break;
    }
    return ProgramText::tr("computes the pass of unit %1").arg(unit);
}

} // namespace

QString unitText(const Unit& unit)
{
    constexpr std::array<QChar, 4> letters{u'r', u'i', u'o', u'b'};
    QString text;
    for (const Axis axis : allAxes) {
        if (unit[axis] != 0) {
            text += (text.isEmpty() ? QString() : QStringLiteral(" ")) + letters[static_cast<std::size_t>(axis)]
                + QString::number(unit[axis]);
        }
    }
    return text.isEmpty() ? QStringLiteral("0") : text;
}

QString stepText(const Trace& trace, std::size_t number)
{
    const TraceStep& step = trace.step(number);
    const StreamName& name = trace.streams()[step.stream].name;
    const QString who = name.array ? ProgramText::tr("Array of %1").arg(tileText(name.tile))
                                   : ProgramText::tr("Tile (%1, %2)").arg(name.tile.row).arg(name.tile.column);
    const Instruction& instruction = trace.instruction(step);
    QString text = QStringLiteral("%1 %2").arg(who, operationText(instruction, step, name.tile, memoryText(momentMemory(trace, number))));
    for (std::size_t loop = 0; loop < step.point.counters.size(); ++loop) {
        text += QStringLiteral(" · L%1 = %2").arg(loop).arg(step.point.counters[loop]);
    }
    return text;
}

QString positionText(const Trace& trace, std::size_t position)
{
    QString text = ProgramText::tr("Step %1 of %2")
                       .arg(style::exactCount(static_cast<double>(position)), style::exactCount(static_cast<double>(trace.size())));
    if (trace.isTimed()) {
        text += ProgramText::tr(" · cycle %1").arg(style::exactCount(trace.cycleAt(position)));
    }
    if (!trace.program().layers.empty()) {
        const LayerCode& code = trace.program().layers[trace.placeAt(position)];
        text += QStringLiteral(" · ") + QString::fromStdString(trace.program().network.layers[code.layer].name);
    }
    return text;
}

QString unfinishedText(const Trace& trace)
{
    const Execution& execution = trace.execution();
    if (execution.stopped) {
        return ProgramText::tr("Only the first %1 steps are executed and kept; nothing of the rest is compared.")
            .arg(style::exactCount(static_cast<double>(trace.size())));
    }
    return execution.fault ? QString::fromStdString(describe(*execution.fault)) : QString();
}

QString outcomeText(const workspace::ProgramRun& run)
{
    if (QString text = unfinishedText(*run.trace); !text.isEmpty()) {
        return text;
    }
    const Execution& execution = run.trace->execution();
    const QString compared = run.sampled ? ProgramText::tr("%1 sampled words of the outputs equal those of a direct evaluation")
                                         : ProgramText::tr("all %1 words of the outputs equal those of a direct evaluation");
    const std::vector<program::LayerCode>& layers = run.trace->program().layers;
    const bool differs =
        std::any_of(layers.begin(), layers.end(), [](const auto& own) { return !own.differences.empty(); });
    const QString holds =
        differs ? ProgramText::tr("Holds: %1; words and hops are as charged but for differences on purpose.")
                : ProgramText::tr("Holds: %1; words and hops are those that the schedule is charged for.");
    return holds.arg(compared.arg(style::exactCount(static_cast<double>(execution.wordsCompared))));
}

QString refusalText(const support::Diagnostics& faults)
{
    if (faults.empty()) {
        return {};
    }
    const support::Diagnostic& first = faults.front();
    QString text = first.layer.empty() ? QString() : ProgramText::tr("Layer %1: ").arg(QString::fromStdString(first.layer));
    text += QString::fromStdString(first.problem);
    return first.remedy.empty() ? ProgramText::tr("No program: %1.").arg(text)
                                : ProgramText::tr("No program: %1; %2.").arg(text, QString::fromStdString(first.remedy));
}

} // namespace tilescape::ui::program
