#include "ui/window/main_window.h"

#include "core/io/directives_json.h"
#include "core/io/schedule_json.h"
#include "ui/chip/chip_view.h"
#include "ui/comparison/comparison_panel.h"
#include "ui/energy/energy_chart.h"
#include "ui/figures/figure_registry.h"
#include "ui/layers/layers_table.h"
#include "ui/network/network_view.h"
#include "ui/program/program_view.h"
#include "ui/proof/proof_dialog.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/clock_actions.h"
#include "ui/window/keyboard_sheet.h"
#include "ui/window/side_by_side.h"
#include "ui/workspace/baselines.h"
#include "ui/workspace/workspace.h"

#include <QActionGroup>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>

namespace tilescape::ui::window {

QMenu* MainWindow::addMenu(const QString& title, const char* objectName)
{
    QMenu* menu = menuBar()->addMenu(title);
    menu->setObjectName(QLatin1String(objectName));
    return menu;
}

QAction* MainWindow::addAction(QMenu* menu, const QString& text, const char* objectName, const QKeySequence& key,
                               std::function<void()> run)
{
    QAction* action = menu->addAction(text);
    action->setObjectName(QLatin1String(objectName));
    action->setShortcut(key);
    connect(action, &QAction::triggered, this, std::move(run));
    return action;
}

void MainWindow::buildMenus()
{
    menuBar()->setAccessibleName(tr("Menus"));
    buildFileMenu();
    buildEditMenu();
    buildViewMenu();
    buildHelpMenu();
}

void MainWindow::buildFileMenu()
{
    QMenu* menu = addMenu(tr("&File"), "menuFile");
    addAction(menu, tr("&New"), "actionNew", QKeySequence::New, [this] { newDocument(); });
    addAction(menu, tr("&Open…"), "actionOpen", QKeySequence::Open, [this] { openWithDialog(); });
    addAction(menu, tr("Open pro&gram…"), "actionOpenProgram", {}, [this] {
        goTo(m_docks.program);
        m_program->openWithDialog();
    });
    addAction(menu, tr("S&tart page"), "actionStartPage", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N), [this] { showStartPage(false); });
    m_recentMenu = menu->addMenu(tr("Open &recent"));
    m_recentMenu->setObjectName(QStringLiteral("recentMenu"));
    connect(m_files, &workspace::DocumentFiles::recentFilesChanged, this, &MainWindow::refreshRecentFiles);
    refreshRecentFiles();
    menu->addSeparator();
    addAction(menu, tr("&Save"), "actionSave", QKeySequence::Save, [this] { save(); });
    addAction(menu, tr("Save &as…"), "actionSaveAs", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), [this] { saveAs(); });
    menu->addSeparator();
    buildExportMenus(menu);
    menu->addSeparator();
    addAction(menu, tr("&Quit"), "actionQuit", QKeySequence(Qt::CTRL | Qt::Key_Q), [this] { close(); });
}

void MainWindow::buildExportMenus(QMenu* menu)
{
    QMenu* schedule = menu->addMenu(tr("&Export schedule"));
    QMenu* figure = menu->addMenu(tr("Export &figure"));
    const QKeySequence none;
    m_needSchedule = {
        addAction(schedule, tr("&JSON…"), "actionExportJson", QKeySequence(Qt::CTRL | Qt::Key_E),
                  [this] { exportText(tr("Export schedule"), QStringLiteral("json"), io::writeScheduleJson); }),
        addAction(schedule, tr("&CSV…"), "actionExportCsv", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E),
                  [this] { exportText(tr("Export schedule"), QStringLiteral("csv"), io::writeScheduleCsv); }),
        addAction(schedule, tr("&Directives…"), "actionExportDirectives", none,
                  [this] { exportText(tr("Export schedule"), QStringLiteral("kapla"), io::writeDirectivesText); }),
        addAction(figure, tr("&Chip…"), "actionExportChip", none, [this] { exportFigure([this] { return m_chip->figure(); }); }),
        addAction(figure, tr("&Timeline…"), "actionExportTimeline", none,
                  [this] { exportFigure([this] { return m_timeline->figure(); }); }),
        addAction(figure, tr("&Energy…"), "actionExportEnergy", none,
                  [this] { exportFigure([this] { return m_energy->figure(); }); }),
    };
    addFigureKinds(figure);
    m_needSchedule.push_back(
        addAction(figure, tr("&All into a folder…"), "actionExportFigures", none, [this] { exportAllFigures(); }));
    auto* network = addAction(figure, tr("&Network…"), "actionExportNetwork", none,
                              [this] { exportFigure([this] { return m_network->figure(); }); });
    figure->insertAction(figure->actions().first(), network);
}

