#include "ui/window/main_window.h"

#include "ui/adaptflow/adaptflow_view.h"
#include "ui/analysis/analysis_panel.h"
#include "ui/chip/chip_view.h"
#include "ui/comparison/comparison_panel.h"
#include "ui/directives/directives_editor.h"
#include "ui/energy/energy_chart.h"
#include "ui/explore/explore_view.h"
#include "ui/gradient/gradient_view.h"
#include "ui/hardware/hardware_panel.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/layers/layers_table.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/network/network_view.h"
#include "ui/parallelism/parallelism_view.h"
#include "ui/pe_array/pe_array_view.h"
#include "ui/problems/problems_list.h"
#include "ui/program/program_view.h"
#include "ui/tensor/tensor_view.h"
#include "ui/timeline/timeline_view.h"
#include "ui/widgets/box_events.h"
#include "ui/widgets/focus_rim.h"
#include "ui/widgets/message_bar.h"
#include "ui/window/panel_texts.h"
#include "ui/window/problem_tool_bar.h"
#include "ui/window/screen_reader.h"
#include "ui/window/side_by_side.h"
#include "ui/window/space_tool_bar.h"
#include "ui/window/status_strip.h"
#include "ui/workspace/baselines.h"
#include "ui/workspace/workspace.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QKeyEvent>
#include <QMenuBar>
#include <QStatusBar>
#include <QTimer>

#include <algorithm>

namespace tilescape::ui::window {

using workspace::Workspace;

namespace {

constexpr QSize smallestCard{160, 90};
/// What a projector of 1280 x 720 has at scale 2, without a title. Not what the panels need where they stand: they move when
/// the window gets smaller.
constexpr QSize smallestWindow{600, 300};

/// The ground of a panel. Its size is the window's affair alone: what is shown on it never asks for more. Without a layout of
/// its own, so that a label with another text does not make the window lay out all its docks.
class Card : public QFrame {
public:
    explicit Card(QWidget* view) : m_view(view)
    {
        view->setParent(this);
        setFocusProxy(view);
    }
    [[nodiscard]] QSize sizeHint() const override { return 2 * smallestCard; }
    [[nodiscard]] QSize minimumSizeHint() const override { return smallestCard; }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QFrame::resizeEvent(event);
        m_view->setGeometry(contentsRect().adjusted(1, 1, -1, -1));
    }

private:
    QWidget* m_view;
};

/// The directives of the selected layer are a section of the inspector.
QWidget* inspectorWithDirectives(Workspace& workspace)
{
    using directives::DirectivesEditor;
    auto* panel = new inspector::InspectorPanel(workspace);
    auto* editor = new DirectivesEditor(workspace);
    panel->addSection(editor);
    QObject::connect(editor, &DirectivesEditor::briefChanged, panel,
                     [panel, editor] { panel->setRemark(editor->brief()); });
    return panel;
}

} // namespace

MainWindow::MainWindow(Workspace& workspace, const QString& autosaveFolder, QWidget* parent)
    : QMainWindow(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    setMinimumSize(smallestWindow);
    new widgets::FocusRim(this);
    m_files = new workspace::DocumentFiles(m_workspace, autosaveFolder, this);
    m_messages = new widgets::MessageBar(this);
    addToolBar(new ProblemToolBar(m_workspace, this));
    addToolBarBreak();
    addToolBar(m_switches = new SpaceToolBar(m_workspace, this));
    buildDocks();
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        for (QDockWidget* dock : m_docks.all()) {
            m_lastView = now != nullptr && dock->isAncestorOf(now) ? dock : m_lastView.data();
        }
    });
    buildMenus();
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(new StatusStrip(m_workspace), 1);
    // Else the views would take files that are dropped on them, and do nothing with them.
    for (QAbstractScrollArea* area : findChildren<QAbstractScrollArea*>()) {
        area->setAcceptDrops(false);
        area->viewport()->setAcceptDrops(false);
    }

    for (QComboBox* box : findChildren<QComboBox*>()) {
        box->installEventFilter(this);
    }
    new widgets::BoxEvents(this);
    connect(&m_workspace, &Workspace::problemChanged, this, &MainWindow::refreshTitle);
    connect(&m_workspace, &Workspace::filePathChanged, this, &MainWindow::refreshTitle);
    connect(&m_workspace, &Workspace::modifiedChanged, this, &MainWindow::refreshTitle);
    connect(&m_workspace, &Workspace::scheduleChanged, this, &MainWindow::refreshState);
    connect(&m_workspace, &Workspace::solvingChanged, this, &MainWindow::refreshState);
    connect(m_files, &workspace::DocumentFiles::autosaveFailed, this,
            [this](const support::Diagnostics& faults) { report(QStringLiteral("autosave"), faults); });
    followDisk();
    followFigures();
    refreshTitle();
    refreshState();
    m_layout->restore();
}

