#include "ui/analysis/sensitivity_view.h"

#include "ui/analysis/analysis_text.h"
#include "ui/plot/figure_legend.h"
#include "ui/plot/legend_strip.h"
#include "ui/style/core_text.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"
#include "ui/widgets/figure_menu.h"
#include "ui/workspace/sensitivity_service.h"
#include "ui/workspace/figure_project.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QLabel>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollArea>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::analysis {

using workspace::SensitivityService;
using workspace::Workspace;

namespace {

constexpr int sensitivityMargin = 9;

QString measureText(tilescape::explore::SensitivityMeasure measure)
{
    switch (measure) {
    case tilescape::explore::SensitivityMeasure::Energy: return AnalysisText::tr("Energy");
    case tilescape::explore::SensitivityMeasure::Delay:
        return AnalysisText::tr("Delay");
    case tilescape::explore::SensitivityMeasure::EnergyDelay: break;
    }
    return AnalysisText::tr("Energy × delay");
}

QString changeText(double change)
{
    return (change < 0 ? QChar(0x2212) : QLatin1Char('+')) + QLocale().toString(std::abs(change) * 100, 'f', 2) + QStringLiteral("\u00a0%");
}

} // namespace

TornadoChart::TornadoChart(QWidget* parent) : QWidget(parent)
{
    setMouseTracking(true);
    setAccessibleName(tr("Sensitivity to each parameter"));
}

void TornadoChart::setRows(std::vector<TornadoRow> rows, const QString& title)
{
    m_rows = std::move(rows);
    m_title = title;
    QStringList lines;
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        for (std::size_t bar = 0; bar < m_rows[row].bars.size(); ++bar) {
            lines << barToolTip(row, bar);
        }
    }
    setAccessibleDescription(lines.join(QLatin1Char('\n')));
    updateGeometry();
    update();
}

TornadoLayout TornadoChart::chartLayout() const { return layOutTornado(m_rows, QRectF(rect()).adjusted(sensitivityMargin, 2, -sensitivityMargin, -2), font()); }

QString TornadoChart::barToolTip(std::size_t row, std::size_t bar) const
{
    const TornadoBar& own = m_rows[row].bars[bar];
    return tr("%1 %2 in place of %3: %4")
        .arg(m_rows[row].label, own.text, m_rows[row].now, own.change ? changeText(*own.change) : tr("no valid schedule"));
}

QSize TornadoChart::sizeHint() const { return {420, static_cast<int>(std::ceil(tornadoHeight(m_rows, font())))}; }

QSize TornadoChart::minimumSizeHint() const { return {200, sizeHint().height()}; }

void TornadoChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    if (!m_rows.empty()) {
        paintTornado(painter, m_rows, chartLayout(), m_title, palette(), font());
    }
}

void TornadoChart::mousePressEvent(QMouseEvent* event)
{
    const TornadoLayout layout = chartLayout();
    const TornadoLayout::Place* place = layout.barAt(event->position());
    if (place && event->button() == Qt::LeftButton) {
        const TornadoBar& bar = m_rows[place->row].bars[place->bar];
        if (bar.change) {
            Q_EMIT valueClicked(style::coreName(bar.parameter->key), bar.value);
        }
        return;
    }
    QWidget::mousePressEvent(event);
}

