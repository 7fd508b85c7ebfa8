#include "ui/window/main_window.h"

#include "ui/charts/energy_chart.h"
#include "ui/chip/chip_view.h"
#include "ui/hardware/hardware_panel.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/layers/layers_table.h"
#include "ui/layers/problems_list.h"
#include "ui/network/network_view.h"
#include "ui/solvers/comparison_view.h"
#include "ui/timeline/timeline_view.h"
#include "ui/training/adaptflow_view.h"
#include "ui/training/gradient_view.h"
#include "ui/training/parallelism_view.h"
#include "ui/widgets/message_bar.h"
#include "ui/window/problem_tool_bar.h"
#include "ui/window/space_tool_bar.h"
#include "ui/window/status_strip.h"
#include "ui/workspace/workspace.h"

#include <QAbstractScrollArea>
#include <QDockWidget>
#include <QGuiApplication>
#include <QMenuBar>
#include <QScreen>
#include <QSettings>
#include <QStatusBar>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace tilescape::ui::window {

using workspace::Workspace;

namespace {

constexpr int layoutVersion = 5; ///< another number forgets saved layouts: raise it when docks come or go
constexpr QSize usualSize{1680, 1040};
const QString geometryKey = QStringLiteral("window/geometry");
const QString layoutKey = QStringLiteral("window/layout");

/// Shares of the window, in the order of the docks' rows.
constexpr double hardwareShare = 0.165;
constexpr double networkShare = 0.24;
constexpr double chipShare = 0.295;
constexpr double inspectorShare = 0.3;
constexpr double timelineShare = 0.22;
constexpr double upperShare = 0.54;
constexpr double energyShare = 0.33;

} // namespace

MainWindow::MainWindow(Workspace& workspace, const QString& autosaveFolder, QWidget* parent)
    : QMainWindow(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    m_files = new workspace::DocumentFiles(m_workspace, autosaveFolder, this);
    m_messages = new widgets::MessageBar;
    addToolBar(new ProblemToolBar(m_workspace, this));
    addToolBarBreak();
    addToolBar(new SpaceToolBar(m_workspace, this));
    buildDocks();
    buildMenus();
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(new StatusStrip(m_workspace), 1);
    // Else the views would take files that are dropped on them, and do nothing with them.
    for (QAbstractScrollArea* area : findChildren<QAbstractScrollArea*>()) {
        area->setAcceptDrops(false);
        area->viewport()->setAcceptDrops(false);
    }

    connect(&m_workspace, &Workspace::problemChanged, this, &MainWindow::refreshTitle);
    connect(&m_workspace, &Workspace::filePathChanged, this, &MainWindow::refreshTitle);
    connect(&m_workspace, &Workspace::modifiedChanged, this, &MainWindow::refreshTitle);
    connect(&m_workspace, &Workspace::scheduleChanged, this, &MainWindow::refreshState);
    connect(&m_workspace, &Workspace::solvingChanged, this, &MainWindow::refreshState);
    connect(m_files, &workspace::DocumentFiles::autosaveFailed, this,
            [this](const support::Diagnostics& faults) { report(QStringLiteral("autosave"), faults); });
    followDisk();
    refreshTitle();
    refreshState();
    restoreLayout();
}

MainWindow::~MainWindow() = default;

QDockWidget* MainWindow::addDock(const char* objectName, const QString& title, QWidget* view)
{
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(QLatin1String(objectName));
    dock->setAccessibleName(title);
    auto* card = new QFrame;
    card->setObjectName(QStringLiteral("card"));
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->addWidget(view);
    card->setFocusProxy(view);
    dock->setWidget(card);
    m_docks.push_back(dock);
    return dock;
}

void MainWindow::addTrainingDock(const char* objectName, const QString& title, QWidget* view)
{
    m_trainingDocks.push_back(addDock(objectName, title, view));
}

void MainWindow::buildDocks()
{
    setDockNestingEnabled(true);
    setDockOptions(dockOptions() | QMainWindow::AllowNestedDocks | QMainWindow::GroupedDragging);
    addDock("hardwareDock", tr("Hardware"), new hardware::HardwarePanel(m_workspace, this));
    addDock("networkDock", tr("Network"), m_network = new network::NetworkView(m_workspace));
    addDock("chipDock", tr("Chip"), m_chip = new chip::ChipView(m_workspace));
    addDock("inspectorDock", tr("Inspector"), new inspector::InspectorPanel(m_workspace));
    addDock("energyDock", tr("Energy by layer"), m_energy = new charts::EnergyChart(m_workspace));
    addDock("layersDock", tr("Layers"), m_layers = new layers::LayersTable(m_workspace, this));
    addDock("problemsDock", tr("Problems"), m_problems = new layers::ProblemsList(m_workspace, this));
    addDock("timelineDock", tr("Timeline"), m_timeline = new timeline::TimelineView(m_workspace));
    addTrainingDock("parallelismDock", tr("Parallelism (HyPar)"), new training::ParallelismView(m_workspace));
    addTrainingDock("gradientDock", tr("Gradient order"), new training::GradientView(m_workspace));
    addTrainingDock("adaptflowDock", tr("Dataflow choice (Adapt-Flow)"), new training::AdaptflowView(m_workspace));
    m_comparison = addDock("comparisonDock", tr("Solver comparison"), new solvers::ComparisonView(m_workspace));
    connect(m_problems, &layers::ProblemsList::countChanged, this, &MainWindow::showProblemCount);
    arrangeDocks();
}

