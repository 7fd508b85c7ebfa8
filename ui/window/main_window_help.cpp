#include "ui/window/main_window.h"

#include "ui/lessons/lesson_panel.h"
#include "ui/widgets/message_bar.h"
#include "ui/window/command_palette.h"
#include "ui/window/help_key.h"
#include "ui/window/keyboard_sheet.h"
#include "ui/window/manual_topics.h"
#include "ui/window/manual_window.h"
#include "ui/window/presentation.h"
#include "ui/window/start_page.h"
#include "ui/window/thumbnails.h"
#include "ui/window/whats_this.h"

#include <QApplication>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QWhatsThis>

#include <algorithm>

namespace tilescape::ui::window {

void MainWindow::buildHelpMenu()
{
    QMenu* menu = addMenu(tr("&Help"), "menuHelp");
    addAction(menu, tr("&Manual: what is in focus"), "actionManualHere", QKeySequence(Qt::Key_F1),
              [this] { showManual(manualPlaceOf(QApplication::focusWidget())); });
    addAction(menu, tr("Manual: c&ontents"), "actionManual", {}, [this] { showManual(QStringLiteral("index.md")); });
    buildLessonMenu(menu->addMenu(tr("&Lessons")));
    addAction(menu, tr("&Commands…"), "actionCommands", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P), [this] {
        const auto* open = findChild<CommandPalette*>();
        if (!open || !open->isVisible()) { // a second one would lie over the first
            (new CommandPalette(this))->show();
        }
    });
    addAction(menu, tr("&Keyboard"), "actionKeyboard", QKeySequence(Qt::Key_Question), [this] { showKeyboardSheet(); });
    new WhatsThis(this);
    new HelpKey(*this, [this](const QWidget* widget) {
        if (!qobject_cast<ManualWindow*>(widget->window())) { // there it is read already
            showManual(manualPlaceOf(widget));
        }
    });
    addAction(menu, tr("&What’s this?"), "actionWhatsThis", QKeySequence::WhatsThis, [] { QWhatsThis::enterWhatsThisMode(); });
    addAction(menu, tr("&About Tilescape"), "actionAbout", {}, [this] { showAbout(); });
}

void MainWindow::showKeyboardSheet()
{
    auto* sheet = findChild<KeyboardSheet*>();
    if (!sheet) {
        sheet = new KeyboardSheet(*this, this);
    }
    sheet->show();
    sheet->raise();
    sheet->activateWindow();
}

void MainWindow::showAbout()
{
    auto* box = new QMessageBox(this);
    box->setObjectName(QStringLiteral("aboutBox"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setModal(false);
    box->setWindowTitle(tr("About Tilescape"));
    box->setIconPixmap(QApplication::windowIcon().pixmap(64));
    box->setText(tr("Tilescape %1").arg(QApplication::applicationVersion()));
    box->setInformativeText(tr("A design-space explorer for tiled neural-network accelerators.\n\n"
                               "Free software under the GNU General Public License, version 3 or later "
                               "(GPL-3.0-or-later). It comes without any warranty.\n\nMade with Qt %1 and Graphviz.")
                                .arg(QLatin1String(qVersion())));
    box->show();
}

void MainWindow::buildLessonMenu(QMenu* menu)
{
    for (const QString& file : lessons::lessonFiles()) {
        const QString name = QStringLiteral("actionLesson_") + QFileInfo(file).baseName();
        addAction(menu, lessons::titleOf(file), qPrintable(name), {}, [this, file] { startLesson(file); });
    }
    menu->addSeparator();
    addAction(menu, tr("&Open a lesson…"), "actionOpenLesson", {}, [this] {
        const QString path = QFileDialog::getOpenFileName(this, tr("Open a lesson"), {}, tr("Lessons (*.md)"));
        if (!path.isEmpty()) {
            startLesson(path);
        }
    });
}

void MainWindow::startLesson(const QString& path)
{
    auto lesson = lessons::loadLesson(path);
    report(QStringLiteral("lesson"), lesson ? support::Diagnostics() : lesson.faults());
    auto* panel = findChild<lessons::LessonPanel*>();
    if (lesson && (panel->ownsDocument() || mayReplaceDocument())) {
        m_docks.lesson->show();
        m_docks.lesson->raise();
        panel->start(std::move(lesson.value()));
    }
}

void MainWindow::showStartPage(bool atStart)
{
    const bool asksSomething = m_messages->count() > 0; // what a crash left comes first
    if (atStart && (asksSomething || !StartPage::isWantedAtStart())) {
        return;
    }
    auto* page = findChild<StartPage*>();
    if (!page) {
        page = new StartPage(this, Thumbnails::standardFolder());
        connect(page, &StartPage::lessonChosen, this, &MainWindow::startLesson);
        connect(page, &StartPage::fileAsked, this, &MainWindow::openWithDialog);
        connect(page, &StartPage::projectChosen, this,
                [this](const QString& path) { path.startsWith(QLatin1Char(':')) ? openExampleFile(path) : static_cast<void>(openFile(path)); });
    }
    page->open(m_files->recentFiles(), atStart && StartPage::takeFirstOffer());
}

void MainWindow::showManual(const QString& place)
{
    auto* manual = findChild<ManualWindow*>();
    if (!manual) {
        manual = new ManualWindow(this);
    }
    manual->show(); // first: where a place is follows from the size of the window
    manual->showPlace(place);
    manual->raise();
    manual->activateWindow();
}

void MainWindow::present(bool on)
{
    if (!m_presentation) {
        m_presentation = new Presentation(*this, *m_layout, m_docks);
    }
    m_presentation->set(on, viewAtWork());
}

void MainWindow::endPresentation() { findChild<QAction*>(QStringLiteral("actionPresentation"))->setChecked(false); }

/// What a lesson tells about, or else the one that had the keyboard last, though a menu or the palette has it now; if that is not to be
/// seen, the largest that is and shows what was found.
QDockWidget* MainWindow::viewAtWork() const
{
    for (QWidget* at = findChild<lessons::LessonPanel*>()->framed(); at; at = at->parentWidget()) {
        if (auto* dock = qobject_cast<QDockWidget*>(at)) {
            return dock;
        }
    }
    const auto seen = [](const QDockWidget* dock) {
        const QSize size = dock->visibleRegion().isEmpty() ? QSize(0, 0) : dock->size();
        return size.width() * size.height();
    };
    if (m_lastView && m_lastView != m_docks.lesson && seen(m_lastView) > 0) {
        return m_lastView;
    }
    std::vector<QDockWidget*> docks = m_docks.all();
    std::erase_if(docks, [this](const QDockWidget* dock) { return dock == m_docks.lesson || dock == m_docks.hardware; });
    QDockWidget* largest = *std::max_element(docks.begin(), docks.end(), [&](const auto* a, const auto* b) { return seen(a) < seen(b); });
    return seen(largest) > 0 ? largest : m_docks.chip;
}

} // namespace tilescape::ui::window
