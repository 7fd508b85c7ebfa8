#include "ui/explore/sweep_view.h"

#include "core/hardware/parameters.h"
#include "core/io/result_project.h"
#include "core/io/sweep_json.h"
#include "core/io/sweep_result.h"
#include "ui/explore/measure_choice.h"
#include "ui/explore/setting_text.h"
#include "ui/workspace/explorations.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>

namespace tilescape::ui::explore {

using tilescape::explore::Pattern;
using tilescape::explore::Setting;
using tilescape::explore::Sweep;

namespace {

constexpr int usualSobolPoints = 64;

std::vector<std::vector<std::string>> firstAxes() { return {{"buffer_bytes_per_tile"}, {"pe_rows"}}; }

} // namespace

SweepView::SweepView(workspace::Workspace& workspace)
    : ExplorationView(workspace, workspace.explorations().sweeps(), KeptRuns::Kind::Sweep, QStringLiteral("Sweep"),
                      tr("Run a sweep: every point is a schedule of the open problem with other values along the axes.")),
      m_service(workspace.explorations().sweeps())
{
    setObjectName(QStringLiteral("sweepView"));
    setAccessibleName(tr("Sweep"));
    build(buildQuestion());
}

QWidget* SweepView::buildQuestion()
{
    m_axes = new AxisList({m_workspace.problem(), m_parts, false});
    followProblem();
    m_pattern = new QComboBox;
    m_pattern->setObjectName(QStringLiteral("pattern"));
    m_pattern->setAccessibleName(tr("Points"));
    m_pattern->setWhatsThis(tr("Which combinations of the axes' values are points of the sweep."));
    const auto add = [this](const QString& text, const QString& help) {
        m_pattern->addItem(text);
        m_pattern->setItemData(m_pattern->count() - 1, help, Qt::ToolTipRole);
    };
    add(tr("Grid"), tr("Every combination of all values"));
    add(tr("List"), tr("The first values of all axes, the second ones, and so on"));
    add(tr("One by one"), tr("The open problem, and each value with all else as there"));
    add(tr("Sobol"), tr("Points spread evenly over all axes, however many"));
    m_sobolPoints = new QSpinBox;
    m_sobolPoints->setObjectName(QStringLiteral("sobolPoints"));
    m_sobolPoints->setAccessibleName(tr("Number of points"));
    m_sobolPoints->setToolTip(tr("Number of points that are spread over all axes"));
    m_sobolPoints->setRange(1, static_cast<int>(tilescape::explore::mostPoints));
    m_sobolPoints->setValue(usualSobolPoints);
    m_within = new QComboBox;
    m_within->setObjectName(QStringLiteral("within"));
    m_within->setAccessibleName(tr("Which points are solved"));
    m_within->setToolTip(tr("Points that differ in prices only may have the best schedule of those that are solved, priced anew,\n"
                            "where it is so near to a bound that follows from them. All others are solved.\n"
                            "Where no axis turns prices, every point is."));
    for (const double within : {0.0, 0.0001, 0.001, 0.01}) {
        m_within->addItem(withinText(within), within);
    }
    m_objectives = new MeasureChoice;
    m_objectives->setMeasures(MeasureChoice::usual());
    m_set = new QLabel;
    m_set->setObjectName(QStringLiteral("set"));
    m_set->setWordWrap(true);
    m_set->hide();
    auto* question = new QWidget;
    auto* column = new QVBoxLayout(question);
    auto* points = new QHBoxLayout;
    points->addWidget(new QLabel(tr("Points")));
    points->addWidget(m_pattern, 1);
    points->addWidget(m_sobolPoints);
    auto* solved = new QHBoxLayout;
    solved->addWidget(new QLabel(tr("Solve")));
    solved->addWidget(m_within, 1);
    auto* front = new QHBoxLayout;
    front->addWidget(new QLabel(tr("Front")));
    front->addWidget(m_objectives, 1);
    column->addLayout(points);
    column->addLayout(solved);
    column->addLayout(front);
    column->addWidget(m_set);
    column->addWidget(m_axes);
    column->addStretch(1);
    connect(m_pattern, &QComboBox::currentIndexChanged, this, &SweepView::changePattern);
    connect(m_sobolPoints, &QSpinBox::valueChanged, this, &SweepView::editQuestion);
    connect(m_within, &QComboBox::currentIndexChanged, this, [this] {
        m_wantedWithin = m_within->currentData().toDouble();
        editQuestion();
    });
    connect(m_objectives, &MeasureChoice::changed, this, &SweepView::editQuestion);
    connect(m_axes, &AxisList::changed, this, [this] {
        offerWithin();
        editQuestion();
    });
    offerWithin();
    m_sobolPoints->hide();
    return question;
}

void SweepView::changePattern()
{
    const bool sobol = m_pattern->currentIndex() == static_cast<int>(Pattern::Sobol);
    m_sobolPoints->setVisible(sobol);
    {
        const QSignalBlocker quiet(m_axes); // one edit, though each axis may change
        m_axes->setMayBeAny(sobol);
    }
    offerWithin();
    editQuestion();
}

void SweepView::setPattern(Pattern pattern, int sobolPoints)
{
    m_sobolPoints->setValue(sobolPoints);
    m_pattern->setCurrentIndex(static_cast<int>(pattern));
}

QString SweepView::withinText(double within)
{
    return within == 0 ? tr("every point") : tr("what is not within %1 %").arg(within * 100);
}

void SweepView::setWithin(double within)
{
    m_wantedWithin = within;
    if (m_within->findData(within) < 0) {
        m_within->addItem(withinText(within), within);
    }
    offerWithin();
    editQuestion();
}

void SweepView::offerWithin()
{
    const bool mayLeaveOut = turnsPrices(m_axes->axes()) && !m_options.proveBounds;
    const QSignalBlocker blocker(m_within);
    m_within->setEnabled(mayLeaveOut);
    m_within->setCurrentIndex(m_within->findData(mayLeaveOut ? m_wantedWithin : 0.0));
}

/// Around the base of the sweep that is shown, where the open problem differs from that along the axes alone, as after a point of it was
/// opened; else around the open problem.
Sweep SweepView::sweep() const
{
    Sweep sweep;
    sweep.name = m_name;
    sweep.pattern = static_cast<Pattern>(m_pattern->currentIndex());
    sweep.sobolCount = sweep.pattern == Pattern::Sobol ? static_cast<std::size_t>(m_sobolPoints->value()) : 0;
    sweep.objectives = m_objectives->measures();
    sweep.options = m_options;
    sweep.axes = m_axes->axes();
    sweep.options.within = m_within->currentData().toDouble();
    sweep.base.problem = m_workspace.problem();
    sweep.base.settings = m_settings;
    m_parts.define(sweep.base, sweep.axes);
    const Sweep& shown = m_service.sweep();
    if (shown.axes == sweep.axes && settingsOf(m_workspace.problem(), shown.base, keysOf(shown))) {
        sweep.base = shown.base;
    }
    return sweep;
}

void SweepView::followProblem()
{
    if (m_service.sweep().axes.empty()) {
        m_axes->followProblem(firstAxes());
    }
}

support::Diagnostics SweepView::faults() const { return check(sweep()); }

std::size_t SweepView::known() const { return m_workspace.explorations().knownOf(sweep()); }

void SweepView::start(bool anew) { m_workspace.explorations().start(sweep(), anew); }

PointSet SweepView::points() const { return pointsOf(m_service.sweep(), m_service.results()); }

RunState SweepView::state() const
{
    RunState state;
    state.done = m_service.results().size();
    state.total = m_service.pointCount();
    state.secondsLeft = m_service.secondsLeft();
    return state;
}

QString SweepView::stateText(const RunState& state, bool brief) const
{
    if (state.running) {
        const QString left = state.paused ? tr("paused") : RunBar::remaining(state.secondsLeft);
        const QString done = tr("%L1 of %L2").arg(state.done).arg(state.total);
        return left.isEmpty() ? done : tr("%1, %2").arg(done, left);
    }
    if (state.done > 0 && m_service.sweep() == sweep()) {
        const auto taken = std::count_if(m_service.results().begin(), m_service.results().end(),
                                         [](const auto& row) { return row.second.within.has_value(); });
        const auto without = std::count_if(m_service.results().begin(), m_service.results().end(),
                                           [](const auto& row) { return !row.second.hasSchedule(); });
        const QString done = taken == 0 || brief
                                 ? tr("%L1 of %L2 points").arg(state.done).arg(state.total)
                                 : tr("%L1 of %L2 points, %L3 of them solved and %L4 within %5 % of a bound")
                                       .arg(state.done)
                                       .arg(state.total)
                                       .arg(state.done - static_cast<std::size_t>(taken))
                                       .arg(taken)
                                       .arg(m_service.sweep().options.within * 100);
        const QString told = tr("%1, %L2 without a schedule").arg(done).arg(without);
        return brief ? told
                     : withRemark(tr("%1. A click in the chart, or a double click on a row, opens a point.").arg(told),
                                  keysOf(m_service.sweep()), m_service.sweep().base);
    }
    const std::size_t count = pointCount(sweep());
    const QString next = state.known > 0 ? tr("%L1 of %L2 points are known").arg(state.known).arg(count)
                                         : tr("%Ln points", nullptr, static_cast<int>(count));
    return state.done == 0
               ? next
               : (brief ? tr("%1; shown: earlier ones") : tr("%1. What is shown are results of an earlier sweep."))
                     .arg(next);
}

schedule::Problem SweepView::problemOf(std::size_t number) const
{
    return problemWith(m_service.sweep().base, settingsAt(m_service.sweep(), number));
}

std::optional<std::size_t> SweepView::openedPoint() const
{
    const Sweep& shown = m_service.sweep();
    const auto settings = shown.axes.empty() ? std::nullopt : settingsOf(m_workspace.problem(), shown.base, keysOf(shown));
    return pointWith(settings);
}

std::string SweepView::textOf(Saved what) const
{
    return what == Saved::Csv    ? io::writeSweepCsv(m_service.sweep(), m_service.results())
           : what == Saved::Json ? io::writeSweepJson(m_service.sweep(), m_service.results())
                                 : io::writeSweep(sweep());
}

io::Project SweepView::shownProject() const { return io::projectOf(m_service.sweep()); }

support::Diagnostics SweepView::read(const std::string& text, const std::string& file)
{
    auto read = io::readSweep(text, file);
    if (!read) {
        return read.faults();
    }
    const Sweep sweep = std::move(read.value());
    openQuestion(tr("Open sweep"), sweep.base, [&] { showSweep(sweep); });
    return {};
}

void SweepView::showSweep(const Sweep& sweep)
{
    m_name = sweep.name;
    m_options = sweep.options;
    if (turnsPrices(sweep.axes)) {
        setWithin(sweep.options.within);
    }
    m_settings.clear();
    QStringList set;
    for (const Setting& setting : sweep.base.settings) {
        if (hardware::findParameter(setting.key)) { // all others stand in the problem, whatever network and chip
            m_settings.push_back(setting);
            set << QStringLiteral("%1: %2").arg(settingLabel(setting.key), settingText(setting.key, setting.value));
        }
    }
    m_set->setText(tr("On every chip: %1").arg(set.join(QStringLiteral("; "))));
    m_set->setVisible(!set.isEmpty());
    m_parts.add(sweep.base);
    m_objectives->setMeasures(sweep.objectives);
    m_axes->setMayBeAny(sweep.pattern == Pattern::Sobol);
    m_axes->setAxes(sweep.axes);
    offerWithin();
    const bool isCounted = sweep.pattern == Pattern::Sobol;
    setPattern(sweep.pattern,
               isCounted ? static_cast<int>(std::max<std::size_t>(sweep.sobolCount, 1)) : m_sobolPoints->value());
}

void SweepView::offerChoices()
{
    if (!m_service.sweep().axes.empty()) {
        m_results->offerChoices({keysOf(m_service.sweep()), m_service.sweep().objectives, true});
    }
}

void SweepView::showUnedited()
{
    if (!m_service.sweep().axes.empty()) {
        showSweep(m_service.sweep());
        return;
    }
    Sweep first;
    first.objectives = MeasureChoice::usual();
    m_wantedWithin = tilescape::explore::usualWithin;
    m_sobolPoints->setValue(usualSobolPoints);
    showSweep(first);
    m_axes->beginAnew(firstAxes());
}

void SweepView::showAsked(const io::Questions& asked) { showSweep(*asked.sweep); }

io::Questions SweepView::asked() const { return {io::aroundProject(sweep()), {}}; }

bool SweepView::isShown() const { return !m_service.sweep().axes.empty() && m_service.sweep() == sweep(); }

} // namespace tilescape::ui::explore
