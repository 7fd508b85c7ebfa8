#include "core/io/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace tilescape::io {
namespace {

constexpr std::size_t largestFile = std::size_t{256} << 20;
constexpr std::size_t longestStem = 200; ///< bytes of a temporary file's name that are those of the file

support::Diagnostic fault(const std::filesystem::path& path, std::string problem, std::string remedy)
{
    return {support::Severity::Error, path.string(), "", "", std::move(problem), std::move(remedy)};
}

std::string reason(int code) { return std::generic_category().message(code); }

/// A file descriptor that closes itself.
class Descriptor {
public:
    explicit Descriptor(int number) : m_number(number) {}
    ~Descriptor()
    {
        if (m_number >= 0) {
            ::close(m_number);
        }
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int number() const { return m_number; }
    [[nodiscard]] bool isOpen() const { return m_number >= 0; }
    /// Zero, or why what was written may not be on the disk.
    int closeNow() { return ::close(std::exchange(m_number, -1)) == 0 ? 0 : errno; }

private:
    int m_number;
};

/// Zero, or what went wrong.
int writeAll(int descriptor, std::string_view content)
{
    while (!content.empty()) {
        const ssize_t written = ::write(descriptor, content.data(), content.size());
        if (written < 0 && errno != EINTR) {
            return errno;
        }
        content.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
    }
    return 0;
}

support::Diagnostics cannotWrite(const std::filesystem::path& path, int code)
{
    return {fault(path, fmt::format("the file cannot be written ({})", reason(code)),
                  "a folder that exists and may be written, with room on the disk, is needed")};
}

/// Through a link, the file that it leads to is replaced, not the link.
std::filesystem::path targetOf(const std::filesystem::path& path, bool exists)
{
    std::error_code error;
    return exists ? std::filesystem::canonical(path, error) : path;
}

/// Pipes and devices have no neighbour to rename.
support::Diagnostics writeInPlace(const std::filesystem::path& path, const std::string& content)
{
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    const int error = file.isOpen() ? writeAll(file.number(), content) : errno;
    return error == 0 ? support::Diagnostics{} : cannotWrite(path, error);
}

} // namespace

support::Result<std::string> readFile(const std::filesystem::path& path)
{
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (status.type() == std::filesystem::file_type::not_found) {
        return fault(path, "there is no such file", "the path of an existing file is needed");
    }
    if (std::filesystem::is_directory(status)) {
        return fault(path, "this is a folder", "a file is needed");
    }
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.isOpen()) {
        return fault(path, fmt::format("the file cannot be read ({})", reason(errno)), "a readable file is needed");
    }
    std::string content;
    std::array<char, 65536> chunk{};
    while (true) {
        const ssize_t got = ::read(file.number(), chunk.data(), chunk.size());
        if (got == 0) {
            return content;
        }
        if (got < 0 && errno != EINTR) {
            return fault(path, fmt::format("the file cannot be read ({})", reason(errno)), "a readable file is needed");
        }
        content.append(chunk.data(), got < 0 ? 0 : static_cast<std::size_t>(got));
        if (content.size() > largestFile) {
            return fault(path, "the file is larger than 256 MB", "no file of this program is that large");
        }
    }
}

support::Diagnostics checkWritable(const std::filesystem::path& path)
{
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (std::filesystem::is_directory(status)) {
        return {fault(path, "this is a folder", "the name of a file is needed")};
    }
    const bool exists = std::filesystem::exists(status);
    if (exists && ::access(path.c_str(), W_OK) != 0) {
        return {fault(path, fmt::format("the file cannot be written ({})", reason(errno)),
                      "one that may be written, or another name, is needed")};
    }
    if (exists && !std::filesystem::is_regular_file(status)) {
        return {}; // a pipe or a device
    }
    const std::filesystem::path target = targetOf(path, exists);
    const std::filesystem::path folder = target.has_parent_path() ? target.parent_path() : ".";
    if (std::filesystem::exists(folder, error) && !std::filesystem::is_directory(folder, error)) {
        return cannotWrite(path, ENOTDIR);
    }
    return ::access(folder.c_str(), W_OK | X_OK) == 0 ? support::Diagnostics{} : cannotWrite(path, errno);
}

support::Diagnostics writeFile(const std::filesystem::path& path, const std::string& content)
{
    support::Diagnostics faults = checkWritable(path);
    if (!faults.empty()) {
        return faults;
    }
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
        return writeInPlace(path, content);
    }
    const std::filesystem::path target = targetOf(path, std::filesystem::exists(status));
    // Of a long name a part: with what is appended it may not be longer than names can be.
    const std::filesystem::path temporary =
        target.parent_path() / (target.filename().string().substr(0, longestStem) + fmt::format(".{}.new", ::getpid()));
    const mode_t access = std::filesystem::exists(status) ? static_cast<mode_t>(status.permissions()) & 0777U : 0666U;
    ::unlink(temporary.c_str()); // left by a program of the same number that was killed
    Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, access));
    if (!file.isOpen()) {
        return cannotWrite(path, errno);
    }
    // Who may read and write a file stays as it is, whatever new files are like. Some systems have no such rights, and refuse.
    if (std::filesystem::exists(status) && ::fchmod(file.number(), access) != 0 && errno != EPERM && errno != ENOTSUP) {
        const int error = errno;
        ::unlink(temporary.c_str());
        return cannotWrite(path, error);
    }
    int failed = writeAll(file.number(), content);
    if (failed == 0 && ::fsync(file.number()) != 0) {
        failed = errno;
    }
    const int closing = file.closeNow();
    failed = failed == 0 ? closing : failed;
    if (failed == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) {
        failed = errno;
    }
    if (failed != 0) {
        ::unlink(temporary.c_str());
        return cannotWrite(path, failed);
    }
    return {};
}

} // namespace tilescape::io
