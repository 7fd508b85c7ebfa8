#include "ui/network/network_view.h"

#include "ui/network/graph_fold.h"
#include "ui/network/layout_worker.h"
#include "ui/network/minimap.h"
#include "ui/network/network_scene.h"
#include "ui/plot/legend_strip.h"
#include "ui/style/palette.h"
#include "ui/widgets/figure_menu.h"
#include "ui/widgets/fit_to_font.h"
#include "ui/widgets/seen_updates.h"
#include "ui/widgets/zoomable_view.h"
#include "ui/workspace/baselines.h"
#include "ui/workspace/figure_project.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace tilescape::ui::network {

using workspace::Workspace;

namespace {

constexpr int leastGraph = 300;      ///< pixels of height that rows of the legend but the first leave the graph
constexpr int legendLetters = 165;   ///< that all signs take, with what ends of rows leave free
constexpr int mostLegendRows = 4;
constexpr double readableScale = 0.7; ///< at which the names of most boxes fit

} // namespace

NetworkView::NetworkView(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("networkView"));
    setAccessibleName(tr("Network"));
    m_scene = new NetworkScene(this);
    m_worker = new LayoutWorker(this);
    buildWidgets();
    buildActions();
    widgets::addFigureExport(this, [this] { return figure(); }, [this] { return workspace::projectText(m_workspace); });

    connect(m_worker, &LayoutWorker::laidOut, this, &NetworkView::applyLayout);
    connect(&m_workspace, &Workspace::networkChanged, this, &NetworkView::refreshNetwork);
    m_updates = new widgets::SeenUpdates(this, [this] { refreshSchedule(); });
    connect(&m_workspace, &Workspace::scheduleChanged, m_updates, [this] { m_updates->request(); });
    for (auto signal : {&workspace::Baselines::scheduleChanged, &workspace::Baselines::listChanged}) {
        connect(&m_workspace.baselines(), signal, m_updates, [this] { m_updates->request(); });
    }
    connect(&m_workspace, &Workspace::selectionChanged, this, &NetworkView::refreshSelection);
    connect(&m_workspace, &Workspace::hoverChanged, this, [this] { m_scene->setHovered(m_workspace.hoveredLayer()); });
    connect(&m_workspace, &Workspace::solvingChanged, m_updates, [this] { m_updates->request([this] { showState(); }); });
    applyPalette();
    refreshNetwork();
}

NetworkView::~NetworkView() = default;

void NetworkView::buildWidgets()
{
    m_title = new QLabel;
    m_title->setForegroundRole(QPalette::PlaceholderText);
    m_title->setToolTip(tr("Layers of the graph, with those that training adds."));
    m_search = new QLineEdit;
    m_search->setPlaceholderText(tr("Search layers (Ctrl+F)"));
    m_search->setAccessibleName(tr("Search layers"));
    m_search->setWhatsThis(tr("Finds layers by their names (Ctrl+F); F3 goes to the next."));
    m_search->setClearButtonEnabled(true);
    connect(m_search, &QLineEdit::textChanged, this, &NetworkView::search);
    connect(m_search, &QLineEdit::returnPressed, this, &NetworkView::goToNextMatch);

    m_view = new widgets::ZoomableView(this);
    m_view->setScene(m_scene);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setAccessibleName(tr("Graph of the layers"));
    m_view->setWhatsThis(tr("The layers and what they hand on. Frames are segments, bars the layers’ energy. A click selects a layer in all views."));
    m_view->installEventFilter(this);
    m_view->selectionRect = [this] { return selectionRect(); };
    m_view->viewport()->setMouseTracking(true);
    m_view->viewport()->installEventFilter(this);
    m_minimap = new Minimap(*m_view);
    for (QScrollBar* bar : {m_view->horizontalScrollBar(), m_view->verticalScrollBar()}) {
        connect(bar, &QScrollBar::valueChanged, m_minimap, &Minimap::follow);
        connect(bar, &QScrollBar::rangeChanged, m_minimap, &Minimap::follow);
    }
    // A scene that fits is moved without its scroll bars.
    connect(m_view, &widgets::ZoomableView::zoomed, m_minimap, &Minimap::follow);

    m_found = new QLabel;
    m_found->setObjectName(QStringLiteral("searchCount"));
    m_found->setForegroundRole(QPalette::PlaceholderText);
    m_found->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    widgets::fitToFont(m_found, [this] {
        m_found->setMinimumWidth(m_found->fontMetrics().horizontalAdvance(tr("%1 of %2").arg(8888).arg(8888)));
    });

    auto* head = new QHBoxLayout;
    head->setContentsMargins(9, 4, 9, 2);
    head->addWidget(m_title, 1);
    head->addWidget(m_found);
    head->addSpacing(6);
    head->addWidget(m_search, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_view, 1);
    m_legend = new plot::LegendStrip;
    m_legend->setObjectName(QStringLiteral("networkLegend"));
    layout->addWidget(m_legend);
    setFocusProxy(m_view);
}

