#include "ui/gradient/gradient_view.h"

#include "ui/gradient/gradient_animation.h"
#include "ui/gradient/gradient_bars.h"
#include "ui/gradient/gradient_colours.h"
#include "ui/gradient/gradient_order_figure.h"
#include "ui/gradient/gradient_table.h"
#include "ui/style/core_text.h"
#include "ui/style/format.h"
#include "ui/style/origin.h"
#include "ui/widgets/figure_menu.h"
#include "ui/widgets/fit_to_font.h"
#include "ui/widgets/flow_layout.h"
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
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tilescape::ui::gradient {

using namespace tilescape::training::gradient;
using widgets::SettingRow;
using workspace::Workspace;

struct GradientView::Question {
    tilescape::network::Network network;
    Count batch = 1;
    Settings settings;
    friend bool operator==(const Question&, const Question&) = default;
};

namespace {

constexpr int lowPanel = 600; ///< pixels of height: less leaves bars beneath the tiles no room beside their axes and legend

const NumberRow& rowOf(std::string_view key)
{
    const auto rows = numberRows();
    return *std::find_if(rows.begin(), rows.end(), [&](const NumberRow& row) { return row.key == key; });
}

} // namespace

GradientView::GradientView(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("gradientView"));
    setAccessibleName(tr("Gradient order"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    buildHead();

    m_animation = new GradientAnimation;
    m_bars = new GradientBars;
    m_scroll = widgets::scrolled(m_bars);
    m_model = new GradientTable(this);
    const widgets::SortedTable table =
        widgets::makeSortedTable(*m_model, QStringLiteral("gradientTable"), tr("Times of all layers"));
    m_table = table.view;
    m_table->setWhatsThis(tr("Time of the backward pass of each layer in each order of its gradients."));
    m_sorted = table.sorted;
    widgets::fitToFont(m_table, [this] {
        m_table->verticalHeader()->setMinimumSectionSize(m_table->fontMetrics().height() + 4);
        m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 6);
    });
    m_tabs = new QTabWidget;
    m_tabs->setObjectName(QStringLiteral("gradientTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_scroll, tr("Bars"));
    m_tabs->addTab(m_table, tr("Table"));
    m_content = new QSplitter(Qt::Vertical);
    m_content->setChildrenCollapsible(false);
    m_content->addWidget(m_animation);
    m_content->addWidget(m_tabs);
    m_content->setStretchFactor(0, 3);
    m_content->setStretchFactor(1, 2);
    m_content->setSizes({480, 280});
    layout->addWidget(m_content, 1);

    const auto project = [this] { return workspace::projectText(m_workspace); };
    widgets::addFigureExport(m_animation, [this] { return m_animation->figure(); }, project);
    widgets::addFigureExport(m_bars, [this] { return m_bars->figure(); }, project);
    connect(m_bars, &GradientBars::layerClicked, this, &GradientView::select);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& current) {
        if (current.isValid()) {
            select(static_cast<std::size_t>(m_sorted->mapToSource(current).row()));
        }
    });
    m_updates = new widgets::SeenUpdates(this, [this] { problemChanged(); }, widgets::SeenUpdates::Start::OutOfDate);
    for (auto signal : {&Workspace::problemChanged, &Workspace::networkChanged}) {
        connect(&m_workspace, signal, m_updates, [this] { m_updates->request(); });
    }
    connect(&m_workspace, &Workspace::selectionChanged, this, &GradientView::selectionChanged);
    connect(&m_job, &workspace::BackgroundJob::runningChanged, this, &GradientView::refreshSummary);
    refreshHead();
    refreshSummary();
}

GradientView::~GradientView() = default;

/// In a low panel the animation is one more tab: neither has room beside the other.
void GradientView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool low = height() < lowPanel;
    if (low && m_animation->parent() == m_content) {
        m_tabs->insertTab(0, m_animation, tr("Tiles"));
        m_tabs->setCurrentIndex(0);
    } else if (!low && m_animation->parent() != m_content) {
        m_content->insertWidget(0, m_animation);
        m_animation->show();
    }
}

