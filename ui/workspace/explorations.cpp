#include "ui/workspace/explorations.h"

#include "core/io/chip_search_json.h"
#include "core/io/sweep_json.h"

namespace tilescape::ui::workspace {

Explorations::Explorations(QObject* parent) : QObject(parent), m_journals(JournalFolder::standardPath())
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
    m_searches.start(search, std::move(known), m_journals.placeFor(identity, io::writeChipSearch(search)));
}

io::Explorations Explorations::saved() const
{
    io::Explorations explorations;
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
    m_saved = std::move(explorations);
    m_modified = false;
}

void Explorations::markSaved()
{
    m_saved = saved();
    m_modified = false;
}

void Explorations::compare()
{
    if (saved() != m_saved) {
        m_modified = true;
        Q_EMIT modified();
    }
}

} // namespace tilescape::ui::workspace
