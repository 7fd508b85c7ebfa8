#include "ui/lessons/lesson_panel.h"

#include "ui/lessons/lesson_question.h"
#include "ui/lessons/spotlight.h"
#include "ui/lessons/widget_deed.h"
#include "ui/style/difference.h"
#include "ui/style/format.h"
#include "ui/widgets/flow_layout.h"
#include "ui/workspace/baselines.h"
#include "ui/workspace/explorations.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QEvent>
#include <QLabel>
#include <QTextBrowser>
#include <QToolBar>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace tilescape::ui::lessons {

using workspace::Workspace;

namespace {

constexpr int watchMilliseconds = 200;

QToolButton* button(const QString& text, const char* objectName, const QString& toolTip)
{
    auto* made = new QToolButton;
    made->setText(text);
    made->setObjectName(QLatin1String(objectName));
    made->setProperty("pill", true);
    made->setToolTip(toolTip);
    return made;
}

/// What a learner reads before trying: the answer stands below it.
QString questionOf(const LessonStep& step) { return step.text.section(QStringLiteral("\n\n"), 0, 0); }

} // namespace

LessonPanel::LessonPanel(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("lessonPanel"));
    setAccessibleName(tr("Lesson"));
    m_text = new QTextBrowser;
    m_text->setObjectName(QStringLiteral("lessonText"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setAccessibleName(tr("Step of the lesson"));
    m_text->setWhatsThis(tr("What this step is about, and what to try; without a lesson, the list of all."));
    m_text->setOpenLinks(false);
    connect(m_text, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) { Q_EMIT lessonAsked(QStringLiteral(":/lessons/") + link.path()); });
    m_question = new LessonQuestion;
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("lessonState"));
    m_state->setTextFormat(Qt::PlainText);
    m_state->setWordWrap(true);
    m_back = button(tr("Back"), "lessonBack",
                    tr("The step before, with the problem as it was when that step began: Ctrl+Shift+Z brings back "
                       "what was changed."));
    m_showMe = button(tr("Show me"), "lessonShowMe", tr("Does what the step asks for."));
    m_next = button(tr("Next"), "lessonNext", tr("The next step, whether this one was done or not."));
    auto* row = new widgets::FlowLayout;
    for (QToolButton* one : {m_back, m_showMe, m_next}) {
        row->addWidget(one);
    }
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_question);
    layout->addWidget(m_state);
    layout->addLayout(row);
    connect(m_back, &QToolButton::clicked, this, &LessonPanel::back);
    connect(m_showMe, &QToolButton::clicked, this, &LessonPanel::showMe);
    connect(m_next, &QToolButton::clicked, this, &LessonPanel::next);
    m_watch.setInterval(watchMilliseconds);
    connect(&m_watch, &QTimer::timeout, this, &LessonPanel::refresh);
    for (auto signal : {&Workspace::problemChanged, &Workspace::scheduleChanged, &Workspace::selectionChanged, &Workspace::boundChanged}) {
        connect(&m_workspace, signal, this, &LessonPanel::changed);
    }
    // A command is undone before the stack says so.
    connect(&m_workspace.undoStack(), &QUndoStack::indexChanged, this, &LessonPanel::changed);
    connect(&m_workspace, &Workspace::opening, this, &LessonPanel::leaveDocument);
    connect(&m_workspace, &Workspace::filePathChanged, this,
            [this] { m_ownsDocument &= m_workspace.filePath().isEmpty(); });
    writeText();
    refresh();
}

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
    QTimer::singleShot(watchMilliseconds, this, &LessonPanel::showTarget);
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

void LessonPanel::writeText()
{
    m_text->document()->setDefaultFont(font());
    if (!m_lesson) {
        m_text->setMarkdown(listText());
        return;
    }
    const LessonStep& now = m_lesson->steps[m_step];
    const QString intro = m_step == 0 ? QStringLiteral("# %1\n\n%2\n").arg(m_lesson->title, m_lesson->text) : QString();
    m_text->setMarkdown(intro + QStringLiteral("## %1\n\n%2").arg(now.heading, m_explained ? now.text : questionOf(now)));
}

std::optional<Moment> LessonPanel::moment() const
{
    const auto schedule = m_workspace.schedule();
    if (!schedule || !schedule->hasResult() || m_workspace.isStale()) {
        return std::nullopt;
    }
    return Moment{m_workspace.problem(), schedule, m_workspace.gap()};
}

std::optional<std::size_t> LessonPanel::layerNamed(const QString& name) const
{
    const auto& layers = m_workspace.network().layers;
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
        if (QString::fromStdString(layers[layer].name) == name) {
            return layer;
        }
    }
    return std::nullopt;
}

bool LessonPanel::isDone() const
{
    if (!m_lesson || !m_before || !moment()) {
        return false;
    }
    const Deed& deed = m_lesson->steps[m_step].done;
    switch (deed.kind) {
    case Deed::Kind::Read: return true;
    case Deed::Kind::Layer: return m_workspace.selectedLayer() && m_workspace.selectedLayer() == layerNamed(deed.key);
    case Deed::Kind::Open:
    case Deed::Kind::Swap:
    case Deed::Kind::Choose:
        return lessons::isDone(mainWindow(), deed);
    case Deed::Kind::Run: return m_ran;
    default: return isAs(m_workspace.problem(), deed);
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
        QTimer::singleShot(watchMilliseconds, this, &LessonPanel::showTarget);
    }
    return m_outcome;
}

