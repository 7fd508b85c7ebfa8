#include "ui/workspace/explorations.h"

#include "core/io/chip_search_json.h"
#include "core/io/sweep_json.h"

#include <utility>

namespace tilescape::ui::workspace {

Explorations::Explorations(QObject* parent)
    : QObject(parent), m_journals(JournalFolder::standardPath()), m_kept(std::make_shared<const std::vector<io::KeptRun>>())
{
    connect(&m_sweeps, &ExplorationRun::ended, this, &Explorations::compare);
    connect(&m_searches, &ExplorationRun::ended, this, &Explorations::compare);
}

Explorations::~Explorations() { dropComplete({}); }

void Explorations::dropComplete(const std::string& kept) const
{
    const auto drop = [&](const auto& run, const auto& question) {
        if (run.isComplete() && !run.isRunning()) {
            const std::string identity = io::identityOf(question);
            if (identity != kept) {
                m_journals.remove(identity);
            }
        }
    };
    drop(m_sweeps, m_sweeps.sweep());
    drop(m_searches, m_searches.search());
}

QStringList Explorations::unfinished() const
{
    QStringList files = m_journals.questions();
    const auto leaveOut = [&files, this](const auto& run, const auto& question) {
        if (run.isComplete()) {
            files.removeAll(m_journals.questionOf(io::identityOf(question)));
        }
    };
    leaveOut(m_sweeps, m_sweeps.sweep());
    leaveOut(m_searches, m_searches.search());
    return files;
}

std::size_t Explorations::knownOf(const tilescape::explore::Sweep& sweep) const
{
    const bool shown = sweep == m_sweeps.sweep();
    if (shown && m_sweeps.isComplete()) {
        return 0;
    }
    return std::max(m_journals.countOf(io::identityOf(sweep)), shown ? m_sweeps.results().size() : 0);
}

std::size_t Explorations::knownOf(const tilescape::explore::ChipSearch& search) const
{
    const bool shown = search == m_searches.search();
    if (shown && m_searches.isComplete()) {
        return 0;
    }
    return std::max(m_journals.countOf(io::identityOf(search)), shown ? m_searches.evaluations().size() : 0);
}

void Explorations::start(const tilescape::explore::Sweep& sweep, bool anew)
{
    const std::string identity = io::identityOf(sweep);
    const bool goesOn = !anew && knownOf(sweep) > 0;
    m_sweeps.stop();
    dropComplete(identity);
    if (!goesOn) {
        m_journals.remove(identity);
    }
    tilescape::explore::PointResults known;
    if (goesOn && sweep == m_sweeps.sweep()) {
        known = m_sweeps.results();
    }
    ++m_runsBegun;
    m_sweeps.start(sweep, std::move(known), m_journals.placeFor(identity, io::writeSweep(sweep)));
}

void Explorations::start(const tilescape::explore::ChipSearch& search, bool anew)
{
    const std::string identity = io::identityOf(search);
    const bool goesOn = !anew && knownOf(search) > 0;
    m_searches.stop();
    dropComplete(identity);
    if (!goesOn) {
        m_journals.remove(identity);
    }
    tilescape::explore::Evaluations known;
    if (goesOn && search == m_searches.search()) {
        known = m_searches.evaluations();
    }
    ++m_runsBegun;
    m_searches.start(search, std::move(known), m_journals.placeFor(identity, io::writeChipSearch(search)));
}

void Explorations::setKept(std::shared_ptr<const std::vector<io::KeptRun>> kept)
{
    m_kept = std::move(kept);
    Q_EMIT keptChanged();
}

void Explorations::keepAside(io::KeptRun run)
{
    std::vector<io::KeptRun> all = *m_kept;
    all.push_back(std::move(run));
    setKept(std::make_shared<const std::vector<io::KeptRun>>(std::move(all)));
    m_modified = true;
    Q_EMIT modified();
}

void Explorations::show(const io::KeptRun& kept)
{
    if (const auto* sweep = std::get_if<io::SweepRun>(&kept.run)) {
        m_sweeps.restore(sweep->sweep, sweep->results);
    } else if (const auto* search = std::get_if<io::SearchRun>(&kept.run)) {
        m_searches.restore(search->search, search->evaluations);
    }
    compare();
}

void Explorations::setAsked(io::Questions asked)
{
    m_asked = std::move(asked);
    Q_EMIT askedChanged();
}

/// A question that was opened, or whose run found nothing yet, is saved as one that is asked.
io::Explorations Explorations::saved() const
{
    io::Explorations explorations;
    explorations.kept = *m_kept;
    explorations.asked = m_asked;
    const tilescape::explore::Sweep sweep = io::aroundProject(m_sweeps.sweep());
    if (explorations.asked.sweep == sweep) {
        explorations.asked.sweep.reset();
    }
    tilescape::explore::ChipSearch search = io::aroundProject(m_searches.search());
    if (m_asked.search && m_asked.search->workloads.empty()
        && search.workloads.size() == 1) { // it was for the open network
        search.base.networks.erase(search.workloads.front().network);
        search.workloads.clear();
    }
    if (explorations.asked.search == search) {
        explorations.asked.search.reset();
    }
    if (!explorations.asked.sweep && m_sweeps.results().empty() && !m_sweeps.sweep().axes.empty()) {
        explorations.asked.sweep = sweep;
    }
    if (!explorations.asked.search && m_searches.evaluations().empty() && !search.variables.empty()) {
        explorations.asked.search = std::move(search);
    }
    if (!m_sweeps.results().empty()) {
        explorations.sweep = io::SweepRun{m_sweeps.sweep(), m_sweeps.results()};
    }
    if (!m_searches.evaluations().empty()) {
        explorations.search = io::SearchRun{m_searches.search(), m_searches.evaluations()};
    }
    return explorations;
}

void Explorations::restore(io::Explorations explorations)
{
    dropComplete({});
    if (explorations.sweep) {
        m_sweeps.restore(explorations.sweep->sweep, explorations.sweep->results);
    } else {
        m_sweeps.clear();
    }
    if (explorations.search) {
        m_searches.restore(explorations.search->search, explorations.search->evaluations);
    } else {
        m_searches.clear();
    }
    setKept(std::make_shared<const std::vector<io::KeptRun>>(std::exchange(explorations.kept, {})));
    setAsked(std::exchange(explorations.asked, {}));
    m_saved = std::move(explorations);
    m_modified = false;
}

void Explorations::markSaved()
{
    m_saved = saved();
    m_saved.kept.clear();
    m_saved.asked = {};
    m_modified = false;
}

void Explorations::compare()
{
    const io::Explorations now = saved();
    if (now.sweep != m_saved.sweep || now.search != m_saved.search) {
        m_modified = true;
        Q_EMIT modified();
    }
}

} // namespace tilescape::ui::workspace
