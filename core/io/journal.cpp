#include "core/io/journal.h"

#include "core/io/files.h"
#include "core/support/dice.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <chrono>
#include <optional>
#include <system_error>

#include <fmt/format.h>

namespace tilescape::io {

namespace {

constexpr std::string_view formatName = "tilescape-journal";
constexpr std::chrono::seconds syncEvery{1};

support::Diagnostic journalFault(const std::filesystem::path& path, std::string problem, std::string remedy)
{
    return {support::Severity::Error, path.string(), "", "", std::move(problem), std::move(remedy)};
}

support::Diagnostic cannotAppend(const std::filesystem::path& path, int code)
{
    return journalFault(path, fmt::format("the journal cannot be written ({})", std::generic_category().message(code)),
                 "room on the disk and the right to write are needed");
}

std::string headOf(const std::string& identity) { return fmt::format("{} 1 {}\n", formatName, identity); }

/// The checksum depends on the job, so that lines of another journal are none of this one.
std::string recordLine(const Journal::Record& record, const std::string& identity)
{
    const std::string content = record.key + '\t' + record.value;
    return fmt::format("{}\t{}\n", content, hashText(identity + content));
}

std::optional<Journal::Record> recordOf(std::string_view line, const std::string& identity)
{
    const std::size_t checksum = line.rfind('\t');
    const std::size_t value = line.find('\t');
    if (checksum == std::string_view::npos || value == checksum
        || line.substr(checksum + 1) != hashText(identity + std::string(line.substr(0, checksum)))) {
        return std::nullopt;
    }
    return Journal::Record{std::string(line.substr(0, value)), std::string(line.substr(value + 1, checksum - value - 1))};
}

} // namespace

std::string hashText(std::string_view text) { return fmt::format("{:016x}", support::seedOf(text, 0)); }

struct Journal::File {
    std::filesystem::path path;
    std::string identity;
    std::vector<Record> records;
    int descriptor = -1;
    bool unsynced = false;
    std::chrono::steady_clock::time_point synced = std::chrono::steady_clock::now();

    File(std::filesystem::path where, std::string job) : path(std::move(where)), identity(std::move(job)) {}
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File()
    {
        if (descriptor >= 0) {
            sync();
            ::close(descriptor);
        }
    }

    int sync()
    {
        const bool needed = std::exchange(unsynced, false);
        synced = std::chrono::steady_clock::now();
        return needed && ::fdatasync(descriptor) != 0 ? errno : 0;
    }

    /// Zero, or what went wrong.
    int write(std::string_view text)
    {
        while (!text.empty()) {
            const ssize_t written = ::write(descriptor, text.data(), text.size());
            if (written < 0 && errno != EINTR) {
                return errno;
            }
            text.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
        }
        unsynced = true;
        return 0;
    }

    /// Zero, or what went wrong.
    int cutAt(std::size_t size)
    {
        const auto end = static_cast<off_t>(size);
        return ::ftruncate(descriptor, end) != 0 || ::lseek(descriptor, end, SEEK_SET) < 0 ? errno : 0;
    }

    support::Diagnostics open(int flags)
    {
        descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC | flags, 0666);
        if (descriptor < 0 && errno == EEXIST) {
            return {journalFault(path, "this journal exists", "--resume goes on with it; another name begins anew")};
        }
        if (descriptor < 0) {
            return {cannotAppend(path, errno)};
        }
        if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
            return {journalFault(path, "another process is writing this journal", "wait until it has ended")};
        }
        return {};
    }

    /// Reads all whole records and drops what follows them.
    support::Diagnostics read(const std::string& text)
    {
        const std::string head = headOf(identity);
        if (head.starts_with(text)) { // empty, or its very first line was cut off
            records.clear();
            return begin();
        }
        const bool ours = text.starts_with(fmt::format("{} ", formatName));
        if (!ours || !text.starts_with(head)) {
            return {ours ? journalFault(path, "this journal belongs to another job", "its file, one that it names, or the solver was changed since; give another name")
                         : journalFault(path, "this is no journal", "give another name")};
        }
        std::size_t end = head.size();
        for (std::size_t line = text.find('\n', end); line != std::string::npos; line = text.find('\n', end)) {
            std::optional<Record> record = recordOf(std::string_view(text).substr(end, line - end), identity);
            if (!record) {
                break;
            }
            records.push_back(*std::move(record));
            end = line + 1;
        }
        const int code = cutAt(end);
        return code == 0 ? support::Diagnostics{} : support::Diagnostics{cannotAppend(path, code)};
    }

    /// The first line, on the disk before anything else.
    support::Diagnostics begin()
    {
        int code = cutAt(0);
        code = code != 0 ? code : write(headOf(identity));
        code = code != 0 ? code : sync();
        return code == 0 ? support::Diagnostics{} : support::Diagnostics{cannotAppend(path, code)};
    }
};

Journal::Journal(std::unique_ptr<File> file) : m_file(std::move(file)) {}
Journal::Journal(Journal&&) noexcept = default;
Journal& Journal::operator=(Journal&&) noexcept = default;
Journal::~Journal() = default;

support::Result<Journal> Journal::create(const std::filesystem::path& path, const std::string& identity)
{
    auto file = std::make_unique<File>(path, identity);
    support::Diagnostics faults = file->open(O_CREAT | O_EXCL);
    faults = faults.empty() ? file->begin() : faults;
    if (!faults.empty()) {
        return faults;
    }
    return Journal(std::move(file));
}

support::Result<Journal> Journal::resume(const std::filesystem::path& path, const std::string& identity)
{
    auto file = std::make_unique<File>(path, identity);
    support::Diagnostics faults = file->open(O_CREAT);
    if (faults.empty()) {
        const auto text = readFile(path);
        faults = text ? file->read(text.value()) : text.faults();
    }
    if (!faults.empty()) {
        return faults;
    }
    return Journal(std::move(file));
}

const std::vector<Journal::Record>& Journal::records() const { return m_file->records; }

support::Diagnostics Journal::append(const Record& record)
{
    assert((record.key + record.value).find_first_of("\t\n") == std::string::npos);
    int code = m_file->write(recordLine(record, m_file->identity));
    if (code == 0 && std::chrono::steady_clock::now() - m_file->synced >= syncEvery) {
        code = m_file->sync();
    }
    return code == 0 ? support::Diagnostics{} : support::Diagnostics{cannotAppend(m_file->path, code)};
}

} // namespace tilescape::io
