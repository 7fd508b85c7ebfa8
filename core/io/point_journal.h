#pragma once

#include "core/explore/sweep_run.h"
#include "core/io/journal.h"

#include <map>
#include <optional>
#include <string>

namespace tilescape::io {

/// The journal of a run of many points, if one was asked for: results by the text that names their point.
class PointJournal {
public:
    /// Opens the journal; `path` is empty for none. Begins a new one, or goes on with an old one if `resume`. Returns what is
    /// wrong.
    support::Diagnostics open(const std::string& path, bool resume, const std::string& identity);

    /// What an earlier run found.
    [[nodiscard]] const std::map<std::string, explore::PointResult>& known() const { return m_known; }

    /// Of these the points of a sweep of `count` points, whose texts are their numbers.
    [[nodiscard]] explore::PointResults knownPoints(std::size_t count) const;

    /// Adds a result. After a fault, which `faults` then has, nothing more is added.
    void add(const std::string& point, const explore::PointResult& result);
    [[nodiscard]] const support::Diagnostics& faults() const { return m_faults; }

private:
    std::optional<Journal> m_journal;
    std::map<std::string, explore::PointResult> m_known;
    support::Diagnostics m_faults;
};

} // namespace tilescape::io
