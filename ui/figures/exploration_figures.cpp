#include "ui/figures/exploration_figures.h"

#include "core/io/explored_points.h"
#include "ui/figures/result_figure.h"

#include <QRegularExpression>
#include <QSet>

#include <algorithm>

namespace tilescape::ui::figures {

namespace {

io::ExploredPoints pointsOfRun(const io::SweepRun& run, const std::stop_token&) { return exploredPoints(run); }
io::ExploredPoints pointsOfRun(const io::SearchRun& run, const std::stop_token& stop)
{
    return exploredPoints(run, stop);
}

/// What a name may give to that of a file.
QString fileWord(const QString& name)
{
    static const QRegularExpression others(QStringLiteral("[^\\p{L}\\p{N}]+"));
    return QString(name).replace(others, QStringLiteral("-"));
}

class ExplorationFigures {
public:
    explicit ExplorationFigures(std::stop_token stop) : m_stop(std::move(stop)) {}

    template <typename Run>
    void add(const Run& run, const QString& name)
    {
        const QString stem = (std::is_same_v<Run, io::SweepRun> ? QStringLiteral("sweep") : QStringLiteral("search"))
            + (name.isEmpty() ? QString() : QLatin1Char('-') + fileWord(name));
        const Results points = pointsOfRun(run, m_stop);
        if (m_stop.stop_requested()) {
            return; // a part of a search has another front
        }
        for (const ResultFigureKind& kind : resultFigureKinds()) {
            auto figure = kind.chart ? resultFigure(kind, points, {}) : support::Result<widgets::Figure>(support::Diagnostics());
            if (figure) {
                figure.value().name = freeName(stem + QLatin1Char('-') + QLatin1String(kind.name));
                m_figures.push_back(std::move(figure.value()));
            }
        }
    }
    std::vector<widgets::Figure> take() { return std::move(m_figures); }

private:
    /// Names that differ in signs alone give the same word.
    QString freeName(const QString& wanted)
    {
        QString name = wanted;
        for (int number = 2; m_names.contains(name); ++number) {
            name = QStringLiteral("%1-%2").arg(wanted).arg(number);
        }
        m_names.insert(name);
        return name;
    }

    std::stop_token m_stop;
    std::vector<widgets::Figure> m_figures;
    QSet<QString> m_names;
};

/// What is shown may have been kept as well; then its name says which it is.
template <typename Run>
bool isKept(const Run& run, const std::vector<io::KeptRun>& kept)
{
    return std::any_of(kept.begin(), kept.end(), [&](const io::KeptRun& each) {
        const Run* own = std::get_if<Run>(&each.run);
        return own && *own == run;
    });
}

} // namespace

std::vector<widgets::Figure> figuresOf(const io::Explorations& explorations, const std::stop_token& stop)
{
    ExplorationFigures figures(stop);
    if (explorations.sweep && !isKept(*explorations.sweep, explorations.kept)) {
        figures.add(*explorations.sweep, {});
    }
    if (explorations.search && !isKept(*explorations.search, explorations.kept)) {
        figures.add(*explorations.search, {});
    }
    for (const io::KeptRun& kept : explorations.kept) {
        std::visit([&](const auto& run) { figures.add(run, QString::fromStdString(kept.name)); }, kept.run);
    }
    return figures.take();
}

} // namespace tilescape::ui::figures
