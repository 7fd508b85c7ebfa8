#include "ui/workspace/workspace.h"

#include "core/hardware/parameters.h"
#include "core/schedule/evaluate.h"
#include "ui/workspace/baselines.h"
#include "ui/workspace/clock.h"
#include "ui/workspace/explorations.h"
#include "ui/workspace/edit_problem.h"
#include "ui/workspace/proof_service.h"
#include "ui/workspace/sensitivity_service.h"

#include <QCoreApplication>

#include <algorithm>

namespace tilescape::ui::workspace {

namespace {

/// Each step holds the problem before and after it: megabytes for the largest networks.
constexpr int mostUndoSteps = 200;

/// Of answers that are kept: about sixty of ResNet-152 on 256 tiles.
constexpr std::size_t mostAnswerBytes = std::size_t{64} << 20;

/// Core's tables in the language of the window: what `style::coreText` gives to views.
struct CoreWords {
    Q_DECLARE_TR_FUNCTIONS(CoreText)
};

QString coreWord(std::string_view word)
{
    return CoreWords::tr(QByteArray(word.data(), static_cast<qsizetype>(word.size())).constData());
}

/// A text for the undo list: the switch that was turned, if it was one.
QString changeOf(const search::SearchSpace& before, const search::SearchSpace& after)
{
    for (const search::SpaceOption& option : search::spaceOptions()) {
        search::SearchSpace turned = before;
        turned.*option.value = after.*option.value;
        if (before != after && turned == after) {
            return (after.*option.value ? Workspace::tr("Switch %1 on") : Workspace::tr("Switch %1 off")).arg(coreWord(option.label));
        }
    }
    return Workspace::tr("Change search space");
}

} // namespace

Workspace::Workspace(SolverService::Solve solve, SolverService::Refine refine, QObject* parent)
    : QObject(parent), m_answers(mostAnswerBytes), m_baselines(std::make_unique<Baselines>(*this, solve)),
      m_clock(std::make_unique<Clock>(*this)), m_explorations(std::make_unique<Explorations>()),
      m_sensitivity(std::make_unique<SensitivityService>(*this)), m_proofs(std::make_unique<ProofService>()), m_ahead(solve),
      m_solver(std::move(solve), std::move(refine))
{
    m_undoStack.setUndoLimit(mostUndoSteps);
    connect(&m_solver, &SolverService::solved, this, &Workspace::publish);
    connect(&m_solver, &SolverService::solvedOlder, this, &Workspace::publishOlder);
    connect(&m_solver, &SolverService::refined, this, [this](const auto& schedule) { showIfBetter(schedule, Provisional::Refined); });
    connect(&m_solver, &SolverService::foundBetter, this, &Workspace::showBestSoFar);
    connect(&m_solver, &SolverService::cancelled, this, &Workspace::endWithoutAnswer);
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, &Workspace::endPatience);
    connect(&m_solver, &SolverService::progressed, this, &Workspace::progressed);
    connect(&m_explainer, &ExplainService::found, this, &Workspace::addFinding);
    connect(&m_prover, &BoundService::proven, this, &Workspace::setBounds);
    connect(m_proofs.get(), &ProofService::ended, this, [this](const auto& proof) { setProof(proof.get()); });
    connect(&m_ahead, &AheadService::solved, this,
            [this](const schedule::Problem& problem, const auto& schedule) { m_answers.add(problem, schedule); });
    connect(&m_undoStack, &QUndoStack::cleanChanged, this, [this] { Q_EMIT modifiedChanged(isModified()); });
    connect(m_explorations.get(), &Explorations::modified, this, [this] { Q_EMIT modifiedChanged(isModified()); });
}

Workspace::~Workspace() = default;

void Workspace::setSelectedLayer(std::optional<std::size_t> layer)
{
    if (layer && *layer >= network().layers.size()) {
        layer.reset();
    }
    if (layer != m_selectedLayer) {
        m_selectedLayer = layer;
        Q_EMIT selectionChanged();
    }
}

void Workspace::setHoveredLayer(std::optional<std::size_t> layer)
{
    if (layer != m_hoveredLayer) {
        m_hoveredLayer = layer;
        Q_EMIT hoverChanged();
    }
}

void Workspace::push(const QString& text, schedule::Problem changed, int mergeId)
{
    if (changed != m_problem) {
        m_undoStack.push(new EditProblem(*this, text, std::move(changed), mergeId));
    }
}

void Workspace::setParameter(const QString& key, double value)
{
    const hardware::Parameter* parameter = hardware::findParameter(key.toStdString());
    if (!parameter || !hardware::checkValue(*parameter, value).empty()) {
        return;
    }
    schedule::Problem changed = m_problem;
    parameter->set(changed.hardware, value);
    push(tr("Change %1").arg(coreWord(parameter->label)), std::move(changed), m_dragging ? m_dragNumber : -1);
}

void Workspace::beginDrag()
{
    m_dragging = true;
    ++m_dragNumber;
}

void Workspace::endDrag() { m_dragging = false; }

void Workspace::expectValues(const QString& key, std::vector<double> values)
{
    m_expectedKey = key;
    m_expectedValues = std::move(values);
    if (m_schedule && !m_stale) {
        solveAhead();
    }
}