void NetworkView::buildActions()
{
    const auto add = [this](const QString& text, const char* objectName, const QKeySequence& key, auto slot) {
        auto* action = new QAction(text, this);
        action->setObjectName(QLatin1String(objectName));
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, slot);
        addAction(action);
    };
    add(tr("Search"), "networkSearch", QKeySequence::Find, &NetworkView::focusSearch);
    add(tr("Next match"), "networkNextMatch", QKeySequence::FindNext, &NetworkView::goToNextMatch);
    auto* legend = new QAction(tr("Legend"), this);
    legend->setObjectName(QStringLiteral("showLegend"));
    legend->setCheckable(true);
    legend->setChecked(true);
    connect(legend, &QAction::toggled, this, [this](bool wanted) {
        m_legendWanted = wanted;
        showState();
    });
    addAction(legend);
}

bool NetworkView::isLayingOut() const { return m_worker->isBusy(); }

void NetworkView::refreshNetwork()
{
    const tilescape::network::Network& network = m_workspace.network();
    const GraphShape before = m_scene->shape();
    m_scene->setNetwork(network);
    if (!(m_scene->shape() == before)) {
        const auto known = m_worker->request(m_scene->shape());
        applyLayout(known ? *known : layeredLayout(m_scene->shape()));
        fitAll();
    } else if (m_layout) {
        // Boxes of the same sizes, but new ones: they begin in the simple layout.
        fold();
    }
    search(m_search->text());
    refreshSchedule();
    refreshSelection();
}

void NetworkView::applyLayout(const GraphLayout& layout)
{
    m_layout = layout;
    m_columns = columnsFor(layout, m_view->viewport()->size());
    fold();
}

void NetworkView::fold()
{
    m_folded = foldLayout(*m_layout, m_scene->shape(), m_columns);
    m_scene->applyLayout(*m_folded);
    if (m_view->fitsAll()) {
        m_view->fitAll();
    }
    m_minimap->redraw();
}

void NetworkView::refold()
{
    // Not under a person who looks at a part of it.
    if (m_layout && m_view->fitsAll() && m_scene->layerCount() > 0) {
        const std::size_t columns = columnsFor(*m_layout, m_view->viewport()->size());
        if (columns != m_columns) {
            m_columns = columns;
            fold();
        }
    }
    m_minimap->follow();
}

void NetworkView::refreshSchedule()
{
    const auto schedule = m_workspace.schedule();
    // A schedule of another network is on its way out.
    const bool fits = schedule && schedule->problem && schedule->problem->network.layers.size() == m_scene->layerCount();
    m_scene->setSchedule(fits ? schedule : nullptr, fits ? m_workspace.baselines().difference().get() : nullptr);
    showState();
}

void NetworkView::refreshSelection()
{
    const auto selected = m_workspace.selectedLayer();
    m_scene->setChosen(selected);
    showFound();
    const QString keys = tr("Arrow keys go along the edges and to layers beside; F fits the selection, Home all; plus and minus "
                            "zoom. The table of layers holds the same.");
    const bool shown = selected && *selected < m_scene->layerCount();
    const QString what = tr("%n layers. ", nullptr, static_cast<int>(m_scene->layerCount()));
    m_view->setAccessibleDescription(what
                                     + (shown ? tr("Selected: %1. %2").arg(m_scene->describe(*selected), keys) : keys));
    if (selected && *selected < m_scene->layerCount()) {
        const QRectF box = m_scene->boxRect(*selected);
        const QRectF visible = m_view->mapToScene(m_view->viewport()->rect()).boundingRect();
        if (!visible.contains(box)) {
            m_view->centerOn(box.center());
        }
    }
}

void NetworkView::showState()
{
    const std::size_t layers = m_scene->layerCount();
    QString text = layers == 0   ? tr("No network")
                   : layers == 1 ? tr("1 layer")
                                 : tr("%n layers", nullptr, static_cast<int>(layers));
    const bool stale = m_workspace.looksStale();
    m_title->setText(stale ? tr("%1 · %2").arg(text, m_workspace.isSolving() ? tr("solving…") : tr("old result")) : text);
    m_scene->setDimmed(stale);
    m_legend->setVisible(m_legendWanted);
    refreshLegend();
}

