#pragma once

#include "ui/figures/figure_export.h"
#include "ui/figures/figure_registry.h"
#include "ui/workspace/background_job.h"

#include <QObject>

#include <functional>
#include <memory>
#include <vector>

namespace tilescape::ui::figures {

/// Makes figures and writes them without holding up the window. What a figure shows of a training system is found on a worker,
/// and may take minutes. Drawing belongs to the window's thread: of a folder of figures, each is written at a turn of its own.
/// A newer job takes the place of the older.
class FigureWorker : public QObject {
    Q_OBJECT

public:
    using Made = std::function<void(const support::Result<widgets::Figure>&)>;

    using QObject::QObject;

    /// A figure of a network or a schedule is handed to `made` at once.
    void make(const FigureKind& kind, const FigureSource& source, Made made);
    /// What `exportAllFigures` writes.
    void exportAll(const FigureSource& source, const io::Explorations& explorations, const QString& folder);
    /// Files that are written stay.
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_job.isRunning() || !m_pending.empty(); }

Q_SIGNALS:
    void progressed(int figures, int all);
    void exported(const tilescape::ui::figures::ExportedFigures& figures);

private:
    using Maker = std::function<support::Result<widgets::Figure>()>;

    void writeNext();

    workspace::BackgroundJob m_job;
    std::shared_ptr<const FigureSource> m_source;
    std::vector<Maker> m_pending; ///< figures that are still to be written, the next one last
    int m_all = 0;
    ExportedFigures m_exported;
};

} // namespace tilescape::ui::figures