/// Those that no view in the menu shows, or not as they stand.
void MainWindow::addFigureKinds(QMenu* menu)
{
    for (const figures::FigureKind& kind : figures::figureKinds()) {
        const QString name = QStringLiteral("actionExport_") + QLatin1String(kind.name);
        const QStringList ofViews{QStringLiteral("actionExport_network"), QStringLiteral("actionExport_chip"),
                                  QStringLiteral("actionExport_timeline"), QStringLiteral("actionExport_energy")};
        if (!ofViews.contains(name)) {
            m_needSchedule.push_back(addAction(menu, tr("%1…").arg(figures::labelOf(kind)), qPrintable(name), {}, [this, &kind] { exportKind(kind); }));
        }
    }
}

void MainWindow::buildEditMenu()
{
    QMenu* menu = addMenu(tr("&Edit"), "menuEdit");
    QAction* undo = m_workspace.undoStack().createUndoAction(this, tr("&Undo"));
    undo->setProperty(KeyboardSheet::wordsProperty, tr("Undo")); // whose text names the step
    undo->setObjectName(QStringLiteral("actionUndo"));
    undo->setShortcut(QKeySequence::Undo);
    QAction* redo = m_workspace.undoStack().createRedoAction(this, tr("&Redo"));
    redo->setProperty(KeyboardSheet::wordsProperty, tr("Redo"));
    redo->setObjectName(QStringLiteral("actionRedo"));
    redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    menu->addActions({undo, redo});
    menu->addSeparator();
    addAction(menu, tr("&Copy layers as CSV"), "actionCopyLayers", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
              [this] { m_layers->copyTable(); });
    menu->addSeparator();
    addBaselineActions(menu);
    menu->addSeparator();
    addAction(menu, tr("Cancel the solve, or clear the &selection"), "actionEscape", QKeySequence(Qt::Key_Escape),
              [this] { escape(); });
    addAction(menu, tr("Solve &again"), "actionSolveAgain", QKeySequence(Qt::Key_F5), [this] { m_workspace.solveAgain(); });
    m_needSchedule.push_back(
        addAction(menu, tr("Pro&ve…"), "actionProve", QKeySequence(Qt::SHIFT | Qt::Key_F5), [this] { showProof(); }));
}

void MainWindow::addBaselineActions(QMenu* menu)
{
    workspace::Baselines& baselines = m_workspace.baselines();
    m_pin = addAction(menu, tr("&Pin the result as a baseline"), "actionPin", QKeySequence(Qt::CTRL | Qt::Key_B),
                      [&baselines] { baselines.pin(baselines.freeName()); });
    QAction* show = addAction(menu, tr("Show the &baseline in chip and timeline"), "actionShowBaseline",
                              QKeySequence(Qt::Key_B), [] {});
    show->setCheckable(true);
    show->setEnabled(false);
    connect(show, &QAction::triggered, &baselines, &workspace::Baselines::setShown);
    connect(&baselines, &workspace::Baselines::shownChanged, show, &QAction::setChecked);
    connect(&baselines, &workspace::Baselines::scheduleChanged, show,
            [show, &baselines] { show->setEnabled(baselines.schedule() != nullptr); });
    addAction(menu, tr("Show baseline and result side b&y side"), "actionSideBySide", QKeySequence(Qt::SHIFT | Qt::Key_B), [this] {
        goTo(m_docks.comparison);
        findChild<comparison::ComparisonPanel*>()->setCurrentWidget(findChild<SideBySide*>());
    });
}

