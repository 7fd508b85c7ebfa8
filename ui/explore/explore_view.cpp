#include "ui/explore/explore_view.h"

#include "core/io/files.h"
#include "core/io/sweep_json.h"
#include "core/io/sweep_result.h"
#include "ui/explore/axis_row.h"
#include "ui/explore/measure_text.h"
#include "ui/explore/points_model.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/sorted_table.h"
#include "ui/workspace/edit_problem.h"
#include "ui/workspace/figure_project.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace tilescape::ui::explore {

namespace keys = tilescape::explore;

namespace {

constexpr std::size_t mostAxes = 4;
constexpr int axesWidth = 290; ///< pixels
constexpr int besideFrom = 640; ///< width from which axes stand beside what was found
constexpr std::array<const char*, mostAxes> firstKeys{"buffer_bytes_per_tile", "pe_rows", "dram_gigabytes_per_second", "batch"};

QString remaining(double seconds)
{
    const auto whole = static_cast<int>(seconds + 0.5);
    return whole < 60     ? ExploreView::tr("%1 s left").arg(whole)
           : whole < 3600 ? ExploreView::tr("%1 min %2 s left").arg(whole / 60).arg(whole % 60)
                          : ExploreView::tr("%1 h %2 min left").arg(whole / 3600).arg(whole % 3600 / 60);
}

std::string keyOf(const QComboBox& box) { return box.currentData().toString().toStdString(); }

} // namespace

ExploreView::ExploreView(workspace::Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("exploreView"));
    setAccessibleName(tr("Explore"));
    m_sides = new QBoxLayout(QBoxLayout::LeftToRight, this);
    m_sides->setContentsMargins({});
    m_sides->setSpacing(0);
    m_sides->setSizeConstraint(QLayout::SetNoConstraint); // a narrow panel has the axes above
    m_sides->addWidget(buildAxes());
    auto* found = new QVBoxLayout;
    found->setSpacing(0);
    m_tabs = new QTabWidget;
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(buildChart(), tr("Chart"));
    m_tabs->addTab(buildTable(), tr("Points"));
    found->addWidget(buildHead());
    found->addWidget(m_tabs, 1);
    m_sides->addLayout(found, 1);
    connect(&m_service, &workspace::SweepService::resultsChanged, this, &ExploreView::showResults);
    connect(&m_service, &workspace::SweepService::runningChanged, this, &ExploreView::showState);
    addAxis();
    addAxis();
    offerChoices();
    showResults();
}

QWidget* ExploreView::buildAxes()
{
    auto* list = new QWidget;
    m_axisList = new QVBoxLayout(list);
    m_axisList->setContentsMargins(8, 8, 8, 8);
    m_add = new QPushButton(tr("Add axis"));
    m_add->setObjectName(QStringLiteral("addAxis"));
    m_add->setToolTip(tr("Vary one more parameter: every combination is a point"));
    connect(m_add, &QPushButton::clicked, this, [this] { addAxis(); });
    m_axisList->addWidget(m_add);
    m_axisList->addStretch(1);
    auto* area = m_axisArea = new QScrollArea;
    area->setObjectName(QStringLiteral("axes"));
    area->setWidget(list);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setMinimumWidth(axesWidth);
    return area;
}

