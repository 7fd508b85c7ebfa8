#include "ui/proof/proof_dialog.h"

#include "core/schedule/advice.h"
#include "core/schedule/proven_bounds.h"
#include "ui/plot/value_chart.h"
#include "ui/proof/gap_chart.h"
#include "ui/proof/proof_log_model.h"
#include "ui/style/core_text.h"
#include "ui/style/format.h"
#include "ui/workspace/workspace.h"

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::proof {

using workspace::ProofService;
using workspace::Workspace;

namespace {

constexpr double usualGap = 5;      ///< percent; half of the schedule's own where that is closer already
constexpr int gapDecimals = 1;
constexpr double largestGap = 1000; ///< percent
constexpr QSize usualSize{720, 620};
constexpr int fewestLines = 5; ///< of the log, that are seen in the smallest dialog

/// A bound is one of all schedules of a problem, whichever it keeps.
bool areProvenAlike(schedule::Problem first, schedule::Problem second)
{
    first.kept.reset();
    second.kept.reset();
    return haveSameSchedule(first, second);
}

QString within(double gap, search::Goal goal)
{
    const QString what = goal == search::Goal::Energy  ? ProofDialog::tr("energy")
                         : goal == search::Goal::Delay ? ProofDialog::tr("delay")
                                                       : ProofDialog::tr("energy × delay");
    return ProofDialog::tr("within %1 of the best possible %2").arg(style::percent(std::max(0.0, gap - 1)), what);
}

/// What there is to prove of a schedule with this gap, in percent: less than the gap, as far as decimals go.
double worthProving(double gap)
{
    const double percent = 100 * (gap - 1);
    if (percent > usualGap) {
        return usualGap;
    }
    const double step = std::pow(10, -gapDecimals);
    return std::max(0.0, std::floor(percent / 2 / step) * step);
}

} // namespace

ProofDialog::ProofDialog(Workspace& workspace, QWidget* parent) : QDialog(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("proofDialog"));
    setWindowTitle(tr("Prove how good the schedule is"));
    m_log = new ProofLogModel(this);
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("proofState"));
    m_state->setWordWrap(true);
    m_state->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_chart = new plot::ValueChart;
    m_chart->setObjectName(QStringLiteral("proofChart"));
    auto* range = new QLabel(tr("The proof ranges over %1.").arg(style::coreText(schedule::proofRange)));
    range->setObjectName(QStringLiteral("proofRange"));
    range->setWordWrap(true);
    range->setForegroundRole(QPalette::PlaceholderText);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(buildHead());
    layout->addWidget(m_state);
    layout->addWidget(buildTable(), 3);
    layout->addWidget(m_chart, 2);
    layout->addWidget(range);
    m_gap->setFocus();
    resize(parent ? usualSize.boundedTo(parent->size()) : usualSize);

    const ProofService& proofs = m_workspace.proofs();
    connect(&proofs, &ProofService::progressed, this, &ProofDialog::addProgress);
    connect(&proofs, &ProofService::runningChanged, this, [this](bool running) {
        m_phase = running ? State::Running : State::Dropped; // unless `ended` follows
        refresh();
    });
    connect(&proofs, &ProofService::ended, this, [this](const auto& proof) {
        m_phase = State::Ended;
        m_proof = proof;
        refresh();
    });
    for (auto signal : {&Workspace::problemChanged, &Workspace::scheduleChanged, &Workspace::solvingChanged,
                        &Workspace::boundChanged}) {
        connect(&m_workspace, signal, this, &ProofDialog::follow);
    }
    refresh();
}

