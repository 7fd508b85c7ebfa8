#include "ui/layers/layers_table.h"

#include "core/io/schedule_tables.h"
#include "core/schedule/same_run.h"
#include "ui/layers/layers_filter.h"
#include "ui/layers/layers_model.h"
#include "ui/layers/row_delegate.h"
#include "ui/style/palette.h"
#include "ui/widgets/fit_to_font.h"
#include "ui/widgets/seen_updates.h"
#include "ui/workspace/baselines.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tilescape::ui::layers {

using workspace::Workspace;

namespace {

constexpr int widestColumn = 320;

} // namespace

LayersTable::LayersTable(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("layersTable"));
    setAccessibleName(tr("Layers"));
    m_model = new LayersModel(workspace, this);
    m_filter = new LayersFilter(this);
    m_filter->setSourceModel(m_model);
    buildView();
    buildHead();
    styleHeading();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_head);
    layout->addWidget(m_view, 1);
    connectWorkspace();
    showSelection();
    showState();
    showComparison(m_model->compares());
    fitColumns();
}

void LayersTable::buildView()
{
    m_view = new QTableView;
    setFocusProxy(m_view);
    m_view->setObjectName(QStringLiteral("layersView"));
    m_view->setAccessibleName(tr("Layers"));
    m_view->setWhatsThis(tr("A line a layer. A click on a heading sorts, one on a line selects the layer in all views."));
    m_view->setModel(m_filter);
    m_delegate = new RowDelegate(m_view);
    m_view->setItemDelegate(m_delegate);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setShowGrid(false);
    m_view->setWordWrap(false);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setTabKeyNavigation(false);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setMouseTracking(true);
    m_view->viewport()->installEventFilter(this);
    m_view->installEventFilter(this);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setMinimumSectionSize(1);
    widgets::fitToFont(m_view, [this] {
        const int row = m_view->fontMetrics().height() + 7;
        if (row != m_view->verticalHeader()->defaultSectionSize()) { // a theme changes no letters
            m_view->verticalHeader()->setDefaultSectionSize(row);
            m_columnsFitted = false;
            fitColumns();
        }
    });
    QHeaderView* heading = m_view->horizontalHeader();
    heading->setHighlightSections(false);
    heading->setSectionsMovable(true);
    heading->setSortIndicatorClearable(true);
    heading->setSortIndicator(-1, Qt::DescendingOrder);
    heading->setStretchLastSection(false);
    m_view->setSortingEnabled(true);

    auto* copyRows = new QAction(tr("Copy as CSV"), m_view);
    copyRows->setObjectName(QStringLiteral("layersCopyRows"));
    copyRows->setShortcut(QKeySequence::Copy);
    copyRows->setShortcutContext(Qt::WidgetShortcut);
    connect(copyRows, &QAction::triggered, this, &LayersTable::copy);
    m_view->addAction(copyRows);
    addCopyAs(tr("Copy as LaTeX"), "layersCopyLatex", io::TableFormat::Latex);
    addCopyAs(tr("Copy as Markdown"), "layersCopyMarkdown", io::TableFormat::Markdown);
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);

    auto* find = new QAction(tr("Filter"), this);
    find->setObjectName(QStringLiteral("layersFind"));
    find->setShortcut(QKeySequence::Find);
    find->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(find, &QAction::triggered, this, &LayersTable::focusFilter);
    addAction(find);
}

void LayersTable::addCopyAs(const QString& text, const char* objectName, io::TableFormat format)
{
    auto* action = new QAction(text, m_view);
    action->setObjectName(QLatin1String(objectName));
    connect(action, &QAction::triggered, this, [this, format] { QGuiApplication::clipboard()->setText(asTable(format)); });
    m_view->addAction(action);
}

void LayersTable::styleHeading()
{
    // The same space as in the cells, so that headings stand over their numbers.
    m_view->horizontalHeader()->setStyleSheet(
        QStringLiteral("QHeaderView::section { padding: 3px %1px; border: none; border-bottom: 1px solid %2; "
                       "background: %3; color: %4; }")
            .arg(QString::number(cellPadding + 2), style::outline(palette()).name(),
                 palette().color(QPalette::Window).name(), style::mutedText(palette()).name()));
}

void LayersTable::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    // A style sheet does not follow the palette by itself.
    if (m_view && event->type() == QEvent::PaletteChange) {
        styleHeading();
    }
}

