#include "ui/analysis/limits_view.h"

#include "ui/analysis/analysis_text.h"
#include "ui/style/core_text.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"
#include "ui/widgets/figure_menu.h"
#include "ui/widgets/seen_updates.h"
#include "ui/workspace/figure_project.h"
#include "ui/workspace/workspace.h"

#include <QFontInfo>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::analysis {

using workspace::Workspace;

namespace {

constexpr int margin = 9;
constexpr int columnGap = 12;
constexpr int narrowestBar = 28; ///< pixels
constexpr double figureShape = 0.62;
constexpr double dimmedOpacity = 0.45;
constexpr double textShare = 0.85;

QFont chartFont(const QFont& font)
{
    QFont small = font;
    small.setPixelSize(std::max(static_cast<int>(style::smallestText), static_cast<int>(QFontInfo(font).pixelSize() * textShare)));
    return small;
}

QString shareText(const std::optional<double>& share) { return share ? style::percent(*share) : AnalysisText::tr("no limit"); }

/// PEs as the operations that they do, DRAM as its energy; the others alike.
QColor colourOf(tilescape::explore::Resource resource)
{
    static constexpr std::array<int, 5> components{5, 3, 2, 1, 0};
    return style::componentColour(components[static_cast<std::size_t>(resource)]);
}

} // namespace

SpeedBars::SpeedBars(QWidget* parent) : QWidget(parent) { setAccessibleName(tr("Speed of light")); }

void SpeedBars::setColumns(std::vector<Column> columns)
{
    m_columns = std::move(columns);
    QStringList lines;
    for (const Column& column : m_columns) {
        for (const tilescape::explore::Resource resource : tilescape::explore::allResources) {
            lines << tr("%1, %2: %3 of its peak").arg(column.title, style::coreName(tilescape::explore::nameOf(resource)), shareText(column.shares[resource]));
        }
    }
    setAccessibleDescription(lines.join(QLatin1Char('\n')));
    setToolTip(m_columns.empty() ? QString()
                                 : tr("Of the peak of each. PEs: operations needed. Array bus: the busiest of each tile's three. Buffers: at three "
                                      "ports as wide as a bus. NoC: at links as wide as a bus. Network and segment: of the whole chip; layer: of "
                                      "its region."));
    updateGeometry();
    update();
}

void SpeedBars::setDimmed(bool dimmed)
{
    m_dimmed = dimmed;
    update();
}

QSize SpeedBars::sizeHint() const
{
    const int rows = static_cast<int>(tilescape::explore::allResources.size()) + 1;
    return {380, rows * (fontMetrics().height() + 5) + 8};
}

QSize SpeedBars::minimumSizeHint() const { return {200, sizeHint().height()}; }

void SpeedBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setOpacity(m_dimmed ? dimmedOpacity : 1);
    const QFontMetrics metrics(font());
    const int line = metrics.height() + 5;
    int names = 0;
    for (const tilescape::explore::Resource resource : tilescape::explore::allResources) {
        names = std::max(names, metrics.horizontalAdvance(style::coreName(tilescape::explore::nameOf(resource))));
    }
    const int left = margin + names + columnGap;
    // The network first: what is too narrow for the others leaves these out.
    const int texts = metrics.horizontalAdvance(QStringLiteral("100.0%")) + 6;
    const int shown = std::clamp((width() - left) / (narrowestBar + texts + columnGap), 1, std::max(1, static_cast<int>(m_columns.size())));
    const int column = (width() - left - margin) / shown;
    for (std::size_t row = 0; row < tilescape::explore::allResources.size() && !m_columns.empty(); ++row) {
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(QRect(margin, static_cast<int>(row + 1) * line, names, line), Qt::AlignLeft | Qt::AlignVCenter,
                         style::coreName(tilescape::explore::nameOf(tilescape::explore::allResources[row])));
    }
    for (int i = 0; i < std::min(shown, static_cast<int>(m_columns.size())); ++i) {
        const Column& own = m_columns[static_cast<std::size_t>(i)];
        const int x = left + i * column;
        painter.setPen(style::mutedText(palette()));
        painter.drawText(QRect(x, 0, column - columnGap, line), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(own.title, Qt::ElideRight, column - columnGap));
        for (std::size_t row = 0; row < tilescape::explore::allResources.size(); ++row) {
            const tilescape::explore::Resource resource = tilescape::explore::allResources[row];
            const QRect track(x, static_cast<int>(row + 1) * line + 3, column - columnGap - texts, line - 6);
            painter.fillRect(track, style::idleFill(palette()));
            const double share = own.shares[resource].value_or(0);
            painter.fillRect(QRectF(track.left(), track.top(), track.width() * share, track.height()), colourOf(resource));
            painter.setPen(palette().color(QPalette::Text));
            painter.drawText(QRect(track.right() + 5, track.top() - 3, texts + columnGap, line), Qt::AlignLeft | Qt::AlignVCenter,
                             own.shares[resource] ? style::percent(share) : QStringLiteral("–"));
        }
    }
}

RooflineChart::RooflineChart(QWidget* parent) : QWidget(parent)
{
    setMouseTracking(true);
    setAccessibleName(tr("Roofline"));
}

void RooflineChart::setRoofline(std::optional<tilescape::explore::Roofline> roofline)
{
    m_roofline = std::move(roofline);
    QStringList lines;
    for (std::size_t i = 0; m_roofline && i < m_roofline->points.size(); ++i) {
        lines << pointToolTip(i).replace(QLatin1Char('\n'), QStringLiteral(", "));
    }
    setAccessibleDescription(lines.join(QLatin1Char('\n')));
    update();
}

void RooflineChart::setSelected(std::optional<std::size_t> layer)
{
    m_selected = layer;
    update();
}

