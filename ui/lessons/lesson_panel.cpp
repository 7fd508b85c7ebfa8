#include "ui/lessons/lesson_panel.h"

#include "ui/lessons/spotlight.h"
#include "ui/style/format.h"
#include "ui/workspace/workspace.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

namespace tilescape::ui::lessons {

using workspace::Workspace;

namespace {

constexpr int watchMilliseconds = 200;

QToolButton* button(const QString& text, const char* objectName)
{
    auto* made = new QToolButton;
    made->setText(text);
    made->setObjectName(QLatin1String(objectName));
    made->setProperty("pill", true);
    return made;
}

} // namespace

LessonPanel::LessonPanel(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("lessonPanel"));
    setAccessibleName(tr("Lesson"));
    m_text = new QTextBrowser;
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setAccessibleName(tr("Step of the lesson"));
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("lessonState"));
    m_state->setTextFormat(Qt::PlainText);
    m_state->setWordWrap(true);
    m_back = button(tr("Back"), "lessonBack");
    m_showMe = button(tr("Show me"), "lessonShowMe");
    m_next = button(tr("Next"), "lessonNext");
    auto* row = new QHBoxLayout;
    for (QToolButton* one : {m_back, m_showMe, m_next}) {
        row->addWidget(one);
    }
    row->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_state);
    layout->addLayout(row);
    connect(m_back, &QToolButton::clicked, this, &LessonPanel::back);
    connect(m_showMe, &QToolButton::clicked, this, &LessonPanel::showMe);
    connect(m_next, &QToolButton::clicked, this, &LessonPanel::next);
    m_watch.setInterval(watchMilliseconds);
    connect(&m_watch, &QTimer::timeout, this, &LessonPanel::refresh);
    for (auto signal : {&Workspace::problemChanged, &Workspace::scheduleChanged, &Workspace::selectionChanged}) {
        connect(&m_workspace, signal, this, &LessonPanel::refresh);
    }
    refresh();
}

void LessonPanel::start(Lesson lesson)
{
    m_workspace.open(lesson.problem, {});
    m_lesson = std::move(lesson);
    if (!m_spotlight) {
        m_spotlight = new Spotlight(window());
    }
    m_watch.start();
    goTo(0);
}

void LessonPanel::stop()
{
    m_lesson.reset();
    m_watch.stop();
    m_spotlight->show(nullptr);
    refresh();
}

void LessonPanel::goTo(std::size_t step)
{
    m_step = step;
    m_before = energy();
    const LessonStep& now = m_lesson->steps[step];
    const QString intro = step == 0 ? QStringLiteral("# %1\n\n%2\n").arg(m_lesson->title, m_lesson->text) : QString();
    m_text->document()->setDefaultFont(font());
    m_text->setMarkdown(intro + QStringLiteral("## %1\n\n%2").arg(now.heading, now.text));
    m_spotlight->show(now.look.isEmpty() ? nullptr : window()->findChild<QWidget*>(now.look));
    refresh();
}

std::optional<double> LessonPanel::energy() const
{
    const auto schedule = m_workspace.schedule();
    return schedule && schedule->hasResult() && !m_workspace.isStale() ? std::optional(schedule->totals.energy.total()) : std::nullopt;
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
    if (!m_lesson || !energy()) {
        return false;
    }
    const Deed& deed = m_lesson->steps[m_step].done;
    switch (deed.kind) {
    case Deed::Kind::Read: return true;
    case Deed::Kind::Layer: return m_workspace.selectedLayer() && m_workspace.selectedLayer() == layerNamed(deed.key);
    case Deed::Kind::Open: {
        const auto* panel = window()->findChild<QWidget*>(deed.key);
        return panel && panel->isVisible() && !panel->visibleRegion().isEmpty();
    }
    default: return isAs(m_workspace.problem(), deed);
    }
}

bool LessonPanel::isAsExpected() const
{
    const auto now = energy();
    const Expected expected = m_lesson->steps[m_step].expected;
    return expected == Expected::Nothing || (now && m_before && (expected == Expected::Falls ? *now < *m_before : *now > *m_before));
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
    if (m_lesson && m_step > 0) {
        goTo(m_step - 1);
    }
}

void LessonPanel::showMe()
{
    const Deed deed = m_lesson ? m_lesson->steps[m_step].act : Deed();
    switch (deed.kind) {
    case Deed::Kind::Layer: m_workspace.setSelectedLayer(layerNamed(deed.key)); break;
    case Deed::Kind::Open:
        if (auto* panel = window()->findChild<QDockWidget*>(deed.key)) {
            panel->show();
            panel->raise();
        }
        break;
    case Deed::Kind::Set:
        if (const auto after = problemAfter(m_workspace.problem(), deed)) {
            if (after.value().space != m_workspace.problem().space) {
                m_workspace.setSpace(after.value().space);
            } else {
                m_workspace.setHardware(after.value().hardware);
            }
        }
        break;
    default: break;
    }
    refresh();
}

QString LessonPanel::energyText() const
{
    const auto now = energy();
    return now && m_before && *now != *m_before
        ? tr("Energy of the network: %1 before, %2 now (%3%4).").arg(style::energy(*m_before), style::energy(*now),
                                                                    *now > *m_before ? QStringLiteral("+") : QStringLiteral("−"),
                                                                    style::percent(std::abs(*now / *m_before - 1)))
        : QString();
}

void LessonPanel::refresh()
{
    for (QToolButton* one : {m_back, m_showMe, m_next}) {
        one->setEnabled(m_lesson.has_value());
    }
    if (!m_lesson) {
        m_text->setMarkdown(tr("A lesson is started under **Help > Lessons**."));
        m_state->clear();
        return;
    }
    if (!m_before) {
        m_before = energy(); // the step began before there was a schedule
    }
    const LessonStep& now = m_lesson->steps[m_step];
    const bool reads = now.done.kind == Deed::Kind::Read;
    m_back->setEnabled(m_step > 0);
    m_showMe->setEnabled(now.act.kind != Deed::Kind::Read);
    m_next->setText(m_step + 1 < m_lesson->steps.size() ? tr("Next") : tr("End"));
    const QString state = tr("Step %1 of %2").arg(m_step + 1).arg(m_lesson->steps.size());
    m_state->setText(reads ? state : state + (isDone() ? tr(" · done. ") + energyText() : tr(" · try it")));
}

} // namespace tilescape::ui::lessons
