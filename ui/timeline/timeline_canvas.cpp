#include "ui/timeline/timeline_canvas.h"

#include "ui/style/format.h"
#include "ui/style/palette.h"

#include <QApplication>
#include <QFontInfo>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::timeline {

namespace {

constexpr double keyStep = 1.5;
constexpr int barWidth = 9; ///< it stands in the plot's right margin
constexpr double moveStep = 80;
constexpr double shortest = 8; ///< cycles that fill the view at the largest zoom
constexpr double around = 0.04; ///< of a segment, shown beside it

} // namespace

TimelineCanvas::TimelineCanvas(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("timelineCanvas"));
    setAccessibleName(tr("Segments and layers in time"));
    setWhatsThis(tr("When each layer runs, its batch groups, and when the next can begin. Hatched: tiles that wait while a segment fills or drains."));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    m_bar = new QScrollBar(Qt::Vertical, this);
    m_bar->setCursor(Qt::ArrowCursor);
    m_bar->hide();
    connect(m_bar, &QScrollBar::valueChanged, this, qOverload<>(&QWidget::update));
}

void TimelineCanvas::setContent(TimelineContent content)
{
    const double before = m_content.end();
    const bool wasThere = m_selected && m_content.find(*m_selected);
    m_content = std::move(content);
    setAccessibleDescription(description());
    if (m_all || before <= 0 || m_content.empty()) {
        setShown(0, m_content.end());
    } else {
        // The same part of the time, so that an edit does not move the picture, wherever the selected layer is.
        const double factor = m_content.end() / before;
        setShown(m_shown.from * factor, m_shown.to * factor);
    }
    if (!wasThere) {
        showSelectedRow();
    }
}

/// What is drawn, and the keys that go through it.
QString TimelineCanvas::description() const
{
    QStringList parts;
    for (std::size_t number = 0; !m_content.empty() && number < m_content.lanes.front().segments.size(); ++number) {
        const SegmentTrack& segment = m_content.lanes.front().segments[number];
        parts << tr("segment %1: %2 to %3, %4 cycles").arg(number).arg(segment.layers.front().name, segment.layers.back().name, style::count(segment.cycles()));
    }
    return tr("%1 segments, %2 cycles. %3. Up and down select the layer before or after; left and right move; plus and minus zoom; F fits the segment, "
              "Home all.").arg(parts.size()).arg(style::count(m_content.end()), parts.join(QStringLiteral("; ")));
}

void TimelineCanvas::setSelected(std::optional<std::size_t> layer)
{
    if (layer == m_selected) {
        return;
    }
    m_selected = layer;
    const auto place = layer ? m_content.find(*layer) : std::nullopt;
    if (place && !m_all) {
        const double start = m_content.starts[place->segment];
        const double end = m_content.starts[place->segment + 1];
        if (end <= m_shown.from || start >= m_shown.to) {
            const double half = m_shown.length() / 2;
            showCycles((start + end) / 2 - half, (start + end) / 2 + half);
        }
    }
    showSelectedRow();
    update();
}

void TimelineCanvas::fitBar()
{
    const TimelineGeometry all = geometry();
    const int more = static_cast<int>(std::ceil(all.contentHeight() - all.plot().height()));
    m_bar->setRange(0, m_content.empty() ? 0 : std::max(more, 0));
    m_bar->setPageStep(static_cast<int>(all.plot().height()));
    m_bar->setSingleStep(static_cast<int>(all.rowHeight()));
    m_bar->setGeometry(width() - barWidth, static_cast<int>(all.plot().top()), barWidth, static_cast<int>(all.plot().height()));
    m_bar->setVisible(m_bar->maximum() > 0);
}

void TimelineCanvas::showSelectedRow()
{
    const auto place = m_selected ? m_content.find(*m_selected) : std::nullopt;
    if (!place || m_bar->maximum() == 0) {
        return;
    }
    const TimelineGeometry now = geometry();
    const QRectF row = now.row(0, place->place);
    const double above = now.plot().top() + now.lineHeight() - row.top();
    const double beneath = row.bottom() - now.plot().bottom();
    m_bar->setValue(m_bar->value() + static_cast<int>(std::ceil(beneath > 0 ? beneath : above > 0 ? -above : 0)));
}

void TimelineCanvas::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitBar();
    showSelectedRow();
}

void TimelineCanvas::setHovered(std::optional<std::size_t> layer)
{
    m_hovered = layer;
    update();
}

void TimelineCanvas::setDimmed(bool dimmed)
{
    if (m_dimmed != dimmed) {
        m_dimmed = dimmed;
        update();
    }
}

void TimelineCanvas::setMoment(std::optional<double> cycle)
{
    if (m_moment != cycle) {
        m_moment = cycle;
        update();
    }
}

void TimelineCanvas::showCycles(double from, double to)
{
    setShown(from, to);
    showSelectedRow();
}

void TimelineCanvas::setShown(double from, double to)
{
    const double end = std::max(m_content.end(), shortest);
    const double length = std::clamp(to - from, shortest, end);
    m_shown.from = std::clamp((from + to) / 2 - length / 2, 0.0, end - length);
    m_shown.to = m_shown.from + length;
    m_all = length >= end * (1 - 1e-9);
    fitBar();
    update();
    Q_EMIT shownChanged();
}

void TimelineCanvas::fitAll() { showCycles(0, m_content.end()); }

