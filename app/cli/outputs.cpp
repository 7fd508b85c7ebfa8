#include "app/cli/outputs.h"

#include "app/cli/options.h"
#include "core/io/files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <system_error>

namespace tilescape::cli {

using support::Diagnostic;
using support::Diagnostics;
namespace fs = std::filesystem;

namespace {

Diagnostic fault(const std::string& path, std::string problem, std::string remedy)
{
    return {support::Severity::Error, path, "", "", std::move(problem), std::move(remedy)};
}

Diagnostics checkPlace(const std::string& path)
{
    return path == "-" ? Diagnostics{fault(path, "this would be a file of that name",
                                           "/dev/stdout is standard output, ./- such a file")}
                       : io::checkWritable(path);
}

/// Whether it is where standard output goes. What goes nowhere is none.
bool isStandardOutput(const fs::path& path)
{
    struct stat own {};
    struct stat standard {};
    struct stat nowhere {};
    const auto isSame = [&own](const struct stat& other) {
        return own.st_dev == other.st_dev && own.st_ino == other.st_ino;
    };
    return ::stat(path.c_str(), &own) == 0 && ::fstat(STDOUT_FILENO, &standard) == 0 && isSame(standard)
           && !(::stat("/dev/null", &nowhere) == 0 && isSame(nowhere));
}

/// Whether both name one file whose content would be lost.
bool isSameFile(const fs::path& first, const fs::path& second)
{
    std::error_code error;
    if (fs::exists(first, error) && !fs::is_regular_file(first, error)) {
        return false;
    }
    return fs::weakly_canonical(fs::absolute(first, error), error) == fs::weakly_canonical(fs::absolute(second, error), error);
}

} // namespace

Diagnostics checkOutputs(std::span<const Output> outputs, const std::vector<std::string>& inputs)
{
    Diagnostics faults;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const Output& output = outputs[i];
        if (output.path.empty()) {
            continue;
        }
        append(faults, checkPlace(output.path));
        for (const Output& other : outputs.first(i)) {
            const bool areMixed = isStandardOutput(output.path) && isStandardOutput(other.path);
            if (!other.path.empty() && (areMixed || isSameFile(output.path, other.path))) {
                faults.push_back(fault(output.path, other.option + " and " + output.option + " both name this file",
                                       "each needs a file of its own"));
            }
        }
        if (std::any_of(inputs.begin(), inputs.end(),
                        [&](const std::string& input) { return !input.empty() && isSameFile(output.path, input); })) {
            faults.push_back(fault(output.path, output.option + " names a file that is read", "another name is needed"));
        }
    }
    return faults;
}

Diagnostics writeOutputs(std::span<const Output> outputs)
{
    Diagnostics faults;
    for (const Output& output : outputs) {
        if (output.path.empty()) {
            continue;
        }
        if (!isStandardOutput(output.path)) {
            append(faults, io::writeFile(output.path, output.text()));
            continue;
        }
        // It is for a program: what is for people goes elsewhere from now on.
        if (!(std::cout << output.text() << std::flush)) {
            faults.push_back(
                fault(output.path, "standard output cannot be written", "room on the disk, or a reader, is needed"));
        }
        std::cout.rdbuf(std::cerr.rdbuf());
    }
    return faults;
}

int complain(const Diagnostics& faults)
{
    std::cerr << support::describe(faults) << '\n';
    return ExitCode::BadInput;
}

void append(Diagnostics& all, const Diagnostics& more) { all.insert(all.end(), more.begin(), more.end()); }

} // namespace tilescape::cli
