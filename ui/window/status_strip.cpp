#include "ui/window/status_strip.h"

#include "core/explore/terms.h"
#include "ui/style/core_text.h"
#include "ui/style/difference.h"
#include "ui/style/format.h"
#include "ui/style/origin.h"
#include "ui/style/palette.h"
#include "ui/style/search_text.h"
#include "ui/widgets/elided_label.h"
#include "ui/window/bound_text.h"
#include "ui/workspace/baselines.h"
#include "ui/workspace/provisional_words.h"
#include "ui/workspace/workspace.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace tilescape::ui::window {

using workspace::Workspace;

namespace {

constexpr int stripMargin = 10;
constexpr int spacing = 20;
constexpr int restOfSolve = 20; ///< one in so many cells of the progress bar is for what follows the search

QString wordOf(schedule::Status status)
{
    switch (status) {
    case schedule::Status::Optimal: return StatusStrip::tr("Optimal");
    case schedule::Status::Feasible: return StatusStrip::tr("Feasible");
    case schedule::Status::Stopped: return StatusStrip::tr("Stopped");
    case schedule::Status::Infeasible: break;
    }
    return StatusStrip::tr("No valid schedule");
}

QString meaningOf(schedule::Status status)
{
    switch (status) {
    case schedule::Status::Optimal: return StatusStrip::tr("Nothing in the searched space is better.");
    case schedule::Status::Feasible:
        return StatusStrip::tr("Valid; the search left out some combinations.");
    case schedule::Status::Stopped: return StatusStrip::tr("The search was told to stop: the best that it had found. F5 searches on.");
    case schedule::Status::Infeasible: break;
    }
    return StatusStrip::tr("The list of problems says which layer does not fit, and why.");
}

QString effortOf(const schedule::Schedule& schedule)
{
    QStringList lines;
    const auto add = [&lines](const std::vector<style::CountLine>& counted) {
        for (const style::CountLine& line : counted) {
            lines << style::lineText(line);
        }
    };
    add(style::blockingLines(schedule.counts));
    add({{StatusStrip::tr("layers and segments answered for"), schedule.counts.asked},
         {StatusStrip::tr("of these, remembered from earlier"), schedule.counts.remembered}});
    if (schedule.segmentCounts.considered() > 0) {
        add({{StatusStrip::tr("segments considered"), schedule.segmentCounts.considered()}});
        add(style::outcomeLines(schedule.segmentCounts));
        add({{StatusStrip::tr("chains of segments tried"), schedule.chains.tried},
             {StatusStrip::tr("dominated: a better one leaves all maps alike"), schedule.chains.dominated},
             {StatusStrip::tr("behind the best that are kept"), schedule.chains.beyond}});
    }
    return lines.join(QLatin1Char('\n'));
}

/// The cycles of all segments by what they are spent on.
QString cyclesOrigin(const schedule::Schedule& schedule)
{
    tilescape::explore::CycleTerms terms;
    for (std::size_t segment = 0; segment < schedule.segments.size(); ++segment) {
        terms += tilescape::explore::cycleTermsOf(schedule, segment);
    }
    QStringList parts;
    for (const tilescape::explore::CycleTerm& term : tilescape::explore::cycleTerms()) {
        if (terms.*term.value > 0) {
            parts << StatusStrip::tr("%1 %2 (%3)").arg(style::coreText(term.label), style::count(terms.*term.value), style::percentOf(terms.*term.value, terms.total()));
        }
    }
    return (schedule.segments.size() == 1 ? StatusStrip::tr("One segment: %1").arg(parts.join(QStringLiteral(", ")))
                                          : StatusStrip::tr("%1 segments one after another: %2")
                                                .arg(style::exactCount(static_cast<double>(schedule.segments.size())),
                                                     parts.join(QStringLiteral(", "))))
           + QLatin1Char('\n') + style::manualLine(style::Origin::SegmentCycles);
}

/// A colour of its own, which no theme changes; the others are roles.
void setTextColour(QLabel* label, const QColor& colour)
{
    if (label->testAttribute(Qt::WA_SetPalette) && label->palette().color(QPalette::WindowText) == colour) {
        return;
    }
    QPalette palette;
    palette.setColor(QPalette::WindowText, colour);
    label->setForegroundRole(QPalette::WindowText);
    label->setPalette(palette);
}

void setTextRole(QLabel* label, QPalette::ColorRole role)
{
    if (label->testAttribute(Qt::WA_SetPalette)) {
        label->setPalette({});
    }
    if (label->foregroundRole() != role) {
        label->setForegroundRole(role);
    }
}

} // namespace

