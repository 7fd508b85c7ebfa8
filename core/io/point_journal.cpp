#include "core/io/point_journal.h"

#include "core/io/point_text.h"

namespace tilescape::io {

support::Diagnostics PointJournal::open(const std::string& path, bool resume, const std::string& identity)
{
    if (path.empty()) {
        return {};
    }
    auto journal = resume ? Journal::resume(path, identity) : Journal::create(path, identity);
    if (!journal) {
        return journal.faults();
    }
    m_journal = std::move(journal.value());
    for (const Journal::Record& record : m_journal->records()) {
        if (const auto result = readPoint(record.value)) {
            m_known.emplace(record.key, *result);
        }
    }
    return {};
}

void PointJournal::add(const std::string& point, const explore::PointResult& result)
{
    if (m_journal && m_faults.empty()) {
        m_faults = m_journal->append({point, writePoint(result)});
    }
}

} // namespace tilescape::io
