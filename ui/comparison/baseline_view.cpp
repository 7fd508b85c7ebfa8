#include "ui/comparison/baseline_view.h"

#include "core/io/difference_table.h"
#include "core/io/library.h"
#include "ui/comparison/changes_model.h"
#include "ui/style/format.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/row_table.h"
#include "ui/widgets/seen_updates.h"
#include "ui/workspace/baselines.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tilescape::ui::comparison {

using workspace::Baselines;
using workspace::Workspace;

namespace {

constexpr int nameLength = 16; ///< letters of a name that the box shows

} // namespace

BaselineView::BaselineView(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("baselineView"));
    setAccessibleName(tr("What changed"));
    m_model = new ChangesModel(this);
    buildTable();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(buildHead());
    layout->addWidget(m_table, 1);
    setFocusProxy(m_table);
    m_updates = new widgets::SeenUpdates(this, [this] { refresh(); });
    for (auto signal : {&Workspace::scheduleChanged, &Workspace::solvingChanged}) {
        connect(&m_workspace, signal, m_updates, [this] { m_updates->request(); });
    }
    for (auto signal : {&Baselines::listChanged, &Baselines::scheduleChanged}) {
        connect(&m_workspace.baselines(), signal, m_updates, [this] { m_updates->request(); });
    }
    connect(&m_workspace.baselines(), &Baselines::shownChanged, m_updates, [this] { m_updates->request(); });
    refresh();
}

QToolButton* BaselineView::addButton(const QString& text, const char* name, const QString& help)
{
    auto* button = new QToolButton;
    button->setObjectName(QLatin1String(name));
    button->setText(text);
    button->setToolTip(help);
    return button;
}

QWidget* BaselineView::buildHead()
{
    Baselines& baselines = m_workspace.baselines();
    m_pin = addButton(tr("Pin"), "pinBaseline", tr("Keep the result as a baseline, to compare with (Ctrl+B)"));
    m_remove = addButton(tr("Remove"), "removeBaseline", tr("Remove the chosen baseline from the project"));
    m_show = addButton(tr("Show it"), "showBaseline", tr("Chip and timeline show the baseline in place of the result (B)"));
    m_show->setCheckable(true);
    m_choice = new QComboBox;
    m_choice->setObjectName(QStringLiteral("baselineChoice"));
    m_choice->setAccessibleName(tr("Compared with"));
    m_choice->setToolTip(tr("What numbers are compared with. Another name, typed in, renames it."));
    m_choice->setEditable(true);
    m_choice->setInsertPolicy(QComboBox::NoInsert);
    m_choice->setMinimumContentsLength(nameLength);
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_state = new widgets::ElidedLabel;
    m_state->setObjectName(QStringLiteral("baselineState"));
    m_state->setForegroundRole(QPalette::PlaceholderText);
    connect(m_pin, &QToolButton::clicked, this, [&baselines] { baselines.pin(baselines.freeName()); });
    connect(m_remove, &QToolButton::clicked, this, [&baselines] { baselines.remove(*baselines.list().chosen); });
    connect(m_show, &QToolButton::clicked, &baselines, &Baselines::setShown);
    connect(m_choice, &QComboBox::activated, this, [&baselines](int row) {
        baselines.choose(row > 0 ? std::optional(static_cast<std::size_t>(row - 1)) : std::nullopt);
    });
    connect(m_choice->lineEdit(), &QLineEdit::editingFinished, this, [this] { rename(m_choice->currentText()); });
    auto* head = new QWidget;
    auto* line = new QHBoxLayout(head);
    line->setContentsMargins(8, 6, 8, 6);
    line->addWidget(m_pin);
    line->addWidget(m_choice);
    line->addWidget(m_remove);
    line->addWidget(m_show);
    line->addWidget(m_state, 1);
    return head;
}

void BaselineView::buildTable()
{
    m_table = widgets::makeRowTable(*m_model, QStringLiteral("changesTable"), tr("What changed from the baseline and why"));
    m_table->setWhatsThis(tr("Parts of the difference to the baseline, the largest first; they add up to it. A click selects a part’s first layer."));
    m_table->setShowGrid(false);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    // Sentences wrap: none is cut short.
    m_table->setWordWrap(true);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    QHeaderView* heading = m_table->horizontalHeader();
    heading->setSectionResizeMode(QHeaderView::ResizeToContents);
    heading->setSectionResizeMode(ChangesModel::What, QHeaderView::Stretch);
    addCopyAs(tr("Copy as LaTeX"), "changesCopyLatex", io::TableFormat::Latex);
    addCopyAs(tr("Copy as Markdown"), "changesCopyMarkdown", io::TableFormat::Markdown);
    addCopyAs(tr("Copy as CSV"), "changesCopyCsv", io::TableFormat::Csv);
    connect(m_table, &QTableView::clicked, this, &BaselineView::selectLayer);
    connect(m_table, &QTableView::activated, this, &BaselineView::selectLayer);
}