StatusStrip::StatusStrip(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("statusStrip"));
    setAccessibleName(tr("Totals and state"));
    m_line = new QWidget(this);
    auto* layout = new QHBoxLayout(m_line);
    layout->setContentsMargins(stripMargin, 0, stripMargin, 0);
    layout->setSpacing(spacing);
    m_values = {addValue("statusEnergy", tr("Energy")), addValue("statusCycles", tr("Cycles")),
                addValue("statusTime", tr("Time")), addValue("statusGops", tr("Throughput")),
                addValue("statusGopsPerWatt", tr("Efficiency"))};
    m_bound = addValue("statusBound", tr("Lower bound"));
    layout->addStretch(1);
    m_word = new widgets::ElidedLabel;
    addLabel(m_word, "statusWord", tr("State"));
    m_effort = addValue("statusEffort", tr("Search effort"));
    m_progress = new QProgressBar;
    m_progress->setObjectName(QStringLiteral("solveProgress"));
    m_progress->setAccessibleName(tr("Progress of the solve"));
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(120, 6);
    layout->addWidget(m_progress);
    m_cancel = new QToolButton;
    m_cancel->setObjectName(QStringLiteral("cancelSolve"));
    m_cancel->setText(tr("Cancel"));
    m_cancel->setToolTip(tr("Stop the solve; the last result stays (Esc)."));
    layout->addWidget(m_cancel);
    connect(m_cancel, &QToolButton::clicked, &m_workspace, &Workspace::cancelSolve);

    connect(&m_workspace, &Workspace::scheduleChanged, this, &StatusStrip::refresh);
    connect(&m_workspace, &Workspace::boundChanged, this, &StatusStrip::refresh);
    connect(&m_workspace, &Workspace::solvingChanged, this, &StatusStrip::refresh);
    connect(&m_workspace.baselines(), &workspace::Baselines::scheduleChanged, this, &StatusStrip::refresh);
    connect(&m_workspace, &Workspace::progressed, this, &StatusStrip::progress);
    refresh();
}

QLabel* StatusStrip::addValue(const char* objectName, const QString& accessibleName)
{
    auto* label = new QLabel;
    addLabel(label, objectName, accessibleName);
    return label;
}

void StatusStrip::addLabel(QLabel* label, const char* objectName, const QString& accessibleName)
{
    label->setObjectName(QLatin1String(objectName));
    label->setAccessibleName(accessibleName);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_line->layout()->addWidget(label);
}

void StatusStrip::refresh()
{
    showTotals();
    showState();
    giveWay();
}

QSize StatusStrip::sizeHint() const { return {m_cancel->sizeHint().width(), m_cancel->sizeHint().height() + 4}; }

QSize StatusStrip::minimumSizeHint() const { return sizeHint(); }

void StatusStrip::giveWay()
{
    // What the window is too narrow for is left out whole, the least telling first; the tooltip of the line has all of it. The
    // state always stays, at last shortened.
    const std::vector<std::pair<QWidget*, bool>> byWeight{
        {m_word, true}, {m_values[0], m_there}, {m_values[1], m_there}, {m_cancel, m_solving}, {m_progress, m_solving},
        {m_bound, m_there && !m_bound->text().isEmpty()}, {m_values[2], m_there}, {m_effort, m_effortWanted},
        {m_values[4], m_there}, {m_values[3], m_there}};
    int room = width() - 2 * stripMargin;
    bool full = false;
    for (const auto& [widget, wanted] : byWeight) {
        const int needed = wanted ? widget->sizeHint().width() + spacing : 0;
        full = full || needed > room + spacing;
        if (const bool shown = wanted && (!full || widget == m_word); widget->isHidden() == shown) {
            widget->setVisible(shown);
        }
        room -= full ? 0 : needed;
    }
    QStringList all;
    for (const auto& [widget, wanted] : byWeight) {
        const auto* label = qobject_cast<const QLabel*>(widget);
        if (label && wanted) {
            all << label->text();
        }
    }
    setToolTip(full ? style::literal(all.join(QLatin1Char('\n'))) : QString());
}

void StatusStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_line->setGeometry(rect());
    giveWay();
}

void StatusStrip::showTotals()
{
    const auto schedule = m_workspace.schedule();
    const bool there = schedule && schedule->hasResult();
    if (there) {
        const schedule::Totals& totals = schedule->totals;
        m_values[0]->setText(tr("Energy %1").arg(style::energy(totals.energy.total())));
        m_values[0]->setToolTip(tr("%1 for a batch of %2").arg(style::energy(totals.energy.total())).arg(schedule->problem->batch) + QLatin1Char('\n')
                                + style::energyOrigin(totals.energy));
        m_bound->setText(BoundText::gap(*schedule, m_workspace.gap()));
        m_bound->setToolTip(BoundText::toolTip(*schedule, m_workspace.gap(), m_workspace.proofBound().has_value()));
        m_values[1]->setText(tr("Cycles %1").arg(style::count(totals.cycles)));
        m_values[1]->setToolTip(tr("%1 cycles").arg(style::exactCount(totals.cycles)) + QLatin1Char('\n') + cyclesOrigin(*schedule));
        m_values[2]->setText(tr("Time %1").arg(style::seconds(totals.seconds)));
        m_values[2]->setToolTip(tr("%1 cycles at %2 MHz").arg(style::exactCount(totals.cycles), style::number(schedule->problem->hardware.clockMhz)) + QLatin1Char('\n')
                                + style::manualLine(style::Origin::SegmentCycles));
        m_values[3]->setText(tr("%1 GOPS, PEs %2").arg(style::number(totals.gops), style::percent(totals.peUtilization)));
        m_values[3]->setToolTip(tr("Operations that the layers need: a multiply and an add count as two. They keep %1 of all PEs of the chip busy.")
                                    .arg(style::percent(totals.peUtilization))
                                + QLatin1Char('\n') + style::manualLine(style::Origin::Throughput));
        m_values[4]->setText(tr("%1 GOPS/W").arg(style::number(totals.gopsPerWatt)));
        m_values[4]->setToolTip(tr("%1 GOPS over %2 W: energy over time").arg(style::number(totals.gops), style::number(totals.gops / totals.gopsPerWatt)) + QLatin1Char('\n')
                                + style::manualLine(style::Origin::Throughput));
        showDifference();
    }
    m_there = there;
    setTextRole(m_bound, QPalette::PlaceholderText);
    for (QLabel* value : m_values) {
        setTextRole(value, m_workspace.looksStale() ? QPalette::PlaceholderText : QPalette::WindowText);
    }
}

/// Behind each number what it is more or less than in the baseline; in the tooltip both.
void StatusStrip::showDifference()
{
    const workspace::Baselines& baselines = m_workspace.baselines();
    const auto difference = baselines.difference();
    if (!difference) {
        return;
    }
    const schedule::Totals& before = difference->before;
    const schedule::Totals& after = difference->after;
    const QString name = QString::fromStdString(baselines.chosen()->name);
    // Of different batches an item compares, not what is in all.
    const bool ofItem = difference->hasOtherBatch();
    const auto add = [&](QLabel* value, double then, double now, const QString& change) {
        const QString percent =
            ofItem && value != m_values[4]
                ? tr("per item %1")
                      .arg(style::signedPercent(difference->perItemBefore(then), difference->perItemAfter(now)))
                : style::signedPercent(then, now);
        value->setText(tr("%1 (%2)").arg(value->text(), percent));
        const QString told =
            ofItem ? tr("Compared with %1, whose batch is of %2: %3 for the whole batch")
                         .arg(name, style::count(static_cast<double>(baselines.chosen()->problem.batch)), change)
                   : tr("Compared with %1: %2").arg(name, change);
        value->setToolTip(style::literal(value->toolTip().isEmpty() ? told : value->toolTip() + QLatin1Char('\n') + told));
    };
    add(m_values[0], before.energy.total(), after.energy.total(),
        style::energyChange(before.energy.total(), after.energy.total()));
    add(m_values[1], before.cycles, after.cycles, style::countChange(before.cycles, after.cycles));
    add(m_values[2], before.seconds, after.seconds,
        tr("%1 in place of %2").arg(style::seconds(after.seconds), style::seconds(before.seconds)));
    add(m_values[4], before.gopsPerWatt, after.gopsPerWatt,
        tr("%1 GOPS/W in place of %2").arg(style::number(after.gopsPerWatt), style::number(before.gopsPerWatt)));
}

