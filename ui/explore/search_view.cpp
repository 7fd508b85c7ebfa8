#include "ui/explore/search_view.h"

#include "core/io/chip_search_json.h"
#include "core/io/chip_search_result.h"
#include "core/io/result_project.h"
#include "ui/explore/limit_list.h"
#include "ui/explore/measure_choice.h"
#include "ui/explore/workload_list.h"
#include "ui/workspace/explorations.h"
#include "ui/workspace/workspace.h"

#include <QFormLayout>
#include <QLabel>
#include <QSpinBox>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tilescape::ui::explore {

using tilescape::explore::ChipSearch;

namespace {

std::vector<std::vector<std::string>> firstVariables()
{
    return {{"buffer_bytes_per_tile"}, {"pe_rows", "pe_columns"}};
}

QLabel* heading(const QString& text)
{
    auto* made = new QLabel(text);
    QFont font = made->font();
    font.setBold(true);
    made->setFont(font);
    return made;
}

} // namespace

SearchView::SearchView(workspace::Workspace& workspace)
    : ExplorationView(workspace, workspace.explorations().searches(), KeptRuns::Kind::Search, QStringLiteral("Search"),
                      tr("Run a search: chips are tried by what was found so far, and those that no other beats are the front.")),
      m_service(workspace.explorations().searches())
{
    setObjectName(QStringLiteral("searchView"));
    setAccessibleName(tr("Search for a chip"));
    build(buildQuestion());
}

QWidget* SearchView::buildQuestion()
{
    m_workloads = new WorkloadList(m_workspace.problem(), m_parts);
    m_variables = new AxisList({m_workspace.problem(), m_parts, true});
    followProblem();
    m_limits = new LimitList;
    m_objectives = new MeasureChoice;
    m_objectives->setMeasures(MeasureChoice::usual());
    auto* question = new QWidget;
    auto* column = new QVBoxLayout(question);
    column->addWidget(heading(tr("Networks")));
    column->addWidget(m_workloads);
    column->addWidget(heading(tr("Variables")));
    column->addWidget(m_variables);
    column->addWidget(heading(tr("Objectives")));
    column->addWidget(m_objectives);
    column->addWidget(heading(tr("Limits")));
    column->addWidget(m_limits);
    column->addWidget(heading(tr("Evolution (NSGA-II)")));
    auto* form = new QFormLayout;
    addEvolution(*form);
    column->addLayout(form);
    column->addStretch(1);
    connect(m_workloads, &RowList::changed, this, &SearchView::nameNetworks);
    for (const RowList* list : std::initializer_list<const RowList*>{m_workloads, m_variables, m_limits}) {
        connect(list, &RowList::changed, this, &SearchView::editQuestion);
    }
    connect(m_objectives, &MeasureChoice::changed, this, &SearchView::editQuestion);
    return question;
}