void GradientView::buildHead()
{
    m_npu = new QComboBox;
    m_npu->setObjectName(QStringLiteral("gradientNpu"));
    m_npu->setAccessibleName(tr("Machine"));
    for (const NpuPreset& preset : npuPresets()) {
        m_npu->addItem(style::coreText(preset.label), style::coreName(preset.name));
        m_npu->setItemData(m_npu->count() - 1, tr("%1. Batch there: %2 a core.").arg(style::coreName(preset.source)).arg(preset.batch),
                           Qt::ToolTipRole);
    }
    m_npu->addItem(tr("Own machine"), QStringLiteral("own"));
    m_npu->setToolTip(tr("Machine of the simulation; it stands beside the chip of the schedule"));
    connect(m_npu, &QComboBox::activated, this, [this](int index) {
        if (index < static_cast<int>(npuPresets().size())) {
            edit(tr("Change machine of the gradient order"),
                 [index](Settings& settings) { settings.npu = npuPresets()[static_cast<std::size_t>(index)].npu; });
        } else {
            edit(tr("Change machine of the gradient order"), [](Settings& settings) { settings.npu.name = ownNpu; });
        }
    });
    m_cores = m_boxes.add(settingRow(rowOf("cores")));
    m_tokens = m_boxes.add(settingRow(rowOf("sequence_length")));
    m_options = new QToolButton;
    m_options->setObjectName(QStringLiteral("gradientOptions"));
    m_options->setText(tr("Options"));
    m_options->setToolTip(tr("Readings of the model, and the numbers of the machine"));
    m_options->setPopupMode(QToolButton::InstantPopup);
    m_options->setMenu(buildOptions());
    m_summary = new QLabel;
    m_summary->setObjectName(QStringLiteral("gradientSummary"));
    m_summary->setWordWrap(true);
    m_summary->setContentsMargins(9, 2, 9, 4);

    auto* head = new widgets::FlowLayout;
    head->setContentsMargins(9, 4, 9, 2);
    head->setSpacing(8);
    head->addWidget(m_npu);
    head->addWidget(widgets::labelled(m_cores->accessibleName(), m_cores));
    head->addWidget(widgets::labelled(m_tokens->accessibleName(), m_tokens));
    head->addWidget(m_options);
    auto* outer = static_cast<QVBoxLayout*>(layout());
    outer->addLayout(head);
    outer->addWidget(m_summary);
}

QMenu* GradientView::buildOptions()
{
    auto* menu = new QMenu(this);
    menu->addMenu(new widgets::FormMenu(tr("Machine"), buildMachine(), menu));
    menu->addSeparator();
    for (const ChoiceRow& row : choiceRows()) {
        widgets::addChoiceMenu(*menu, settingRow(row));
    }
    menu->setToolTipsVisible(true);
    return menu;
}

QWidget* GradientView::buildMachine()
{
    auto* form = new QWidget;
    auto* layout = new QFormLayout(form);
    for (const NumberRow& row : numberRows()) {
        SettingRow setting = settingRow(row);
        setting.name = QStringLiteral("gradientMachine_%1").arg(style::coreName(row.key)); // some stand in the head, too
        m_boxes.addTo(*layout, setting);
    }
    return form;
}

SettingRow GradientView::settingRow(const NumberRow& row)
{
    SettingRow setting;
    setting.name = QStringLiteral("gradient_%1").arg(style::coreName(row.key));
    setting.label = style::coreText(row.label);
    setting.help = style::coreText(row.help);
    setting.quantity = widgets::wholeNumber(static_cast<double>(row.smallest), static_cast<double>(row.largest), style::coreName(row.unit));
    setting.get = [this, &row] {
        Settings settings = m_workspace.problem().training.gradient;
        return static_cast<double>(row.value(settings));
    };
    setting.set = [this, &row](double value) {
        edit(tr("Change %1").arg(style::coreText(row.label)), [&row, value](Settings& settings) {
            const Npu before = settings.npu;
            row.value(settings) = static_cast<Count>(value);
            if (settings.npu != before) {
                settings.npu.name = ownNpu;
            }
        });
    };
    return setting;
}

