#include "ui/workspace/edit_question.h"

#include "ui/workspace/explorations.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace tilescape::ui::workspace {

namespace {

using tilescape::explore::Axis;
using tilescape::explore::ChipSearch;
using tilescape::explore::Limit;
using tilescape::explore::Sweep;
using tilescape::explore::Workload;

constexpr int questionId = -2; ///< apart from those of edits of the problem

/// The one member in which the lists differ, if that is by a number alone.
template <typename T, typename IsNumberAlone>
std::optional<std::size_t> numberIn(const std::vector<T>& before, const std::vector<T>& after,
                                    IsNumberAlone isNumberAlone)
{
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < before.size() && before.size() == after.size(); ++i) {
        if (before[i] != after[i]) {
            if (found || !isNumberAlone(before[i], after[i])) {
                return std::nullopt;
            }
            found = i;
        }
    }
    return found;
}

bool differInNumbers(const Axis& before, const Axis& after)
{
    return before.keys == after.keys && before.range.has_value() == after.range.has_value()
           && before.spacing.has_value() == after.spacing.has_value()
           && std::all_of(before.keys.begin(), before.keys.end(),
                          [](const std::string& key) { return tilescape::explore::isNumeric(key); });
}

/// A name for the number, or the list of numbers, by which alone the questions differ; empty if there is more.
std::string numberBetween(const Sweep& before, const Sweep& after)
{
    Sweep other = before;
    other.sobolCount = after.sobolCount;
    if (other == after) {
        return "points";
    }
    other = before;
    other.axes = after.axes;
    const auto axis = other == after ? numberIn(before.axes, after.axes, differInNumbers) : std::nullopt;
    return axis ? "axis " + std::to_string(*axis) : std::string();
}

std::string numberBetween(const ChipSearch& before, const ChipSearch& after)
{
    ChipSearch other = before;
    other.evolution.population = after.evolution.population;
    if (other == after) {
        return "population";
    }
    other = before;
    other.evolution.generations = after.evolution.generations;
    if (other == after) {
        return "generations";
    }
    other = before;
    other.evolution.seed = after.evolution.seed;
    if (other == after) {
        return "seed";
    }
    other = before;
    other.variables = after.variables;
    if (const auto axis =
            other == after ? numberIn(before.variables, after.variables, differInNumbers) : std::nullopt) {
        return "axis " + std::to_string(*axis);
    }
    other = before;
    other.workloads = after.workloads;
    const auto sameNetwork = [](const Workload& one, const Workload& two) { return one.network == two.network; };
    if (const auto row = other == after ? numberIn(before.workloads, after.workloads, sameNetwork) : std::nullopt) {
        return "workload " + std::to_string(*row);
    }
    other = before;
    other.limits = after.limits;
    const auto sameMeasure = [](const Limit& one, const Limit& two) {
        return one.measure == two.measure && one.network == two.network
               && std::isfinite(one.atMost) == std::isfinite(two.atMost);
    };
    const auto limit = other == after ? numberIn(before.limits, after.limits, sameMeasure) : std::nullopt;
    return limit ? "limit " + std::to_string(*limit) : std::string();
}

std::string numberBetween(const io::Questions& before, const io::Questions& after)
{
    if (before.search == after.search && before.sweep && after.sweep) {
        return numberBetween(*before.sweep, *after.sweep);
    }
    return before.sweep == after.sweep && before.search && after.search ? numberBetween(*before.search, *after.search)
                                                                        : std::string();
}

} // namespace

EditQuestion::EditQuestion(Explorations& explorations, const QString& text, io::Questions before, io::Questions after)
    : QUndoCommand(text),
      m_explorations(explorations),
      m_before(std::move(before)),
      m_after(std::move(after)),
      m_run(explorations.runsBegun())
{}

void EditQuestion::undo() { m_explorations.setAsked(m_before); }

void EditQuestion::redo() { m_explorations.setAsked(m_after); }

int EditQuestion::id() const { return questionId; }

bool EditQuestion::mergeWith(const QUndoCommand* other)
{
    const auto* next = static_cast<const EditQuestion*>(other);
    const std::string number = numberBetween(next->m_before, next->m_after);
    if (next->m_run != m_run || number.empty() || number != numberBetween(m_before, m_after)) {
        return false;
    }
    m_after = next->m_after;
    setObsolete(m_after == m_before);
    return true;
}

} // namespace tilescape::ui::workspace
