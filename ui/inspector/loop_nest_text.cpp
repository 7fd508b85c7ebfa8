#include "ui/inspector/loop_nest_text.h"

#include "ui/inspector/inspector_text.h"
#include "ui/style/scheme_text.h"

#include <QRegularExpression>
#include <QStringList>

namespace tilescape::ui::inspector {

namespace {

QString loopLetter(Loop loop)
{
    static constexpr PerLoop<char> letters{{'i', 'o', 'b'}};
    return QString(QLatin1Char(letters[loop]));
}

QString loopWords(Loop loop)
{
    switch (loop) {
    case Loop::InputChannel: return InspectorText::tr("input channels");
    case Loop::OutputChannel: return InspectorText::tr("output channels");
    case Loop::Batch: return InspectorText::tr("batch");
    }
    return {};
}

/// Collects lines, one step deeper after each loop.
class Writer {
public:
    void heading(const QString& text) { m_lines.push_back({m_indent, {}, text}); }
    void statement(const QString& code, const QString& remark = {}) { m_lines.push_back({m_indent, code, remark}); }
    void loop(const QString& code, const QString& remark)
    {
        statement(code, remark);
        ++m_indent;
    }
    void loops(const dataflow::Blocking& blocking, std::size_t level, const std::array<Loop, 3>& order)
    {
        for (const Loop loop : order) {
            const Count factor = blocking.factors[loop][level];
            if (factor > 1) {
                this->loop(QStringLiteral("for %1%2 in 0..%3").arg(loopLetter(loop)).arg(level).arg(factor),
                           loopWords(loop));
            }
        }
    }
    std::vector<CodeLine> take() { return std::move(m_lines); }

private:
    std::vector<CodeLine> m_lines;
    int m_indent = 0;
};

void writePartition(Writer& writer, const dataflow::LayerScheme& scheme)
{
    for (const dataflow::Split split : scheme.partition.order) {
        const Extent share = scheme.partition.shares[split];
        if (share.size() > 1) {
            writer.loop(QStringLiteral("parallel for tile in %1 × %2").arg(share.height).arg(share.width),
                        InspectorText::tr("parts of the %1").arg(style::splitLabel(split).toLower()));
        }
    }
}

/// Names of the tensors for which `keep` holds, or of the others.
QString tensors(const PerTensor<double>& held, bool kept, const tilescape::network::Layer& layer)
{
    QStringList names;
    for (const Tensor tensor : allTensors) {
        if ((held[tensor] > 0) == kept && (tensor != Tensor::Weight || tilescape::network::hasWeights(layer))) {
            names << style::tensorName(tensor, layer);
        }
    }
    return names.join(QStringLiteral(", "));
}

void writeFetch(Writer& writer, const schedule::ScheduledLayer& scheduled, const tilescape::network::Layer& layer)
{
    const PerTensor<double>& held = scheduled.cost.wordsHeld[Storage::Buffer];
    const QString kept = tensors(held, true, layer);
    const QString bypassing = tensors(held, false, layer);
    const QString remark = bypassing.isEmpty() ? QString() : InspectorText::tr("past the buffer: %1").arg(bypassing);
    writer.statement(kept.isEmpty() ? QStringLiteral("keep nothing in buffer") : QStringLiteral("keep %1 in buffer").arg(kept),
                     remark);
}

} // namespace

std::vector<CodeLine> loopNestText(const schedule::Problem& problem, const schedule::ScheduledLayer& scheduled)
{
    namespace model = tilescape::network;
    const model::Layer& layer = problem.network.layers[scheduled.layer];
    const dataflow::LayerScheme& scheme = scheduled.scheme;
    const std::array<Loop, 3> registerOrder{Loop::Batch, Loop::OutputChannel, Loop::InputChannel};

    Writer writer;
    writePartition(writer, scheme);
    const bool product = std::holds_alternative<model::MatrixProduct>(layer.kind);
    if (product) {
        const Count batchParts = scheme.partition.shares[dataflow::Split::Batch].size();
        writer.loop(QStringLiteral("for g in 0..%1").arg(model::groupsOf(layer) * ceilDivide(problem.batch, batchParts)),
                    InspectorText::tr("groups of each item of the batch; b: rows of the first matrix"));
    } else if (model::groupsOf(layer) > 1 && !model::isDepthwise(layer)) {
        writer.loop(QStringLiteral("for g in 0..%1").arg(model::groupsOf(layer)),
                    InspectorText::tr("groups of channels"));
    }
    writer.heading(InspectorText::tr("DRAM"));
    writer.loops(scheme.blocking, 0, scheme.blocking.order[0]);
    writeFetch(writer, scheduled, layer);
    writer.heading(InspectorText::tr("buffer"));
    writer.loops(scheme.blocking, 1, scheme.blocking.order[1]);
    writer.heading(InspectorText::tr("registers"));
    writer.loops(scheme.blocking, 2, registerOrder);
    const dataflow::ArrayMapping& mapping = scheduled.mapping;
    writer.statement(QStringLiteral("pass on %1 × %2 PEs").arg(problem.hardware.peArray.height).arg(problem.hardware.peArray.width),
                     InspectorText::tr("%1 input × %2 output channels, %3 × %4 set, folds: %5")
                         .arg(scheme.replication.inputChannels)
                         .arg(scheme.replication.outputChannels)
                         .arg(mapping.logicalSet.height)
                         .arg(mapping.logicalSet.width)
                         .arg(mapping.fold.size()));
    return writer.take();
}

QString plainText(const std::vector<CodeLine>& lines)
{
    QStringList text;
    for (const CodeLine& line : lines) {
        QString row = QString(line.indent * 2, QLatin1Char(' ')) + line.code;
        if (!line.remark.isEmpty()) {
            row += (line.code.isEmpty() ? QStringLiteral("# ") : QStringLiteral("  # ")) + line.remark;
        }
        text << row;
    }
    return text.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

QString htmlText(const std::vector<CodeLine>& lines, const CodeColours& colours)
{
    static const QRegularExpression keywords(QStringLiteral("\\b(parallel|for|in|keep|pass|on)\\b"));
    static const QRegularExpression numbers(QStringLiteral("(?<![A-Za-z#0-9])([0-9]+)"));
    QStringList rows;
    for (const CodeLine& line : lines) {
        QString code = line.code.toHtmlEscaped();
        code.replace(numbers, QStringLiteral("<span style='color:%1'>\\1</span>").arg(QLatin1Char('@')));
        code.replace(keywords, QStringLiteral("<span style='color:%1'>\\1</span>").arg(colours.keyword));
        code.replace(QStringLiteral("color:@"), QStringLiteral("color:%1").arg(colours.number));
        QString row = QString(line.indent * 2, QLatin1Char(' ')) + code;
        if (!line.remark.isEmpty()) {
            row += QStringLiteral("<span style='color:%1'>%2# %3</span>")
                       .arg(colours.remark, line.code.isEmpty() ? QString() : QStringLiteral("  "),
                            line.remark.toHtmlEscaped());
        }
        rows << row;
    }
    return QStringLiteral("<pre style='margin:0'>%1</pre>").arg(rows.join(QLatin1Char('\n')));
}

} // namespace tilescape::ui::inspector