void StatusStrip::showState()
{
    const auto schedule = m_workspace.schedule();
    const bool solving = m_workspace.isSolving() && (m_workspace.looksStale() || !schedule);
    const bool provisional = m_workspace.isProvisional();
    m_solving = solving || m_workspace.looksBusy();
    m_effortWanted = !solving && !provisional && !m_workspace.looksStale() && schedule && schedule->status != schedule::Status::Infeasible;
    setTextRole(m_word, QPalette::PlaceholderText);
    setTextRole(m_effort, QPalette::PlaceholderText);
    // The word may be shortened: the tooltip has it whole.
    const auto say = [this](const QString& word, const QString& meaning = {}) {
        m_word->setText(word);
        m_word->setToolTip(meaning.isEmpty() ? QString() : style::literal(word + QLatin1Char('\n') + meaning));
    };
    if (solving) {
        say(schedule && schedule->hasResult() ? tr("Solving… (old numbers)") : tr("Solving…"));
    } else if (m_workspace.looksStale()) {
        say(schedule && schedule->hasResult() ? tr("Cancelled: these numbers are of an older problem") : tr("Cancelled: no result"),
            tr("Any edit solves again, and so does F5."));
        setTextColour(m_word, style::warningColour(palette()));
    } else if (provisional) {
        const workspace::ProvisionalWords words = workspace::provisionalWords(m_workspace);
        say(words.word, words.meaning);
        if (!m_workspace.isSolving()) {
            setTextColour(m_word, style::warningColour(palette()));
        }
    } else if (schedule) {
        if (schedule->isKept) {
            say(tr("Kept schedule"),
                tr("This schedule is kept with the project, and none was searched. F5 searches anew."));
        } else {
            say(wordOf(schedule->status), meaningOf(schedule->status));
        }
        // One that a proof found was not solved by itself.
        m_effort->setText(schedule->solveSeconds > 0 ? tr("solved in %1").arg(style::seconds(schedule->solveSeconds))
                                                     : QString());
        m_effort->setToolTip(effortOf(*schedule));
        if (schedule->status == schedule::Status::Infeasible) {
            setTextColour(m_word, style::errorColour(palette()));
        }
    }
    if (!m_solving) {
        m_progress->setRange(0, 0); // until the next solve tells how far it is
    }
    const bool infeasible = !solving && !m_workspace.looksStale() && schedule && !schedule->hasResult();
    if (m_word->font().bold() != infeasible) {
        QFont font; // nothing but bold: the rest follows the window
        font.setBold(infeasible);
        m_word->setFont(font);
    }
}

void StatusStrip::progress(int done, int total)
{
    // The bar is full when the answer is there: what is found is still put together and priced.
    m_progress->setRange(0, total + std::max(1, total / restOfSolve));
    m_progress->setValue(done);
    m_progress->setToolTip(done < total ? tr("%1 of the search").arg(style::percentOf(done, total)) : tr("All is searched; the schedule is put together."));
}

void StatusStrip::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange && m_cancel) {
        // Once the whole window has the new colours.
        QMetaObject::invokeMethod(this, &StatusStrip::refresh, Qt::QueuedConnection);
    }
}

} // namespace tilescape::ui::window