/// The keyboard leaves the window as it closes, when what is noted of it is gone already.
MainWindow::~MainWindow() { disconnect(qApp, nullptr, this, nullptr); }

QDockWidget* MainWindow::addDock(const char* objectName, const QString& title, QWidget* view)
{
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(QLatin1String(objectName));
    dock->setAccessibleName(title);
    dock->setWhatsThis(panelText(dock->objectName()));
    auto* card = new Card(view);
    card->setObjectName(QStringLiteral("card"));
    dock->setWidget(card);
    nameParts(*dock);
    return dock;
}

void MainWindow::buildDocks()
{
    setDockNestingEnabled(true);
    setDockOptions(dockOptions() | QMainWindow::AllowNestedDocks | QMainWindow::GroupedDragging);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North); // where a panel's title would be
    Docks& docks = m_docks;
    docks.hardware = addDock("hardwareDock", tr("Hardware"), new hardware::HardwarePanel(m_workspace, this));
    docks.network = addDock("networkDock", tr("Network"), m_network = new network::NetworkView(m_workspace));
    docks.chip = addDock("chipDock", tr("Chip"), m_chip = new chip::ChipView(m_workspace));
    docks.inspector = addDock("inspectorDock", tr("Inspector"), inspectorWithDirectives(m_workspace));
    docks.energy = addDock("energyDock", tr("Energy by layer"), m_energy = new energy::EnergyChart(m_workspace));
    docks.layers = addDock("layersDock", tr("Layers"), m_layers = new layers::LayersTable(m_workspace, this));
    docks.problems = addDock("problemsDock", tr("Problems"), m_problems = new problems::ProblemsList(m_workspace, this));
    docks.timeline = addDock("timelineDock", tr("Timeline"), m_timeline = new timeline::TimelineView(m_workspace));
    docks.training = {addDock("parallelismDock", tr("Parallelism (HyPar)"), new parallelism::ParallelismView(m_workspace)),
                      addDock("gradientDock", tr("Gradient order"), new gradient::GradientView(m_workspace)),
                      addDock("adaptflowDock", tr("Dataflow choice (Adapt-Flow)"), new adaptflow::AdaptflowView(m_workspace))};
    auto* comparison = new comparison::ComparisonPanel(m_workspace);
    comparison->insertTab(1, new SideBySide(m_workspace), tr("Side by side"));
    docks.comparison = addDock("comparisonDock", tr("Comparison"), comparison);
    auto* explorer = new explore::ExploreView(m_workspace);
    docks.explore = addDock("exploreDock", tr("Explore"), explorer);
    connect(explorer, &explore::ExploreView::sightAsked, this, [this] { goTo(m_docks.explore); });
    docks.analysis = addDock("analysisDock", tr("Analysis"), new analysis::AnalysisPanel(m_workspace));
    docks.peArray = addDock("peArrayDock", tr("PE array"), new pe_array::PeArrayView(m_workspace));
    docks.tensors = addDock("tensorDock", tr("Tensors"), new tensor::TensorView(m_workspace));
    docks.program = addDock("programDock", tr("Program"), m_program = new program::ProgramView(m_workspace));
    auto* lesson = new lessons::LessonPanel(m_workspace);
    docks.lesson = addDock("lessonDock", tr("Lesson"), lesson);
    connect(lesson, &lessons::LessonPanel::lessonAsked, this, &MainWindow::startLesson);
    connect(m_problems, &problems::ProblemsList::countChanged, this, &MainWindow::showProblemCount);
    m_layout = new DockLayout(*this, docks);
}

void MainWindow::resetLayout() { m_layout->reset(); }

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    followSize();
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    followSize();
}

