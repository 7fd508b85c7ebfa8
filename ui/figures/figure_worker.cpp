#include "ui/figures/figure_worker.h"

#include "ui/figures/exploration_figures.h"

#include <algorithm>

namespace tilescape::ui::figures {

void FigureWorker::make(const FigureKind& kind, const FigureSource& source, Made made)
{
    cancel();
    if (kind.subject == Subject::Network || kind.subject == Subject::Schedule) {
        made(makeFigure(kind, source));
        return;
    }
    m_source = std::make_shared<const FigureSource>(source);
    m_job.start([source = m_source, &kind, made = std::move(made)](const std::stop_token& stop) -> workspace::BackgroundJob::Deliver {
        source->prepare(kind.subject, stop);
        return [source, &kind, made] { made(makeFigure(kind, *source)); };
    });
}

void FigureWorker::exportAll(const FigureSource& source, const io::Explorations& explorations, const QString& folder)
{
    cancel();
    m_exported = {};
    m_exported.folder = folder;
    m_exported.faults = makeFolder(folder);
    if (!m_exported.faults.empty()) {
        Q_EMIT exported(m_exported);
        return;
    }
    m_source = std::make_shared<const FigureSource>(source);
    std::vector<const FigureKind*> kinds;
    for (const FigureKind& kind : figureKinds()) {
        if (isAbout(kind, source.problem())) {
            kinds.push_back(&kind);
        }
    }
    m_job.start([this, kinds, explorations, source = m_source](const std::stop_token& stop) -> workspace::BackgroundJob::Deliver {
        for (const FigureKind* kind : kinds) {
            source->prepare(kind->subject, stop);
        }
        // A search is gone through again for its front, which takes a while where it saw many chips.
        const std::vector<widgets::Figure> ofRuns = figuresOf(explorations, stop);
        return [this, kinds, ofRuns] {
            for (const FigureKind* kind : kinds) {
                m_pending.push_back([this, kind] { return makeFigure(*kind, *m_source); });
            }
            for (const widgets::Figure& figure : ofRuns) {
                m_pending.push_back([figure] { return support::Result<widgets::Figure>(figure); });
            }
            std::reverse(m_pending.begin(), m_pending.end());
            m_all = static_cast<int>(m_pending.size());
            writeNext();
        };
    });
}

void FigureWorker::cancel()
{
    m_job.cancel();
    m_pending.clear();
}

void FigureWorker::writeNext()
{
    if (m_pending.empty()) {
        return;
    }
    Q_EMIT progressed(m_all - static_cast<int>(m_pending.size()), m_all);
    if (const auto figure = m_pending.back()()) {
        writeFigureFiles(figure.value(), m_exported);
    }
    m_pending.pop_back();
    if (m_pending.empty()) {
        Q_EMIT exported(m_exported);
    } else {
        QMetaObject::invokeMethod(this, &FigureWorker::writeNext, Qt::QueuedConnection);
    }
}

} // namespace tilescape::ui::figures
