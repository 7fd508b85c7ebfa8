#pragma once

#include "core/explore/chip_search.h"
#include "ui/workspace/exploration_run.h"

namespace tilescape::ui::workspace {

/// Runs one search for chips off the window's thread, and keeps it with what it found.
class SearchService : public ExplorationRun {
    Q_OBJECT

public:
    explicit SearchService(QObject* parent = nullptr) : ExplorationRun(parent) {}
    ~SearchService() override { finishWork(); }

    /// Solves what the search, which has no faults, asks for and neither `known` nor the journal has.
    void start(tilescape::explore::ChipSearch search, tilescape::explore::Evaluations known = {}, JournalPlace journal = {});
    /// Shows what these evaluations are enough for; it is there when the run has ended. Nothing is solved.
    void restore(tilescape::explore::ChipSearch search, tilescape::explore::Evaluations evaluations);
    /// Stops, and forgets search and result.
    void clear();

    [[nodiscard]] const tilescape::explore::ChipSearch& search() const { return m_search; }
    [[nodiscard]] const tilescape::explore::SearchResult& result() const { return m_result; }
    [[nodiscard]] const tilescape::explore::Evaluations& evaluations() const { return m_evaluations; }
    [[nodiscard]] std::size_t generation() const { return m_generation; } ///< that is whole
    [[nodiscard]] bool isComplete() const override { return m_result.finished; }
    /// By the generations that this run has solved; negative while there is none.
    [[nodiscard]] double secondsLeft() const;

private:
    struct Shared {
        std::mutex mutex;
        tilescape::explore::Evaluations fresh; ///< that the window has not taken yet
        tilescape::explore::SearchResult result;
        std::size_t generation = 0;
        bool isNew = false;  ///< the window has not taken the result yet
        bool solved = false; ///< anything
    };
    bool takeFresh() override;
    void run(tilescape::explore::ChipSearch search, tilescape::explore::Evaluations known, JournalPlace journal, bool solves);

    std::shared_ptr<Shared> m_shared;
    tilescape::explore::ChipSearch m_search;
    tilescape::explore::SearchResult m_result;
    tilescape::explore::Evaluations m_evaluations;
    std::size_t m_generation = 0;
    std::size_t m_firstGeneration = 0; ///< the last one that was whole before anything was solved
    double m_secondsOfFirst = 0;       ///< when that was whole
};

} // namespace tilescape::ui::workspace
