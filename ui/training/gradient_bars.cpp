#include "ui/training/gradient_bars.h"

#include "ui/style/format.h"
#include "ui/style/palette.h"
#include "ui/training/gradient_colours.h"

#include <QHelpEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::training {

using namespace tilescape::training::gradient;

namespace {

constexpr double axisWidth = 34;
constexpr double groupWidth = 46;
constexpr double networkWidth = 120; ///< the first group: it is what counts
constexpr double labelAngle = -40;

} // namespace

GradientBars::GradientBars(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("gradientBars"));
    setAccessibleName(tr("Time by order, over the sequential order"));
    setMouseTracking(true);
}

void GradientBars::setResult(std::shared_ptr<const NetworkResult> result)
{
    m_result = std::move(result);
    updateGeometry();
    update();
}

void GradientBars::setSelected(std::optional<std::size_t> layer)
{
    m_selected = layer;
    update();
}

std::size_t GradientBars::groups() const { return m_result ? m_result->layers.size() + 1 : 0; }

double GradientBars::value(std::size_t group, Strategy strategy) const
{
    if (group == 0) {
        return static_cast<double>(m_result->trainingCycles(strategy))
             / static_cast<double>(m_result->trainingCycles(Strategy::Sequential));
    }
    const LayerResult& layer = m_result->layers[group - 1];
    return static_cast<double>(layer.of(strategy).ticks) / static_cast<double>(layer.of(Strategy::Sequential).ticks);
}

double GradientBars::largest() const
{
    double most = 1;
    for (std::size_t group = 0; group < groups(); ++group) {
        for (const Strategy strategy : shown) {
            most = std::max(most, value(group, strategy));
        }
    }
    return std::min(std::ceil((most + 0.12) * 5) / 5, 2.0); // room for the numbers; a bar that is higher is cut off
}

QString GradientBars::label(std::size_t group) const
{
    return group == 0 ? tr("Network") : QString::fromStdString(m_result->layers[group - 1].product.layer);
}

QRectF GradientBars::groupRect(std::size_t group) const
{
    const double left = group == 0 ? axisWidth : axisWidth + networkWidth + groupWidth * static_cast<double>(group - 1);
    return {left, 0, group == 0 ? networkWidth : groupWidth, static_cast<double>(height())};
}

QSize GradientBars::sizeHint() const
{
    const std::size_t layers = groups() > 0 ? groups() - 1 : 0;
    return {static_cast<int>(axisWidth + networkWidth + groupWidth * static_cast<double>(layers) + 12), 200};
}

QSize GradientBars::minimumSizeHint() const { return {sizeHint().width(), 130}; }

