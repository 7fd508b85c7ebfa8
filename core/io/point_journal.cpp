#include "core/io/point_journal.h"

#include "core/io/point_text.h"

#include <charconv>

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

explore::PointResults PointJournal::knownPoints(std::size_t count) const
{
    explore::PointResults points;
    for (const auto& [key, result] : m_known) {
        std::size_t number = 0;
        const auto read = std::from_chars(key.data(), key.data() + key.size(), number);
        if (read.ec == std::errc() && number < count) {
            points.emplace(number, result);
        }
    }
    return points;
}

void PointJournal::add(const std::string& point, const explore::PointResult& result)
{
    if (m_journal && m_faults.empty()) {
        m_faults = m_journal->append({point, writePoint(result)});
    }
}

} // namespace tilescape::io