QWidget* ExploreView::buildHead()
{
    const auto button = [this](const QString& text, const char* name, const QString& help, void (ExploreView::*pressed)()) {
        auto* made = new QPushButton(text);
        made->setObjectName(QLatin1String(name));
        made->setToolTip(help);
        connect(made, &QPushButton::clicked, this, pressed);
        return made;
    };
    m_run = button(tr("Run"), "runSweep", tr("Solve all points of the axes with what else the open problem has"), &ExploreView::run);
    m_pause = button(tr("Pause"), "pauseSweep", tr("Begin no more points for now"), &ExploreView::pauseOrResume);
    m_stop = button(tr("Stop"), "stopSweep", tr("End the sweep; what was found stays"), &ExploreView::stop);
    m_save = new QPushButton(tr("Save"));
    m_save->setObjectName(QStringLiteral("saveSweep"));
    m_save->setToolTip(tr("Writes the points, or the sweep as a file for tilescape-cli sweep."));
    buildSaving();
    m_progress = new QProgressBar;
    m_progress->setObjectName(QStringLiteral("sweepProgress"));
    m_progress->setTextVisible(false);
    m_progress->setMaximumWidth(140);
    m_state = new widgets::ElidedLabel;
    m_state->setObjectName(QStringLiteral("sweepState"));
    auto* head = new QWidget;
    auto* line = new QHBoxLayout(head);
    line->setContentsMargins(8, 6, 8, 6);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_run, m_pause, m_stop, m_save, m_progress}) {
        line->addWidget(widget);
    }
    line->addWidget(m_state, 1);
    return head;
}

void ExploreView::buildSaving()
{
    auto* menu = new QMenu(m_save);
    m_savesResults = {menu->addAction(tr("Results as CSV\u2026"), this, [this] { askAndSave(Saved::Csv); }),
                      menu->addAction(tr("Results as JSON\u2026"), this, [this] { askAndSave(Saved::Json); })};
    menu->addAction(tr("Sweep for tilescape-cli\u2026"), this, [this] { askAndSave(Saved::Sweep); });
    m_save->setMenu(menu);
}

void ExploreView::askAndSave(Saved what)
{
    const QString suggestion = what == Saved::Csv ? QStringLiteral("results.csv")
                               : what == Saved::Json ? QStringLiteral("results.json")
                                                     : QStringLiteral("sweep.json");
    const QString path = QFileDialog::getSaveFileName(this, tr("Save"), suggestion);
    if (!path.isEmpty()) {
        saveTo(path, what);
    }
}

bool ExploreView::saveTo(const QString& path, Saved what)
{
    const keys::Sweep& done = m_service.sweep();
    const std::string text = what == Saved::Csv    ? io::writeSweepCsv(done, m_service.results())
                             : what == Saved::Json ? io::writeSweepJson(done, m_service.results())
                                                   : io::writeSweep(sweepOfAxes());
    const support::Diagnostics faults = io::writeFile(path.toStdString(), text);
    m_state->showText(faults.empty() ? tr("Saved: %1").arg(path) : QString::fromStdString(support::describe(faults)));
    return faults.empty();
}

QWidget* ExploreView::buildChart()
{
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins({});
    column->setSpacing(0);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(8, 4, 8, 4);
    const auto box = [&](const QString& text, const char* name) {
        auto* made = new QComboBox;
        made->setObjectName(QLatin1String(name));
        made->setAccessibleName(text);
        made->setToolTip(tr("%1: which of the points’ numbers, or which picture of them, the chart shows.").arg(text));
        made->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        made->setMinimumContentsLength(8);
        auto* label = new QLabel(text);
        label->setBuddy(made);
        line->addWidget(label);
        line->addSpacing(4);
        line->addWidget(made, 1);
        line->addSpacing(8);
        return made;
    };
    m_kind = box(tr("Chart"), "chartKind");
    {
        const QSignalBlocker quiet(m_kind);
        m_kind->addItem(tr("Plane"));
        m_kind->addItem(tr("Heat map"));
        m_kind->addItem(tr("Parallel coordinates"));
        m_kind->setItemData(0, tr("Two measures with their Pareto front, or a measure along an axis"), Qt::ToolTipRole);
        m_kind->setItemData(1, tr("A measure over two axes"), Qt::ToolTipRole);
        m_kind->setItemData(2, tr("All axes and some measures; drag along one to pick out a range"), Qt::ToolTipRole);
    }
    connect(m_kind, &QComboBox::currentIndexChanged, this, &ExploreView::changeKind);
    m_y = box(tr("Up"), "chartY");
    m_x = box(tr("Along"), "chartX");
    m_by = box(tr("Colour"), "chartBy");
    for (QComboBox* made : {m_y, m_x, m_by}) {
        connect(made, &QComboBox::currentIndexChanged, this, &ExploreView::showResults);
    }
    m_chart = new PointsChart;
    m_chart->setProjectText([this] { return workspace::projectText(m_workspace); });
    m_chart->setDescription([this](std::size_t number) { return pointText(m_service.sweep(), m_service.results(), number); });
    connect(m_chart, &PointsChart::pointAsked, this, &ExploreView::openPoint);
    column->addLayout(line);
    column->addWidget(m_chart, 1);
    return page;
}

