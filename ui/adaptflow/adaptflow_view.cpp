#include "ui/adaptflow/adaptflow_view.h"

#include "ui/adaptflow/adaptflow_totals.h"
#include "ui/adaptflow/interconnect_picture.h"
#include "ui/adaptflow/volume_rows.h"
#include "ui/plot/labelled_bars.h"
#include "ui/plot/legend_strip.h"
#include "ui/style/core_text.h"
#include "ui/style/format.h"
#include "ui/style/origin.h"
#include "ui/style/palette.h"
#include "ui/widgets/figure_menu.h"
#include "ui/widgets/fit_to_font.h"
#include "ui/widgets/form_menu.h"
#include "ui/widgets/scrolled.h"
#include "ui/widgets/seen_updates.h"
#include "ui/widgets/sorted_table.h"
#include "ui/workspace/figure_project.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::adaptflow {

using namespace tilescape::training::adaptflow;
using widgets::SettingRow;
using workspace::Workspace;

struct AdaptflowView::Question {
    tilescape::network::Network network;
    Count batch = 1;
    Settings settings;
    friend bool operator==(const Question&, const Question&) = default;
};

AdaptflowView::AdaptflowView(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("adaptflowView"));
    setAccessibleName(tr("Dataflow choice"));
    m_rows = new VolumeRows;
    m_interconnect = new InterconnectPicture;
    m_totals = new plot::LabelledBars;
    m_totals->setObjectName(QStringLiteral("adaptflowTotals"));
    m_totals->setAccessibleName(tr("Totals of the network"));
    m_totals->setToolTip(tr("Sums over the layers; each bar to the scale of its group's largest.") + QLatin1Char('\n')
                         + style::manualLine(style::Origin::DataflowVolumes));
    m_totals->setOrigin(style::manualLine(style::Origin::DataflowVolumes));
    const auto project = [this] { return workspace::projectText(m_workspace); };
    widgets::addFigureExport(m_rows, [this] { return m_rows->figure(); }, project);
    widgets::addFigureExport(m_interconnect, [this] { return m_interconnect->figure(); }, project);
    widgets::addFigureExport(m_totals, [this] { return m_totals->figure(QStringLiteral("dataflow-totals"), tr("Totals of the network")); }, project);
    buildTable();

    auto* right = new QWidget;
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins({});
    m_operand = new QComboBox;
    m_operand->setObjectName(QStringLiteral("adaptflowOperand"));
    m_operand->setAccessibleName(tr("Operand that the interconnect carries"));
    m_operand->setToolTip(tr("Which operand's way through the interconnect is drawn"));
    m_operand->addItems({tr("Weights"), tr("Inputs"), tr("Partial sums")});
    m_operand->setCurrentIndex(1);
    connect(m_operand, &QComboBox::currentIndexChanged, this, &AdaptflowView::showInterconnect);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(9, 4, 9, 0);
    line->addWidget(new QLabel(tr("Interconnect")));
    line->addWidget(m_operand);
    line->addStretch(1);
    column->addLayout(line);
    column->addWidget(m_interconnect, 1);
    column->addWidget(m_totals);

    auto* upper = new QSplitter(Qt::Horizontal);
    upper->setChildrenCollapsible(false);
    auto* left = new QWidget;
    auto* list = new QVBoxLayout(left);
    list->setContentsMargins({});
    list->setSpacing(0);
    auto* legend = new plot::LegendStrip;
    legend->setItems(VolumeRows::legend());
    legend->setRows(2);
    list->addWidget(legend);
    list->addWidget(m_rows, 1);
    upper->addWidget(left);
    upper->addWidget(widgets::scrolled(right));
    upper->setStretchFactor(0, 1);
    upper->setStretchFactor(1, 1);
    auto* tabs = new QTabWidget;
    tabs->setObjectName(QStringLiteral("adaptflowTabs"));
    tabs->setDocumentMode(true);
    tabs->addTab(upper, tr("Layers and array"));
    tabs->addTab(m_table, tr("Table"));
    m_content = tabs;
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(buildHead());
    layout->addWidget(m_content, 1);
    layout->addStretch(0);

    connect(m_rows, &VolumeRows::rowClicked, this, &AdaptflowView::select);
    m_updates = new widgets::SeenUpdates(this, [this] { problemChanged(); }, widgets::SeenUpdates::Start::OutOfDate);
    for (auto signal : {&Workspace::problemChanged, &Workspace::networkChanged}) {
        connect(&m_workspace, signal, m_updates, [this] { m_updates->request(); });
    }
    connect(&m_workspace, &Workspace::selectionChanged, this, &AdaptflowView::showSelection);
    connect(&m_job, &workspace::BackgroundJob::runningChanged, this, &AdaptflowView::showSummary);
    m_content->hide();
    showSettings();
    showInterconnect();
}