bool TornadoChart::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const TornadoLayout layout = chartLayout();
        const TornadoLayout::Place* place = layout.barAt(help->pos());
        QToolTip::showText(help->globalPos(), place ? style::literal(tr("%1\nA click opens that chip.").arg(barToolTip(place->row, place->bar))) : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

QString tornadoTitle(tilescape::explore::SensitivityMeasure measure)
{
    return AnalysisText::tr("%1: change by one step of a parameter").arg(measureText(measure));
}

widgets::Figure tornadoFigure(const std::vector<TornadoRow>& rows, const QString& title)
{
    widgets::Figure figure;
    figure.name = QStringLiteral("sensitivity");
    figure.title = AnalysisText::tr("Sensitivity");
    figure.legend = plot::figureLegend(tornadoLegend(), true);
    figure.stretches = true;
    figure.heightFor = [rows](double, const QFont& font) { return tornadoHeight(rows, font); };
    figure.leastHeightFor = figure.heightFor;
    figure.paint = [rows, title](QPainter& painter, QSizeF size, const QFont& font) {
        paintTornado(painter, rows, layOutTornado(rows, QRectF(QPointF(), size), font), title, style::paperPalette(), font);
    };
    return figure;
}

SensitivityView::SensitivityView(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("sensitivityView"));
    setAccessibleName(tr("Sensitivity"));
    m_chart = new TornadoChart;
    m_chart->setObjectName(QStringLiteral("tornadoChart"));
    m_measure = new QComboBox;
    m_measure->setObjectName(QStringLiteral("sensitivityMeasure"));
    m_measure->setAccessibleName(tr("What the bars show"));
    m_measure->setToolTip(tr("The number whose change by a step of each parameter the bars show."));
    for (const tilescape::explore::SensitivityMeasure measure : tilescape::explore::allSensitivityMeasures) {
        m_measure->addItem(measureText(measure));
    }
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("sensitivityState"));
    m_state->setForegroundRole(QPalette::PlaceholderText);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(sensitivityMargin, 4, sensitivityMargin, 2);
    head->addWidget(m_state, 1);
    head->addWidget(m_measure);
    auto* scroll = new QScrollArea;
    scroll->setWidget(m_chart);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(scroll, 1);
    auto* legend = new plot::LegendStrip;
    legend->setItems(tornadoLegend());
    layout->addWidget(legend);
    m_export = widgets::addFigureExport(
        this, [this] { return figure(); }, [this] { return workspace::projectText(m_workspace); });
    connect(m_measure, &QComboBox::currentIndexChanged, this, &SensitivityView::refresh);
    connect(m_chart, &TornadoChart::valueClicked, &m_workspace, &Workspace::setParameter);
    connect(&m_workspace.sensitivity(), &SensitivityService::foundChanged, this, &SensitivityView::refresh);
    connect(&m_workspace, &Workspace::scheduleChanged, this, &SensitivityView::refresh);
    refresh();
}

tilescape::explore::SensitivityMeasure SensitivityView::measure() const
{
    return static_cast<tilescape::explore::SensitivityMeasure>(m_measure->currentIndex());
}

void SensitivityView::setMeasure(tilescape::explore::SensitivityMeasure measure) { m_measure->setCurrentIndex(static_cast<int>(measure)); }

void SensitivityView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_workspace.sensitivity().setWanted(this, true);
}

void SensitivityView::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_workspace.sensitivity().setWanted(this, false);
}

void SensitivityView::refresh()
{
    const auto& found = m_workspace.sensitivity().found();
    m_chart->setRows(tornadoRows(found, measure()), tornadoTitle(measure()));
    m_export->setEnabled(m_workspace.sensitivity().isComplete()
                         && !m_chart->rows().empty()); // what is drawn so far is no figure
    m_state->setText(stateText());
    const QStringList idle = withoutEffect(found, measure());
    m_state->setToolTip(idle.isEmpty() ? QString() : tr("Without effect: %1.").arg(idle.join(QStringLiteral(", "))));
}

QString SensitivityView::stateText() const
{
    const SensitivityService& service = m_workspace.sensitivity();
    const auto schedule = m_workspace.schedule();
    if (!schedule || !schedule->hasResult()) {
        return tr("There is no schedule.");
    }
    const auto found = static_cast<int>(service.found().size());
    const auto all = static_cast<int>(tilescape::hardware::parameters().size());
    if (!service.isComplete()) {
        return tr("solving… %1 of %2 parameters").arg(found).arg(all);
    }
    const auto idle = static_cast<int>(withoutEffect(service.found(), measure()).size());
    return idle == 0 ? tr("A step down and up of each parameter")
                     : tr("A step down and up of each parameter; without effect: %1").arg(idle);
}

widgets::Figure SensitivityView::figure() const { return tornadoFigure(m_chart->rows(), m_chart->title()); }

} // namespace tilescape::ui::analysis
