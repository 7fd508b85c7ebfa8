#pragma once

#include "core/schedule/schedule.h"
#include "ui/widgets/figure.h"
#include "ui/window/dock_layout.h"
#include "ui/window/theme.h"
#include "ui/workspace/document_files.h"

#include <QMainWindow>
#include <QPointer>

#include <functional>
#include <optional>
#include <vector>

class QDockWidget;
class QMenu;
class QToolBar;

namespace tilescape::ui::energy {
class EnergyChart;
}
namespace tilescape::ui::chip {
class ChipView;
}
namespace tilescape::ui::figures {
struct ExportedFigures;
struct FigureKind;
class FigureWorker;
}
namespace tilescape::ui::layers {
class LayersTable;
}
namespace tilescape::ui::network {
class NetworkView;
}
namespace tilescape::ui::program {
class ProgramView;
}
namespace tilescape::ui::problems {
class ProblemsList;
}
namespace tilescape::ui::timeline {
class TimelineView;
}
namespace tilescape::ui::widgets {
class MessageBar;
}
namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::window {

class Presentation;

/// The window: all views of one workspace as docks, tool bar, menus, messages, and the document's way to the disk. The
/// layout of the docks is kept in the settings.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// `workspace` outlives the window. `autosaveFolder`: see DocumentFiles.
    explicit MainWindow(workspace::Workspace& workspace,
                        const QString& autosaveFolder = workspace::DocumentFiles::standardFolder(),
                        QWidget* parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] workspace::DocumentFiles& files() { return *m_files; }
    [[nodiscard]] widgets::MessageBar& messages() { return *m_messages; }
    [[nodiscard]] std::vector<QDockWidget*> docks() const { return m_docks.all(); }

    /// The default example becomes the document, without a question.
    void openExample();
    /// Opens a project (after the question about unsaved changes), a network or a chip. What is wrong with the file goes
    /// to the message bar and the list of problems, and the document stays. Returns whether it was opened.
    bool openFile(const QString& path);
    bool saveTo(const QString& path);
    /// The page of recent projects, lessons and examples. `atStart`: if a person wants it then; on the first start with the offer of
    /// a lesson.
    void showStartPage(bool atStart);
    /// Writes all figures of the schedule into a folder, in the background.
    void exportFiguresTo(const QString& folder);
    /// Offers what crashed programs left, in the message bar.
    void offerLeftovers();
    void setTheme(Theme theme);
    /// Brings the view to the front that the project is about, if it names one.
    void showProjectView();

public Q_SLOTS:
    void resetLayout();

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildDocks();
    void followSize();
    void placeMessages();
    QDockWidget* addDock(const char* objectName, const QString& title, QWidget* view);
    void goTo(QDockWidget* dock);
    void searchLayers();

    QMenu* addMenu(const QString& title, const char* objectName);
    QAction* addAction(QMenu* menu, const QString& text, const char* objectName, const QKeySequence& key,
                       std::function<void()> run);
    void buildMenus();
    void buildFileMenu();
    void buildExportMenus(QMenu* menu);
    void addFigureKinds(QMenu* menu);
    void buildEditMenu();
    void buildViewMenu();
    void addBaselineActions(QMenu* menu);
    void buildThemeMenu(QMenu* menu);
    void buildLayoutMenu(QMenu* menu);
    void useLayout(Task task);
    void buildHelpMenu();
    void showKeyboardSheet();
    void showProof();
    void showAbout();
    void showManual(const QString& place);
    void buildLessonMenu(QMenu* menu);
    void startLesson(const QString& path);
    void present(bool on);
    void endPresentation();
    [[nodiscard]] QDockWidget* viewAtWork() const;

    void openExampleFile(const QString& resource);
    [[nodiscard]] QString documentFolder() const;
    [[nodiscard]] QString documentStem() const;
    /// A network or a chip is an edit of the open project: who saves is to know that its file will have it.
    void tellOfPart(const QString& path, bool isNetwork);
    void newDocument();
    void openWithDialog();
    bool save();
    bool saveAs();
    bool mayReplaceDocument();
    [[nodiscard]] bool directivesHaveDrafts() const;
    bool mayDropDrafts();
    void followDisk();
    void showDiskState(workspace::FileOnDisk::State state);
    void reload();
    bool saveOverChange();
    void refreshRecentFiles();
    void exportText(const QString& title, const QString& ending, std::string (*write)(const schedule::Schedule&));
    void exportFigure(const std::function<widgets::Figure()>& figure);
    void exportKind(const figures::FigureKind& kind);
    [[nodiscard]] std::optional<widgets::Figure> seenFigure(const QString& name) const;
    void followFigures();
    void reportExport(const figures::ExportedFigures& exported);
    void postWork(const QString& text);
    void exportAllFigures();
    void report(const QString& key, const support::Diagnostics& faults);

    void escape();
    void refreshTitle();
    void refreshState();
    void showOrLeaveProblems();
    void selectHungriest(const schedule::Schedule& schedule);
    void showProblemCount(int count);

    workspace::Workspace& m_workspace;
    workspace::DocumentFiles* m_files = nullptr;
    widgets::MessageBar* m_messages = nullptr;
    figures::FigureWorker* m_figures = nullptr;
    QToolBar* m_switches = nullptr;
    QMenu* m_recentMenu = nullptr;
    QAction* m_pin = nullptr; ///< enabled while a result can be pinned
    std::vector<QAction*> m_needSchedule; ///< enabled while a schedule of the problem is there
    Docks m_docks;
    DockLayout* m_layout = nullptr;
    QPointer<QDockWidget> m_lastView;       ///< in which the keyboard was last
    Presentation* m_presentation = nullptr; ///< made when it is asked for first
    network::NetworkView* m_network = nullptr;
    chip::ChipView* m_chip = nullptr;
    timeline::TimelineView* m_timeline = nullptr;
    energy::EnergyChart* m_energy = nullptr;
    layers::LayersTable* m_layers = nullptr;
    problems::ProblemsList* m_problems = nullptr;
    program::ProgramView* m_program = nullptr;
    bool m_showingProblems = false; ///< raised for a problem without a schedule, not by hand
    QPointer<QDockWidget> m_underProblems; ///< what they covered when they were raised
    bool m_selectHungriest = false; ///< once what was opened is solved, so that no view starts empty
    bool m_onSeparator = false; ///< a button is down on the edge between two docks
};

} // namespace tilescape::ui::window
