#include "ui/adaptflow/interconnect_picture.h"

#include "ui/plot/text.h"
#include "ui/style/core_text.h"
#include "ui/style/palette.h"
#include "ui/widgets/widget_figure.h"

#include <QPainter>

namespace tilescape::ui::adaptflow {

using namespace tilescape::training::adaptflow;

namespace {

constexpr double narrowestFigure = 280; ///< pixels: below, it is drawn smaller
constexpr double lowestFigure = 220;

} // namespace

/// Where things stand in the widget.
struct InterconnectPicture::Places {
    QRectF buffer;
    double firstStage, stageStep, switchWidth;
    double top, portStep;
    double rings, peStep;

    Places(const QWidget& widget, qsizetype lines)
    {
        const double text = static_cast<double>(lines) * widget.fontMetrics().height();
        const double width = widget.width() - 16;
        const double height = widget.height() - text - 20;
        top = text + 12;
        portStep = height / closPorts;
        buffer = QRectF(8, top, width * 0.07, height);
        const double stages = static_cast<double>(closStages(closPorts));
        stageStep = width * 0.6 / stages;
        switchWidth = stageStep * 0.34;
        firstStage = buffer.right() + stageStep * 0.4;
        rings = firstStage + stageStep * stages + width * 0.02;
        peStep = (width + 8 - rings) / pesPerRing;
    }
    [[nodiscard]] double portY(std::size_t port) const { return top + portStep * (static_cast<double>(port) + 0.5); }
    [[nodiscard]] double ringY(std::size_t ring) const { return top + portStep / 2 * (static_cast<double>(ring) + 0.5); }
    [[nodiscard]] double stageX(std::size_t stage) const { return firstStage + stageStep * static_cast<double>(stage); }
};

InterconnectPicture::InterconnectPicture(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("interconnectPicture"));
    setAccessibleName(tr("Interconnect of the array"));
}

void InterconnectPicture::show(std::optional<Dataflow> dataflow, Tensor tensor)
{
    m_dataflow = dataflow;
    m_tensor = tensor;
    m_carried.clear();
    m_text.clear();
    if (dataflow) {
        const Pattern pattern = patternOf(*dataflow, tensor);
        const auto routing = route(requestsOf(pattern));
        if (routing) {
            m_carried = trace(closPorts, *routing);
        }
        m_text = tr("%1: %2, %3").arg(style::coreText(labelOf(*dataflow)),
                                      tensor == Tensor::Output ? tr("partial sums") : style::tensorLabel(tensor).toLower(),
                                      style::coreText(labelOf(pattern)).toLower());
        if (tensor == Tensor::Output) {
            m_text += tr("; along the rings, then back to the buffer");
        }
    }
    setAccessibleDescription(m_text);
    setToolTip(tr("7 stages of 8 switches between the buffer and 32 rings of 8 PEs; the last stage's switches are 2 x 4, so that "
                  "each of 16 ports serves two rings. An example of the pattern: the controller sets the switches for each layer "
                  "in 96 cycles."));
    update();
}

std::size_t InterconnectPicture::activeWires() const
{
    std::size_t active = 0;
    for (std::size_t stage = 1; stage + 1 < m_carried.size(); ++stage) {
        for (const auto& wire : m_carried[stage]) {
            active += wire ? 1 : 0;
        }
    }
    return active;
}

void InterconnectPicture::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(palette().color(QPalette::Text));
    const QStringList lines = plot::wrapped(m_text.isEmpty() ? tr("No dataflow is chosen") : m_text, width() - 16, QFontMetricsF(font()));
    for (qsizetype i = 0; i < lines.size(); ++i) {
        painter.drawText(QPointF(8, 4 + static_cast<double>(i) * fontMetrics().height() + fontMetrics().ascent()), lines[i]);
    }
    const Places places(*this, lines.size());
    paintWires(painter, places);
    paintSwitches(painter, places);
    paintRings(painter, places);
    painter.save();
    painter.setPen(style::outline(palette()));
    painter.setBrush(style::idleFill(palette()));
    painter.drawRect(places.buffer);
    painter.translate(places.buffer.center());
    painter.rotate(-90);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(QRectF(-80, -20, 160, 40), Qt::AlignCenter, tr("Buffer"));
    painter.restore();
}

