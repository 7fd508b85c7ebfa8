#pragma once

#include "core/io/explorations.h"
#include "ui/workspace/journal_folder.h"
#include "ui/workspace/search_service.h"
#include "ui/workspace/sweep_service.h"

#include <QObject>

#include <memory>
#include <vector>

namespace tilescape::ui::workspace {

/// The sweep and the search of the document: asked for, run in the background, journalled, and saved with the project. What a run found
/// makes the document modified when it ends; until then the journal has it.
class Explorations : public QObject {
    Q_OBJECT

public:
    explicit Explorations(QObject* parent = nullptr);
    ~Explorations() override;

    /// Where journals are kept from now on; empty: nowhere.
    void setJournalFolder(const QString& path) { m_journals = JournalFolder(path); }
    [[nodiscard]] const JournalFolder& journals() const { return m_journals; }

    [[nodiscard]] SweepService& sweeps() { return m_sweeps; }
    [[nodiscard]] SearchService& searches() { return m_searches; }

    /// Files of the questions that have journals but are not complete, as far as that is known.
    [[nodiscard]] QStringList unfinished() const;
    /// Results of this sweep that are there to go on with, in the document or in a journal; 0 where it would begin anew.
    [[nodiscard]] std::size_t knownOf(const tilescape::explore::Sweep& sweep) const;
    [[nodiscard]] std::size_t knownOf(const tilescape::explore::ChipSearch& search) const;
    /// Goes on with what is known, or begins anew.
    void start(const tilescape::explore::Sweep& sweep, bool anew = false);
    void start(const tilescape::explore::ChipSearch& search, bool anew = false);

    /// So far, of both kinds: what tells whether one was begun between two edits.
    [[nodiscard]] int runsBegun() const { return m_runsBegun; }

    /// Sweeps and searches of the document that have names; never null.
    [[nodiscard]] const std::shared_ptr<const std::vector<io::KeptRun>>& kept() const { return m_kept; }
    /// Part of an undo step.
    void setKept(std::shared_ptr<const std::vector<io::KeptRun>> kept);
    /// Adds one before another takes its place: no edit, so that no undo loses what was found.
    void keepAside(io::KeptRun run);
    /// Makes this the sweep or search that is shown.
    void show(const io::KeptRun& run);

    /// What was edited and not undone, whether it was run or not; a question that was not edited is missing.
    [[nodiscard]] const io::Questions& asked() const { return m_asked; }
    /// Part of an undo step.
    void setAsked(io::Questions asked);

    /// What a project keeps.
    [[nodiscard]] io::Explorations saved() const;
    /// That of a document that is opened.
    void restore(io::Explorations explorations);
    /// Whether there is more than was restored or marked as saved.
    [[nodiscard]] bool isModified() const { return m_modified; }
    void markSaved();

Q_SIGNALS:
    void modified(); ///< by what a run found
    void keptChanged();
    void askedChanged();

private:
    void compare();
    /// Journals of runs that are complete serve nobody once the document is closed or the run replaced, but for one that begins with
    /// the same.
    void dropComplete(const std::string& kept) const;

    JournalFolder m_journals;
    SweepService m_sweeps;
    SearchService m_searches;
    std::shared_ptr<const std::vector<io::KeptRun>> m_kept;
    io::Questions m_asked;
    io::Explorations m_saved; ///< what is shown; edits of what has names are in the undo stack
    int m_runsBegun = 0;
    bool m_modified = false;
};

} // namespace tilescape::ui::workspace
