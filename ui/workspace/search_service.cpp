#include "ui/workspace/search_service.h"

#include <utility>

namespace tilescape::ui::workspace {

using tilescape::explore::ChipSearch;
using tilescape::explore::Evaluations;
using tilescape::explore::PointResult;
using tilescape::explore::SearchResult;

namespace {

/// What journal and `known` have; the journal gets what it has not.
Evaluations knownEvaluations(io::PointJournal& journal, Evaluations known)
{
    for (const auto& [key, result] : known) {
        if (!journal.known().contains(key)) {
            journal.add(key, result);
        }
    }
    known.insert(journal.known().begin(), journal.known().end());
    return known;
}

void solveNothing(const tilescape::explore::Base&, std::span<const std::vector<tilescape::explore::Setting>>,
                  const tilescape::explore::PointOptions&, const tilescape::explore::RunControl&)
{
}

} // namespace

void SearchService::run(ChipSearch search, Evaluations known, JournalPlace journal, bool solves)
{
    stop();
    m_search = std::move(search);
    m_result = {};
    m_evaluations = std::move(known);
    m_generation = m_firstGeneration = 0;
    m_secondsOfFirst = 0;
    m_shared = std::make_shared<Shared>();
    Q_EMIT questionChanged();
    begin(std::move(journal), [shared = m_shared, question = m_search, before = m_evaluations, solves](const Worker& worker) {
        Evaluations evaluations = knownEvaluations(*worker.journal, before);
        const auto give = [&](std::size_t generation, const SearchResult& result) {
            const std::lock_guard lock(shared->mutex);
            shared->result = result;
            shared->generation = generation;
            shared->isNew = true;
        };
        tilescape::explore::SearchControl control;
        control.stop = worker.stop;
        control.threads = worker.threads;
        control.beforePoint = worker.beforePoint;
        control.onEvaluation = [&](const std::string& key, const PointResult& result) {
            worker.journal->add(key, result);
            const std::lock_guard lock(shared->mutex);
            shared->fresh.emplace(key, result);
            shared->solved = true;
        };
        std::size_t whole = 0;
        control.onGeneration = [&](std::size_t generation, const SearchResult& result) { give(whole = generation, result); };
        {
            const std::lock_guard lock(shared->mutex);
            shared->fresh = evaluations;
        }
        const tilescape::explore::SolvePoints solve = solves ? tilescape::explore::solvePoints : solveNothing;
        const SearchResult result = searchChips(question, std::move(evaluations), control, solve);
        give(whole, result);
    });
    Q_EMIT resultsChanged();
}

void SearchService::start(ChipSearch search, Evaluations known, JournalPlace journal)
{
    run(std::move(search), std::move(known), std::move(journal), true);
}

void SearchService::restore(ChipSearch search, Evaluations evaluations) { run(std::move(search), std::move(evaluations), {}, false); }

void SearchService::clear()
{
    stop();
    m_search = {};
    m_result = {};
    m_evaluations.clear();
    m_generation = 0;
    Q_EMIT questionChanged();
    Q_EMIT resultsChanged();
}

bool SearchService::takeFresh()
{
    const std::lock_guard lock(m_shared->mutex);
    const std::size_t before = m_evaluations.size();
    m_evaluations.merge(m_shared->fresh);
    m_shared->fresh.clear();
    const bool isNew = std::exchange(m_shared->isNew, false);
    if (isNew) {
        m_result = m_shared->result;
        m_generation = m_shared->generation;
    }
    if (!m_shared->solved) {
        m_firstGeneration = m_generation;
        m_secondsOfFirst = secondsRun();
    }
    return isNew || m_evaluations.size() > before;
}

double SearchService::secondsLeft() const
{
    if (m_generation <= m_firstGeneration) {
        return -1;
    }
    return (secondsRun() - m_secondsOfFirst) / static_cast<double>(m_generation - m_firstGeneration)
        * static_cast<double>(m_search.evolution.generations - m_generation);
}

} // namespace tilescape::ui::workspace