QWidget* ExploreView::buildTable()
{
    m_model = new PointsModel(this);
    const widgets::SortedTable table = widgets::makeSortedTable(*m_model, QStringLiteral("pointsTable"), tr("Points of the sweep"));
    m_table = table.view;
    m_sorted = table.sorted;
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        openPoint(m_model->pointAt(m_sorted->mapToSource(index).row()));
    });
    m_table->setToolTip(tr("Enter or a double click opens the point"));
    return m_table;
}

AxisRow* ExploreView::addAxis(const std::string& key)
{
    if (m_axes.size() == mostAxes) {
        return nullptr;
    }
    const auto isFree = [&](const std::string& each) {
        return std::none_of(m_axes.begin(), m_axes.end(), [&](const AxisRow* row) { return row->key() == each; });
    };
    const std::string first = !key.empty() ? key : *std::find_if(firstKeys.begin(), firstKeys.end(), isFree);
    auto* row = new AxisRow(m_workspace.problem(), first);
    connect(row, &AxisRow::changed, this, &ExploreView::showState);
    connect(row->removeButton(), &QToolButton::clicked, this, [this, row] { removeAxis(row); });
    m_axisList->insertWidget(static_cast<int>(m_axes.size()), row);
    m_axes.push_back(row);
    showState();
    return row;
}

void ExploreView::removeAxis(AxisRow* row)
{
    std::erase(m_axes, row);
    row->hide();
    row->deleteLater(); // it is the one that asks
    showState();
}

keys::Sweep ExploreView::sweepOfAxes() const
{
    keys::Sweep sweep;
    sweep.base.problem = m_workspace.problem();
    sweep.objectives = {"energy_pj", "delay_s"};
    for (const AxisRow* row : m_axes) {
        sweep.axes.push_back(row->axis());
    }
    return sweep;
}

void ExploreView::run()
{
    keys::Sweep sweep = sweepOfAxes();
    if (check(sweep).empty()) {
        m_service.start(std::move(sweep));
        offerChoices();
    }
}

void ExploreView::pauseOrResume()
{
    if (m_service.isPaused()) {
        m_service.resume();
    } else {
        m_service.pause();
    }
}

void ExploreView::stop() { m_service.stop(); }

void ExploreView::openPoint(std::size_t number)
{
    const keys::Sweep& sweep = m_service.sweep();
    schedule::Problem problem = problemWith(sweep.base, settingsAt(sweep, number));
    if (problem != m_workspace.problem()) {
        m_workspace.undoStack().push(new workspace::EditProblem(m_workspace, tr("Open point of the sweep"), std::move(problem), -1));
    }
    m_chart->setChosen(number);
}

ChartKind ExploreView::kind() const { return static_cast<ChartKind>(m_kind->currentIndex()); }

ChartChoice ExploreView::choice() const { return {kind(), keyOf(*m_x), keyOf(*m_y), keyOf(*m_by)}; }

void ExploreView::changeKind()
{
    offerChoices();
    showResults();
}