SettingRow GradientView::settingRow(const ChoiceRow& row)
{
    SettingRow setting;
    setting.name = QStringLiteral("gradient_%1").arg(style::coreName(row.key));
    setting.label = style::coreText(row.label);
    setting.help = style::coreText(row.help);
    for (std::size_t i = 0; i < row.labels.size(); ++i) {
        setting.choices << style::coreText(row.labels[i]);
        setting.choiceNames << style::coreName(row.names[i]);
    }
    setting.get = [this, &row] { return row.get(m_workspace.problem().training.gradient); };
    setting.set = [this, &row](double value) {
        edit(tr("Change %1").arg(style::coreText(row.label)), [&row, value](Settings& settings) { row.set(settings, static_cast<int>(value)); });
    };
    return setting;
}

void GradientView::edit(const QString& what, const std::function<void(Settings&)>& change)
{
    tilescape::training::Settings training = m_workspace.problem().training;
    change(training.gradient);
    if (training != m_workspace.problem().training) {
        m_workspace.setTraining(std::move(training), what);
    }
}

void GradientView::hideEvent(QHideEvent* event)
{
    m_animation->play(false);
    QWidget::hideEvent(event);
}

void GradientView::problemChanged()
{
    refreshHead();
    const schedule::Problem& problem = m_workspace.problem();
    Question question{problem.network, problem.batch, problem.training.gradient};
    if (!m_asked || *m_asked != question) {
        m_asked = std::make_unique<Question>(std::move(question));
        simulate();
    }
}

void GradientView::simulate()
{
    m_job.start([this, question = *m_asked](std::stop_token stop) {
        AnalysisControl control;
        control.stop = stop;
        auto result = analyse(question.network, question.batch, question.settings, control);
        if (!result) {
            const QString faults = QString::fromStdString(support::describe(result.faults()));
            return workspace::BackgroundJob::Deliver([this, faults] { take(nullptr, faults); });
        }
        auto shared = std::make_shared<const NetworkResult>(std::move(result.value()));
        return workspace::BackgroundJob::Deliver([this, shared] { take(shared, {}); });
    });
}

void GradientView::take(std::shared_ptr<const NetworkResult> result, const QString& faults)
{
    m_result = std::move(result);
    m_model->setResult(m_result);
    m_table->resizeColumnsToContents();
    m_bars->setResult(m_result);
    m_content->setVisible(m_result && !m_result->layers.empty());
    m_summary->setText(faults);
    refreshSummary();
    selectionChanged();
}

QString GradientView::message() const { return m_summary->text(); }

void GradientView::refreshHead()
{
    const Settings& settings = m_workspace.problem().training.gradient;
    int index = m_npu->count() - 1;
    for (std::size_t i = 0; i < npuPresets().size(); ++i) {
        if (npuPresets()[i].npu == settings.npu) {
            index = static_cast<int>(i);
        }
    }
    m_npu->setCurrentIndex(index);
    m_boxes.refresh();
    m_tokens->setEnabled(isTokenNetwork(m_workspace.problem().network));
}