void TimelineCanvas::fitSelection()
{
    if (const auto place = m_selected ? m_content.find(*m_selected) : std::nullopt) {
        const double start = m_content.starts[place->segment];
        const double length = m_content.starts[place->segment + 1] - start;
        showCycles(start - around * length, start + length * (1 + around));
    }
}

TimelineGeometry TimelineCanvas::geometry() const
{
    return {m_content, QRectF(rect()), m_shown.from, m_shown.to, look().font, TimelineMedium::Screen, static_cast<double>(m_bar->value())};
}

TimelineLook TimelineCanvas::look() const
{
    TimelineLook look;
    look.palette = palette();
    look.font = font();
    look.font.setPixelSize(std::max(static_cast<int>(style::smallestText), static_cast<int>(QFontInfo(font()).pixelSize() * 0.88)));
    look.selected = m_selected;
    look.hovered = m_hovered;
    look.dimmed = m_dimmed;
    look.moment = m_moment;
    return look;
}

void TimelineCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    if (!m_content.empty()) {
        paintTimeline(painter, m_content, geometry(), look());
    }
}

void TimelineCanvas::zoomAt(double x, double factor)
{
    const double fixed = geometry().cycleAt(x);
    const double length = std::clamp(m_shown.length() / factor, shortest, std::max(m_content.end(), shortest));
    const double share = (fixed - m_shown.from) / m_shown.length();
    showCycles(fixed - share * length, fixed + (1 - share) * length);
}

void TimelineCanvas::moveBy(double pixels)
{
    const double cycles = pixels / geometry().pixels(1);
    showCycles(m_shown.from + cycles, m_shown.to + cycles);
}

void TimelineCanvas::wheelEvent(QWheelEvent* event)
{
    const QPoint angle = event->angleDelta();
    if (event->modifiers() & Qt::ShiftModifier || std::abs(angle.x()) > std::abs(angle.y())) {
        moveBy(-(angle.x() != 0 ? angle.x() : angle.y()) * moveStep / 120.0);
    } else {
        const QRectF plot = geometry().plot();
        zoomAt(std::clamp(event->position().x(), plot.left(), plot.right()), std::pow(1.25, angle.y() / 120.0));
    }
    event->accept();
}

void TimelineCanvas::stepLayer(int step)
{
    if (m_content.empty()) {
        return;
    }
    std::vector<std::size_t> order;
    for (const SegmentTrack& segment : m_content.lanes.front().segments) {
        for (const LayerTrack& layer : segment.layers) {
            order.push_back(layer.layer);
        }
    }
    const auto now = m_selected ? std::find(order.begin(), order.end(), *m_selected) : order.end();
    const auto last = static_cast<std::ptrdiff_t>(order.size()) - 1;
    const std::ptrdiff_t next = now == order.end() ? (step > 0 ? 0 : last) : std::clamp<std::ptrdiff_t>(now - order.begin() + step, 0, last);
    Q_EMIT layerClicked(order[static_cast<std::size_t>(next)]);
}

void TimelineCanvas::keyPressEvent(QKeyEvent* event)
{
    if (event->modifiers().testFlag(Qt::ControlModifier)) { // Ctrl+F is the window's
        QWidget::keyPressEvent(event);
        return;
    }
    const double middle = geometry().plot().center().x();
    switch (event->key()) {
    case Qt::Key_Home: fitAll(); return;
    case Qt::Key_F: fitSelection(); return;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomAt(middle, keyStep); return;
    case Qt::Key_Minus: zoomAt(middle, 1 / keyStep); return;
    case Qt::Key_Left: moveBy(-moveStep); return;
    case Qt::Key_Right: moveBy(moveStep); return;
    case Qt::Key_Up: stepLayer(-1); return;
    case Qt::Key_Down: stepLayer(1); return;
    default: QWidget::keyPressEvent(event);
    }
}

std::optional<std::size_t> TimelineCanvas::layerAt(QPointF position) const
{
    const auto hit = timelineHit(m_content, geometry(), position);
    return hit ? std::optional(m_content.lanes[hit->lane].segments[hit->place.segment].layers[hit->place.place].layer)
               : std::nullopt;
}

void TimelineCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) {
        m_pressed = event->position();
        m_pressedFrom = m_shown.from;
        m_pressedScroll = m_bar->value();
        m_dragging = false;
    } else {
        QWidget::mousePressEvent(event);
    }
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (m_pressed && (event->buttons() & Qt::LeftButton)) {
        const double moved = event->position().x() - m_pressed->x();
        const double down = event->position().y() - m_pressed->y();
        m_dragging = m_dragging || std::max(std::abs(moved), std::abs(down)) >= QApplication::startDragDistance();
        if (m_dragging) {
            const double from = m_pressedFrom - moved / geometry().pixels(1);
            showCycles(from, from + m_shown.length());
            m_bar->setValue(m_pressedScroll - static_cast<int>(down));
        }
        return;
    }
    Q_EMIT layerHovered(layerAt(event->position()));
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_pressed && event->button() == Qt::LeftButton && !m_dragging) {
        Q_EMIT layerClicked(layerAt(event->position()));
    }
    m_pressed.reset();
    m_dragging = false;
}

void TimelineCanvas::leaveEvent(QEvent*) { Q_EMIT layerHovered(std::nullopt); }

bool TimelineCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        if (const auto hit = timelineHit(m_content, geometry(), help->pos())) {
            QToolTip::showText(help->globalPos(), style::literal(trackToolTip(m_content, hit->lane, hit->place, hit->batchGroup)), this);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return QWidget::event(event);
}

} // namespace tilescape::ui::timeline
