#include "ui/parallelism/parallelism_view.h"

#include "ui/parallelism/parallelism_charts.h"
#include "ui/parallelism/parallelism_map.h"
#include "ui/parallelism/parallelism_text.h"
#include "ui/parallelism/topology_picture.h"
#include "ui/plot/value_chart.h"
#include "ui/style/core_text.h"
#include "ui/style/format.h"
#include "ui/style/origin.h"
#include "ui/widgets/figure_menu.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/form_menu.h"
#include "ui/widgets/scrolled.h"
#include "ui/widgets/seen_updates.h"
#include "ui/workspace/figure_project.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>

#include <algorithm>

namespace tilescape::ui::parallelism {

using namespace tilescape::training::parallelism;
using widgets::SettingRow;

namespace {

/// Charts stand two by two in a usual panel, in a row in a wide one, in heights of a line of text.
constexpr int wide = 82;
constexpr int narrow = 40; ///< and one beneath the other where two have no room

const Option& optionNamed(std::string_view key)
{
    const auto rows = options();
    return *std::find_if(rows.begin(), rows.end(), [&](const Option& row) { return row.key == key; });
}

const Number& numberNamed(std::string_view key)
{
    const auto rows = numbers();
    return *std::find_if(rows.begin(), rows.end(), [&](const Number& row) { return row.key == key; });
}

/// What stands in the head of the view and not in the list of readings.
bool isInHead(std::string_view key)
{
    return key == "strategy" || key == "topology" || key == "levels" || key == "word_bits";
}

} // namespace

ParallelismView::ParallelismView(workspace::Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("parallelismView"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(buildHead());
    m_totals = new QLabel;
    m_totals->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_totals->setWordWrap(true);
    layout->addWidget(m_totals);
    m_map = new ParallelismMap;
    m_price = new QLabel;
    m_price->setWordWrap(true);
    auto* drawings = new QWidget;
    auto* column = new QVBoxLayout(drawings);
    column->setContentsMargins({});
    column->addWidget(m_map, 2);
    column->addWidget(m_price);
    column->addWidget(buildCharts(), 3);
    layout->addWidget(widgets::scrolled(drawings), 1);
    const auto project = [this] { return workspace::projectText(m_workspace); };
    widgets::addFigureExport(m_map, [this] { return m_map->figure(); }, project);
    connect(m_map, &ParallelismMap::toggled, this, &ParallelismView::toggle);
    connect(m_map, &ParallelismMap::layerPicked, this, [this](const QString& name) {
        const auto& layers = m_workspace.network().layers;
        const auto found = std::find_if(layers.begin(), layers.end(), [&](const auto& l) { return l.name == name.toStdString(); });
        m_workspace.setSelectedLayer(found == layers.end() ? std::nullopt
                                                           : std::optional(static_cast<std::size_t>(found - layers.begin())));
    });
    m_updates = new widgets::SeenUpdates(this, [this] { problemChanged(); }, widgets::SeenUpdates::Start::OutOfDate);
    connect(&m_workspace, &workspace::Workspace::problemChanged, m_updates, [this] { m_updates->request(); });
    connect(&m_workspace, &workspace::Workspace::selectionChanged, this, &ParallelismView::showSelection);
    showSettings();
}

ParallelismView::~ParallelismView() = default;

QWidget* ParallelismView::buildHead()
{
    auto* head = new QWidget;
    auto* layout = new widgets::FlowLayout(head);
    layout->setContentsMargins({});
    layout->setSpacing(6);
    layout->addWidget(m_boxes.add(settingRow(numberNamed("levels"), tr("levels"))));
    layout->addWidget(m_accelerators = new QLabel);
    m_accelerators->setToolTip(tr("Each level halves the array: two to the power of the levels."));
    layout->addWidget(m_boxes.add(settingRow(numberNamed("word_bits"), tr("bit"))));
    layout->addWidget(m_boxes.add(settingRow(optionNamed("strategy"))));
    layout->addWidget(m_boxes.add(settingRow(optionNamed("topology"))));
    auto* readings = new QPushButton;
    readings->setObjectName(QStringLiteral("readings"));
    readings->setText(tr("Model"));
    readings->setToolTip(tr("Readings of the paper, speed, bandwidth and energies"));
    readings->setMenu(new widgets::FormMenu({}, buildReadings(), readings));
    layout->addWidget(readings);
    m_release = new QToolButton;
    m_release->setObjectName(QStringLiteral("release"));
    m_release->setText(tr("Release all"));
    m_release->setToolTip(tr("Leave every forced choice to the strategy again"));
    connect(m_release, &QToolButton::clicked, this,
            [this] { edit(tr("Release all choices"), [](Settings& settings) { settings.forced.clear(); }); });
    layout->addWidget(m_release);
    return head;
}

SettingRow ParallelismView::settingRow(const Option& row)
{
    SettingRow setting;
    setting.name = style::coreName(row.key);
    setting.label = style::coreText(row.label);
    setting.help = style::coreText(row.help);
    for (std::size_t i = 0; i < row.labels.size(); ++i) {
        setting.choices << style::coreText(row.labels[i]);
        setting.choiceNames << style::coreName(row.values[i]);
    }
    setting.get = [this, &row] { return static_cast<double>(row.get(m_workspace.problem().training.parallelism)); };
    setting.set = [this, &row](double value) {
        edit(tr("Change %1").arg(style::coreText(row.label).toLower()),
             [&](Settings& settings) { row.set(settings, static_cast<std::size_t>(value)); });
    };
    return setting;
}

SettingRow ParallelismView::settingRow(const Number& row, const QString& unit)
{
    SettingRow setting;
    setting.name = style::coreName(row.key);
    setting.label = style::coreText(row.label);
    setting.help = style::coreText(row.help);
    if (row.whole) {
        setting.quantity = widgets::wholeNumber(row.smallest, row.largest, unit);
    } else {
        setting.quantity = {.unit = unit, .smallest = row.smallest, .largest = row.largest};
    }
    setting.get = [this, &row] { return row.get(m_workspace.problem().training.parallelism); };
    setting.set = [this, &row](double value) {
        edit(tr("Change %1").arg(style::coreText(row.label).toLower()), [&](Settings& settings) { row.set(settings, value); });
    };
    return setting;
}

QWidget* ParallelismView::buildReadings()
{
    auto* panel = new QWidget;
    auto* form = new QFormLayout(panel);
    for (const Option& row : options()) {
        if (!isInHead(row.key)) {
            m_boxes.addTo(*form, settingRow(row));
        }
    }
    for (const Number& row : numbers()) {
        if (!isInHead(row.key)) {
            m_boxes.addTo(*form, settingRow(row, style::coreName(row.unit)));
        }
    }
    auto* defaults = new QPushButton(tr("Restore defaults"));
    defaults->setObjectName(QStringLiteral("defaults"));
    connect(defaults, &QPushButton::clicked, this, [this] {
        edit(tr("Restore the defaults of parallelism"), [](Settings& settings) {
            Settings usual;
            usual.forced = settings.forced;
            settings = usual;
        });
    });
    form->addRow(defaults);
    return panel;
}

QWidget* ParallelismView::buildCharts()
{
    auto* charts = new QWidget;
    m_charts = new QGridLayout(charts);
    m_charts->setContentsMargins(0, 0, 0, 0);
    m_strategies = new plot::ValueChart;
    m_kinds = new plot::ValueChart;
    m_scaling = new plot::ValueChart;
    m_topology = new TopologyPicture;
    m_measure = new QComboBox;
    m_measure->setObjectName(QStringLiteral("measure"));
    m_measure->setAccessibleName(tr("What the strategies are compared by"));
    m_measure->setToolTip(tr("Time, communication or energy of a training step."));
    m_measure->addItems({tr("Time"), tr("Communication"), tr("Energy")});
    m_strategiesAndBox = new QWidget;
    auto* column = new QVBoxLayout(m_strategiesAndBox);
    column->setContentsMargins({});
    column->addWidget(m_measure, 0, Qt::AlignRight);
    column->addWidget(m_strategies, 1);
    connect(m_measure, &QComboBox::currentIndexChanged, this, &ParallelismView::showStrategies);
    const auto project = [this] { return workspace::projectText(m_workspace); };
    widgets::addFigureExport(m_strategies, [this] { return m_strategies->figure(QStringLiteral("parallelism-strategies")); }, project);
    widgets::addFigureExport(m_kinds, [this] { return m_kinds->figure(QStringLiteral("parallelism-communication")); }, project);
    widgets::addFigureExport(m_scaling, [this] { return m_scaling->figure(QStringLiteral("parallelism-scaling")); }, project);
    widgets::addFigureExport(m_topology, [this] { return m_topology->figure(); }, project);
    arrange();
    return charts;
}

void ParallelismView::arrange()
{
    const int lines = width() / fontMetrics().lineSpacing();
    const int columns = lines >= wide ? 4 : lines >= narrow ? 2 : 1;
    const std::array<QWidget*, 4> all{m_strategiesAndBox, m_kinds, m_scaling, m_topology};
    for (int i = 0; i < 4; ++i) {
        m_charts->addWidget(all[static_cast<std::size_t>(i)], i / columns, i % columns);
    }
}

void ParallelismView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void ParallelismView::edit(const QString& words, const std::function<void(Settings&)>& change)
{
    tilescape::training::Settings training = m_workspace.problem().training;
    change(training.parallelism);
    m_workspace.setTraining(std::move(training), words);
}

void ParallelismView::toggle(std::size_t level, const QString& layer, Choice now)
{
    const Forced wanted{static_cast<Count>(level) + 1, layer.toStdString(), now == Choice::Data ? Choice::Model : Choice::Data};
    const auto isHere = [&](const Forced& f) { return f.level == wanted.level && f.layer == wanted.layer; };
    const std::vector<Forced>& forced = m_workspace.problem().training.parallelism.forced;
    const bool release = std::any_of(forced.begin(), forced.end(), isHere);
    const QString place = tr("%1 at H%2").arg(layer).arg(level + 1);
    edit(release ? tr("Release %1").arg(place) : tr("Force %1 to %2").arg(place, label(wanted.choice)), [&](Settings& settings) {
        std::erase_if(settings.forced, isHere);
        if (!release) {
            settings.forced.push_back(wanted);
        }
    });
}

void ParallelismView::problemChanged()
{
    const schedule::Problem& problem = m_workspace.problem();
    showSettings();
    find();
    m_release->setEnabled(!problem.training.parallelism.forced.empty());
}

void ParallelismView::find()
{
    // Each edit of the schedule's side comes by here too: a copy of a network is nothing beside a solve.
    m_job.start([this, problem = m_workspace.problem()](const std::stop_token&) -> workspace::BackgroundJob::Deliver {
        auto study = std::make_shared<const ParallelismStudy>(studyParallelism(problem));
        return [this, study] { take(study); };
    });
}

void ParallelismView::take(std::shared_ptr<const ParallelismStudy> study)
{
    m_study = std::move(study);
    m_map->setStudy(m_study);
    m_topology->setStudy(m_study);
    showTexts();
    showStrategies();
    showKinds();
    showScaling();
    showSelection();
}

void ParallelismView::showSettings()
{
    const Settings& settings = m_workspace.problem().training.parallelism;
    m_boxes.refresh();
    const int count = 1 << settings.levels;
    m_accelerators->setText(count == 1 ? tr("1 accelerator") : tr("%Ln accelerators", nullptr, count));
    m_release->setEnabled(!settings.forced.empty());
}

QString ParallelismView::totals() const { return m_totals->text(); }

QString ParallelismView::price() const { return m_price->text(); }

void ParallelismView::showTexts()
{
    if (!m_study->plan) {
        m_totals->clear();
        m_price->setText(QString::fromStdString(support::describe(m_study->faults)));
        return;
    }
    const Plan& plan = *m_study->plan;
    m_totals->setText(tr("Training step, batch %1: %2 communicated · %3 (%4 of it communication) · %5")
                          .arg(QLocale().toString(static_cast<qlonglong>(m_study->batch)))
                          .arg(style::byteCount(plan.totalBytes), style::seconds(plan.stepSeconds),
                               style::percentOf(plan.communicationSeconds, plan.stepSeconds), joules(plan.energyJoules)));
    const std::size_t forced = m_study->settings.forced.size() - plan.notes.size();
    QStringList lines;
    if (forced > 0) {
        const QString count = forced == 1 ? tr("1 forced choice, outlined")
                                          : tr("%n forced choices, outlined", nullptr, static_cast<int>(forced));
        lines << tr("%1: %2 against the plan without.").arg(count, difference(m_study->freely, costOf(plan)));
    } else {
        lines << tr("dp: data parallelism, mp: model parallelism. Click a cell to force the other choice; rest on it to see its "
                    "price.");
    }
    for (const support::Diagnostic& note : plan.notes) {
        lines << QString::fromStdString(support::describe(note));
    }
    if (!plan.exact) {
        lines << tr("So many branches lie open at once that the search settled some early: the plan may not be the best.");
    }
    m_price->setText(lines.join(QStringLiteral("\n")));
}

void ParallelismView::showStrategies()
{
    if (m_study) {
        const auto measure = static_cast<StepMeasure>(m_measure->currentIndex());
        m_strategies->setContent(strategiesChart(*m_study, measure));
        m_strategies->setNotes(strategiesNotes(*m_study, measure));
        tellOrigins();
    }
}

void ParallelismView::tellOrigins()
{
    const std::array<style::Origin, 3> measures{style::Origin::StepTime, style::Origin::Communication, style::Origin::StepEnergy}; // as in the box
    m_strategies->setOrigin(style::manualLine(measures[static_cast<std::size_t>(m_measure->currentIndex())]));
    m_kinds->setOrigin(style::manualLine(style::Origin::Communication));
    m_scaling->setOrigin(style::manualLine(style::Origin::StepTime));
    m_totals->setToolTip(tr("Bytes that all accelerators exchange, time of the step, and its energy, each the sum over layers and levels")
                         + QLatin1Char('\n') + style::manualLine(style::Origin::StepTime));
}

void ParallelismView::showKinds() { m_kinds->setContent(communicationChart(*m_study)); }

void ParallelismView::showScaling() { m_scaling->setContent(scalingChart(*m_study)); }

void ParallelismView::showSelection()
{
    const auto selected = m_workspace.selectedLayer();
    m_map->setSelectedLayer(selected ? QString::fromStdString(m_workspace.network().layers[*selected].name) : QString());
}

} // namespace tilescape::ui::parallelism