/// What each box has for this kind of chart; what was chosen stays where it is still there.
void ExploreView::offerChoices()
{
    ChartChoice before = choice();
    before.by = m_by->count() > 1 ? before.by : "-"; // without axes nobody has chosen a colour
    const std::vector<std::string> axes = keysOf(m_service.sweep());
    const auto fill = [](QComboBox& box, const std::vector<std::string>& keysBefore, bool measures, const std::string& chosen, int otherwise) {
        const QSignalBlocker quiet(box);
        box.clear();
        for (const std::string& key : keysBefore) {
            box.addItem(key.empty() ? tr("one") : settingLabel(key), QString::fromStdString(key));
        }
        for (const keys::Measure& measure : keys::measures()) {
            if (measures) {
                box.addItem(measureLabel(measure), QString::fromUtf8(measure.key.data(), static_cast<qsizetype>(measure.key.size())));
            }
        }
        const int found = box.findData(QString::fromStdString(chosen));
        box.setCurrentIndex(found >= 0 ? found : std::min(otherwise, box.count() - 1));
    };
    std::vector<std::string> colours = axes;
    colours.insert(colours.begin(), std::string());
    const bool heat = kind() == ChartKind::HeatMap;
    const int delay = static_cast<int>(axes.size()) + 2; // the third measure
    fill(*m_y, heat ? axes : std::vector<std::string>(), !heat, before.y, heat ? 1 : 0);
    fill(*m_x, axes, !heat, before.x, heat ? 0 : delay);
    fill(*m_by, heat ? std::vector<std::string>() : colours, heat, before.by, heat ? 0 : 2);
    m_x->setEnabled(kind() != ChartKind::Parallel);
    m_y->setEnabled(kind() != ChartKind::Parallel);
}

void ExploreView::showResults()
{
    const bool found = !m_service.results().empty();
    m_chart->setContent(found ? contentOf(m_service.sweep(), m_service.results(), choice()) : ChartContent());
    m_model->setResults(m_service.sweep(), m_service.results());
    m_table->resizeColumnsToContents();
    showState();
}

void ExploreView::showState()
{
    const keys::Sweep next = sweepOfAxes();
    const support::Diagnostics faults = check(next);
    const bool running = m_service.isRunning();
    m_add->setEnabled(m_axes.size() < mostAxes);
    m_run->setEnabled(faults.empty() && !running);
    m_pause->setEnabled(running);
    m_pause->setText(m_service.isPaused() ? tr("Resume") : tr("Pause"));
    m_stop->setEnabled(running);
    for (QAction* action : m_savesResults) {
        action->setEnabled(!m_service.results().empty());
    }
    const std::size_t done = m_service.results().size();
    const std::size_t total = m_service.pointCount();
    m_progress->setVisible(running);
    m_progress->setRange(0, static_cast<int>(std::max<std::size_t>(total, 1)));
    m_progress->setValue(static_cast<int>(done));
    if (running) {
        const double left = m_service.secondsLeft();
        m_state->showText(m_service.isPaused() ? tr("%1 of %2, paused").arg(done).arg(total)
                         : left < 0           ? tr("%1 of %2").arg(done).arg(total)
                                              : tr("%1 of %2, %3").arg(done).arg(total).arg(remaining(left)));
    } else if (!faults.empty()) {
        m_state->showText(QString::fromStdString(faults.front().problem + "; " + faults.front().remedy));
    } else if (total > 0) {
        const auto without = std::count_if(m_service.results().begin(), m_service.results().end(),
                                           [](const auto& row) { return !row.second.hasSchedule(); });
        m_state->showText(tr("%1 of %2 points, %3 without a schedule. A click opens a point.").arg(done).arg(total).arg(without));
    } else {
        m_state->showText(tr("%n points", nullptr, static_cast<int>(pointCount(next))));
    }
}

void ExploreView::resizeEvent(QResizeEvent* event)
{
    const bool beside = event->size().width() >= besideFrom;
    m_sides->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_axisArea->setMaximumHeight(beside ? QWIDGETSIZE_MAX : event->size().height() / 3);
    QWidget::resizeEvent(event);
}

} // namespace tilescape::ui::explore
