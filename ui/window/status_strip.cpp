#include "ui/window/status_strip.h"

#include "ui/style/format.h"
#include "ui/style/palette.h"
#include "ui/style/search_text.h"
#include "ui/workspace/workspace.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

namespace tilescape::ui::window {

using workspace::Workspace;

namespace {

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
    case schedule::Status::Feasible: return StatusStrip::tr("Valid, but the search was not exhaustive.");
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
        add(style::fateLines(schedule.segmentCounts));
        add({{StatusStrip::tr("chains of segments tried"), schedule.chains.tried},
             {StatusStrip::tr("dominated: a better one leaves all maps alike"), schedule.chains.dominated},
             {StatusStrip::tr("behind the best that are kept"), schedule.chains.beyond}});
    }
    return lines.join(QLatin1Char('\n'));
}

/// How far above its bound a value is: "+58.1%".
QString gap(double value, double bound)
{
    return QLatin1Char('+') + style::percentOf(value - bound, bound);
}

/// A colour of its own, which no theme changes; the others are roles.
void setTextColour(QLabel* label, const QColor& colour)
{
    QPalette palette;
    palette.setColor(QPalette::WindowText, colour);
    label->setForegroundRole(QPalette::WindowText);
    label->setPalette(palette);
}

void setTextRole(QLabel* label, QPalette::ColorRole role)
{
    label->setPalette({});
    label->setForegroundRole(role);
}

} // namespace

StatusStrip::StatusStrip(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("statusStrip"));
    setAccessibleName(tr("Totals and state"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 2, 10, 2);
    layout->setSpacing(20);
    m_values = {addValue("statusEnergy", tr("Energy")), addValue("statusCycles", tr("Cycles")),
                addValue("statusTime", tr("Time")), addValue("statusGops", tr("Throughput")),
                addValue("statusGopsPerWatt", tr("Efficiency"))};
    m_bound = addValue("statusBound", tr("Lower bound"));
    layout->addStretch(1);
    m_word = addValue("statusWord", tr("State"));
    m_effort = addValue("statusEffort", tr("Search effort"));
    m_progress = new QProgressBar;
    m_progress->setObjectName(QStringLiteral("solveProgress"));
    m_progress->setAccessibleName(tr("Progress of the solve"));
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(160, 6);
    layout->addWidget(m_progress);
    m_cancel = new QToolButton;
    m_cancel->setObjectName(QStringLiteral("cancelSolve"));
    m_cancel->setText(tr("Cancel"));
    m_cancel->setToolTip(tr("Stop the solve; the last result stays (Esc)."));
    layout->addWidget(m_cancel);
    connect(m_cancel, &QToolButton::clicked, &m_workspace, &Workspace::cancelSolve);

    connect(&m_workspace, &Workspace::scheduleChanged, this, &StatusStrip::refresh);
    connect(&m_workspace, &Workspace::solvingChanged, this, &StatusStrip::refresh);
    connect(&m_workspace, &Workspace::progressed, this, &StatusStrip::progress);
    refresh();
}

QLabel* StatusStrip::addValue(const char* objectName, const QString& accessibleName)
{
    auto* label = new QLabel;
    label->setObjectName(QLatin1String(objectName));
    label->setAccessibleName(accessibleName);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout()->addWidget(label);
    return label;
}

void StatusStrip::refresh()
{
    showTotals();
    showState();
}

void StatusStrip::showTotals()
{
    const auto schedule = m_workspace.schedule();
    const bool there = schedule && schedule->hasResult();
    if (there) {
        const schedule::Totals& totals = schedule->totals;
        m_values[0]->setText(tr("Energy %1").arg(style::energy(totals.energy.total())));
        const schedule::LowerBound& bound = schedule->bound;
        m_bound->setText(tr("≥ %1 (%2), %3 cycles (%4)")
                             .arg(style::energy(bound.energyPj), gap(totals.energy.total(), bound.energyPj),
                                  style::count(bound.cycles), gap(totals.cycles, bound.cycles)));
        m_bound->setToolTip(
            tr("No schedule of this problem takes less: every operation, every compulsory word from and to memory, at full "
               "speed.\nIn brackets: how much more this one takes.\nEnergy: at least %1 of this one's. Cycles: at least %2. DRAM words: at least %3, which is %4.")
                .arg(style::percentOf(bound.energyPj, totals.energy.total()), style::percentOf(bound.cycles, totals.cycles),
                     style::count(bound.dramWords), style::percentOf(bound.dramWords, totals.accesses[Level::Dram])));
        m_values[1]->setText(tr("Cycles %1").arg(style::count(totals.cycles)));
        m_values[1]->setToolTip(tr("%1 cycles").arg(style::exactCount(totals.cycles)));
        m_values[2]->setText(tr("Time %1").arg(style::seconds(totals.seconds)));
        m_values[3]->setText(tr("%1 GOPS").arg(style::number(totals.gops)));
        m_values[4]->setText(tr("%1 GOPS/W").arg(style::number(totals.gopsPerWatt)));
    }
    m_bound->setVisible(there);
    setTextRole(m_bound, QPalette::PlaceholderText);
    for (QLabel* value : m_values) {
        value->setVisible(there);
        setTextRole(value, m_workspace.looksStale() ? QPalette::PlaceholderText : QPalette::WindowText);
    }
}

void StatusStrip::showState()
{
    const auto schedule = m_workspace.schedule();
    const bool solving = m_workspace.isSolving() && (m_workspace.looksStale() || !schedule);
    m_progress->setVisible(solving);
    m_cancel->setVisible(solving);
    m_effort->setVisible(!solving && !m_workspace.looksStale() && schedule);
    setTextRole(m_word, QPalette::PlaceholderText);
    setTextRole(m_effort, QPalette::PlaceholderText);
    if (solving) {
        m_word->setText(schedule && schedule->hasResult() ? tr("Solving… (old numbers)") : tr("Solving…"));
        m_word->setToolTip({});
        m_progress->setRange(0, 0);
    } else if (m_workspace.looksStale()) {
        m_word->setText(schedule && schedule->hasResult() ? tr("Cancelled: these numbers are of an older problem")
                                                          : tr("Cancelled: no result"));
        m_word->setToolTip(tr("Any edit solves again, and so does F5."));
        setTextColour(m_word, style::warningColour(palette()));
    } else if (schedule) {
        m_word->setText(wordOf(schedule->status));
        m_word->setToolTip(meaningOf(schedule->status));
        m_effort->setText(tr("solved in %1").arg(style::seconds(schedule->solveSeconds)));
        m_effort->setToolTip(effortOf(*schedule));
        if (schedule->status == schedule::Status::Infeasible) {
            setTextColour(m_word, style::errorColour(palette()));
            m_effort->hide();
        }
    }
    const bool infeasible = !solving && !m_workspace.looksStale() && schedule && !schedule->hasResult();
    QFont font = this->font();
    font.setBold(infeasible);
    m_word->setFont(font);
}

void StatusStrip::progress(int done, int total)
{
    m_progress->setRange(0, total);
    m_progress->setValue(done);
    m_progress->setToolTip(tr("%1 of %2 layers").arg(done).arg(total));
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
