#pragma once

#include "core/support/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tilescape::io {

/// FNV-1a, 64 bits, as 16 hexadecimal digits.
std::string hashText(std::string_view text);

/// A file of records that grows at its end and survives being cut off at any byte: each record is a line with a checksum
/// of its own, and what follows the last whole record is dropped when the file is opened again. Its first line
/// names the job that it belongs to. It is locked while it is open.
class Journal {
public:
    struct Record {
        std::string key;
        std::string value;
        friend bool operator==(const Record&, const Record&) = default;
    };

    /// The journal of a new job; `identity` is a hash of all that its records depend on, in one word. Faults: the file exists,
    /// or cannot be written.
    static support::Result<Journal> create(const std::filesystem::path& path, const std::string& identity);
    /// The journal of a job that was begun, with its records; a new one where there is no such file. Faults: another job's,
    /// another program's file, in use by another process, or it cannot be written.
    static support::Result<Journal> resume(const std::filesystem::path& path, const std::string& identity);

    Journal(Journal&&) noexcept;
    Journal& operator=(Journal&&) noexcept;
    ~Journal(); ///< syncs

    /// The records that were found when it was opened, in the order in which they were added.
    [[nodiscard]] const std::vector<Record>& records() const;
    /// Hands the record to the system at once, which keeps it if this process is killed, and to the disk within a second of the
    /// next call or when it is closed. Key and value are one line of text without tabs. Faults: it cannot be written.
    support::Diagnostics append(const Record& record);

private:
    struct File;
    explicit Journal(std::unique_ptr<File> file);
    std::unique_ptr<File> m_file;
};

} // namespace tilescape::io
