#include "ui/chip/chip_view.h"

#include "core/explore/difference_text.h"
#include "core/schedule/same_run.h"
#include "ui/chip/chip_figure.h"
#include "ui/chip/chip_item.h"
#include "ui/chip/chip_legend.h"
#include "ui/chip/rotation_bar.h"
#include "ui/plot/legend_strip.h"
#include "ui/style/palette.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figure_menu.h"
#include "ui/widgets/seen_updates.h"
#include "ui/widgets/zoomable_view.h"
#include "ui/workspace/baselines.h"
#include "ui/workspace/clock.h"
#include "ui/workspace/figure_project.h"
#include "ui/workspace/workspace.h"

#include <QBoxLayout>
#include <QEvent>
#include <QGraphicsScene>
#include <QToolButton>

#include <algorithm>

namespace tilescape::ui::chip {

namespace {

constexpr int lowPanel = 160; ///< pixels of height, below which the head stands beside the picture
constexpr int footWidth = 600; ///< from which the rotation and the legend have room in one row
constexpr int headWidth = 110;
constexpr double largestFit = 2.4; ///< of a chip of one tile or four
constexpr int tallPanel = 420; ///< pixels from which the legend has two rows, beneath those of the rotation's bar

/// A sign behind the name of a region in which a layer runs otherwise than in the baseline.
void markChanges(ChipContent& content, const tilescape::explore::ScheduleDifference& difference)
{
    for (RegionMark& region : content.regions) {
        const bool changed = std::any_of(region.layers.begin(), region.layers.end(), [&](const QString& name) {
            const tilescape::explore::LayerDifference* layer = difference.find(name.toStdString());
            return layer && layer->isChanged();
        });
        region.name += changed ? QStringLiteral(" Δ") : QString();
    }
}

} // namespace

ChipView::ChipView(workspace::Workspace& workspace, workspace::Side side, QWidget* parent) : QWidget(parent), m_workspace(workspace), m_side(side)
{
    setObjectName(QStringLiteral("chipView"));
    setAccessibleName(tr("Chip"));
    m_title = new widgets::ElidedLabel;
    m_title->setForegroundRole(QPalette::PlaceholderText);
    m_scene = new QGraphicsScene(this);
    m_item = new ChipItem;
    m_scene->addItem(m_item);
    m_view = new widgets::ZoomableView(this);
    m_view->setScene(m_scene);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setLargestFit(largestFit);
    m_view->setAccessibleName(tr("Tiles of the chip"));
    m_view->setWhatsThis(
        tr("The tiles, with the regions of the selected layer’s segment and the part of the layer that each tile "
           "computes. Arrows are ways of data. A click on another region selects its first layer."));
    m_rotation = new RotationBar(m_workspace.clock());
    m_legend = new plot::LegendStrip;
    m_legend->setObjectName(QStringLiteral("chipLegend"));

    m_head = new QBoxLayout(QBoxLayout::LeftToRight);
    m_head->setContentsMargins(9, 4, 9, 2);
    m_head->addWidget(m_title, 1);
    m_showLoad = new QToolButton;
    m_showLoad->setObjectName(QStringLiteral("showNocLoad"));
    m_showLoad->setText(tr("NoC load"));
    m_showLoad->setCheckable(true);
    m_showLoad->setProperty("pill", true);
    m_showLoad->setFocusPolicy(Qt::TabFocus);
    m_showLoad->setToolTip(tr("The words that cross each link of the mesh while the selected segment runs."));
    m_showLegend = new QToolButton;
    m_showLegend->setObjectName(QStringLiteral("showChipLegend"));
    m_showLegend->setText(tr("Legend"));
    m_showLegend->setCheckable(true);
    m_showLegend->setChecked(true);
    m_showLegend->setProperty("pill", true);
    m_showLegend->setFocusPolicy(Qt::TabFocus);
    m_showLegend->setToolTip(tr("What colours and arrows mean, beneath the picture."));
    m_head->addWidget(m_showLegend);
    m_head->addWidget(m_showLoad);
    auto* head = new QWidget;
    head->setLayout(m_head);
    auto* picture = new QVBoxLayout;
    picture->setSpacing(0);
    picture->addWidget(m_view, 1);
    m_foot = new QBoxLayout(QBoxLayout::TopToBottom);
    m_foot->setSpacing(0);
    m_foot->addWidget(m_rotation, 1);
    m_foot->addWidget(m_legend, 1);
    picture->addLayout(m_foot);
    m_sides = new QBoxLayout(QBoxLayout::TopToBottom, this);
    m_sides->setContentsMargins({});
    m_sides->setSpacing(0);
    m_sides->addWidget(head);
    m_sides->addLayout(picture, 1);
    setFocusProxy(m_view);
    widgets::addFigureExport(this, [this] { return figure(); }, [this] { return workspace::projectText(m_workspace); });

    using workspace::Workspace;
    m_updates = new widgets::SeenUpdates(this, [this] { refresh(); });
    for (auto signal : {&Workspace::scheduleChanged, &Workspace::networkChanged, &Workspace::selectionChanged}) {
        connect(&m_workspace, signal, m_updates, [this] { m_updates->request(); });
    }
    connect(&m_workspace, &Workspace::problemChanged, m_updates, [this] { m_updates->request([this] { refreshBareChip(); }); });
    connect(&m_workspace, &Workspace::solvingChanged, m_updates, [this] { m_updates->request([this] { showState(); }); });
    for (auto signal : {&workspace::Baselines::scheduleChanged, &workspace::Baselines::listChanged}) {
        connect(&m_workspace.baselines(), signal, m_updates, [this] { m_updates->request(); });
    }
    connect(&m_workspace.baselines(), &workspace::Baselines::shownChanged, m_updates, [this] { m_updates->request(); });
    connect(m_showLoad, &QToolButton::toggled, this, &ChipView::refreshLoad);
    connect(m_showLegend, &QToolButton::toggled, m_legend, &QWidget::setVisible);
    connect(m_view, &widgets::ZoomableView::zoomed, this, &ChipView::refreshLegend);
    connect(m_view, &widgets::ZoomableView::clicked, this, &ChipView::selectRegionAt);
    connect(m_rotation, &RotationBar::shownChanged, this, [this] {
        m_item->setRotation(m_rotation->shown());
        refreshLegend();
    });
    applyPalette();
    refresh();
}

const ChipContent& ChipView::content() const { return m_item->content(); }

widgets::Figure ChipView::figure() const
{
    m_updates->catchUp();
    return chipFigure(content(), load());
}

std::shared_ptr<const NocLoad> ChipView::load() const { return m_item->load(); }

void ChipView::showLoad(bool show) { m_showLoad->setChecked(show); }

void ChipView::showLegend(bool show) { m_showLegend->setChecked(show); }

void ChipView::fitAll() { m_view->fitAll(); }

void ChipView::refresh()
{
    const auto schedule = m_workspace.baselines().shownSchedule(m_side);
    const auto selected = m_workspace.baselines().shownLayer(m_side);
    const schedule::ScheduledLayer* layer = schedule && selected ? schedule->find(*selected) : nullptr;
    const auto difference = m_workspace.baselines().difference();
    const bool shows = layer && m_shown && selected == m_shownLayer && !difference && !m_marked
                       && schedule::runTheSame(*m_shown, *schedule);
    m_shown = layer ? schedule : nullptr;
    m_marked = difference != nullptr;
    m_shownLayer = selected;
    if (shows) {
        showState(); // nothing that is drawn depends on prices
        return;
    }
    // The chip that is shown is the one that the result is for, even if the user has changed it since.
    ChipContent content = layer ? chipContent(*schedule, *layer) : chipContent(m_workspace.problem().hardware);
    if (difference) {
        markChanges(content, *difference);
    }
    const bool otherChip = !(content.tiles == this->content().tiles) || content.memory != this->content().memory;
    m_rotation->setContent(content);
    m_item->setContent(std::move(content));
    m_item->setRotation(m_rotation->shown());
    refreshLoad();
    if (otherChip) {
        m_scene->setSceneRect(m_item->boundingRect().adjusted(-8, -8, 8, 8));
        m_view->fitAll();
    }
    showState();
}

void ChipView::selectRegionAt(QPointF place)
{
    const auto tile = tileAt(content(), place);
    const auto region = tile ? content().at(*tile).neighbour : std::nullopt;
    if (!region) {
        return;
    }
    const auto first =
        std::find_if(m_shown->layers.begin(), m_shown->layers.end(), [&](const schedule::ScheduledLayer& layer) {
            return layer.slot.segment == content().segment && layer.slot.region == static_cast<Count>(*region);
        });
    m_workspace.setSelectedLayer(m_workspace.baselines().layerFromShown(first->layer, m_side));
}

/// With a layer on it the chip shown is that of the schedule.
void ChipView::refreshBareChip()
{
    if (!content().hasLayer) {
        refresh();
    }
}

void ChipView::refreshLoad()
{
    const auto schedule = m_workspace.baselines().shownSchedule(m_side);
    auto load = m_showLoad->isChecked() && schedule && content().hasLayer ? nocLoad(*schedule, content().segment) : nullptr;
    m_rotation->setVisible(!load && m_rotation->hasSomething());
    m_item->setLoad(std::move(load));
    refreshLegend();
}

void ChipView::refreshLegend()
{
    ChipLook look = m_item->look();
    look.scale = m_view->transform().m11();
    m_legend->setItems(chipLegend(content(), look), look.load ? nocLoadLines(*look.load).join(QLatin1Char('\n')) : QString());
}

void ChipView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool tall = height() >= tallPanel;
    m_legend->setRows(tall ? 2 : 1);
    m_foot->setDirection(tall ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_foot->setStretch(0, width() < footWidth ? 8 : 1); // beside the whole bar no item of a legend has room
    const bool low = height() < lowPanel && width() > 2 * headWidth;
    m_sides->setDirection(low ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_head->setDirection(low ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_head->parentWidget()->setMaximumWidth(low ? headWidth : QWIDGETSIZE_MAX);
}

/// What of the shown layer changed from the baseline; empty if nothing did.
QString ChipView::changesText() const
{
    const auto difference = m_workspace.baselines().difference();
    const auto selected = m_workspace.selectedLayer();
    if (!difference || !selected || !content().hasLayer) {
        return {};
    }
    const tilescape::explore::LayerDifference* layer = difference->find(m_workspace.network().layers[*selected].name);
    return layer && layer->isChanged() && layer->before ? QString::fromStdString(tilescape::explore::changesText(layer->changed)) : QString();
}

/// What the picture shows, for who does not see it.
QString ChipView::description() const
{
    const QStringList parts{tr("%1 × %2 tiles").arg(content().tiles.height).arg(content().tiles.width), chipTitle(content())};
    return (parts + m_legend->texts()).join(QStringLiteral("; "));
}

void ChipView::showState()
{
    const workspace::Baselines& baselines = m_workspace.baselines();
    const bool stale = m_workspace.looksStale() && !baselines.isShown(m_side);
    m_item->setDimmed(stale);
    m_legend->setDimmed(stale);
    const auto selected = m_workspace.selectedLayer();
    QString title = !content().hasLayer && selected
        ? tr("%1 has no schedule").arg(QString::fromStdString(m_workspace.network().layers[*selected].name))
        : chipTitle(content());
    m_view->setAccessibleDescription(description());
    if (const QString changes = changesText(); !changes.isEmpty()) {
        title = tr("%1 · Δ %2").arg(title, changes);
    }
    // Beside another chip there may be room for a name alone.
    const QString layer = selected ? QString::fromStdString(m_workspace.network().layers[*selected].name) : QString();
    QStringList shorter{layer};
    if (baselines.isShown(m_side)) {
        const QString baseline = baselines.chosen() ? QString::fromStdString(baselines.chosen()->name) : QString();
        title = baselines.chosen() ? tr("%1: %2").arg(baseline, title) : tr("No baseline is chosen.");
        shorter = {baseline.isEmpty() || layer.isEmpty() ? QString() : tr("%1: %2").arg(baseline, layer), baseline};
    }
    if (stale) {
        const QString state = m_workspace.isSolving() ? tr("solving…") : tr("old result");
        title = tr("%1 · %2").arg(title, state);
        shorter = QStringList{state};
    }
    shorter.removeAll(QString());
    m_title->showText(title, shorter);
}

void ChipView::applyPalette()
{
    m_item->setPalette(palette());
    m_scene->setBackgroundBrush(palette().color(QPalette::Base));
    refreshLegend();
}

void ChipView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_item) {
        applyPalette();
    }
}

} // namespace tilescape::ui::chip
