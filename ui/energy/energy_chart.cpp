#include "ui/energy/energy_chart.h"

#include "ui/energy/energy_chart_view.h"
#include "ui/energy/energy_text.h"
#include "ui/plot/figure_legend.h"
#include "ui/style/difference.h"
#include "ui/style/format.h"
#include "ui/style/origin.h"
#include "ui/style/palette.h"
#include "ui/widgets/figure_menu.h"
#include "ui/widgets/fit_to_font.h"
#include "ui/widgets/seen_updates.h"
#include "ui/workspace/baselines.h"
#include "ui/workspace/figure_project.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace tilescape::ui::energy {

using workspace::Workspace;

namespace {

constexpr double totalHeight = 18;
constexpr double totalGap = 6;

/// The component that lies at `value` of the stacked bar.
std::optional<Component> componentAt(const EnergyBar& bar, double value, double factor)
{
    double top = 0;
    for (const Component component : allComponents) {
        const double part = partOf(bar.energy, component) * factor;
        if (part > 0 && value >= top && value <= top + part) {
            return component;
        }
        top += part;
    }
    return std::nullopt;
}

} // namespace

namespace {

widgets::Figure figureOf(const schedule::Schedule& schedule, plot::Chart chart)
{
    widgets::Figure figure;
    figure.name = QStringLiteral("energy");
    figure.title = EnergyText::tr("Energy of %1").arg(QString::fromStdString(schedule.problem->network.name));
    figure.legend = plot::figureLegend(plot::chartLegend(chart), true);
    chart.hasLegend = false; // the page places it
    figure.stretches = true;
    figure.heightFor = [chart](double width, const QFont& font) {
        return totalHeight + totalGap + plot::naturalHeight(chart, width, font);
    };
    figure.paint = [chart, total = schedule.totals.energy](QPainter& painter, QSizeF size, const QFont& font) {
        const QPalette palette = style::paperPalette();
        paintEnergyTotal(painter, total, palette, font, QRectF(0, 0, size.width(), totalHeight), true);
        const QRectF area(0, totalHeight + totalGap, size.width(), size.height() - totalHeight - totalGap);
        plot::paint(painter, chart, plot::layOut(chart, area, font), palette, font);
    };
    return figure;
}

} // namespace

widgets::Figure energyFigure(const schedule::Schedule& schedule, EnergyMeasure measure)
{
    return figureOf(schedule, texturedPlot(energyBars(schedule), measure));
}

widgets::Figure energyFigure(const schedule::Schedule& schedule, EnergyMeasure measure, const schedule::Schedule& baseline,
                             const QString& baselineName)
{
    std::vector<EnergyBar> bars = energyBars(schedule);
    addBaseline(bars, schedule, baseline);
    return figureOf(schedule, texturedPlot(bars, measure, baselineName));
}

EnergyChart::EnergyChart(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("energyChart"));
    setAccessibleName(tr("Energy by layer"));
    m_title = new QLabel;
    m_title->setForegroundRole(QPalette::PlaceholderText);
    // Room for either: the bar beside it stays as long as it is.
    widgets::fitToFont(m_title, [this] {
        const QFontMetrics metrics = m_title->fontMetrics();
        m_title->setMinimumWidth(
            std::max(metrics.horizontalAdvance(tr("solving…")), metrics.horizontalAdvance(tr("old result"))) + 2);
    });
    m_title->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_measure = new QComboBox;
    m_measure->addItems({tr("Energy"), tr("Share")});
    m_measure->setAccessibleName(tr("What the bars show"));
    m_measure->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed); // also where there is no total beside it
    m_measure->setToolTip(tr("Energy of each layer, or the parts of it in per cent."));
    m_total = new EnergyTotalStrip;
    m_view = new EnergyChartView;
    m_view->toolTipOf = [this](std::size_t bar, double value) { return barToolTip(bar, value); };

    auto* head = new QHBoxLayout;
    head->setContentsMargins(9, 4, 9, 2);
    head->setSpacing(8);
    head->addWidget(m_total, 1);
    head->addWidget(m_title);
    head->addWidget(m_measure);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_view, 1);
    widgets::addFigureExport(this, [this] { return figure(); }, [this] { return workspace::projectText(m_workspace); });

    connect(m_measure, &QComboBox::currentIndexChanged, this, &EnergyChart::refresh);
    connect(m_view, &EnergyChartView::barClicked, this, &EnergyChart::click);
    connect(m_view, &EnergyChartView::barHovered, this, &EnergyChart::hover);
    m_updates = new widgets::SeenUpdates(this, [this] { refresh(); });
    connect(&m_workspace, &Workspace::scheduleChanged, m_updates, [this] { m_updates->request(); });
    connect(&m_workspace, &Workspace::networkChanged, m_updates, [this] { m_updates->request(); });
    connect(&m_workspace.baselines(), &workspace::Baselines::scheduleChanged, m_updates, [this] { m_updates->request(); });
    connect(&m_workspace, &Workspace::selectionChanged, this,
            [this] { m_updates->request([this] { m_view->setSelectedBar(barOf(m_workspace.selectedLayer())); }); });
    connect(&m_workspace, &Workspace::hoverChanged, this,
            [this] { m_updates->request([this] { m_view->setHoveredBar(barOf(m_workspace.hoveredLayer())); }); });
    connect(&m_workspace, &Workspace::solvingChanged, m_updates, [this] { m_updates->request([this] { showState(); }); });
    refresh();
}