AdaptflowView::~AdaptflowView() = default;

SettingRow AdaptflowView::settingRow(const NumberRow& row)
{
    SettingRow setting;
    setting.name = QStringLiteral("adaptflow_%1").arg(style::coreName(row.key));
    setting.label = style::coreText(row.label);
    setting.help = style::coreText(row.help);
    setting.quantity = widgets::wholeNumber(static_cast<double>(row.smallest), static_cast<double>(row.largest), style::coreName(row.unit));
    setting.get = [this, &row] {
        Settings settings = m_workspace.problem().training.adaptflow;
        return static_cast<double>(row.value(settings));
    };
    setting.set = [this, &row](double value) {
        edit(tr("Change %1").arg(style::coreText(row.label)), [&](Settings& settings) { row.value(settings) = static_cast<Count>(value); });
    };
    return setting;
}

SettingRow AdaptflowView::settingRow(const ChoiceRow& row)
{
    SettingRow setting;
    setting.name = QStringLiteral("adaptflow_%1").arg(style::coreName(row.key));
    setting.label = style::coreText(row.label);
    setting.help = style::coreText(row.help);
    for (std::size_t i = 0; i < row.labels.size(); ++i) {
        setting.choices << style::coreText(row.labels[i]);
        setting.choiceNames << style::coreName(row.names[i]);
    }
    setting.get = [this, &row] { return row.get(m_workspace.problem().training.adaptflow); };
    setting.set = [this, &row](double value) {
        edit(tr("Change %1").arg(style::coreText(row.label)), [&](Settings& settings) { row.set(settings, static_cast<int>(value)); });
    };
    return setting;
}

QWidget* AdaptflowView::buildHead()
{
    auto* head = new QWidget;
    auto* outer = new QVBoxLayout(head);
    outer->setContentsMargins(9, 4, 9, 4);
    auto* line = new QHBoxLayout;
    line->addWidget(new QLabel(tr("Global buffer")));
    line->addWidget(m_boxes.add(settingRow(numberRows().front())));
    auto* options = new QToolButton;
    options->setObjectName(QStringLiteral("adaptflowOptions"));
    options->setText(tr("Options"));
    options->setToolTip(tr("Precisions, bandwidths and energies; readings of the equations"));
    options->setPopupMode(QToolButton::InstantPopup);
    options->setMenu(buildOptions());
    line->addWidget(options);
    line->addStretch(1);
    outer->addLayout(line);
    m_summary = new QLabel;
    m_summary->setObjectName(QStringLiteral("adaptflowSummary"));
    m_summary->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    // One text or the other: what is below stays where it is.
    widgets::fitToFont(m_summary,
                       [this] { m_summary->setMinimumHeight(2 * m_summary->fontMetrics().lineSpacing() + 4); });
    m_summary->setWordWrap(true);
    outer->addWidget(m_summary);
    return head;
}

QMenu* AdaptflowView::buildOptions()
{
    auto* menu = new QMenu(this);
    menu->setToolTipsVisible(true);
    auto* form = new QWidget;
    auto* layout = new QFormLayout(form);
    for (const NumberRow& row : numberRows().subspan(1)) {
        m_boxes.addTo(*layout, settingRow(row));
    }
    menu->addMenu(new widgets::FormMenu(tr("Numbers"), form, menu));
    menu->addSeparator();
    for (const ChoiceRow& row : choiceRows()) {
        widgets::addChoiceMenu(*menu, settingRow(row));
    }
    return menu;
}

void AdaptflowView::buildTable()
{
    m_model = new AdaptflowTable(this);
    const widgets::SortedTable table =
        widgets::makeSortedTable(*m_model, QStringLiteral("adaptflowTable"), tr("Volumes and cycles of all layers"));
    m_table = table.view;
    m_table->setWhatsThis(tr("DRAM volume and cycles of each layer under each of the three dataflows; the chosen one is marked."));
    m_sorted = table.sorted;
    widgets::fitToFont(
        m_table, [this] { m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 6); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& current) {
        if (current.isValid()) {
            select(static_cast<std::size_t>(m_sorted->mapToSource(current).row()));
        }
    });
}

void AdaptflowView::edit(const QString& what, const std::function<void(Settings&)>& change)
{
    tilescape::training::Settings training = m_workspace.problem().training;
    change(training.adaptflow);
    if (training != m_workspace.problem().training) {
        m_workspace.setTraining(std::move(training), what);
    }
}

void AdaptflowView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_totals != nullptr) {
        showTotals();
    }
}

void AdaptflowView::problemChanged()
{
    showSettings();
    const schedule::Problem& problem = m_workspace.problem();
    Question question{m_workspace.network(), problem.batch, problem.training.adaptflow};
    if (!m_asked || *m_asked != question) {
        m_asked = std::make_unique<Question>(std::move(question));
        find();
    }
}