QWidget* ProofDialog::buildHead()
{
    m_gap = new QDoubleSpinBox;
    m_gap->setObjectName(QStringLiteral("proofGap"));
    m_gap->setAccessibleName(tr("Gap asked for"));
    m_gap->setToolTip(
        tr("The proof ends once the schedule is at most so much above the lower bound; 0 % asks for the best one."));
    m_gap->setRange(0, largestGap);
    m_gap->setDecimals(gapDecimals);
    m_gap->setValue(usualGap);
    m_gap->setSuffix(tr(" %"));
    connect(m_gap, &QDoubleSpinBox::valueChanged, this, [this] { m_gapIsChosen = true; });
    const auto button = [](const QString& text, const char* name, const QString& help) {
        auto* made = new QPushButton(text);
        made->setObjectName(QLatin1String(name));
        made->setToolTip(help);
        return made;
    };
    m_start =
        button(tr("&Start"), "startProof", tr("Look for better schedules and closer bounds until the gap is reached"));
    m_stop = button(tr("S&top"), "stopProof", tr("End the proof with what there is"));
    m_use = button(tr("&Use this schedule"), "useProven",
                   tr("Show the better schedule that the proof found in all views, and keep it with the project"));
    m_start->setDefault(true);
    connect(m_start, &QPushButton::clicked, this, &ProofDialog::start);
    connect(m_stop, &QPushButton::clicked, this, &ProofDialog::stop);
    connect(m_use, &QPushButton::clicked, this,
            [this] { m_workspace.keepSchedule(m_proof->schedule, tr("Use proven schedule")); });
    auto* label = new QLabel(tr("&Gap asked for"));
    label->setBuddy(m_gap);
    auto* head = new QWidget;
    auto* line = new QHBoxLayout(head);
    line->setContentsMargins({});
    for (QWidget* widget : std::initializer_list<QWidget*>{label, m_gap, m_start, m_stop, m_use}) {
        line->addWidget(widget);
    }
    line->addStretch(1);
    return head;
}

QTableView* ProofDialog::buildTable()
{
    m_table = new QTableView;
    m_table->setObjectName(QStringLiteral("proofLog"));
    m_table->setAccessibleName(tr("Log of the proof"));
    m_table->setModel(m_log);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setTabKeyNavigation(false);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    QHeaderView* heading = m_table->horizontalHeader();
    heading->setHighlightSections(false);
    heading->setSectionResizeMode(QHeaderView::ResizeToContents);
    heading->setResizeContentsPrecision(0); // of what is seen: a long log stays cheap
    heading->setStretchLastSection(true);
    m_table->setMinimumHeight(fewestLines * m_table->verticalHeader()->defaultSectionSize());
    return m_table;
}

void ProofDialog::start()
{
    if (!canStart()) {
        return;
    }
    m_asked = 1 + m_gap->value() / 100;
    m_proof.reset();
    m_newest = {};
    m_problem = m_workspace.problem();
    m_log->begin(m_problem.goal);
    m_workspace.proofs().start(m_problem, m_asked);
}

void ProofDialog::stop() { m_workspace.proofs().stop(); }

void ProofDialog::done(int result)
{
    stop();
    QDialog::done(result);
}

void ProofDialog::addProgress(const schedule::ProofProgress& progress)
{
    const QScrollBar* bar = m_table->verticalScrollBar();
    const bool atEnd = bar->value() == bar->maximum();
    m_newest = progress;
    m_log->add(progress);
    if (atEnd) {
        m_table->scrollToBottom();
    }
    refresh();
}

/// What was proven of another problem, or before it was solved again, is no proof of this one.
void ProofDialog::follow()
{
    const bool isKept = schedule::keepsSchedule(m_workspace.problem());
    const bool isOther = (m_workspace.isStale() && !isKept) || !areProvenAlike(m_problem, m_workspace.problem());
    if (isOther && (m_phase == State::Ended || m_phase == State::Dropped)) {
        m_phase = m_phase == State::Ended ? State::Idle : State::Dropped;
        m_proof.reset();
        m_log->begin(m_workspace.problem().goal);
    }
    refresh();
}

bool ProofDialog::canStart() const
{
    const auto schedule = m_workspace.schedule();
    return schedule && schedule->hasResult() && !m_workspace.isStale() && !m_workspace.proofs().isRunning()
           && schedule::canProve(*schedule->problem);
}