void SearchView::addEvolution(QFormLayout& form)
{
    const auto box = [&](const QString& text, const char* name, int least, int most, int step, const QString& help) {
        auto* made = new QSpinBox;
        made->setObjectName(QLatin1String(name));
        made->setRange(least, most);
        made->setSingleStep(step);
        made->setToolTip(help);
        form.addRow(text, made);
        connect(made, &QSpinBox::valueChanged, this, &SearchView::editQuestion);
        return made;
    };
    m_population = box(tr("Population"), "population", 8, 10'000, 4, tr("Chips in a generation, a multiple of 4"));
    m_generations = box(tr("Generations"), "generations", 1, 10'000, 1, tr("How often the best chips of a population make the next one"));
    m_seed = box(tr("Seed"), "seed", 0, std::numeric_limits<int>::max(), 1, tr("Of the random numbers: the same seed finds the same"));
    setEvolution({});
}

void SearchView::setEvolution(const tilescape::explore::EvolutionSettings& evolution)
{
    m_population->setValue(static_cast<int>(evolution.population));
    m_generations->setValue(static_cast<int>(evolution.generations));
    m_seed->setValue(static_cast<int>(std::min<std::uint32_t>(evolution.seed, std::numeric_limits<int>::max())));
}

/// Around the base of the search that is shown, where the open problem differs from that in the variables alone, as after a design of it
/// was opened; else around the open problem.
ChipSearch SearchView::search() const
{
    ChipSearch search;
    search.name = m_name;
    search.options = m_options;
    search.workloads = m_workloads->workloads();
    if (search.workloads.empty()) {
        search.workloads.push_back({m_parts.nameOf(m_workspace.problem().network), 1});
    }
    search.variables = m_variables->axes();
    search.objectives = m_objectives->measures();
    search.limits = m_limits->limits();
    search.evolution = {static_cast<std::size_t>(m_population->value()), static_cast<std::size_t>(m_generations->value()),
                        static_cast<std::uint32_t>(m_seed->value())};
    search.base.problem = m_workspace.problem();
    m_parts.define(search.base, search.variables);
    for (const tilescape::explore::Workload& workload : search.workloads) {
        m_parts.define(search.base, workload.network);
    }
    const ChipSearch& shown = m_service.search();
    const bool same = shown.variables == search.variables && shown.base.networks == search.base.networks;
    if (same && settingsOf(m_workspace.problem(), shown.base, keysOf(shown.variables))) {
        search.base = shown.base;
    }
    return search;
}

void SearchView::followProblem()
{
    if (m_service.search().variables.empty()) {
        m_variables->followProblem(firstVariables());
    }
}

support::Diagnostics SearchView::faults() const
{
    if (!tilescape::explore::canEvolve()) {
        return {{support::Severity::Error, "", "", "", "this build has no search", "build it where libpagmo-dev is installed"}};
    }
    return check(search());
}

std::size_t SearchView::known() const { return m_workspace.explorations().knownOf(search()); }

void SearchView::start(bool anew) { m_workspace.explorations().start(search(), anew); }

PointSet SearchView::points() const { return pointsOf(m_service.search(), m_service.result()); }

RunState SearchView::state() const
{
    RunState state;
    state.done = m_service.generation();
    state.total = m_service.search().evolution.generations;
    state.secondsLeft = m_service.secondsLeft();
    return state;
}

QString SearchView::foundText(bool brief) const
{
    const auto& result = m_service.result();
    if (result.designs.empty()) { // nor is the chip to begin with known
        return tr("%L1 designs").arg(0);
    }
    const auto allowed = std::count_if(result.designs.begin(), result.designs.end(),
                                       [](const auto& design) { return design.allowed(); });
    if (allowed == 0) {
        return tr("%L1 designs, none has a schedule and keeps the limits").arg(result.designs.size());
    }
    const bool isBaseAllowed = result.base.allowed();
    const QString form =
        brief && isBaseAllowed ? tr("%L1 designs, %L2 allowed, %L3 on the front, %L4 better")
        : brief                ? tr("%L1 designs, %L2 allowed, %L3 on the front")
        : isBaseAllowed
            ? tr("%L1 designs, %L2 of them allowed, %L3 on the front, %L4 better than the chip to begin with")
            : tr("%L1 designs, %L2 of them allowed, %L3 on the front; the chip to begin with is not: %4");
    const QString found = form.arg(result.designs.size()).arg(allowed).arg(result.front.size());
    if (isBaseAllowed) {
        return found.arg(betterThanBase(m_service.search(), result).size());
    }
    const std::string& why = result.base.violation.empty() ? result.base.total.reason : result.base.violation;
    return brief ? found : found.arg(QString::fromStdString(why));
}

QString SearchView::stateText(const RunState& state, bool brief) const
{
    const auto& result = m_service.result();
    const QString found = foundText(brief);
    if (state.running) {
        const QString left = state.paused ? tr("paused") : RunBar::remaining(state.secondsLeft);
        const QString done = tr("Generation %1 of %2, %3").arg(state.done).arg(state.total).arg(found);
        return left.isEmpty() ? done : tr("%1, %2").arg(done, left);
    }
    if (!result.designs.empty() && m_service.search() == search()) {
        if (brief) {
            return m_service.isComplete() ? found : tr("Stopped: %1").arg(found);
        }
        const QString told = m_service.isComplete() ? tr("%1. A click opens a design.").arg(found)
                                                    : tr("Stopped in generation %1 of %2: %3. A click opens a design.")
                                                          .arg(state.done + 1)
                                                          .arg(state.total)
                                                          .arg(found);
        return withRemark(told, keysOf(m_service.search().variables), m_service.search().base);
    }
    const QString next = state.known > 0 ? tr("%Ln evaluations are known", nullptr, static_cast<int>(state.known))
                                         : tr("At most %Ln designs", nullptr, static_cast<int>(mostDesigns()));
    return result.designs.empty()
               ? next
               : (brief ? tr("%1; shown: earlier ones") : tr("%1. What is shown are results of an earlier search."))
                     .arg(next);
}

/// As many as are bred, or as there are where every variable has a list of values.
double SearchView::mostDesigns() const
{
    double possible = 1;
    for (const tilescape::explore::Axis& variable : m_variables->axes()) {
        possible *= variable.range ? HUGE_VAL : static_cast<double>(variable.values.size());
    }
    return std::min(possible, static_cast<double>(m_population->value()) * m_generations->value());
}

schedule::Problem SearchView::problemOf(std::size_t number) const
{
    const auto& designs = m_service.result().designs;
    return problemWith(m_service.search().base, number == PointSet::baseNumber ? std::vector<tilescape::explore::Setting>() : designs[number].settings);
}

std::optional<std::size_t> SearchView::openedPoint() const
{
    const ChipSearch& shown = m_service.search();
    const auto settings =
        shown.variables.empty() ? std::nullopt : settingsOf(m_workspace.problem(), shown.base, keysOf(shown.variables));
    return pointWith(settings);
}

std::string SearchView::textOf(Saved what) const
{
    return what == Saved::Csv    ? io::writeSearchCsv(m_service.search(), m_service.result())
           : what == Saved::Json ? io::writeSearchJson(m_service.search(), m_service.result())
                                 : io::writeChipSearch(search());
}

io::Project SearchView::shownProject() const { return io::projectOf(m_service.search()); }

support::Diagnostics SearchView::read(const std::string& text, const std::string& file)
{
    auto read = io::readChipSearch(text, file);
    if (!read) {
        return read.faults();
    }
    ChipSearch search = std::move(read.value());
    openQuestion(tr("Open search"), search.base, [&] { showSearch(search); });
    return {};
}

void SearchView::showSearch(const ChipSearch& search)
{
    m_name = search.name;
    m_options = search.options;
    m_parts.add(search.base);
    m_workloads->setWorkloads(isForBaseAlone(search) ? std::vector<tilescape::explore::Workload>() : search.workloads);
    m_limits->setLimits(search.limits);
    m_objectives->setMeasures(search.objectives);
    m_variables->setAxes(search.variables);
    setEvolution(search.evolution);
}

/// Then the list of networks is empty: the search is for the open one.
bool SearchView::isForBaseAlone(const ChipSearch& search)
{
    const bool isLimited = std::any_of(search.limits.begin(), search.limits.end(),
                                       [](const auto& limit) { return !limit.network.empty(); });
    return !isLimited && search.workloads.size() == 1 && search.workloads.front().weight == 1
           && search.base.networks.at(search.workloads.front().network) == search.base.problem.network;
}

/// Limits may be of each network.
void SearchView::nameNetworks()
{
    std::vector<std::string> names;
    for (const tilescape::explore::Workload& workload : m_workloads->workloads()) {
        names.push_back(workload.network);
    }
    m_limits->setNetworks(names);
}

void SearchView::offerChoices()
{
    if (!m_service.search().variables.empty()) {
        m_results->offerChoices({keysOf(m_service.search().variables), m_service.search().objectives, false});
    }
}

void SearchView::showUnedited()
{
    if (!m_service.search().variables.empty()) {
        showSearch(m_service.search());
        return;
    }
    ChipSearch first;
    first.objectives = MeasureChoice::usual();
    showSearch(first);
    m_variables->beginAnew(firstVariables());
}

void SearchView::showAsked(const io::Questions& asked) { showSearch(*asked.search); }

/// Of networks that are not chosen there are none: the search is for the open one, whichever that is.
io::Questions SearchView::asked() const
{
    io::Questions own{{}, io::aroundProject(search())};
    own.search->workloads = m_workloads->workloads();
    if (own.search->workloads.empty()) {
        own.search->base.networks.clear();
        m_parts.define(own.search->base, own.search->variables);
    }
    return own;
}

bool SearchView::isShown() const { return !m_service.search().variables.empty() && m_service.search() == search(); }

} // namespace tilescape::ui::explore