/// Where a layer is to be selected first, that is where layers are: what is to be seen then shows only with it.
QWidget& LessonPanel::mainWindow() const
{
    QWidget* outermost = window();
    while (outermost->parentWidget()) {
        outermost = outermost->parentWidget();
    }
    return *outermost;
}

namespace {

/// A button that a narrow tool bar has no room for is behind the bar's own button for what is left over.
QWidget* reachable(QWidget* target)
{
    auto* bar = target && target->isHidden() ? qobject_cast<QToolBar*>(target->parentWidget()) : nullptr;
    auto* more = bar ? bar->findChild<QWidget*>(QStringLiteral("qt_toolbar_ext_button")) : nullptr;
    return more && more->isVisible() ? more : target;
}

} // namespace

QWidget* LessonPanel::lookedAt() const
{
    QString name = m_lesson ? m_lesson->steps[m_step].look : QString();
    const bool isToSelect = m_lesson && m_lesson->steps[m_step].done.kind == Deed::Kind::Layer && !m_outcome;
    if (isToSelect && !name.isEmpty() && name != QStringLiteral("layersDock")) {
        name = QStringLiteral("networkDock");
    }
    return name.isEmpty() ? nullptr : reachable(mainWindow().findChild<QWidget*>(name));
}

void LessonPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if ((event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) && m_text) {
        writeText(); // the colour of links and the letters are in the document
    }
}

/// A frame without the words that it belongs to would only be in the way.
void LessonPanel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    if (m_spotlight) {
        m_spotlight->show(nullptr);
    }
}

void LessonPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_spotlight) {
        m_spotlight->show(lookedAt());
    }
}

QWidget* LessonPanel::framed() const { return m_spotlight ? m_spotlight->target() : nullptr; }

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
    case Deed::Kind::Layer: m_workspace.setSelectedLayer(layerNamed(deed.key)); break;
    case Deed::Kind::Open:
    case Deed::Kind::Choose:
    case Deed::Kind::Swap:
    case Deed::Kind::Run:
        doIt(mainWindow(), deed);
        break;
    case Deed::Kind::Set: makeEdit(m_workspace, deed, tr("Change %1").arg(deed.key)); break;
    default: break;
    }
    refresh();
}

QString LessonPanel::energyText() const
{
    const auto at = moment();
    if (!at || !m_before) {
        return {};
    }
    const double now = at->schedule->totals.energy.total();
    const double before = m_before->schedule->totals.energy.total();
    return now != before ? tr("Energy of the network: %1 before, %2 now (%3, %4). ")
                               .arg(style::energy(before), style::energy(now), style::signedEnergy(before, now),
                                    style::signedPercent(before, now))
                         : QString();
}

QString LessonPanel::listText()
{
    QString text = tr("# Lessons\n\nFive to ten minutes each, on real results in this window:\n\n");
    for (const QString& file : lessonFiles()) {
        text += QStringLiteral("- [%1](%2)\n").arg(titleOf(file), file.section(QLatin1Char('/'), -1));
    }
    return text;
}

void LessonPanel::changed()
{
    m_outcome.reset();
    const int place = m_workspace.undoStack().index();
    if (m_lesson && place < m_begins[m_step]) {
        m_before.reset(); // the step begins with what was there before it
    }
    for (int& begin : m_begins) {
        begin = std::min(begin, place);
    }
    refresh();
}

void LessonPanel::refresh()
{
    for (QToolButton* one : {m_back, m_showMe, m_next}) {
        one->setEnabled(m_lesson.has_value());
    }
    if (!m_lesson) {
        m_state->clear();
        return;
    }
    if (!m_before) {
        m_before = moment(); // the step began before there was a schedule
    }
    // A tool bar has room for other buttons than before.
    if (QWidget* framed = this->framed(); framed && isVisible() && framed != lookedAt()) {
        m_spotlight->show(lookedAt());
    }
    const LessonStep& now = m_lesson->steps[m_step];
    const auto& found = outcome();
    m_back->setEnabled(m_step > 0);
    m_showMe->setEnabled(now.act.kind != Deed::Kind::Read);
    m_next->setText(m_step + 1 < m_lesson->steps.size() ? tr("Next") : tr("End"));
    m_question->show(found ? found->right : std::vector<bool>());
    if (found && !m_explained) {
        m_explained = true; // and stays so, whatever is tried next
        writeText();
    }
    QString state = tr("Step %1 of %2").arg(m_step + 1).arg(m_lesson->steps.size());
    if (now.done.kind != Deed::Kind::Read) {
        state += found ? tr(" · done. ") + energyText() : tr(" · try it");
    }
    for (const QString& more : {m_question->verdict(), found ? found->remark.trimmed() : QString()}) {
        if (!more.isEmpty()) {
            state = state.trimmed()
                    + (state.trimmed().endsWith(QLatin1Char('.')) ? QLatin1String(" ") : QLatin1String(". ")) + more;
        }
    }
    m_state->setText(state.trimmed());
}

} // namespace tilescape::ui::lessons