bool ProofDialog::hasBetterSchedule() const
{
    const auto shown = m_workspace.schedule();
    const auto measure = [&](const schedule::Schedule& schedule) {
        return schedule::measureOf(schedule.totals, m_workspace.problem().goal);
    };
    return m_proof && m_proof->schedule.hasResult() && shown && shown->hasResult() && !m_workspace.isStale()
           && measure(m_proof->schedule) < measure(*shown);
}

/// Until a person says what is asked for.
void ProofDialog::suggestGap()
{
    const auto schedule = m_workspace.schedule();
    if (m_gapIsChosen || m_phase != State::Idle || !schedule || !schedule->hasResult() || m_workspace.isStale()) {
        return;
    }
    const QSignalBlocker blocker(m_gap);
    m_gap->setValue(worthProving(m_workspace.gap()));
}

void ProofDialog::refresh()
{
    suggestGap();
    const bool running = m_workspace.proofs().isRunning();
    // A button that is disabled hands the focus on: the one to use next is enabled first.
    if (running) {
        m_stop->setEnabled(true);
    }
    m_use->setEnabled(hasBetterSchedule());
    m_start->setEnabled(canStart());
    m_stop->setEnabled(running);
    m_gap->setEnabled(!running);
    m_state->setText(stateText());
    plot::Chart chart = gapChart(m_log->lines(), m_asked);
    m_chart->setVisible(!chart.categories.isEmpty());
    m_chart->setContent(std::move(chart));
}

QString ProofDialog::stateText() const
{
    const auto schedule = m_workspace.schedule();
    const search::Goal goal = m_workspace.problem().goal;
    switch (m_phase) {
    case State::Running:
        return m_newest.bound > 0
                   ? tr("Proving: %1 after %2.").arg(within(m_newest.gap(), goal), style::seconds(m_newest.seconds))
                   : tr("Proving: the first schedule and its bound…");
    case State::Ended:
        return outcomeText();
    case State::Dropped:
        return tr("The problem changed: the proof was dropped.");
    case State::Idle:
        break;
    }
    if (!schedule || !schedule->hasResult() || m_workspace.isStale()) {
        return tr("There is no schedule of the problem yet.");
    }
    if (!schedule::canProve(*schedule->problem)) {
        return tr("The chip has too many partitions for a proof: it may have up to %1 tiles, and has %2.")
            .arg(style::exactCount(static_cast<double>(schedule::mostTilesOfProof)),
                 style::exactCount(static_cast<double>(schedule->problem->hardware.tiles.size())));
    }
    return tr("The schedule is %1. A proof looks for better schedules, and for a closer bound.")
        .arg(within(m_workspace.gap(), goal));
}

QString ProofDialog::outcomeText() const
{
    if (!m_proof) {
        return tr("There was not enough memory for the proof.");
    }
    if (m_proof->bound <= 0) {
        return tr("Stopped before there was a bound.");
    }
    QString why;
    switch (m_proof->end) {
    case schedule::ProofEnd::GapReached:
        why = tr("the gap that was asked for is reached");
        break;
    case schedule::ProofEnd::Exhausted:
        why = tr("neither wider searches nor the bound get any further");
        break;
    case schedule::ProofEnd::MemoryFull:
        why = tr("stopped before it was done, as it took half of the memory");
        break;
    case schedule::ProofEnd::Stopped:
        why = tr("stopped before it was done");
        break;
    case schedule::ProofEnd::OutsideSpace:
        return tr("Nothing to prove: the schedule that the project keeps is not among those that a proof ranges over. "
                  "Solve searches one that is.");
    }
    const search::Goal goal = m_workspace.problem().goal;
    QString text = tr("Proven: %1; %2.").arg(within(m_proof->gap(), goal), why);
    if (hasBetterSchedule()) {
        const double found = schedule::measureOf(m_proof->schedule.totals, goal);
        const double shown = schedule::measureOf(m_workspace.schedule()->totals, goal);
        text += tr(" The proof found a schedule that takes %1 % less than the one shown.")
                    .arg(style::number(100 * (1 - found / shown)));
    }
    return text;
}

} // namespace tilescape::ui::proof