/// Beside the menus, where nothing is written; a long one above the status line: menus and tool bars are needed whatever it says.
void MainWindow::placeMessages()
{
    const bool hasMenus = menuBar()->isVisible() && !menuBar()->actions().isEmpty();
    const int left = hasMenus ? menuBar()->actionGeometry(menuBar()->actions().constLast()).right() : 0;
    m_messages->setArea(QRect(0, 0, width(), statusBar()->isHidden() ? height() : statusBar()->y()),
                        QRect(left, 0, width() - left, hasMenus ? menuBar()->height() : 0));
}

/// In a low window the tool bars share a row: the views need the other one.
void MainWindow::followSize()
{
    const bool ownRow = roomFor(size()) != Room::Low;
    if (ownRow != toolBarBreak(m_switches)) {
        ownRow ? insertToolBarBreak(m_switches) : removeToolBarBreak(m_switches);
    }
    m_layout->follow(size());
}

bool MainWindow::event(QEvent* event)
{
    const bool handled = QMainWindow::event(event);
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) {
        placeMessages();
    }
    if (event->type() == QEvent::MouseButtonPress) {
        m_onSeparator = event->isAccepted(); // of the window itself, nothing else takes a press
    } else if (event->type() == QEvent::MouseMove && m_onSeparator) {
        m_layout->take();
    } else if (event->type() == QEvent::MouseButtonRelease) {
        m_onSeparator = false;
    }
    return handled;
}

/// To the next that takes the keyboard itself. Qt's own walk stops at whatever hands it on: from the edge of a panel it goes to
/// the picture in it, and past the controls between.
bool MainWindow::focusNextPrevChild(bool next)
{
    QWidget* from = focusWidget() ? focusWidget() : this;
    // Nobody sees where the keyboard is in a tab behind another.
    const auto isBehind = [this](const QWidget* at) {
        const std::vector<QDockWidget*> docks = m_docks.all();
        return std::any_of(docks.begin(), docks.end(), [at](const QDockWidget* dock) { return dock->isAncestorOf(at) && dock->visibleRegion().isEmpty(); });
    };
    const auto step = [next](const QWidget* at) { return next ? at->nextInFocusChain() : at->previousInFocusChain(); };
    for (QWidget* at = step(from); at != from; at = step(at)) {
        if ((at->focusPolicy() & Qt::TabFocus) == Qt::TabFocus && !at->focusProxy() && at->isEnabled() && at->isVisibleTo(this) && at->window() == this
            && !isBehind(at)) {
            at->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
            return true;
        }
    }
    return false;
}

/// What no panel has taken: wherever the keyboard is, there is something to be found.
void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Find)) {
        searchLayers();
    } else {
        QMainWindow::keyPressEvent(event);
    }
}

/// A box of choices takes every key for the beginning of one of them, Ctrl+F too.
bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Find)) {
        searchLayers();
        return true;
    }
    return QMainWindow::eventFilter(watched, event);
}

void MainWindow::searchLayers()
{
    goTo(m_docks.network);
    m_network->focusSearch();
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
    }
    report(QStringLiteral("open"), example ? support::Diagnostics() : example.faults());
}

void MainWindow::escape()
{
    if (m_workspace.isSolving()) {
        m_workspace.cancelSolve();
    } else if (m_workspace.selectedLayer()) {
        m_workspace.setSelectedLayer(std::nullopt);
    } else {
        endPresentation();
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
    m_pin->setEnabled(m_workspace.baselines().canPin());
    if (current && m_selectHungriest) {
        m_selectHungriest = false;
        selectHungriest(*schedule);
    }
    if (current && schedule->hasResult() == m_showingProblems) {
        m_showingProblems = !schedule->hasResult();
        showOrLeaveProblems();
    }
}

/// Problems come to the front where nothing is solved. Once it is, what they covered does again, unless they were left already.
void MainWindow::showOrLeaveProblems()
{
    const auto isSeen = [](const QDockWidget* dock) { return !dock->visibleRegion().isEmpty(); };
    if (m_showingProblems) {
        const QList<QDockWidget*> beside = tabifiedDockWidgets(m_docks.problems);
        const auto covered = std::find_if(beside.begin(), beside.end(), isSeen);
        m_underProblems = covered == beside.end() ? m_docks.layers : *covered;
        m_docks.problems->raise();
    } else if (m_underProblems && isSeen(m_docks.problems)) {
        m_underProblems->raise();
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
    m_docks.problems->setWindowTitle(count > 0 ? tr("Problems (%1)").arg(count) : tr("Problems"));
}

} // namespace tilescape::ui::window
