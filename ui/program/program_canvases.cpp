#include "ui/program/program_canvases.h"

#include "ui/plot/tile_grid.h"
#include "ui/program/program_painter.h"
#include "ui/program/timed_painter.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"

#include <QFontInfo>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace tilescape::ui::program {

namespace {

constexpr double margin = 8;

QFont smallFont(const QWidget& widget)
{
    QFont font = widget.font();
    font.setPixelSize(std::max(static_cast<int>(style::smallestText), static_cast<int>(QFontInfo(font).pixelSize() * 0.88)));
    return font;
}

} // namespace

ChipCanvas::ChipCanvas(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("programChip"));
    setAccessibleName(tr("Chip that executes the program"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void ChipCanvas::show(ProgramMoment moment)
{
    m_moment = std::move(moment);
    const auto at = [&](auto is) { return std::count_if(m_moment.contents.begin(), m_moment.contents.end(), is); };
    setAccessibleDescription(tr("%1 of %2 tiles work on the segment, %3 compute; %4 transfers are under way")
                                 .arg(at([](const MomentTile& tile) { return tile.works; })).arg(m_moment.contents.size())
                                 .arg(at([](const MomentTile& tile) { return tile.computes; })).arg(m_moment.transfers.size()));
    update();
}

QTransform ChipCanvas::transform() const
{
    const QRectF scene = programBounds(m_moment);
    const QRectF area = QRectF(rect()).adjusted(margin, margin, -margin, -margin);
    // A chip of few tiles need not fill a wide panel.
    const double scale = std::clamp(std::min(area.width() / scene.width(), area.height() / scene.height()), 0.01, 2.2);
    QTransform transform;
    transform.translate(area.center().x(), area.center().y());
    transform.scale(scale, scale);
    transform.translate(-scene.center().x(), -scene.center().y());
    return transform;
}

QPointF ChipCanvas::placeOf(Tile tile) const { return transform().map(plot::tileRect(tile).center()); }

std::optional<Tile> ChipCanvas::tileAt(QPointF position) const
{
    return m_moment.contents.empty() ? std::nullopt : plot::tileAt(m_moment.tiles, transform().inverted().map(position));
}

void ChipCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    if (m_moment.contents.empty()) {
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setTransform(transform(), true);
    paintProgram(painter, m_moment, {palette(), transform().m11()});
}

void ChipCanvas::mousePressEvent(QMouseEvent* event)
{
    if (const auto tile = tileAt(event->position())) {
        Q_EMIT tileClicked(*tile);
    }
}

bool ChipCanvas::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto tile = tileAt(help->pos());
    QString text;
    if (tile) {
        const MomentTile& content = m_moment.at(*tile);
        text = tr("Tile (%1, %2)").arg(tile->row).arg(tile->column);
        for (const Tensor tensor : allTensors) {
            text += QStringLiteral("\n%1: %2")
                        .arg(style::tensorLabel(tensor),
                             style::bufferBytes(bytesPerWord * static_cast<double>(content.words[tensor])));
        }
        text += content.works ? QString() : QLatin1Char('\n') + tr("does not work on this segment");
    }
    QToolTip::showText(help->globalPos(), text, this);
    return true;
}

BufferCanvas::BufferCanvas(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("programBuffer"));
    setAccessibleName(tr("Buffer of the selected tile"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void BufferCanvas::show(BufferMoment moment)
{
    const bool another = moment.ranges.size() != m_moment.ranges.size();
    m_moment = std::move(moment);
    QStringList lines;
    for (const RangeMoment& range : m_moment.ranges) {
        lines << rangeText(range);
    }
    setAccessibleDescription(lines.join(QStringLiteral("; ")));
    if (another) {
        updateGeometry();
    }
    update();
}

QSize BufferCanvas::sizeHint() const { return {320, static_cast<int>(bufferHeight(m_moment, smallFont(*this)))}; }

void BufferCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    if (m_moment.tile) {
        painter.setRenderHint(QPainter::Antialiasing);
        m_places = paintBuffer(painter, m_moment, QRectF(rect()).adjusted(margin, 0, -margin, 0), palette(), smallFont(*this));
    }
}

bool BufferCanvas::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    QString text;
    for (std::size_t range = 0; range < std::min(m_places.size(), m_moment.ranges.size()); ++range) {
        const RangeMoment& own = m_moment.ranges[range];
        for (std::size_t piece = 0; piece < m_places[range].size(); ++piece) {
            if (m_places[range][piece].contains(help->pos())) {
                const PieceMoment& state = own.pieces[piece];
                text = rangeText(own) + QLatin1Char('\n');
                text += state.state == PieceMoment::State::Free
                    ? tr("this piece is free")
                    : tr("unit %1: %2 updates and %3 reads to come").arg(state.unit).arg(state.updates).arg(state.reads);
            }
        }
    }
    QToolTip::showText(help->globalPos(), text, this);
    return true;
}

TimedCanvas::TimedCanvas(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("programTimes"));
    setAccessibleName(tr("Cycles of the execution beside the model's"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TimedCanvas::setContent(TimedContent content)
{
    m_content = std::move(content);
    QStringList parts;
    for (const SegmentSpans& segment : m_content.segments) {
        parts << tr("%1: executed in %2 cycles, the model's %3").arg(segment.name, style::count(segment.end - segment.begin),
                                                             style::count(segment.modelEnd - segment.modelBegin));
    }
    setAccessibleDescription(parts.join(QStringLiteral("; ")));
    updateGeometry();
    update();
}

void TimedCanvas::showCycle(double cycle)
{
    m_now = cycle;
    update();
}

QSize TimedCanvas::sizeHint() const { return {320, static_cast<int>(timedHeight(m_content, smallFont(*this))) + 4}; }

double TimedCanvas::cycleAt(double x) const
{
    return layOutTimed(m_content, QRectF(rect()).adjusted(margin, 2, -margin, 0), smallFont(*this)).cycleAt(x);
}

void TimedCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    if (!m_content.isEmpty()) {
        const QFont font = smallFont(*this);
        paintTimed(painter, m_content, layOutTimed(m_content, QRectF(rect()).adjusted(margin, 2, -margin, 0), font), palette(), font, m_now);
    }
}

void TimedCanvas::mousePressEvent(QMouseEvent* event)
{
    if (!m_content.isEmpty()) {
        Q_EMIT cycleClicked(std::max(0.0, cycleAt(event->position().x())));
    }
}

void TimedCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons().testFlag(Qt::LeftButton)) {
        mousePressEvent(event);
    }
}

} // namespace tilescape::ui::program