void GradientView::refreshSummary()
{
    if (m_job.isRunning()) {
        m_summary->setText(tr("Simulating the backward pass, tile by tile …"));
        return;
    }
    if (!m_result) {
        return; // a fault stands there, or nothing has been asked
    }
    if (m_result->layers.empty()) {
        m_summary->setText(tr("The network has no layers with weights: there is no backward pass to order."));
        return;
    }
    const Machine machine(m_result->settings);
    const auto base = static_cast<double>(m_result->trainingCycles(Strategy::Sequential));
    const double seconds = base * static_cast<double>(machine.ticksPerCycle) / machine.ticksPerSecond;
    QStringList parts;
    for (const Strategy strategy : GradientBars::shown) {
        parts << QStringLiteral("%1 %2").arg(style::coreText(labelOf(strategy)),
                                             changeText(static_cast<double>(m_result->trainingCycles(strategy)), base));
    }
    const Total total = m_result->totalOf(Strategy::Sequential);
    m_summary->setText(tr("A training step, batch %1: %2 in sequence; %3. dY is %4 of what its backward pass reads.")
                           .arg(m_result->batch)
                           .arg(style::seconds(seconds), parts.join(QStringLiteral(", ")),
                                style::percentOf(static_cast<double>(total.dyReadBytes), static_cast<double>(total.readBytes))));
    m_summary->setToolTip(style::manualLine(style::Origin::GradientOrder));
}

std::optional<std::size_t> GradientView::selectedLayer() const
{
    if (!m_result || m_result->layers.empty()) {
        return std::nullopt;
    }
    const auto& layers = m_result->layers;
    if (const auto selected = m_workspace.selectedLayer(); selected && *selected < m_workspace.network().layers.size()) {
        const std::string& name = m_workspace.network().layers[*selected].name;
        const auto found = std::find_if(layers.begin(), layers.end(), [&](const LayerResult& layer) { return layer.product.layer == name; });
        if (found != layers.end()) {
            return static_cast<std::size_t>(found - layers.begin());
        }
    }
    // Nothing chosen: where the best order gains most.
    return layerOfMostGain(*m_result);
}

/// Which layer is shown; where that is not the selected one, why.
QString GradientView::aboutLayer(std::size_t shown) const
{
    const QString name = QString::fromStdString(m_result->layers[shown].product.layer);
    const auto selected = m_workspace.selectedLayer();
    const QString asked = selected && *selected < m_workspace.network().layers.size()
                              ? QString::fromStdString(m_workspace.network().layers[*selected].name)
                              : QString();
    const training::gradient::LayerGemm& product = m_result->layers[shown].product;
    QString one = product.count > 1 ? tr("%1, one of its %2 products").arg(name, QString::number(product.count)) : name;
    one = product.gemm.inputGradient ? one : tr("%1, whose dX no layer needs: one order only").arg(one);
    return asked == name     ? one
           : asked.isEmpty() ? tr("%1, where an order gains most").arg(one)
                             : tr("%1, where an order gains most: %2 has no weights").arg(one, asked);
}

void GradientView::selectionChanged()
{
    const auto layer = selectedLayer();
    m_bars->setSelected(layer);
    if (layer) {
        const QRectF column = m_bars->groupRect(*layer + 1);
        m_scroll->ensureVisible(static_cast<int>(column.center().x()), 0, static_cast<int>(column.width()), 0);
    }
    m_animation->setLayer(layer ? &m_result->layers[*layer] : nullptr, layer ? aboutLayer(*layer) : QString(),
                          m_result ? m_result->settings : Settings{});
    const QSignalBlocker quiet(m_table->selectionModel());
    if (layer) {
        m_table->selectRow(m_sorted->mapFromSource(m_model->index(static_cast<int>(*layer), 0)).row());
    }
    m_table->viewport()->update();
}

void GradientView::select(std::size_t layer)
{
    const std::string& name = m_result->layers[layer].product.layer;
    const auto& layers = m_workspace.network().layers;
    const auto found = std::find_if(layers.begin(), layers.end(), [&](const auto& each) { return each.name == name; });
    if (found != layers.end()) {
        m_workspace.setSelectedLayer(static_cast<std::size_t>(found - layers.begin()));
    }
}

} // namespace tilescape::ui::gradient
