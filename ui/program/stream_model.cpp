#include "ui/program/stream_model.h"

#include "core/io/program_lines.h"
#include "ui/style/core_text.h"
#include "ui/style/palette.h"

#include <algorithm>

namespace tilescape::ui::program {

using namespace tilescape::program;

void StreamModel::setStream(std::shared_ptr<const Trace> trace, std::optional<std::size_t> stream)
{
    beginResetModel();
    m_trace = std::move(trace);
    m_stream = m_trace ? stream : std::nullopt;
    m_point = nullptr;
    m_loops.clear();
    endResetModel();
}

void StreamModel::setLook(const QPalette& palette, const QFont& font)
{
    m_palette = palette;
    m_font = font;
}

void StreamModel::showPosition(std::size_t position, bool faulty)
{
    if (!m_stream) {
        return;
    }
    m_point = m_trace->next(*m_stream, position);
    m_faulty = faulty;
    m_loops.clear();
    if (m_point) {
        std::size_t depth = lines()[m_point->line].depth;
        for (std::size_t line = m_point->line; line-- > 0 && depth > 0;) {
            if (lines()[line].times > 0 && lines()[line].depth + 1 == depth) {
                m_loops.insert(m_loops.begin(), line);
                --depth;
            }
        }
    }
    Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

std::optional<int> StreamModel::currentLine() const
{
    return m_point ? std::optional(static_cast<int>(m_point->line)) : std::nullopt;
}

int StreamModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_stream ? 0 : static_cast<int>(lines().size());
}

QString StreamModel::text(std::size_t line) const
{
    const StreamLine& own = lines()[line];
    const QString indent(static_cast<qsizetype>(2 * own.depth), QLatin1Char(' '));
    if (own.instruction) {
        const bool current = m_point && m_point->line == line;
        QString words = indent + style::coreName(io::lineOf(*own.instruction));
        return (current ? QStringLiteral("▶ ") : QStringLiteral("  ")) + words;
    }
    if (own.times == 0) {
        return QStringLiteral("  ") + indent + QLatin1Char('}');
    }
    QString words = QStringLiteral("  %1loop %2 {").arg(indent).arg(own.times);
    const auto loop = std::find(m_loops.begin(), m_loops.end(), line);
    if (loop != m_loops.end()) {
        const auto number = static_cast<std::size_t>(loop - m_loops.begin());
        words += QStringLiteral("   # L%1 = %2").arg(number).arg(m_point->counters[number]);
    }
    return words;
}

QVariant StreamModel::data(const QModelIndex& index, int role) const
{
    const auto line = static_cast<std::size_t>(index.row());
    const bool current = m_point && m_point->line == line;
    switch (role) {
    case Qt::DisplayRole: return text(line);
    case Qt::FontRole: return m_font;
    case Qt::ForegroundRole: {
        if (current) {
            const QColor fill = m_faulty ? style::errorColour(m_palette) : style::selection(m_palette);
            return style::readableOn(fill);
        }
        return lines()[line].instruction ? m_palette.color(QPalette::Text) : style::mutedText(m_palette);
    }
    case Qt::BackgroundRole:
        return current ? QVariant(m_faulty ? style::errorColour(m_palette) : style::selection(m_palette)) : QVariant();
    case Qt::AccessibleTextRole: return current ? tr("%1, next").arg(text(line).trimmed()) : text(line).trimmed();
    default: return {};
    }
}

} // namespace tilescape::ui::program
