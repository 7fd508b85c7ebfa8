#include "ui/lessons/lesson_panel.h"
#include "ui/lessons/lesson_question.h"
#include "ui/lessons/spotlight.h"
#include "ui/lessons/widget_deed.h"
#include "ui/workspace/baselines.h"
#include "ui/workspace/explorations.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QToolBar>

#include <algorithm>

namespace tilescape::ui::lessons {

// The course of a lesson: from step to step, what was done in each, and what there is to look at.

namespace {

/// A button that a narrow tool bar has no room for is behind the bar's own button for what is left over.
QWidget* reachable(QWidget* target)
{
    auto* bar = target && target->isHidden() ? qobject_cast<QToolBar*>(target->parentWidget()) : nullptr;
    auto* more = bar ? bar->findChild<QWidget*>(QStringLiteral("qt_toolbar_ext_button")) : nullptr;
    return more && more->isVisible() ? more : target;
}

} // namespace

void LessonPanel::start(Lesson lesson)
{
    restoreSwitches();
    m_starting = true;
    m_workspace.open(lesson.problem, {});
    m_starting = false;
    m_ownsDocument = true;
    m_network = lesson.problem.network;
    m_step = 0;
    m_begins = {m_workspace.undoStack().index()};
    m_lesson = std::move(lesson);
    turnSwitchesBack();
    if (!m_spotlight) {
        m_spotlight = new Spotlight(&mainWindow());
    }
    m_watch.start();
    goTo(0);
}

bool LessonPanel::ownsDocument() const
{
    return m_ownsDocument && (isRunning() || m_workspace.undoStack().index() == m_ended)
           && m_workspace.problem().network == m_network && m_workspace.baselines().list().all.empty()
           && !m_workspace.explorations().isModified();
}

void LessonPanel::stop()
{
    m_ended = m_workspace.undoStack().index();
    m_lesson.reset();
    restoreSwitches();
    m_watch.stop();
    m_question->ask({});
    m_spotlight->show(nullptr);
    writeText();
    refresh();
}

/// A lesson says nothing about another project.
void LessonPanel::leaveDocument()
{
    if (m_starting) {
        return;
    }
    m_ownsDocument = false;
    if (m_lesson) {
        stop();
    }
}

/// What the lesson switches in a view is not so before it asks for it.
void LessonPanel::turnSwitchesBack()
{
    for (const LessonStep& step : m_lesson->steps) {
        const Deed& deed = step.done;
        const bool isKnown =
            std::any_of(m_switches.begin(), m_switches.end(), [&](const Deed& own) { return own.key == deed.key; });
        if (const auto before = isKnown ? std::nullopt : switchAt(mainWindow(), deed)) {
            m_switches.push_back(*before);
            doIt(mainWindow(), opposite(deed));
        }
    }
}

void LessonPanel::restoreSwitches()
{
    for (const Deed& before : std::exchange(m_switches, {})) {
        doIt(mainWindow(), before);
    }
}

void LessonPanel::goTo(std::size_t step)
{
    m_step = step;
    m_begins.resize(step);
    m_begins.push_back(m_workspace.undoStack().index());
    m_before = moment();
    m_outcome.reset();
    m_ran = false;
    m_explained = m_lesson->steps[step].answers.empty();
    const LessonStep& now = m_lesson->steps[step];
    disconnect(m_command);
    if (auto* action = mainWindow().findChild<QAction*>(now.done.key); action && now.done.kind == Deed::Kind::Run) {
        m_command = connect(action, &QAction::triggered, this, [this] { m_ran = true; });
    }
    writeText();
    m_question->ask(now.answers);
    QWidget* target = lookedAt();
    // What a learner is asked to open is not opened for them.
    if (target && now.done.kind != Deed::Kind::Open) {
        bringToFront(*target);
    }
    m_spotlight->show(target);
    refresh();
    QTimer::singleShot(m_watch.interval(), this, &LessonPanel::showTarget);
}

/// Again once its panel is laid out: what a step changes may have moved it.
void LessonPanel::showTarget()
{
    QWidget* target = isVisible() ? lookedAt() : nullptr;
    if (target && (m_outcome || m_lesson->steps[m_step].done.kind != Deed::Kind::Open)) {
        bringToFront(*target);
    }
    if (target) {
        m_spotlight->show(target); // above the panel, which may just have come to the front
    }
}

bool LessonPanel::isDone() const
{
    if (!m_lesson || !m_before || !moment()) {
        return false;
    }
    const Deed& deed = m_lesson->steps[m_step].done;
    switch (deed.kind) {
    case Deed::Kind::Read:
        return true;
    case Deed::Kind::Layer:
        return m_workspace.selectedLayer() && m_workspace.selectedLayer() == layerNamed(deed.key);
    case Deed::Kind::Open:
    case Deed::Kind::Swap:
    case Deed::Kind::Choose:
        return lessons::isDone(mainWindow(), deed);
    case Deed::Kind::Run:
        return m_ran;
    default:
        return isAs(m_workspace.problem(), deed);
    }
}

const std::optional<LessonPanel::Outcome>& LessonPanel::outcome()
{
    const auto now = isDone() ? moment() : std::nullopt;
    if (!now) {
        m_outcome.reset();
    } else if (!m_outcome) {
        const LessonStep& step = m_lesson->steps[m_step];
        Outcome outcome;
        outcome.asExpected = !step.expected || holds(*step.expected, *now, *m_before);
        for (const Answer& answer : step.answers) {
            outcome.right.push_back(holds(answer.condition, *now, *m_before));
        }
        for (std::size_t i = 0; i < step.claims.size(); ++i) {
            if (!holds(step.claims[i], *now, *m_before)) {
                outcome.notSo.push_back(i);
                outcome.remark += tr("Here, %1 of the text is %2. ")
                                      .arg(step.claims[i].text, actual(step.claims[i], *now, *m_before));
            }
        }
        m_outcome = std::move(outcome);
        QTimer::singleShot(m_watch.interval(), this, &LessonPanel::showTarget);
    }
    return m_outcome;
}

QWidget& LessonPanel::mainWindow() const
{
    QWidget* outermost = window();
    while (outermost->parentWidget()) {
        outermost = outermost->parentWidget();
    }
    return *outermost;
}

/// Where a layer is to be selected first, that is where layers are: what is to be seen then shows only with it.
QWidget* LessonPanel::lookedAt() const
{
    QString name = m_lesson ? m_lesson->steps[m_step].look : QString();
    const bool isToSelect = m_lesson && m_lesson->steps[m_step].done.kind == Deed::Kind::Layer && !m_outcome;
    if (isToSelect && !name.isEmpty() && name != QStringLiteral("layersDock")) {
        name = QStringLiteral("networkDock");
    }
    return name.isEmpty() ? nullptr : reachable(mainWindow().findChild<QWidget*>(name));
}

void LessonPanel::next()
{
    if (m_lesson && m_step + 1 < m_lesson->steps.size()) {
        goTo(m_step + 1);
    } else if (m_lesson) {
        stop();
    }
}

void LessonPanel::back()
{
    if (!m_lesson || m_step == 0) {
        return;
    }
    const int begin = m_begins[m_step - 1];
    if (begin < m_workspace.undoStack().index()) {
        m_workspace.undoStack().setIndex(begin);
    }
    goTo(m_step - 1);
}

/// The layer that an earlier step asked for: its text is to be edited, also where that step was passed over.
void LessonPanel::selectAsAsked()
{
    for (std::size_t step = m_step; step > 0; --step) {
        const Deed& earlier = m_lesson->steps[step - 1].act;
        if (earlier.kind == Deed::Kind::Layer) {
            m_workspace.setSelectedLayer(layerNamed(earlier.key));
            return;
        }
    }
}

void LessonPanel::showMe()
{
    const Deed deed = m_lesson ? m_lesson->steps[m_step].act : Deed();
    if (deed.kind == Deed::Kind::Swap) {
        selectAsAsked();
    }
    switch (deed.kind) {
    case Deed::Kind::Layer:
        m_workspace.setSelectedLayer(layerNamed(deed.key));
        break;
    case Deed::Kind::Open:
    case Deed::Kind::Choose:
    case Deed::Kind::Swap:
    case Deed::Kind::Run:
        doIt(mainWindow(), deed);
        break;
    case Deed::Kind::Set:
        makeEdit(m_workspace, deed, tr("Change %1").arg(deed.key));
        break;
    default:
        break;
    }
    refresh();
}

} // namespace tilescape::ui::lessons