void RooflineChart::setDimmed(bool dimmed)
{
    m_dimmed = dimmed;
    update();
}

RooflineLayout RooflineChart::chartLayout() const
{
    return layOutRoofline(*m_roofline, QRectF(rect()).adjusted(margin, 3, -margin, -3), chartFont(font()));
}

QString RooflineChart::pointToolTip(std::size_t index) const
{
    const tilescape::explore::RooflinePoint& point = m_roofline->points[index];
    const QString intensity = std::isfinite(point.operationsPerByte)
                                  ? tr("%1 operations per byte of DRAM traffic").arg(style::number(point.operationsPerByte))
                                  : tr("no DRAM traffic");
    const QString name = QString::fromStdString(point.name);
    return tr("%1\n%2 GOPS, %3 of the peak\n%4\n%5")
        .arg(point.segment ? tr("Segment %1: %2").arg(*point.segment).arg(name) : name, style::number(point.gops),
             style::percentOf(point.gops, m_roofline->peakGops), intensity, style::seconds(point.seconds));
}

void RooflineChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    if (m_roofline) {
        painter.setOpacity(m_dimmed ? dimmedOpacity : 1);
        paintRoofline(painter, *m_roofline, chartLayout(), m_selected, palette(), chartFont(font()));
    }
}

void RooflineChart::mousePressEvent(QMouseEvent* event)
{
    const auto point = m_roofline ? chartLayout().pointAt(event->position()) : std::nullopt;
    if (point && event->button() == Qt::LeftButton) {
        Q_EMIT layerClicked(m_roofline->points[*point].layers.front());
        return;
    }
    QWidget::mousePressEvent(event);
}

bool RooflineChart::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto point = m_roofline ? chartLayout().pointAt(help->pos()) : std::nullopt;
        QToolTip::showText(help->globalPos(), point ? style::literal(pointToolTip(*point)) : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

widgets::Figure rooflineFigure(const tilescape::explore::Roofline& roofline)
{
    widgets::Figure figure;
    figure.name = QStringLiteral("roofline");
    figure.title = AnalysisText::tr("Roofline");
    figure.stretches = true;
    figure.heightFor = [](double width, const QFont&) { return figureShape * width; };
    figure.paint = [roofline](QPainter& painter, QSizeF size, const QFont& font) {
        paintRoofline(painter, roofline, layOutRoofline(roofline, QRectF(QPointF(), size), font), std::nullopt, style::paperPalette(), font);
    };
    return figure;
}

LimitsView::LimitsView(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("limitsView"));
    setAccessibleName(tr("Limits"));
    m_bars = new SpeedBars;
    m_bars->setObjectName(QStringLiteral("speedBars"));
    m_chart = new RooflineChart;
    m_chart->setObjectName(QStringLiteral("rooflineChart"));
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("limitsState"));
    m_state->setForegroundRole(QPalette::PlaceholderText);
    m_state->setContentsMargins(margin, 4, margin, 2);
    auto* side = new QVBoxLayout;
    side->setSpacing(0);
    side->addWidget(m_state);
    side->addWidget(m_bars);
    side->addStretch(1);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(side, 2);
    layout->addWidget(m_chart, 3);
    widgets::addFigureExport(this, [this] { return figure(); }, [this] { return workspace::projectText(m_workspace); });
    connect(m_chart, &RooflineChart::layerClicked, this, [this](std::size_t layer) { m_workspace.setSelectedLayer(layer); });
    m_updates = new widgets::SeenUpdates(this, [this] { refresh(); });
    for (auto signal : {&Workspace::scheduleChanged, &Workspace::networkChanged, &Workspace::selectionChanged}) {
        connect(&m_workspace, signal, m_updates, [this] { m_updates->request(); });
    }
    connect(&m_workspace, &Workspace::solvingChanged, m_updates, [this] { m_updates->request([this] { showState(); }); });
    refresh();
}

void LimitsView::refresh()
{
    const auto schedule = m_workspace.schedule();
    const bool there = schedule && schedule->hasResult();
    std::vector<SpeedBars::Column> columns;
    if (there) {
        columns.push_back({tr("Network"), tilescape::explore::speedOfNetwork(*schedule)});
        const auto selected = m_workspace.selectedLayer();
        if (const schedule::ScheduledLayer* layer = selected ? schedule->find(*selected) : nullptr) {
            columns.push_back({tr("Segment %1").arg(layer->slot.segment),
                               tilescape::explore::speedOfSegment(*schedule, static_cast<std::size_t>(layer->slot.segment))});
            columns.push_back({QString::fromStdString(schedule->problem->network.layers[layer->layer].name),
                               tilescape::explore::speedOfLayer(*schedule, *layer)});
        }
    }
    m_bars->setColumns(std::move(columns));
    m_chart->setRoofline(there ? std::optional(tilescape::explore::rooflineOf(*schedule)) : std::nullopt);
    m_chart->setSelected(m_workspace.selectedLayer());
    showState();
}

void LimitsView::showState()
{
    const auto schedule = m_workspace.schedule();
    const bool stale = m_workspace.looksStale();
    m_state->setText(!schedule || !schedule->hasResult() ? tr("There is no schedule.")
                     : stale                             ? m_workspace.isSolving() ? tr("solving…") : tr("old result")
                                                         : tr("Share of its peak that each reaches"));
    m_bars->setDimmed(stale);
    m_chart->setDimmed(stale);
}

widgets::Figure LimitsView::figure() const
{
    m_updates->catchUp();
    return rooflineFigure(m_chart->roofline().value_or(tilescape::explore::Roofline{1, std::nullopt, {}}));
}

} // namespace tilescape::ui::analysis