void LayersTable::buildHead()
{
    m_head = new QWidget;
    m_filterText = new QLineEdit;
    m_filterText->setObjectName(QStringLiteral("layersFilter"));
    m_filterText->setPlaceholderText(tr("Filter by name or kind"));
    m_filterText->setAccessibleName(tr("Filter layers"));
    m_filterText->setToolTip(tr("Shows only layers whose name or kind has this text (Ctrl+F)."));
    m_filterText->setClearButtonEnabled(true);
    m_filterText->setMaximumWidth(320);
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("layersState"));
    m_state->setForegroundRole(QPalette::PlaceholderText);
    m_state->setToolTip(tr("Layers that are shown, of all."));
    auto* copyButton = new QToolButton;
    copyButton->setObjectName(QStringLiteral("layersCopy"));
    copyButton->setText(tr("Copy as CSV"));
    copyButton->setToolTip(tr("Copies the selected rows, or all if fewer than two are selected, with all digits."));
    copyButton->setAutoRaise(true);
    auto* line = new QHBoxLayout(m_head);
    line->setContentsMargins(9, 4, 9, 4);
    line->addWidget(m_filterText, 1);
    line->addWidget(m_state);
    line->addStretch(1);
    line->addWidget(copyButton);
    connect(m_filterText, &QLineEdit::textChanged, this, &LayersTable::setFilter);
    // What was looked for in one network hides the layers of another.
    connect(&m_workspace, &workspace::Workspace::networkChanged, this,
            [this, shown = m_workspace.problem().network.name]() mutable {
                if (shown != m_workspace.problem().network.name) {
                    shown = m_workspace.problem().network.name;
                    m_filterText->clear();
                }
            });
    connect(copyButton, &QToolButton::clicked, this, &LayersTable::copyTable);
}

void LayersTable::connectWorkspace()
{
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &LayersTable::takeSelection);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &LayersTable::takeSelection);
    connect(m_view, &QTableView::entered, this,
            [this](const QModelIndex& index) { m_workspace.setHoveredLayer(layerOf(index)); });
    connect(m_view->verticalScrollBar(), &QScrollBar::valueChanged, this, [this] { fitColumns(); });
    connect(&m_workspace, &Workspace::selectionChanged, this, &LayersTable::showSelection);
    connect(&m_workspace, &Workspace::hoverChanged, this, &LayersTable::showHover);
    m_updates = new widgets::SeenUpdates(this, [this] { refreshSchedule(); });
    connect(&m_workspace, &Workspace::scheduleChanged, m_updates, [this] { m_updates->request(); });
    connect(&m_workspace, &Workspace::solvingChanged, m_updates, [this] { m_updates->request([this] { showState(); }); });
    connect(m_model, &LayersModel::comparesChanged, this, &LayersTable::showComparison);
    connect(&m_workspace.baselines(), &workspace::Baselines::scheduleChanged, m_updates,
            [this] { m_updates->request([this] { fitColumns(LayersModel::ColumnCount); }); });
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        m_columnsFitted = false;
        m_view->scrollToTop(); // another network's place says nothing of this one
        showState();
        fitColumns();
    });
}

std::size_t LayersTable::layerOf(const QModelIndex& index) const
{
    return static_cast<std::size_t>(m_filter->mapToSource(index).row());
}

QModelIndex LayersTable::indexOf(std::size_t layer) const
{
    return m_filter->mapFromSource(m_model->index(static_cast<int>(layer), 0));
}

void LayersTable::takeSelection()
{
    if (m_following) {
        return;
    }
    const QItemSelectionModel* selection = m_view->selectionModel();
    if (!selection->hasSelection()) {
        m_workspace.setSelectedLayer({});
        return;
    }
    const QModelIndex current = selection->currentIndex();
    const bool currentIsSelected = current.isValid() && selection->isRowSelected(current.row());
    m_workspace.setSelectedLayer(layerOf(currentIsSelected ? current : selection->selectedRows().front()));
}

void LayersTable::showSelection()
{
    const QScopedValueRollback<bool> following(m_following, true);
    QItemSelectionModel* selection = m_view->selectionModel();
    const std::optional<std::size_t> layer = m_workspace.selectedLayer();
    const QModelIndex index = layer ? indexOf(*layer) : QModelIndex();
    if (!index.isValid()) {
        selection->clear();
        return;
    }
    // Several rows may be selected for copying: the one of them that the others show is the current one.
    if (!selection->isRowSelected(index.row())) {
        selection->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        m_view->scrollTo(index);
    }
}

void LayersTable::showHover()
{
    const std::optional<std::size_t> layer = m_workspace.hoveredLayer();
    const QModelIndex index = layer ? indexOf(*layer) : QModelIndex();
    m_delegate->setHoveredRow(index.isValid() ? std::optional(index.row()) : std::nullopt);
    m_view->viewport()->update();
}

