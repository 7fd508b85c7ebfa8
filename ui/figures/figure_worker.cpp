#include "ui/figures/figure_worker.h"

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

void FigureWorker::exportAll(const FigureSource& source, const QString& folder)
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
    std::reverse(kinds.begin(), kinds.end());
    m_job.start([this, kinds, source = m_source](const std::stop_token& stop) -> workspace::BackgroundJob::Deliver {
        for (const FigureKind* kind : kinds) {
            source->prepare(kind->subject, stop);
        }
        return [this, kinds] {
            m_kinds = kinds;
            m_all = static_cast<int>(kinds.size());
            writeNext();
        };
    });
}

void FigureWorker::cancel()
{
    m_job.cancel();
    m_kinds.clear();
}

void FigureWorker::writeNext()
{
    if (m_kinds.empty()) {
        return;
    }
    Q_EMIT progressed(m_all - static_cast<int>(m_kinds.size()), m_all);
    if (const auto figure = makeFigure(*m_kinds.back(), *m_source)) {
        writeFigureFiles(figure.value(), m_exported);
    }
    m_kinds.pop_back();
    if (m_kinds.empty()) {
        Q_EMIT exported(m_exported);
    } else {
        QMetaObject::invokeMethod(this, &FigureWorker::writeNext, Qt::QueuedConnection);
    }
}

} // namespace tilescape::ui::figures