void AdaptflowView::find()
{
    m_job.start([this, question = *m_asked](std::stop_token) {
        auto study = std::make_shared<const AdaptflowStudy>(studyDataflows(question.network, question.batch, question.settings));
        return workspace::BackgroundJob::Deliver([this, study] { take(study); });
    });
}

void AdaptflowView::take(std::shared_ptr<const AdaptflowStudy> study)
{
    m_study = std::move(study);
    m_model->setStudy(m_study);
    m_table->resizeColumnsToContents();
    m_rows->setSelection({m_study, &m_study->selection});
    m_content->setVisible(!m_study->selection.empty());
    showSummary();
    showTotals();
    showSelection();
}

QString AdaptflowView::message() const { return m_summary->text(); }

void AdaptflowView::showSettings() { m_boxes.refresh(); }

void AdaptflowView::showSummary()
{
    if (m_job.isRunning()) {
        m_summary->setText(tr("Searching tiles for three dataflows …"));
        return;
    }
    if (!m_study) {
        return;
    }
    if (m_study->selection.empty()) {
        m_summary->setText(tr("The network has no layers with weights: there is nothing to choose."));
        return;
    }
    const auto unfit = std::count_if(m_study->selection.begin(), m_study->selection.end(),
                                     [](const LayerChoice& layer) { return !layer.choice; });
    if (unfit > 0) {
        m_summary->setText(tr("No tile fits the buffer for %1 of %2 layers: enlarge it.").arg(unfit).arg(m_study->selection.size()));
        return;
    }
    if (const auto unfit =
            firstUnfit(m_study->selection, m_study->machines, m_workspace.problem().training.adaptflow)) {
        m_summary->setText((unfit->inBuffer
                                ? tr("No tile of %1 fits the buffer (%2) on %3: enlarge it.")
                                : tr("No tile of %1 fits the memories of the PEs (%2) on %3: enlarge them."))
                               .arg(QString::fromStdString(m_study->selection[unfit->layer].name),
                                    style::byteCount(unfit->bytes), style::coreText(labelOf(unfit->machine))));
        return;
    }
    const Totals& totals = m_study->totals;
    const double fixed = *std::min_element(totals.elements.begin(), totals.elements.end());
    m_summary->setText(tr("Chosen layer by layer: %1 elements (%2) between DRAM and buffer, %3 less than the best fixed dataflow; at least "
                          "%4. Time below NVDLA %5, ShiDianNao %6, Eyeriss %7.")
                           .arg(style::count(totals.chosenElements), style::byteCount(totals.chosenBytes),
                                style::percent(1 - totals.chosenElements / fixed), style::count(totals.compulsory),
                                style::percent(timeReduction(m_study->machines, Machine::Nvdla)),
                                style::percent(timeReduction(m_study->machines, Machine::ShiDianNao)),
                                style::percent(timeReduction(m_study->machines, Machine::Eyeriss))));
    m_summary->setToolTip(style::manualLine(style::Origin::DataflowVolumes));
}

void AdaptflowView::showTotals()
{
    if (!m_study) {
        return;
    }
    m_totals->setGroups(adaptflowTotals(*m_study));
}

std::optional<std::size_t> AdaptflowView::selectedRow() const
{
    if (!m_study || !m_workspace.selectedLayer()) {
        return std::nullopt;
    }
    const Selection& selection = m_study->selection;
    const auto found = std::find_if(selection.begin(), selection.end(),
                                    [&](const LayerChoice& layer) { return layer.layer == *m_workspace.selectedLayer(); });
    return found == selection.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - selection.begin()));
}

void AdaptflowView::showSelection()
{
    const auto row = selectedRow();
    m_rows->setCurrent(row);
    showInterconnect();
    const QSignalBlocker quiet(m_table->selectionModel());
    if (row) {
        m_table->selectRow(m_sorted->mapFromSource(m_model->index(static_cast<int>(*row), 0)).row());
    } else {
        m_table->clearSelection();
    }
    m_table->viewport()->update();
}

void AdaptflowView::showInterconnect()
{
    // Nothing selected: the first layer, so that the picture is never empty for want of a click.
    const bool any = m_study && !m_study->selection.empty();
    const auto dataflow = any ? m_study->selection[selectedRow().value_or(0)].choice : std::nullopt;
    m_interconnect->show(dataflow, allTensors[static_cast<std::size_t>(m_operand->currentIndex())]);
}

void AdaptflowView::select(std::size_t row)
{
    if (m_study && row < m_study->selection.size() && m_study->selection[row].layer < m_workspace.network().layers.size()) {
        m_workspace.setSelectedLayer(m_study->selection[row].layer);
    }
}

} // namespace tilescape::ui::adaptflow
