// Times the solvers: one JSON line a case on standard output, and as tables in a page with --markdown.

#include "against.h"
#include "page.h"

#include "core/io/files.h"

#include <algorithm>
#include <iostream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace {

using namespace tilescape;
using namespace tilescape::bench;

void print(std::ostream& out, const nlohmann::ordered_json& line) { out << line.dump() << std::endl; }

const Benchmark& benchmarkOf(const std::string& name)
{
    const auto rows = benchmarks();
    return *std::find_if(rows.begin(), rows.end(), [&](const Benchmark& row) { return row.name == name; });
}

void runLines(const Options& options)
{
    const Emit emit = [](const nlohmann::ordered_json& line) { print(std::cout, line); };
    for (const Benchmark& benchmark : benchmarks()) {
        const auto& chosen = options.benchmarks;
        if (chosen.empty() ? benchmark.always : std::find(chosen.begin(), chosen.end(), benchmark.name) != chosen.end()) {
            benchmark.run(options, options.against.empty() ? emit : comparedWith(options, std::string(benchmark.name), emit));
        }
    }
}

std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

std::vector<std::string> wordsOf(const std::string& text)
{
    std::istringstream stream(text);
    return {std::istream_iterator<std::string>(stream), {}};
}

/// The whole page's sections, or that of the benchmark which these arguments choose.
std::vector<Section> sectionsOf(const Options& options, std::vector<std::string> arguments)
{
    if (options.benchmarks.empty()) {
        const auto all = pageSections();
        std::vector<Section> sections(all.begin(), all.end());
        for (Section& section : sections) {
            section.arguments += options.threads == 1 ? "" : " --threads " + std::to_string(options.threads);
        }
        return sections;
    }
    const auto markdown = std::find(arguments.begin(), arguments.end(), "--markdown");
    if (markdown != arguments.end()) {
        arguments.erase(markdown, std::min(markdown + 2, arguments.end()));
    }
    return {{"", joined(arguments)}};
}

std::string pageOf(const std::vector<Section>& sections, int threads, std::ostream& progress)
{
    std::string page = pageHead(thisMachine(), threads);
    for (const Section& section : sections) {
        Options options;
        parse(wordsOf(section.arguments), options);
        const Benchmark& benchmark = benchmarkOf(options.benchmarks.front());
        std::vector<nlohmann::ordered_json> lines;
        const Emit emit = [&](const nlohmann::ordered_json& line) {
            print(progress, line);
            lines.push_back(line);
        };
        benchmark.run(options, options.against.empty() ? emit : comparedWith(options, std::string(benchmark.name), emit));
        page += sectionText(section, benchmark, lines);
    }
    return page;
}

/// Says at once what would be found out when all is measured.
bool canWrite(const std::filesystem::path& file)
{
    const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
    return std::filesystem::is_directory(folder) && !std::filesystem::is_directory(file);
}

int run(const Options& options, const std::vector<std::string>& arguments)
{
    if (options.markdown.empty()) {
        runLines(options);
        return 0;
    }
    const bool toFile = options.markdown != "-";
    if (options.benchmarks.size() > 1 || (toFile && !canWrite(options.markdown))) {
        std::cerr << "--markdown " << options.markdown
                  << (options.benchmarks.size() > 1 ? ": more than one benchmark is chosen; choose one, or none for the whole page.\n"
                                                    : ": the file cannot be written; name one in a folder that exists.\n");
        return 2;
    }
    const std::string page = pageOf(sectionsOf(options, arguments), options.threads, toFile ? std::cout : std::cerr);
    if (!toFile) {
        std::cout << page;
        return 0;
    }
    const support::Diagnostics faults = io::writeFile(options.markdown, page);
    if (!faults.empty()) {
        std::cerr << support::describe(faults) << '\n';
        return 2;
    }
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    Options options;
    if (const auto exitCode = parse(arguments, options)) {
        return *exitCode;
    }
    try {
        return run(options, arguments);
    } catch (const std::runtime_error& error) {
        std::cerr << error.what() << '\n';
        return 2;
    }
}