void NetworkView::refreshLegend()
{
    std::vector<plot::LegendEntry> items;
    for (const style::Travel travel : style::allTravels) {
        if (m_scene->hasTravel(travel)) {
            items.push_back(plot::arrow(style::travelLabel(travel), style::travelColour(travel, palette()), style::travelStyle(travel)));
        }
    }
    if (m_scene->hasSegments()) {
        items.push_back(plot::swatches(tr("segment"), {style::blend(palette().color(QPalette::Base), palette().color(QPalette::Text), 0.2)}));
        items.push_back(plot::swatches(tr("its regions"), {style::categorical(0), style::categorical(1), style::categorical(2)}));
    }
    if (m_workspace.schedule() && m_workspace.schedule()->hasResult()) {
        items.push_back(plot::swatches(tr("bar: energy"), {palette().color(QPalette::Text)}));
    }
    if (m_scene->hasChanges()) {
        items.push_back(plot::swatches(tr("Δ changed from the baseline"), {}));
    }
    m_legend->setItems(std::move(items));
}

/// A narrow panel has its signs in more rows, whichever of them there are, so that the graph keeps its room.
void NetworkView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const int letters = std::max(1, width() / fontMetrics().averageCharWidth());
    const int room = m_view->height() + (m_legend->isHidden() ? 0 : m_legend->height());
    int rows = std::clamp((legendLetters + letters - 1) / letters, 1, mostLegendRows);
    while (rows > 1 && room - m_legend->heightOf(rows) < leastGraph) {
        --rows;
    }
    m_legend->setRows(rows);
}

void NetworkView::fitAll()
{
    m_view->fitAll();
    m_minimap->follow();
}

std::optional<QRectF> NetworkView::selectionRect() const
{
    const auto selected = m_workspace.selectedLayer();
    if (!selected || *selected >= m_scene->layerCount()) {
        return std::nullopt;
    }
    if (const SegmentItem* segment = m_scene->segmentOf(*selected)) {
        return segment->boundingRect().adjusted(-40, -60, 40, 60);
    }
    return m_scene->boxRect(*selected).adjusted(-120, -90, 120, 90); // with its neighbours
}

void NetworkView::fitSelection()
{
    if (const auto rect = selectionRect()) {
        m_view->fitRect(*rect);
        m_minimap->follow();
    }
}

void NetworkView::search(const QString& text)
{
    m_matches = m_scene->setSearch(text);
    m_search->setToolTip(text.isEmpty() ? QString() : tr("Layers that match: %1. Enter goes to the next.").arg(m_matches.size()));
    if (!m_matches.empty()) {
        m_view->ensureVisible(m_scene->boxRect(m_matches.front()));
    }
    showFound();
}

void NetworkView::showFound()
{
    const auto selected = m_workspace.selectedLayer();
    const auto at = selected ? std::find(m_matches.begin(), m_matches.end(), *selected) : m_matches.end();
    m_found->setText(m_search->text().isEmpty() ? QString()
                         : m_matches.empty()    ? tr("no match")
                         : at == m_matches.end() ? tr("%1 found").arg(m_matches.size())
                                                 : tr("%1 of %2").arg(at - m_matches.begin() + 1).arg(m_matches.size()));
}

void NetworkView::goToNextMatch()
{
    if (m_matches.empty()) {
        return;
    }
    const auto selected = m_workspace.selectedLayer();
    const auto next = selected ? std::upper_bound(m_matches.begin(), m_matches.end(), *selected) : m_matches.begin();
    m_workspace.setSelectedLayer(next == m_matches.end() ? m_matches.front() : *next);
    // So near that its name can be read.
    const QRectF box = m_scene->boxRect(*m_workspace.selectedLayer());
    if (m_view->transform().m11() < readableScale) {
        m_view->fitRect(QRectF(QPointF(), QSizeF(m_view->viewport()->size()) / readableScale).translated(box.center())
                            .translated(-QPointF(m_view->viewport()->width(), m_view->viewport()->height()) / readableScale / 2));
    } else {
        m_view->centerOn(box.center());
    }
    m_minimap->follow();
}

void NetworkView::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void NetworkView::applyPalette()
{
    m_scene->setColours(palette());
    refreshLegend();
    m_minimap->redraw();
}

void NetworkView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_minimap) {
        applyPalette();
    }
}

widgets::Figure NetworkView::figure() const
{
    auto schedule = m_workspace.schedule();
    if (!schedule || !schedule->problem) {
        auto bare = std::make_shared<schedule::Schedule>();
        bare->problem = std::make_shared<schedule::Problem>(m_workspace.problem());
        schedule = std::move(bare);
    }
    return networkFigure(schedule, m_layout ? &*m_layout : nullptr, m_columns);
}

} // namespace tilescape::ui::network