void GradientBars::paintOn(QPainter& painter, const QRectF& area, const QPalette& palette, const QFont& font,
                           const QRectF& visible) const
{
    if (!m_result) {
        return;
    }
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    const double line = metrics.height();
    const double legend = line + 6;
    const double foot = line * 3.6;
    const QRectF plot(area.left() + axisWidth, area.top() + legend + 4, area.width() - axisWidth,
                      area.height() - legend - foot - 4);
    const double most = largest();
    const auto y = [&](double value) { return plot.bottom() - plot.height() * std::min(value, most) / most; };

    double x = std::max(area.left(), visible.left()) + 8;
    for (const Strategy strategy : shown) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(strategyColour(strategy));
        painter.drawRect(QRectF(x, area.top() + 4 + (line - 10) / 2, 10, 10));
        painter.setPen(palette.color(QPalette::WindowText));
        const QString words = text(labelOf(strategy));
        painter.drawText(QPointF(x + 15, area.top() + 4 + metrics.ascent()), words);
        x += 15 + metrics.horizontalAdvance(words) + 16;
    }
    painter.setPen(style::mutedText(palette));
    painter.drawText(QPointF(x, area.top() + 4 + metrics.ascent()), tr("time over the sequential order's"));

    for (double mark = 0; mark <= most + 1e-9; mark += most > 1.4 ? 0.4 : 0.2) {
        painter.setPen(QPen(std::abs(mark - 1) < 1e-9 ? palette.color(QPalette::WindowText) : style::outline(palette), 1));
        painter.drawLine(QPointF(plot.left(), y(mark)), QPointF(plot.right(), y(mark)));
        painter.setPen(style::mutedText(palette));
        painter.drawText(QRectF(area.left(), y(mark) - line / 2, axisWidth - 5, line), Qt::AlignRight | Qt::AlignVCenter,
                         QLocale().toString(mark, 'f', 1));
    }
    for (std::size_t group = 0; group < groups(); ++group) {
        const QRectF column = groupRect(group).translated(area.topLeft());
        if (!column.intersects(visible)) {
            continue;
        }
        if (m_selected && group == *m_selected + 1) {
            painter.setPen(QPen(style::selection(palette), 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(QRectF(column.left() + 1, plot.top() - 3, column.width() - 2, plot.height() + 4), 3, 3);
        }
        const double bar = (column.width() - 10) / static_cast<double>(shown.size());
        for (std::size_t i = 0; i < shown.size(); ++i) {
            const double height = value(group, shown[i]);
            const QRectF rect(column.left() + 5 + bar * static_cast<double>(i), y(height), bar - 1, plot.bottom() - y(height));
            painter.fillRect(rect, strategyColour(shown[i]));
            if (group == 0) {
                painter.setPen(palette.color(QPalette::WindowText));
                QFont small = font;
                small.setPointSizeF(std::max(6.0, font.pointSizeF() * 0.78));
                painter.setFont(small);
                painter.drawText(QRectF(rect.left() - 10, rect.top() - line, rect.width() + 20, line),
                                 Qt::AlignHCenter | Qt::AlignBottom, QLocale().toString(height, 'f', 2));
                painter.setFont(font);
            } else if (height > most) {
                painter.setPen(style::readableOn(strategyColour(shown[i])));
                painter.drawText(rect, Qt::AlignHCenter | Qt::AlignTop, QStringLiteral("↑"));
            }
        }
        painter.save();
        painter.setPen(group == 0 ? palette.color(QPalette::WindowText) : style::mutedText(palette));
        painter.translate(column.center().x() + 4, plot.bottom() + 5);
        painter.rotate(labelAngle);
        const double room = (foot - 8) / std::sin(-labelAngle * M_PI / 180);
        const QString words = metrics.elidedText(label(group), Qt::ElideMiddle, room);
        painter.drawText(QPointF(-metrics.horizontalAdvance(words), metrics.ascent() * 0.7), words);
        painter.restore();
    }
}

void GradientBars::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF visible = visibleRegion().isEmpty() ? QRectF(event->rect()) : QRectF(visibleRegion().boundingRect());
    paintOn(painter, rect(), palette(), font(), visible);
}

std::optional<std::size_t> GradientBars::groupAt(double x) const
{
    for (std::size_t group = 0; group < groups(); ++group) {
        const QRectF column = groupRect(group);
        if (x >= column.left() && x < column.right()) {
            return group;
        }
    }
    return std::nullopt;
}

void GradientBars::mousePressEvent(QMouseEvent* event)
{
    const auto group = groupAt(event->position().x());
    if (event->button() == Qt::LeftButton && group && *group > 0) {
        Q_EMIT layerClicked(*group - 1);
        return;
    }
    QWidget::mousePressEvent(event);
}

bool GradientBars::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto group = groupAt(help->pos().x());
        QStringList lines;
        if (group) {
            lines << label(*group);
            for (const Strategy strategy : shown) {
                lines << tr("%1: %2 of the sequential time").arg(text(labelOf(strategy)), style::percent(value(*group, strategy)));
            }
        }
        QToolTip::showText(help->globalPos(), lines.join(QLatin1Char('\n')), this);
        return true;
    }
    return QWidget::event(event);
}

widgets::Figure GradientBars::figure() const
{
    widgets::Figure figure;
    figure.name = QStringLiteral("gradient-times");
    figure.title = tr("Time by order, over the sequential order");
    const double natural = sizeHint().width();
    // A long network is painted at its own width and shrunk to the figure's.
    figure.heightFor = [natural](double width) { return 230 * std::min(1.0, width / natural); };
    figure.paint = [this, natural](QPainter& painter, QSizeF size) {
        const double scale = std::min(1.0, size.width() / natural);
        painter.scale(scale, scale);
        const QRectF area(0, 0, std::max(size.width() / scale, natural), size.height() / scale);
        paintOn(painter, area, style::paperPalette(), style::figureFont(), area);
    };
    return figure;
}

} // namespace tilescape::ui::training