void LayersTable::showState()
{
    const auto schedule = m_workspace.schedule();
    const int all = m_model->rowCount();
    const int shown = m_filter->rowCount();
    QString text = shown < all ? tr("%1 of %2 layers").arg(shown).arg(all)
                   : all == 1  ? tr("1 layer")
                               : tr("%n layers", nullptr, all);
    if (schedule && !schedule->hasResult() && schedule->status == schedule::Status::Infeasible) {
        text += tr(" · no valid schedule, see the problems");
    } else if (m_workspace.looksStale() && schedule) {
        text += tr(" · old result");
    }
    m_state->setText(text);
    m_delegate->setDimmed(m_workspace.looksStale());
    m_view->viewport()->update();
}

void LayersTable::refreshSchedule()
{
    const auto schedule = m_workspace.schedule();
    const bool sorted = m_view->horizontalHeader()->sortIndicatorSection() >= 0; // other rows may have come into sight
    const bool onlyEnergies = schedule && m_shown && m_columnsFitted && !sorted && schedule::runTheSame(*m_shown, *schedule);
    m_shown = schedule;
    showState();
    showHover(); // rows may have changed places
    fitColumns(onlyEnergies ? LayersModel::Energy : 0);
}

void LayersTable::showComparison(bool compares)
{
    for (int column = LayersModel::ColumnCount; column < LayersModel::ComparedCount; ++column) {
        m_view->setColumnHidden(column, !compares);
    }
    fitColumns(LayersModel::ColumnCount);
}

void LayersTable::fitColumns(int first)
{
    // Once for each network and size of letters: after that the widths are the person's, but that no number that is seen is ever cut off.
    const auto schedule = m_workspace.schedule();
    m_view->horizontalHeader()->setResizeContentsPrecision(m_columnsFitted ? 0 : 1000);
    const int columns = m_model->compares() ? LayersModel::ComparedCount : LayersModel::ColumnCount;
    for (int column = first; column < columns; ++column) {
        const int before = m_columnsFitted ? m_view->columnWidth(column) : 0;
        m_view->resizeColumnToContents(column);
        m_view->setColumnWidth(column, std::max(before, std::min(m_view->columnWidth(column), widestColumn)));
    }
    m_columnsFitted = schedule && schedule->hasResult();
}

QString LayersTable::asTable(io::TableFormat format) const
{
    const auto schedule = m_workspace.schedule();
    if (!schedule || !schedule->hasResult()) {
        return {};
    }
    const QItemSelectionModel* selection = m_view->selectionModel();
    const bool several = selection->selectedRows().size() > 1; // one selected row is what the other views show
    std::optional<std::vector<std::size_t>> layers(std::in_place);
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        if (!several || selection->isRowSelected(row)) {
            layers->push_back(layerOf(m_filter->index(row, 0)));
        }
    }
    if (static_cast<int>(layers->size()) == m_model->rowCount() && m_view->horizontalHeader()->sortIndicatorSection() < 0) {
        layers.reset();
    }
    return QString::fromStdString(io::writeTable(io::layersTable(*schedule, layers), format));
}

QString LayersTable::asCsv(bool onlySelected) const
{
    std::vector<int> rows;
    const QItemSelectionModel* selection = m_view->selectionModel();
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        if (!onlySelected || !selection->hasSelection() || selection->isRowSelected(row)) {
            rows.push_back(row);
        }
    }
    return csvText(*m_filter, rows, m_model->compares());
}

void LayersTable::copy() { QGuiApplication::clipboard()->setText(asCsv(true)); }

void LayersTable::copyTable()
{
    const bool several = m_view->selectionModel()->selectedRows().size() > 1; // one is what the other views show
    QGuiApplication::clipboard()->setText(asCsv(several));
}

void LayersTable::setFilter(const QString& text)
{
    if (m_filterText->text() != text) {
        m_filterText->setText(text); // comes back here
        return;
    }
    {
        // A layer that is filtered out stays selected everywhere else, and here once it is back.
        const QScopedValueRollback<bool> following(m_following, true);
        m_filter->setFilter(text);
    }
    showSelection();
    showHover();
    showState();
}

void LayersTable::focusFilter()
{
    m_filterText->setFocus(Qt::ShortcutFocusReason);
    m_filterText->selectAll();
}

bool LayersTable::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_view->viewport() && event->type() == QEvent::Leave) {
        m_workspace.setHoveredLayer({});
    }
    if (watched == m_view && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape && m_workspace.selectedLayer()) {
        m_workspace.setSelectedLayer({});
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace tilescape::ui::layers