void InterconnectPicture::paintWires(QPainter& painter, const Places& places) const
{
    const std::size_t stages = closStages(closPorts);
    const QPen idle(style::outline(palette()), 1);
    const QPen active(style::tensorColour(m_tensor), 2);
    const auto draw = [&](bool carries, QPointF from, QPointF to) {
        painter.setPen(carries ? active : idle);
        painter.drawLine(from, to);
    };
    const double half = places.switchWidth / 2;
    // Idle wires first, so that they never cross over what matters.
    for (const bool carrying : {false, true}) {
        for (std::size_t port = 0; port < closPorts; ++port) {
            // A source that nobody hears sends nothing.
            const bool heard = !m_carried.empty()
                && std::find(m_carried.back().begin(), m_carried.back().end(), std::optional(port)) != m_carried.back().end();
            if (heard == carrying) {
                draw(carrying, {places.buffer.right(), places.portY(port)}, {places.stageX(0), places.portY(port)});
            }
            const bool arrives = !m_carried.empty() && m_carried.back()[port].has_value();
            if (arrives == carrying) {
                for (const std::size_t ring : {2 * port, 2 * port + 1}) {
                    draw(carrying, {places.stageX(stages - 1) + 2 * half, places.portY(port)}, {places.rings, places.ringY(ring)});
                }
            }
            for (std::size_t stage = 0; stage + 1 < stages; ++stage) {
                const std::size_t to = wireAfter(closPorts, stage, port);
                const bool carries = !m_carried.empty() && m_carried[stage + 1][to].has_value();
                if (carries == carrying) {
                    draw(carrying, {places.stageX(stage) + 2 * half, places.portY(port)}, {places.stageX(stage + 1), places.portY(to)});
                }
            }
        }
    }
}

void InterconnectPicture::paintSwitches(QPainter& painter, const Places& places) const
{
    for (std::size_t stage = 0; stage < closStages(closPorts); ++stage) {
        for (std::size_t one = 0; one < closPorts / 2; ++one) {
            const bool active = m_carried.size() > stage + 1 && (m_carried[stage + 1].size() > 0);
            painter.setPen(style::mutedText(palette()));
            painter.setBrush(active ? style::blend(palette().color(QPalette::Base), style::tensorColour(m_tensor), 0.12)
                                    : style::idleFill(palette()));
            painter.drawRoundedRect(QRectF(places.stageX(stage), places.portY(2 * one) - places.portStep * 0.32,
                                           places.switchWidth, places.portStep * 1.64),
                                    2, 2);
        }
    }
}

void InterconnectPicture::paintRings(QPainter& painter, const Places& places) const
{
    const double side = std::max(2.0, std::min(places.peStep * 0.6, places.portStep * 0.36));
    const QColor colour = style::tensorColour(m_tensor);
    // Sums are added up along a ring; what is sent once for many PEs of a row travels on it as well.
    for (std::size_t ring = 0; ring < ringCount; ++ring) {
        const double y = places.ringY(ring);
        painter.setPen(QPen(m_carried.empty() ? style::outline(palette()) : colour, m_carried.empty() ? 1 : 1.4));
        painter.drawLine(QPointF(places.rings, y), QPointF(places.rings + places.peStep * (pesPerRing - 0.5), y));
        for (std::size_t pe = 0; pe < pesPerRing; ++pe) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(m_carried.empty() ? style::outline(palette())
                                               : style::blend(palette().color(QPalette::Base), colour, 0.75));
            painter.drawRect(QRectF(places.rings + places.peStep * (static_cast<double>(pe) + 0.5) - side / 2, y - side / 2, side, side));
        }
    }
    painter.setBrush(Qt::NoBrush);
}

widgets::Figure InterconnectPicture::figure() const
{
    const auto make = [dataflow = m_dataflow, tensor = m_tensor](const QFont& font) {
        auto picture = std::make_unique<InterconnectPicture>();
        picture->setFont(font);
        picture->setPalette(style::paperPalette());
        picture->show(dataflow, tensor);
        return picture;
    };
    widgets::Figure figure = widgets::figureOf(QStringLiteral("interconnect"), m_text, make);
    figure.stretches = true;
    figure.leastHeightFor = [](double, const QFont&) { return lowestFigure; };
    figure.paint = [make, narrow = figure.paint](QPainter& painter, QSizeF size, const QFont& font) {
        if (size.width() < narrowestFigure) {
            narrow(painter, size, font); // drawn smaller
            return;
        }
        const auto picture = make(font);
        picture->resize(size.toSize());
        picture->render(&painter, {}, {}, QWidget::DrawChildren);
    };
    return figure;
}

} // namespace tilescape::ui::adaptflow