void MainWindow::buildViewMenu()
{
    QMenu* menu = addMenu(tr("&View"), "menuView");
    QMenu* visible = menu->addMenu(tr("&Panels"));
    int number = 0;
    for (QDockWidget* dock : m_docks.all()) {
        visible->addAction(dock->toggleViewAction());
        connect(dock->toggleViewAction(), &QAction::triggered, dock, [dock](bool shown) {
            if (shown) {
                dock->raise(); // not behind the tab that was there
            }
        });
        ++number;
        const QKeySequence key = number < 10 ? QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_0 + number)) : QKeySequence();
        auto* action = addAction(menu, tr("Go to %1").arg(dock->accessibleName()), "", key, [this, dock] { goTo(dock); });
        action->setObjectName(QStringLiteral("goTo_") + dock->objectName());
    }
    menu->addSeparator();
    addClockMenu(*menu, m_workspace.clock(), *this);
    buildThemeMenu(menu);
    QAction* full = addAction(menu, tr("&Full screen"), "actionFullScreen", QKeySequence(Qt::Key_F11), [] {});
    full->setCheckable(true);
    connect(full, &QAction::toggled, this,
            [this](bool on) { setWindowState(windowState().setFlag(Qt::WindowFullScreen, on)); });
    QAction* present =
        addAction(menu, tr("Pre&sentation"), "actionPresentation", QKeySequence(Qt::SHIFT | Qt::Key_F11), [] {});
    present->setCheckable(true);
    connect(present, &QAction::toggled, this, &MainWindow::present);
    menu->addSeparator();
    buildLayoutMenu(menu->addMenu(tr("&Layout")));
}

void MainWindow::buildLayoutMenu(QMenu* menu)
{
    struct Choice {
        QString text;
        QString help;
        const char* objectName;
        Task task;
        Qt::Key key;
    };
    const std::vector<Choice> choices{
        {tr("&Tune"), tr("Parameters on the left, and at once what they do."), "actionLayoutTune", Task::Tune, Qt::Key_1},
        {tr("T&each"), tr("Chip, PE array and timeline in large, a lesson beside."), "actionLayoutTeach", Task::Teach, Qt::Key_2},
        {tr("&Print"), tr("The views that become figures, one at a time, in large."), "actionLayoutPrint", Task::Print, Qt::Key_3},
        {tr("By the window’s &width (reset)"), tr("All panels of a first start, as many side by side as there is room for."), "actionResetLayout", Task::Free, Qt::Key_0}};
    auto* group = new QActionGroup(this);
    for (const Choice& choice : choices) {
        QAction* action = addAction(menu, choice.text, choice.objectName, QKeySequence(Qt::CTRL | Qt::ALT | choice.key), [this, task = choice.task] { useLayout(task); });
        action->setToolTip(choice.help);
        action->setCheckable(true);
        group->addAction(action);
        connect(m_layout, &DockLayout::taskChanged, action, [this, action, task = choice.task] { action->setChecked(m_layout->task() == task); });
        action->setChecked(m_layout->task() == choice.task);
    }
    menu->setToolTipsVisible(true);
    menu->addSeparator();
    QAction* back = addAction(menu, tr("&Back to the layout before"), "actionLayoutBack",
                              QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_Z), [this] {
                                  endPresentation();
                                  m_layout->swapBack();
                              });
    back->setEnabled(m_layout->canSwapBack());
    connect(m_layout, &DockLayout::taskChanged, back, [this, back] { back->setEnabled(m_layout->canSwapBack()); });
}

void MainWindow::useLayout(Task task)
{
    endPresentation();
    m_layout->use(task);
}

void MainWindow::buildThemeMenu(QMenu* menu)
{
    QMenu* themes = menu->addMenu(tr("&Colours"));
    auto* group = new QActionGroup(this);
    const auto add = [&](const QString& text, const char* objectName, Theme theme) {
        QAction* action = addAction(themes, text, objectName, {}, [this, theme] { setTheme(theme); });
        action->setCheckable(true);
        action->setChecked(savedTheme() == theme);
        group->addAction(action);
    };
    add(tr("&Light"), "actionLight", Theme::Light);
    add(tr("&Dark"), "actionDark", Theme::Dark);
    add(tr("As the &system"), "actionSystem", Theme::System);
}

void MainWindow::setTheme(Theme theme)
{
    saveTheme(theme);
    applyTheme(theme);
}

void MainWindow::showProof()
{
    auto* dialog = findChild<proof::ProofDialog*>();
    if (!dialog) {
        dialog = new proof::ProofDialog(m_workspace, this);
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

} // namespace tilescape::ui::window