void MainWindow::arrangeDocks()
{
    for (QDockWidget* dock : m_docks) {
        dock->setFloating(false);
        removeDockWidget(dock);
    }
    QDockWidget* const hardware = m_docks[0];
    QDockWidget* const network = m_docks[1];
    QDockWidget* const chip = m_docks[2];
    QDockWidget* const inspector = m_docks[3];
    QDockWidget* const energy = m_docks[4];
    QDockWidget* const layers = m_docks[5];
    QDockWidget* const problems = m_docks[6];
    QDockWidget* const timeline = m_docks[7];
    addDockWidget(Qt::LeftDockWidgetArea, hardware);
    splitDockWidget(hardware, network, Qt::Horizontal);
    splitDockWidget(network, timeline, Qt::Vertical);
    splitDockWidget(timeline, energy, Qt::Vertical);
    splitDockWidget(network, chip, Qt::Horizontal);
    splitDockWidget(chip, inspector, Qt::Horizontal);
    splitDockWidget(energy, layers, Qt::Horizontal);
    tabifyDockWidget(layers, problems);
    tabifyDockWidget(problems, m_comparison);
    for (QDockWidget* dock : m_docks) {
        dock->show();
    }
    m_comparison->hide();
    layers->raise();
    for (QDockWidget* dock : m_trainingDocks) {
        addDockWidget(Qt::RightDockWidgetArea, dock);
        if (dock != m_trainingDocks.front()) {
            tabifyDockWidget(m_trainingDocks.front(), dock);
        }
        dock->hide();
    }
}

void MainWindow::sizeDocks()
{
    const double all = width();
    const double rest = all * (1 - hardwareShare);
    const double views = rest / (networkShare + chipShare + inspectorShare);
    const double tall = height() - 110.0; // without menus, tool bar and status
    const auto pixels = [](double length) { return static_cast<int>(length); };
    resizeDocks({m_docks[0], m_docks[1], m_docks[2], m_docks[3]},
                {pixels(all * hardwareShare), pixels(views * networkShare), pixels(views * chipShare),
                 pixels(views * inspectorShare)},
                Qt::Horizontal);
    resizeDocks({m_docks[4], m_docks[5]}, {pixels(rest * energyShare), pixels(rest * (1 - energyShare))}, Qt::Horizontal);
    resizeDocks({m_docks[1], m_docks[7], m_docks[4]},
                {pixels(tall * upperShare), pixels(tall * timelineShare), pixels(tall * (1 - upperShare - timelineShare))},
                Qt::Vertical);
}

void MainWindow::resetLayout()
{
    arrangeDocks();
    sizeDocks();
}

void MainWindow::restoreLayout()
{
    const QSettings settings;
    if (!restoreGeometry(settings.value(geometryKey).toByteArray())) {
        const QScreen* screen = QGuiApplication::primaryScreen();
        resize(screen ? usualSize.boundedTo(screen->availableSize()) : usualSize);
    }
    m_sizeOnShow = !restoreState(settings.value(layoutKey).toByteArray(), layoutVersion);
}

void MainWindow::saveLayout()
{
    QSettings settings;
    settings.setValue(geometryKey, saveGeometry());
    settings.setValue(layoutKey, saveState(layoutVersion));
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (m_sizeOnShow) {
        m_sizeOnShow = false;
        sizeDocks();
    }
}

void MainWindow::goTo(QDockWidget* dock)
{
    dock->show();
    dock->raise();
    if (dock->isFloating()) {
        dock->activateWindow();
    }
    dock->widget()->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::openExample()
{
    auto example = workspace::exampleProject();
    if (example) {
        m_files->open(std::move(example.value()));
        m_selectHungriest = true;
        showProjectView();
    } else {
        report(QStringLiteral("open"), example.faults());
    }
}

void MainWindow::escape()
{
    if (m_workspace.isSolving()) {
        m_workspace.cancelSolve();
    } else {
        m_workspace.setSelectedLayer(std::nullopt);
    }
}

void MainWindow::refreshTitle()
{
    // In titles the mark is written twice to be shown.
    const QString name = documentName(m_workspace).replace(QStringLiteral("[*]"), QStringLiteral("[*][*]"));
    setWindowTitle(QStringLiteral("%1[*] – Tilescape").arg(name));
    setWindowModified(m_workspace.isModified());
}

void MainWindow::refreshState()
{
    const auto schedule = m_workspace.schedule();
    const bool current = schedule && !m_workspace.isStale();
    for (QAction* action : m_needSchedule) {
        action->setEnabled(current && schedule->hasResult());
    }
    if (current && m_selectHungriest) {
        m_selectHungriest = false;
        selectHungriest(*schedule);
    }
    if (current && schedule->hasResult() == m_showingProblems) {
        m_showingProblems = !schedule->hasResult();
        m_docks[m_showingProblems ? 6 : 5]->raise();
    }
}

void MainWindow::selectHungriest(const schedule::Schedule& schedule)
{
    const auto hungriest = std::max_element(schedule.layers.begin(), schedule.layers.end(), [](const auto& a, const auto& b) {
        return a.cost.energy.total() < b.cost.energy.total();
    });
    if (hungriest != schedule.layers.end() && !m_workspace.selectedLayer()) {
        m_workspace.setSelectedLayer(hungriest->layer);
    }
}

void MainWindow::showProblemCount(int count)
{
    m_docks[6]->setWindowTitle(count > 0 ? tr("Problems (%1)").arg(count) : tr("Problems"));
}

} // namespace tilescape::ui::window
