#pragma once

#include "ui/workspace/exploration_run.h"

#include <QString>
#include <QStringList>

namespace tilescape::ui::workspace {

/// The folder with the journals of sweeps and searches, each named after its identity, and beside each the sweep or search itself as a
/// file. A run that was killed is found there. Old journals are dropped when there are many.
class JournalFolder {
public:
    /// Empty: nothing is kept.
    explicit JournalFolder(QString path) : m_path(std::move(path)) {}
    /// In the user's application data.
    static QString standardPath();

    /// The journal of a run that begins or goes on; `question` is the text of its file.
    [[nodiscard]] JournalPlace placeFor(const std::string& identity, const std::string& question) const;
    /// How many results the journal has; 0 where there is none.
    [[nodiscard]] std::size_t countOf(const std::string& identity) const;
    void remove(const std::string& identity) const;
    /// The files of sweeps and searches that have a journal, the newest first.
    [[nodiscard]] QStringList questions() const;
    /// Such a file, whether it is there or not.
    [[nodiscard]] QString questionOf(const std::string& identity) const;

private:
    [[nodiscard]] QString journalOf(const std::string& identity) const;

    QString m_path;
};

} // namespace tilescape::ui::workspace