void BaselineView::addCopyAs(const QString& text, const char* objectName, io::TableFormat format)
{
    auto* action = new QAction(text, m_table);
    action->setObjectName(QLatin1String(objectName));
    connect(action, &QAction::triggered, this, [this, format] { QGuiApplication::clipboard()->setText(asTable(format)); });
    m_table->addAction(action);
}

QString BaselineView::asTable(io::TableFormat format) const
{
    const Baselines& baselines = m_workspace.baselines();
    const auto difference = baselines.difference();
    if (!difference || !baselines.schedule() || !baselines.chosen() || !m_workspace.schedule()) {
        return {};
    }
    return QString::fromStdString(io::writeTable(
        io::differenceTable({baselines.chosen()->name, m_workspace.network().name, *baselines.schedule(), *m_workspace.schedule(), *difference}), format));
}

void BaselineView::refresh()
{
    m_model->setDifference(m_workspace.baselines().difference());
    refreshChoice();
    refreshButtons();
    m_state->showText(stateText());
}

void BaselineView::refreshChoice()
{
    const io::Baselines& list = m_workspace.baselines().list();
    QStringList names{tr("nothing")};
    for (const io::Baseline& baseline : list.all) {
        names << QString::fromStdString(baseline.name);
    }
    QStringList shown;
    for (int row = 0; row < m_choice->count(); ++row) {
        shown << m_choice->itemText(row);
    }
    const QSignalBlocker quiet(m_choice);
    if (names != shown) {
        m_choice->clear();
        m_choice->addItems(names);
    }
    m_choice->setCurrentIndex(list.chosen ? static_cast<int>(*list.chosen) + 1 : 0);
    m_choice->setEditText(m_choice->itemText(m_choice->currentIndex()));
    m_choice->lineEdit()->setReadOnly(!list.chosen);
}

void BaselineView::refreshButtons()
{
    const Baselines& baselines = m_workspace.baselines();
    m_pin->setEnabled(baselines.canPin());
    m_remove->setEnabled(baselines.chosen() != nullptr);
    m_show->setEnabled(baselines.schedule() != nullptr);
    m_show->setChecked(baselines.isShown());
}

QString BaselineView::stateText() const
{
    const Baselines& baselines = m_workspace.baselines();
    if (!baselines.chosen()) {
        return baselines.list().all.empty() ? tr("Pin a result: from then on every number shows what it is more or less.")
                                            : tr("Numbers are compared with nothing.");
    }
    if (baselines.isSolving()) {
        return tr("solving the baseline…");
    }
    if (baselines.schedule() && !baselines.schedule()->hasResult()) {
        return tr("The baseline has no valid schedule.");
    }
    if (const auto schedule = m_workspace.schedule(); schedule && !schedule->hasResult()) {
        return tr("There is no schedule to compare with it: the list of problems says why.");
    }
    const schedule::Problem& problem = baselines.chosen()->problem;
    return tr("%1 on %2, batch %3")
        .arg(QString::fromStdString(problem.network.name), QString::fromStdString(io::titleOf(problem.hardware)))
        .arg(problem.batch);
}

void BaselineView::rename(const QString& text)
{
    Baselines& baselines = m_workspace.baselines();
    if (baselines.list().chosen) {
        baselines.rename(*baselines.list().chosen, text.trimmed());
    }
    refreshChoice();
}

void BaselineView::selectLayer(const QModelIndex& index)
{
    const auto& layers = m_workspace.network().layers;
    for (const QString& name : index.data(ChangesModel::LayersRole).toStringList()) {
        const auto layer = std::find_if(layers.begin(), layers.end(), [&](const auto& each) { return each.name == name.toStdString(); });
        if (layer != layers.end()) {
            m_workspace.setSelectedLayer(static_cast<std::size_t>(layer - layers.begin()));
            return;
        }
    }
}

} // namespace tilescape::ui::comparison
