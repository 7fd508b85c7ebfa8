#include "ui/lessons/lesson_panel.h"

#include "ui/lessons/lesson_question.h"
#include "ui/lessons/spotlight.h"
#include "ui/style/difference.h"
#include "ui/style/format.h"
#include "ui/widgets/flow_layout.h"
#include "ui/workspace/workspace.h"

#include <QEvent>
#include <QLabel>
#include <QTextBrowser>
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
