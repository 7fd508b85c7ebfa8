#include "ui/analysis/limits_view.h"

#include "ui/analysis/roofline_chart.h"
#include "ui/analysis/speed_bars.h"
#include "ui/widgets/figure_menu.h"
#include "ui/widgets/seen_updates.h"
#include "ui/workspace/figure_project.h"
#include "ui/workspace/workspace.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <vector>

namespace tilescape::ui::analysis {

using workspace::Workspace;

namespace {

constexpr int viewMargin = 9;

} // namespace

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
    m_state->setContentsMargins(viewMargin, 4, viewMargin, 2);
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
