#include "ui/explore/run_bar.h"

#include "ui/widgets/elided_label.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace tilescape::ui::explore {

RunBar::RunBar(const QString& name, QWidget* parent) : QWidget(parent)
{
    const auto button = [&](const QString& text, const char* verb, const QString& help, void (RunBar::*asked)()) {
        auto* made = new QPushButton(text);
        made->setObjectName(QLatin1String(verb) + name);
        made->setToolTip(help);
        connect(made, &QPushButton::clicked, this, asked);
        auto* action = new QAction(text, this);
        action->setObjectName(made->objectName() + QStringLiteral("Command"));
        connect(action, &QAction::triggered, made, &QPushButton::click);
        m_commands.push_back({made, action});
        return made;
    };
    m_run = button(tr("Run"), "run", {}, &RunBar::runAsked);
    m_pause = button(tr("Pause"), "pause", tr("Begin no more points for now"), &RunBar::pauseAsked);
    m_stop = button(tr("Stop"), "stop", tr("End the run; what was found stays, and can be gone on with"), &RunBar::stopAsked);
    auto* files = new QPushButton(tr("File"));
    files->setObjectName(QStringLiteral("file") + name);
    files->setToolTip(tr("Open and save what is asked, save what was found"));
    m_files = new QMenu(files);
    files->setMenu(m_files);
    m_anew = m_files->addAction(tr("Begin anew\u2026"), this, &RunBar::anewAsked);
    m_anew->setObjectName(QStringLiteral("anew") + name);
    m_question = new QToolButton;
    m_question->setObjectName(QStringLiteral("question") + name);
    m_question->setText(tr("Question"));
    m_question->setToolTip(tr("Show or hide what is asked: without it the chart has more room"));
    m_question->setCheckable(true);
    m_question->setChecked(true);
    m_question->hide();
    connect(m_question, &QToolButton::toggled, this, &RunBar::questionShown);
    m_progress = new QProgressBar;
    m_progress->setObjectName(QStringLiteral("progress") + name);
    m_progress->setTextVisible(false);
    m_progress->setMaximumWidth(140);
    m_state = new widgets::ElidedLabel;
    m_state->setObjectName(QStringLiteral("state") + name);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 6, 8, 4);
    column->setSpacing(4);
    auto* line = new QHBoxLayout;
    for (QWidget* widget : std::initializer_list<QWidget*>{m_run, m_pause, m_stop, files}) {
        line->addWidget(widget);
    }
    line->addStretch(1);
    auto* said = new QHBoxLayout;
    said->addWidget(m_progress);
    said->addWidget(m_state, 1);
    said->addWidget(m_question); // not beside the buttons, which would move as it comes
    column->addLayout(line);
    column->addLayout(said);
}

void RunBar::showRun(const RunState& state)
{
    const bool goesOn = state.known > 0 && !state.running;
    m_run->setText(goesOn ? tr("Resume") : tr("Run"));
    m_run->setToolTip(goesOn ? tr("Go on with the %n results that are known; the menu File forgets them", nullptr,
                                  static_cast<int>(state.known))
                             : tr("Solve all points around the open problem"));
    // What is disabled or hidden loses the keyboard to whatever comes next.
    const bool begins = state.running && m_run->hasFocus();
    const bool ends = !state.running && state.canRun && (m_pause->hasFocus() || m_stop->hasFocus());
    if (begins) {
        m_pause->setEnabled(true);
        m_pause->setFocus();
    }
    m_run->setEnabled(state.canRun && !state.running);
    if (ends) {
        m_run->setFocus();
    }
    m_anew->setEnabled(goesOn && state.canRun);
    m_pause->setEnabled(state.running);
    m_pause->setText(state.paused ? tr("Resume") : tr("Pause"));
    m_stop->setEnabled(state.running);
    m_progress->setVisible(state.running);
    m_progress->setRange(0, static_cast<int>(std::max<std::size_t>(state.total, 1)));
    m_progress->setValue(static_cast<int>(state.done));
    for (const Command& command : m_commands) {
        command.action->setText(command.button->text());
        command.action->setEnabled(command.button->isEnabled() && !command.button->isHidden());
    }
}

void RunBar::offerQuestion(bool offered) { m_question->setVisible(offered); }

void RunBar::setShowsQuestion(bool shows) { m_question->setChecked(shows); }

bool RunBar::showsQuestion() const { return m_question->isChecked(); }

void RunBar::say(const QString& text, const QStringList& shorter) { m_state->showText(text, shorter); }

QString RunBar::remaining(double seconds)
{
    if (seconds < 0) {
        return {};
    }
    const auto whole = static_cast<int>(seconds + 0.5);
    return whole < 60     ? tr("%1 s left").arg(whole)
           : whole < 3600 ? tr("%1 min %2 s left").arg(whole / 60).arg(whole % 60)
                          : tr("%1 h %2 min left").arg(whole / 3600).arg(whole % 3600 / 60);
}

} // namespace tilescape::ui::explore