EnergyMeasure EnergyChart::measure() const { return static_cast<EnergyMeasure>(m_measure->currentIndex()); }

void EnergyChart::setMeasure(EnergyMeasure measure) { m_measure->setCurrentIndex(static_cast<int>(measure)); }

QRectF EnergyChart::barRect(std::size_t bar) const
{
    return m_view->chartLayout().column(m_view->chart(), bar);
}

void EnergyChart::refresh()
{
    m_shown = m_workspace.schedule();
    m_bars = m_shown ? energyBars(*m_shown) : std::vector<EnergyBar>();
    const QString baseline = comparedWith();
    if (!baseline.isEmpty()) {
        addBaseline(m_bars, *m_shown, *m_workspace.baselines().schedule());
    }
    m_view->setChart(energyPlot(m_bars, measure(), baseline));
    m_view->setAccessibleDescription(description());
    m_view->setSelectedBar(barOf(m_workspace.selectedLayer()));
    m_view->setHoveredBar(barOf(m_workspace.hoveredLayer()));
    m_total->setEnergy(m_bars.empty() ? std::nullopt : std::optional(m_shown->totals.energy));
    showState();
}

/// What the bars show, for who does not see them.
QString EnergyChart::description() const
{
    const auto largest = std::max_element(m_bars.begin(), m_bars.end(), [](const EnergyBar& a, const EnergyBar& b) {
        return a.energy.total() < b.energy.total();
    });
    return largest == m_bars.end() ? QString()
                                   : tr("%1 bars, the largest %2 with %3 of %4").arg(m_bars.size()).arg(largest->title, style::energy(largest->energy.total()),
                                                                                      style::energy(m_shown->totals.energy.total()));
}

QString EnergyChart::comparedWith() const
{
    const workspace::Baselines& baselines = m_workspace.baselines();
    return baselines.difference() ? QString::fromStdString(baselines.chosen()->name) : QString();
}

void EnergyChart::showState()
{
    QString text;
    if (m_bars.empty()) {
        text = tr("There is no schedule yet.");
        if (m_shown && m_shown->status == schedule::Status::Infeasible) {
            text = tr("There is no valid schedule.");
        }
    } else if (m_bars.size() < m_shown->layers.size()) {
        text = tr("%1 layers, %2 a bar").arg(m_shown->layers.size()).arg(m_bars.front().layers.size());
    }
    const bool stale = m_workspace.looksStale();
    if (stale) {
        const QString state = m_workspace.isSolving() ? tr("solving…") : tr("old result");
        text = text.isEmpty() ? state : tr("%1 · %2").arg(text, state);
    }
    m_title->setText(text);
    m_view->setDimmed(stale && !m_bars.empty());
    m_total->setDimmed(stale);
}

std::optional<std::size_t> EnergyChart::barOf(std::optional<std::size_t> layer) const
{
    if (!layer) {
        return std::nullopt;
    }
    const auto bar = std::find_if(m_bars.begin(), m_bars.end(), [&](const EnergyBar& candidate) {
        return std::find(candidate.layers.begin(), candidate.layers.end(), *layer) != candidate.layers.end();
    });
    return bar == m_bars.end() ? std::nullopt : std::optional(static_cast<std::size_t>(bar - m_bars.begin()));
}

void EnergyChart::click(std::size_t bar)
{
    // Clicking on a bar of several layers again goes through them.
    const std::vector<std::size_t>& layers = m_bars[bar].layers;
    const auto selected = m_workspace.selectedLayer();
    auto next = selected ? std::find(layers.begin(), layers.end(), *selected) : layers.end();
    next = next == layers.end() || next + 1 == layers.end() ? layers.begin() : next + 1;
    m_workspace.setSelectedLayer(*next);
}

void EnergyChart::hover(std::optional<std::size_t> bar)
{
    m_workspace.setHoveredLayer(bar ? std::optional(m_bars[*bar].layers.front()) : std::nullopt);
}

QString EnergyChart::barToolTip(std::size_t index, double value) const
{
    const EnergyBar& bar = m_bars[index];
    const double total = bar.energy.total();
    const double factor = energyFactor(m_bars, index, measure());
    QStringList lines{bar.title};
    if (const auto component = componentAt(bar, value, factor)) {
        const double part = partOf(bar.energy, *component);
        lines << tr("%1: %2, %3 of the bar").arg(componentLabel(*component), style::energy(part), style::percentOf(part, total));
    }
    lines << tr("Together %1, %2 of the network").arg(style::energy(total),
                                                      style::percentOf(total, m_shown->totals.energy.total()));
    lines << style::energyOrigin(bar.energy);
    if (const QString baseline = comparedWith(); !baseline.isEmpty()) {
        lines << tr("Compared with %1: %2").arg(baseline, style::energyChange(bar.before.total(), total));
    }
    return lines.join(QLatin1Char('\n'));
}

widgets::Figure EnergyChart::figure() const
{
    static const schedule::Schedule nothing = [] {
        schedule::Schedule schedule;
        schedule.problem = std::make_shared<schedule::Problem>();
        return schedule;
    }();
    const auto schedule = m_workspace.schedule();
    if (const QString baseline = comparedWith(); !baseline.isEmpty()) {
        return energyFigure(*schedule, measure(), *m_workspace.baselines().schedule(), baseline);
    }
    return energyFigure(schedule ? *schedule : nothing, measure());
}

} // namespace tilescape::ui::energy
