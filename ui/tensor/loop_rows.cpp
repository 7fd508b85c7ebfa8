#include "ui/tensor/loop_rows.h"

#include "ui/tensor/tensor_text.h"

#include <array>

namespace tilescape::ui::tensor {

namespace {

constexpr std::array<Loop, 3> registerOrder{Loop::Batch, Loop::OutputChannel, Loop::InputChannel};

QString levelText(std::size_t level)
{
    switch (level) {
    case 0: return TensorText::tr("DRAM → buffer");
    case 1: return TensorText::tr("buffer → registers");
    default: return TensorText::tr("registers → PE array");
    }
}

QString loopWords(const TensorContent& content, Loop loop)
{
    switch (loop) {
    case Loop::InputChannel: return TensorText::tr("input channels");
    case Loop::OutputChannel: return TensorText::tr("output channels");
    case Loop::Batch: break;
    }
    return content.hasRows ? TensorText::tr("rows") : TensorText::tr("batch");
}

/// Marks the outermost loop whose index is another than a pass before.
void markAdvanced(std::vector<LoopRow>& rows, const std::vector<Count>& before)
{
    std::size_t loop = 0;
    for (LoopRow& row : rows) {
        if (row.count > 0 && row.index != before[loop++]) {
            row.advanced = true;
            return;
        }
    }
}

} // namespace

std::vector<LoopRow> loopRows(const TensorContent& content, Count cycle)
{
    const schedule::LayerWalk& walk = *content.walk;
    const dataflow::Blocking& blocking = walk.scheme().blocking;
    const Count pass = cycle / walk.cyclesOfPass() * walk.cyclesOfPass();
    const Count earlier = std::max<Count>(pass - 1, 0);
    std::vector<LoopRow> rows;
    std::vector<Count> before;
    int indent = 0;
    const auto add = [&](const QString& name, const QString& remark, Count count, Count now, Count then) {
        rows.push_back({QStringLiteral("for %1 in 0..%2").arg(name).arg(count), remark, now, count, indent++});
        before.push_back(then);
    };
    if (const Count groups = walk.nest().repetitions; groups > 1) {
        add(QStringLiteral("g"), TensorText::tr("groups"), groups, walk.repetitionAt(pass), walk.repetitionAt(earlier));
    }
    for (std::size_t level = 0; level < 3; ++level) {
        const auto& order = level < 2 ? blocking.order[level] : registerOrder;
        const bool empty = std::none_of(order.begin(), order.end(), [&](Loop loop) { return blocking.factors[loop][level] > 1; });
        if (empty) {
            continue;
        }
        rows.push_back({levelText(level), {}, 0, 0, indent});
        for (const Loop loop : order) {
            if (const Count factor = blocking.factors[loop][level]; factor > 1) {
                add(loopLetter(loop) + QString::number(level), loopWords(content, loop), factor, walk.indexAt(pass, loop, level),
                    walk.indexAt(earlier, loop, level));
            }
        }
    }
    markAdvanced(rows, before);
    return rows;
}

} // namespace tilescape::ui::tensor
