#include "core/io/program_lines.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include <fmt/format.h>

namespace tilescape::io {

using namespace program;

namespace {

constexpr std::string_view letters = "riob";

std::string sumText(Count base, const std::vector<Index::Term>& terms)
{
    std::string text;
    for (const Index::Term& term : terms) {
        text += text.empty() ? "" : "+";
        text += term.step == 1 ? fmt::format("L{}", term.loop) : fmt::format("{}*L{}", term.step, term.loop);
    }
    if (base != 0 || text.empty()) {
        text = text.empty() ? fmt::format("{}", base) : fmt::format("{}+{}", base, text);
    }
    return text;
}

std::string indexText(const Index& index)
{
    std::string text;
    for (const Index::Ring& ring : index.rings) {
        text += fmt::format("+{}*({})%{}", ring.step, sumText(ring.base, ring.terms), ring.size);
    }
    const bool onlyRings = index.base == 0 && index.terms.empty() && !text.empty();
    return onlyRings ? text.substr(1) : sumText(index.base, index.terms) + text;
}

template <class Number>
std::optional<Number> parsed(std::string_view word)
{
    Number number{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    return error == std::errc{} && end == word.data() + word.size() ? std::optional(number) : std::nullopt;
}

std::optional<std::size_t> loopFrom(std::string_view word)
{
    return word.starts_with('L') ? parsed<std::size_t>(word.substr(1)) : std::nullopt;
}

/// The parts of a word between signs that stand in no brackets; an empty word is one empty part.
std::vector<std::string_view> split(std::string_view word, char sign)
{
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    int brackets = 0;
    for (std::size_t place = 0; place < word.size(); ++place) {
        brackets += word[place] == '(' ? 1 : word[place] == ')' ? -1 : 0;
        if (word[place] == sign && brackets == 0) {
            parts.push_back(word.substr(begin, place - begin));
            begin = place + 1;
        }
    }
    parts.push_back(word.substr(begin));
    return parts;
}

/// `step*(sum)%size`
std::optional<Index::Ring> ringFrom(std::string_view word);

std::optional<Index> indexFrom(std::string_view word)
{
    Index index;
    bool first = true;
    for (const std::string_view part : split(word, '+')) {
        const std::size_t sign = part.find('*');
        const auto loop = loopFrom(sign == std::string_view::npos ? part : part.substr(sign + 1));
        const auto step = sign == std::string_view::npos ? std::optional<Count>(1) : countFrom(part.substr(0, sign));
        if (const auto ring = ringFrom(part)) {
            index.rings.push_back(*ring);
        } else if (loop && step) {
            index.terms.push_back({*loop, *step});
        } else if (const auto base = countFrom(part); base && first) {
            index.base = *base;
        } else {
            return std::nullopt;
        }
        first = false;
    }
    return index;
}

std::optional<Index::Ring> ringFrom(std::string_view word)
{
    const std::size_t open = word.find("*(");
    const std::size_t close = word.find(")%");
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
        return std::nullopt;
    }
    const auto step = countFrom(word.substr(0, open));
    const auto size = countFrom(word.substr(close + 2));
    const auto sum = indexFrom(word.substr(open + 2, close - open - 2));
    if (!step || !size || !sum || !sum->rings.empty()) {
        return std::nullopt;
    }
    return Index::Ring{*step, *size, sum->base, sum->terms};
}

/// `i=index` or `i=index:count`.
bool readAxis(std::string_view word, UnitBox& box)
{
    const std::size_t letter = word.size() < 3 || word[1] != '=' ? letters.size() : letters.find(word[0]);
    if (letter >= letters.size()) {
        return false;
    }
    const auto axis = static_cast<Axis>(letter);
    const auto parts = split(word.substr(2), ':');
    const auto index = indexFrom(parts[0]);
    const auto count = parts.size() > 1 ? countFrom(parts[1]) : std::optional<Count>(1);
    if (!index || !count || parts.size() > 2) {
        return false;
    }
    box.begin[axis] = *index;
    box.count[axis] = *count;
    return true;
}

bool readGuard(std::string_view word, Guard& guard)
{
    const bool first = word.starts_with("first(");
    if ((!first && !word.starts_with("again(")) || !word.ends_with(')')) {
        return false;
    }
    guard.when = first ? Guard::When::First : Guard::When::Again;
    for (const std::string_view part : split(word.substr(6, word.size() - 7), ',')) {
        const auto loop = loopFrom(part);
        if (!loop) {
            return false;
        }
        guard.loops.push_back(*loop);
    }
    return true;
}

/// Whether updates and reads stand with it.
bool isCounted(Operation operation)
{
    return operation == Operation::Arm || operation == Operation::Keep || operation == Operation::Rotate;
}

/// Whether another tile receives what it moves.
bool hasPartner(Operation operation) { return operation == Operation::Send || operation == Operation::Rotate; }

std::optional<Operation> operationFrom(std::string_view word)
{
    for (std::size_t number = 0; number < operationCount; ++number) {
        if (nameOf(static_cast<Operation>(number)) == word) {
            return static_cast<Operation>(number);
        }
    }
    return std::nullopt;
}

} // namespace

std::string lineOf(const Instruction& instruction)
{
    std::string text(nameOf(instruction.operation));
    if (hasTensor(instruction.operation)) {
        text += fmt::format(" {}", nameOf(instruction.tensor));
    }
    for (const Axis axis : allAxes) {
        const Index& index = instruction.units.begin[axis];
        const Count count = instruction.units.count[axis];
        if (index != Index{} || count != 1) {
            text += fmt::format(" {}={}", letterOf(axis), indexText(index));
            text += count != 1 ? fmt::format(":{}", count) : "";
        }
    }
    if (isCounted(instruction.operation)) {
        text += fmt::format(" updates {} reads {}", instruction.updates, instruction.reads);
    }
    if (hasPartner(instruction.operation)) {
        text += fmt::format(" to {}", textOf(instruction.to));
    }
    if (instruction.guard.when != Guard::When::Always) {
        text += instruction.guard.when == Guard::When::First ? " first(" : " again(";
        for (std::size_t number = 0; number < instruction.guard.loops.size(); ++number) {
            text += fmt::format("{}L{}", number > 0 ? "," : "", instruction.guard.loops[number]);
        }
        text += ")";
    }
    return text;
}

std::optional<Instruction> instructionFrom(const std::vector<std::string_view>& words, std::size_t& wrong)
{
    Instruction instruction;
    wrong = 0;
    const auto operation = words.empty() ? std::nullopt : operationFrom(words[0]);
    if (!operation) {
        return std::nullopt;
    }
    instruction.operation = *operation;
    std::size_t next = 1;
    wrong = words.size() - 1;
    if (hasTensor(*operation)) {
        const auto tensor = next < words.size() ? tensorFrom(words[next]) : std::nullopt;
        if (!tensor) {
            wrong = std::min(next, words.size() - 1);
            return std::nullopt;
        }
        instruction.tensor = *tensor;
        ++next;
    }
    const auto counted = [&](std::string_view key, Count& count) {
        const auto value = next + 1 < words.size() && words[next] == key ? countFrom(words[next + 1]) : std::nullopt;
        count = value.value_or(count);
        next += value ? 1 : 0;
        return value.has_value();
    };
    for (; next < words.size(); ++next) {
        wrong = next;
        if (readAxis(words[next], instruction.units) || readGuard(words[next], instruction.guard)) {
            continue;
        }
        if (isCounted(*operation) && (counted("updates", instruction.updates) || counted("reads", instruction.reads))) {
            continue;
        }
        const auto to = hasPartner(*operation) && words[next] == "to" && next + 1 < words.size()
                            ? tileFrom(words[next + 1])
                            : std::nullopt;
        if (!to) {
            return std::nullopt;
        }
        instruction.to = *to;
        ++next;
    }
    return instruction;
}

std::string textOf(Extent extent) { return fmt::format("{}x{}", extent.height, extent.width); }

std::string textOf(Tile tile) { return fmt::format("{},{}", tile.row, tile.column); }

std::string numberText(double number)
{
    return number == std::numeric_limits<double>::infinity() ? "unlimited" : fmt::format("{}", number);
}

std::optional<Count> countFrom(std::string_view word) { return parsed<Count>(word); }

std::optional<double> numberFrom(std::string_view word)
{
    return word == "unlimited" ? std::optional(std::numeric_limits<double>::infinity()) : parsed<double>(word);
}

std::optional<Extent> extentFrom(std::string_view word)
{
    const auto parts = split(word, 'x');
    const auto height = countFrom(parts[0]);
    const auto width = parts.size() == 2 ? countFrom(parts[1]) : std::nullopt;
    return height && width ? std::optional(Extent{*height, *width}) : std::nullopt;
}

std::optional<Tile> tileFrom(std::string_view word)
{
    const auto parts = split(word, ',');
    const auto row = countFrom(parts[0]);
    const auto column = parts.size() == 2 ? countFrom(parts[1]) : std::nullopt;
    return row && column ? std::optional(Tile{*row, *column}) : std::nullopt;
}

std::optional<Tensor> tensorFrom(std::string_view word)
{
    const auto found =
        std::find_if(allTensors.begin(), allTensors.end(), [&](Tensor tensor) { return nameOf(tensor) == word; });
    return found == allTensors.end() ? std::nullopt : std::optional(*found);
}

std::optional<dataflow::Split> splitFrom(std::string_view word)
{
    const auto& all = dataflow::allSplits;
    const auto found =
        std::find_if(all.begin(), all.end(), [&](dataflow::Split split) { return nameOf(split) == word; });
    return found == all.end() ? std::nullopt : std::optional(*found);
}

std::optional<Axis> axisFrom(std::string_view word)
{
    const std::size_t letter = word.size() == 1 ? letters.find(word[0]) : std::string_view::npos;
    return letter == std::string_view::npos ? std::nullopt : std::optional(static_cast<Axis>(letter));
}

char letterOf(Axis axis) { return letters[static_cast<std::size_t>(axis)]; }

std::vector<std::string_view> wordsOf(std::string_view line)
{
    std::vector<std::string_view> words;
    constexpr std::string_view blanks = " \t\r";
    while (true) {
        const std::size_t begin = line.find_first_not_of(blanks);
        if (begin == std::string_view::npos) {
            return words;
        }
        line.remove_prefix(begin);
        words.push_back(line.substr(0, line.find_first_of(blanks)));
        line.remove_prefix(words.back().size());
    }
}

} // namespace tilescape::io