void Workspace::setBatch(Count batch)
{
    schedule::Problem changed = m_problem;
    changed.batch = batch;
    push(tr("Change batch"), std::move(changed));
}

void Workspace::setGoal(search::Goal goal)
{
    schedule::Problem changed = m_problem;
    changed.goal = goal;
    push(tr("Change goal"), std::move(changed));
}

void Workspace::setSolver(const QString& name)
{
    schedule::Problem changed = m_problem;
    changed.solver = name.toStdString();
    push(tr("Change solver"), std::move(changed));
}

void Workspace::setSpace(const search::SearchSpace& space)
{
    schedule::Problem changed = m_problem;
    changed.space = space;
    push(changeOf(m_problem.space, space), std::move(changed));
}

void Workspace::take(const tilescape::explore::Finding& finding)
{
    push(tr("Try: %1").arg(QString::fromStdString(finding.action)), *finding.problem);
}

void Workspace::setNetwork(tilescape::network::Network network)
{
    schedule::Problem changed = m_problem;
    changed.network = std::move(network);
    push(tr("Change network"), std::move(changed));
}

void Workspace::setHardware(tilescape::hardware::Hardware hardware)
{
    schedule::Problem changed = m_problem;
    changed.hardware = std::move(hardware);
    push(tr("Change chip"), std::move(changed));
}

void Workspace::setTraining(tilescape::training::Settings training, const QString& text)
{
    schedule::Problem changed = m_problem;
    changed.training = std::move(training);
    push(text, std::move(changed));
}

void Workspace::open(schedule::Problem problem, const QString& path)
{
    // A schedule of another network means nothing here.
    m_schedule.reset();
    m_recovered = false;
    m_fileMissing = false;
    m_undoStack.clear();
    m_baselines->restore({});
    m_explorations->restore({});
    Q_EMIT opening();
    start(problem);
    if (!m_schedule) {
        Q_EMIT scheduleChanged();
    }
    m_filePath = path;
    Q_EMIT filePathChanged();
    Q_EMIT modifiedChanged(isModified());
}

void Workspace::markSaved(const QString& path)
{
    m_filePath = path;
    m_recovered = false;
    m_fileMissing = false;
    m_explorations->markSaved();
    m_undoStack.setClean();
    Q_EMIT filePathChanged();
    Q_EMIT modifiedChanged(isModified());
}

bool Workspace::isModified() const
{
    return !m_undoStack.isClean() || m_recovered || m_fileMissing || m_explorations->isModified();
}

void Workspace::markRecovered()
{
    m_recovered = true;
    Q_EMIT modifiedChanged(isModified());
}

void Workspace::setFileMissing(bool missing)
{
    if (std::exchange(m_fileMissing, missing) != missing) {
        Q_EMIT modifiedChanged(isModified());
    }
}

void Workspace::apply(const schedule::Problem& problem)
{
    if (!schedule::haveSameSchedule(problem, m_problem)) {
        start(problem);
        return;
    }
    m_problem = problem;
    Q_EMIT problemChanged();
}

void Workspace::start(const schedule::Problem& problem)
{
    const bool otherNetwork =
        problem.network != m_problem.network || problem.space.training != m_problem.space.training;
    // Training adds layers to those that are there: the selected one stays, if only the switch was turned.
    std::optional<std::string> kept;
    if (problem.network == m_problem.network && m_selectedLayer) {
        kept = network().layers[*m_selectedLayer].name;
    }
    m_problem = problem;
    if (otherNetwork) {
        extendNetwork();
    }
    becomeStale();
    if (otherNetwork) {
        setHoveredLayer(std::nullopt);
        const auto& layers = network().layers;
        const auto same = std::find_if(layers.begin(), layers.end(), [&kept](const auto& layer) { return kept == layer.name; });
        setSelectedLayer(same == layers.end() ? std::nullopt : std::optional(static_cast<std::size_t>(same - layers.begin())));
        m_schedule.reset();
        Q_EMIT networkChanged();
        Q_EMIT scheduleChanged();
    }
    const auto known = m_answers.find(m_problem);
    if (known) {
        m_solver.withdraw();
        Q_EMIT problemChanged();
        publish(known);
        return;
    }
    priceStanding();
    m_solver.request(m_problem, m_schedule, otherNetwork);
    Q_EMIT problemChanged();
    if (isProvisional()) {
        Q_EMIT scheduleChanged();
    } else {
        Q_EMIT solvingChanged();
    }
}

void Workspace::extendNetwork()
{
    m_extended.reset();
    if (m_problem.space.training) {
        auto extended = schedule::scheduledNetwork(m_problem);
        if (extended) {
            m_extended = std::move(extended.value());
        }
    }
}

void Workspace::cancelSolve() { m_solver.cancel(); }

void Workspace::forgetFindings()
{
    m_explainer.cancel();
    if (!m_findings.empty()) {
        m_findings.clear();
        Q_EMIT findingsChanged();
    }
}

void Workspace::addFinding(const tilescape::explore::Finding& finding)
{
    const auto place = std::find_if(m_findings.begin(), m_findings.end(), [&](const auto& each) { return each.gain() < finding.gain(); });
    m_findings.insert(place, finding);
    Q_EMIT findingsChanged();
}

} // namespace tilescape::ui::workspace
