#include "ui/window/main_window.h"

#include "core/io/files.h"
#include "ui/figures/figure_export.h"
#include "ui/figures/figure_registry.h"
#include "ui/figures/figure_worker.h"
#include "ui/widgets/export_folder.h"
#include "ui/widgets/figure_menu.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/save_dialog.h"
#include "ui/workspace/baselines.h"
#include "ui/workspace/clock.h"
#include "ui/workspace/explorations.h"
#include "ui/workspace/figure_project.h"
#include "ui/workspace/workspace.h"

#include <QFileDialog>
#include <QFileInfo>

namespace tilescape::ui::window {

namespace {

const QString exportKey = QStringLiteral("export");

} // namespace

/// For file dialogs.
QString MainWindow::documentFolder() const
{
    return m_workspace.filePath().isEmpty() ? QString() : QFileInfo(m_workspace.filePath()).absolutePath();
}

/// A file name without an ending.
QString MainWindow::documentStem() const
{
    const QString name = m_workspace.filePath().isEmpty() ? documentName(m_workspace)
                                                          : QFileInfo(m_workspace.filePath()).completeBaseName();
    return QString(name).replace(QLatin1Char('/'), QLatin1Char('-'));
}

void MainWindow::exportText(const QString& title, const QString& ending, std::string (*write)(const schedule::Schedule&))
{
    const QString suggestion = widgets::exportPath(documentStem() + QLatin1Char('.') + ending, documentFolder());
    const QString path = widgets::askWhereToSave(
        this, {title, suggestion, {ending}, tr("%1 files (*.%2)").arg(ending.toUpper(), ending)});
    const auto schedule = m_workspace.schedule();
    if (!path.isEmpty() && schedule) {
        const support::Diagnostics faults = io::writeFile(path.toStdString(), write(*schedule));
        report(exportKey, faults);
        if (faults.empty()) {
            widgets::rememberExportFolder(path);
            m_messages->post({exportKey, support::Severity::Note, tr("Written: %1").arg(path)});
        }
    }
}

void MainWindow::exportFigure(const std::function<widgets::Figure()>& figure)
{
    widgets::Figure asked = figure();
    asked.project = workspace::projectText(m_workspace);
    auto* dialog = new widgets::FigureDialog(std::move(asked), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

void MainWindow::followFigures()
{
    m_figures = new figures::FigureWorker(this);
    connect(m_figures, &figures::FigureWorker::progressed, this,
            [this](int written, int all) { postWork(tr("Writing figures: %1 of %2.").arg(written).arg(all)); });
    connect(m_figures, &figures::FigureWorker::exported, this, &MainWindow::reportExport);
}

/// What goes on in the background, and may be cancelled.
void MainWindow::postWork(const QString& text)
{
    m_messages->post({exportKey, support::Severity::Note, text, {{tr("Cancel"), [this] { m_figures->cancel(); }}}});
}

/// As a view shows it that a person sees: what was chosen there, and where it stands in time.
std::optional<widgets::Figure> MainWindow::seenFigure(const QString& name) const
{
    for (const auto* action : findChildren<widgets::FigureAction*>()) {
        if (action->isEnabled() && !action->widget()->visibleRegion().isEmpty()) {
            widgets::Figure figure = action->figure();
            if (figure.name == name) {
                return figure;
            }
        }
    }
    return std::nullopt;
}

void MainWindow::exportKind(const figures::FigureKind& kind)
{
    const auto schedule = m_workspace.schedule();
    if (!schedule) {
        return;
    }
    if (const auto seen = seenFigure(QLatin1String(kind.name))) {
        exportFigure([&] { return *seen; });
        return;
    }
    const workspace::Clock& clock = m_workspace.clock();
    const auto cycle = clock.layer() ? std::optional(clock.cycle()) : std::nullopt;
    const auto asked = std::make_shared<const schedule::Problem>(m_workspace.problem());
    m_figures->make(
        kind,
        figures::FigureSource(schedule, clock.layer() ? clock.layer() : m_workspace.selectedLayer(), asked, cycle),
        [this](const support::Result<widgets::Figure>& figure) {
            report(exportKey, figure ? support::Diagnostics() : figure.faults());
            if (figure) {
                exportFigure([&] { return figure.value(); });
            }
        });
    if (m_figures->isRunning()) {
        postWork(tr("Making the figure “%1”: what it shows is not known yet.").arg(figures::labelOf(kind)));
    }
}

void MainWindow::exportAllFigures()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder for the figures"), documentFolder());
    if (!folder.isEmpty()) {
        exportFiguresTo(folder);
    }
}

void MainWindow::exportFiguresTo(const QString& folder)
{
    if (const auto schedule = m_workspace.schedule()) {
        postWork(tr("Making the figures."));
        const auto asked = std::make_shared<const schedule::Problem>(m_workspace.problem());
        figures::FigureSource source(schedule, {}, asked);
        if (const workspace::Baselines& baselines = m_workspace.baselines(); baselines.difference()) {
            source.compareWith({baselines.schedule(), QString::fromStdString(baselines.chosen()->name)});
        }
        m_figures->exportAll(source, m_workspace.explorations().saved(), folder);
    }
}

void MainWindow::reportExport(const figures::ExportedFigures& exported)
{
    report(exportKey, exported.faults);
    if (exported.faults.empty()) {
        m_messages->post({exportKey, support::Severity::Note,
                          tr("Written to %1, each as SVG, PDF and PNG: %2.").arg(exported.folder, exported.figures.join(QStringLiteral(", ")))});
    }
}

} // namespace tilescape::ui::window
