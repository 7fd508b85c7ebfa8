#include "ui/workspace/baselines.h"

#include "ui/workspace/edit_baselines.h"
#include "ui/workspace/workspace.h"

#include <algorithm>

namespace tilescape::ui::workspace {

namespace {

constexpr std::size_t mostAnswers = 16; ///< kept of baselines that come and go with undo

bool hasResult(const std::shared_ptr<const schedule::Schedule>& schedule) { return schedule && schedule->hasResult(); }

/// The layer of `to` that bears the name of `layer` of `from`.
std::optional<std::size_t> sameLayer(std::optional<std::size_t> layer, const tilescape::network::Network& from,
                                     const tilescape::network::Network& to)
{
    if (!layer) {
        return std::nullopt;
    }
    const auto same = std::find_if(to.layers.begin(), to.layers.end(),
                                   [&](const auto& each) { return each.name == from.layers[*layer].name; });
    return same == to.layers.end() ? std::nullopt : std::optional(static_cast<std::size_t>(same - to.layers.begin()));
}

} // namespace

Baselines::Baselines(Workspace& workspace, SolverService::Solve solve, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_list(std::make_shared<const io::Baselines>()), m_solver(std::move(solve))
{
    connect(&m_solver, &SolverService::solved, this, &Baselines::take);
}

Baselines::~Baselines() = default;

const io::Baseline* Baselines::chosen() const { return m_list->chosen ? &m_list->all[*m_list->chosen] : nullptr; }

std::shared_ptr<const tilescape::explore::ScheduleDifference> Baselines::difference() const
{
    const auto newest = m_workspace.schedule();
    if (!hasResult(m_schedule) || !hasResult(newest)) {
        return nullptr;
    }
    if (!m_difference || m_differenceTo.lock() != newest) {
        m_difference = std::make_shared<const tilescape::explore::ScheduleDifference>(tilescape::explore::compare(*m_schedule, *newest));
        m_differenceTo = newest;
    }
    return m_difference;
}

bool Baselines::canPin() const
{
    const auto newest = m_workspace.schedule();
    return hasResult(newest) && !m_workspace.isStale() && newest->status != schedule::Status::Stopped;
}

QString Baselines::freeName() const
{
    for (std::size_t number = m_list->all.size() + 1;; ++number) {
        const QString name = tr("baseline %1").arg(number);
        const bool isTaken = std::any_of(m_list->all.begin(), m_list->all.end(),
                                         [&](const io::Baseline& each) { return each.name == name.toStdString(); });
        if (!isTaken) {
            return name;
        }
    }
}

void Baselines::pin(const QString& name)
{
    if (!canPin() || name.isEmpty()) {
        return;
    }
    io::Baselines changed = *m_list;
    const auto same = std::find_if(changed.all.begin(), changed.all.end(),
                                   [&](const io::Baseline& each) { return each.name == name.toStdString(); });
    const auto place = static_cast<std::size_t>(same - changed.all.begin());
    if (same == changed.all.end()) {
        changed.all.emplace_back();
    }
    changed.all[place] = {name.toStdString(), m_workspace.problem()};
    changed.chosen = place;
    remember(m_workspace.problem(), m_workspace.schedule());
    edit(tr("Pin %1").arg(name), std::move(changed));
}

void Baselines::remove(std::size_t number)
{
    io::Baselines changed = *m_list;
    const QString name = QString::fromStdString(changed.all[number].name);
    changed.all.erase(changed.all.begin() + static_cast<std::ptrdiff_t>(number));
    if (changed.chosen && *changed.chosen >= number) {
        changed.chosen = *changed.chosen == number ? std::nullopt : std::optional(*changed.chosen - 1);
    }
    edit(tr("Remove %1").arg(name), std::move(changed));
}

void Baselines::rename(std::size_t number, const QString& name)
{
    io::Baselines changed = *m_list;
    const bool isTaken = std::any_of(changed.all.begin(), changed.all.end(),
                                     [&](const io::Baseline& each) { return each.name == name.toStdString(); });
    if (!name.isEmpty() && !isTaken) {
        const QString old = QString::fromStdString(changed.all[number].name);
        changed.all[number].name = name.toStdString();
        edit(tr("Rename %1").arg(old), std::move(changed));
    }
}

void Baselines::choose(std::optional<std::size_t> number)
{
    io::Baselines changed = *m_list;
    changed.chosen = number;
    edit(number ? tr("Compare with %1").arg(QString::fromStdString(changed.all[*number].name)) : tr("Compare with nothing"),
         std::move(changed));
}

void Baselines::edit(const QString& text, io::Baselines changed)
{
    if (changed != *m_list) {
        m_workspace.undoStack().push(
            new EditBaselines(*this, text, std::make_shared<const io::Baselines>(std::move(changed))));
    }
}

void Baselines::restore(io::Baselines baselines)
{
    apply(std::make_shared<const io::Baselines>(std::move(baselines)));
}

void Baselines::apply(std::shared_ptr<const io::Baselines> list)
{
    m_list = std::move(list);
    findSchedule();
    Q_EMIT listChanged();
    Q_EMIT scheduleChanged();
}

void Baselines::remember(const schedule::Problem& problem, std::shared_ptr<const schedule::Schedule> schedule)
{
    std::erase_if(m_answers, [&](const Answer& answer) { return schedule::haveSameSchedule(answer.problem, problem); });
    m_answers.push_back({problem, std::move(schedule)});
    if (m_answers.size() > mostAnswers) {
        m_answers.erase(m_answers.begin());
    }
}

void Baselines::findSchedule()
{
    m_solver.withdraw();
    m_schedule.reset();
    m_difference.reset();
    const io::Baseline* wanted = chosen();
    if (!wanted) {
        setShown(false);
        return;
    }
    const auto known = std::find_if(m_answers.begin(), m_answers.end(), [&](const Answer& answer) {
        return schedule::haveSameSchedule(answer.problem, wanted->problem);
    });
    if (known != m_answers.end()) {
        m_schedule = known->schedule;
    } else {
        m_solver.request(wanted->problem);
    }
}

void Baselines::take(std::shared_ptr<const schedule::Schedule> schedule)
{
    if (const io::Baseline* wanted = chosen()) {
        remember(wanted->problem, schedule);
        m_schedule = std::move(schedule);
        m_difference.reset();
        Q_EMIT scheduleChanged();
    }
}

void Baselines::setShown(bool shown)
{
    const bool possible = shown && chosen();
    if (possible != m_shown) {
        m_shown = possible;
        Q_EMIT shownChanged(m_shown);
    }
}

bool Baselines::isShown(Side side) const
{
    return side == Side::Baseline || (side == Side::Flipped && m_shown && m_schedule);
}

std::shared_ptr<const schedule::Schedule> Baselines::shownSchedule(Side side) const
{
    return isShown(side) ? m_schedule : m_workspace.schedule();
}

std::optional<std::size_t> Baselines::shownLayer(Side side) const
{
    const auto selected = m_workspace.selectedLayer();
    if (!isShown(side)) {
        return selected;
    }
    return m_schedule ? sameLayer(selected, m_workspace.network(), m_schedule->problem->network) : std::nullopt;
}

std::optional<std::size_t> Baselines::layerFromShown(std::optional<std::size_t> layer, Side side) const
{
    if (!isShown(side)) {
        return layer;
    }
    return m_schedule ? sameLayer(layer, m_schedule->problem->network, m_workspace.network()) : std::nullopt;
}

} // namespace tilescape::ui::workspace
