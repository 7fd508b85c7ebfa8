#include "ui/explore/exploration_view.h"

#include "core/explore/static_power.h"
#include "core/hardware/parameters.h"
#include "core/io/project_json.h"
#include "ui/explore/points_chart.h"
#include "ui/explore/setting_text.h"
#include "ui/widgets/fit_to_font.h"
#include "ui/workspace/edit_problem.h"
#include "ui/workspace/explorations.h"
#include "ui/workspace/figure_project.h"
#include "ui/workspace/workspace.h"

#include <QBoxLayout>
#include <QMessageBox>
#include <QRegularExpression>
#include <QResizeEvent>
#include <QScrollArea>

#include <algorithm>

namespace tilescape::ui::explore {

namespace {

constexpr int pauseMs = 100;
constexpr int questionWidth = 24; ///< in heights of a line of text, a scroll bar among them
constexpr int besideFrom = 49;    ///< width from which the question stands beside what was found, in the same

/// A fault as the window speaks: with labels where files have keys, and as a sentence.
QString withLabels(QString fault)
{
    for (const hardware::Parameter& parameter : hardware::parameters()) {
        const std::string key(parameter.key);
        const QRegularExpression word(
            QStringLiteral("\\b%1\\b").arg(QRegularExpression::escape(QString::fromStdString(key))));
        fault.replace(word, settingLabel(key));
    }
    return fault.left(1).toUpper() + fault.mid(1);
}

} // namespace

ExplorationView::ExplorationView(workspace::Workspace& workspace, workspace::ExplorationRun& service, KeptRuns::Kind kind,
                                 const QString& name, const QString& emptyText)
    : m_workspace(workspace), m_service(service)
{
    m_column = new QVBoxLayout(this);
    m_column->setContentsMargins({});
    m_column->setSpacing(0);
    m_column->setSizeConstraint(QLayout::SetNoConstraint); // a narrow panel has the question above
    m_sides = new QBoxLayout(QBoxLayout::LeftToRight);
    m_sides->setSpacing(0);
    m_column->addLayout(m_sides, 1);
    m_bar = new RunBar(name);
    m_kept = new KeptRuns(workspace, kind, this);
    m_results = kind == KeptRuns::Kind::Search
                    ? new ResultsPane(QStringLiteral("searchResults"), tr("Designs of the search"), emptyText)
                    : new ResultsPane(QStringLiteral("sweepResults"), tr("Points of the sweep"), emptyText);
    m_results->setProjectText([this] {
        return m_known > 0 ? QByteArray::fromStdString(io::writeProject(shownProject())) : workspace::projectText(m_workspace);
    });
}

void ExplorationView::build(QWidget* question)
{
    question->layout()->setContentsMargins(8, 8, 8, 8);
    m_questionArea = new QScrollArea;
    m_questionArea->setObjectName(QStringLiteral("question"));
    m_questionArea->setWidget(question);
    m_questionArea->setWidgetResizable(true);
    m_questionArea->setFrameShape(QFrame::NoFrame);
    m_questionArea->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_found = new QVBoxLayout;
    m_found->setSpacing(0);
    m_found->addWidget(m_bar);
    m_found->addWidget(m_results, 1);
    m_sides->addWidget(m_questionArea);
    m_sides->addLayout(m_found, 1);
    widgets::fitToFont(m_questionArea, [this] {
        m_questionArea->setMinimumWidth(questionWidth * m_questionArea->fontMetrics().lineSpacing());
        arrange();
    });
    buildFileMenu();
    connect(m_bar, &RunBar::runAsked, this, [this] {
        beSeen();
        const bool isAnew = isShown() && m_service.isComplete();
        if (!isAnew || mayForget(m_results->points().points.size())) {
            run(isAnew);
        }
    });
    connect(m_bar, &RunBar::anewAsked, this, [this] {
        beSeen();
        if (mayForget(m_known)) {
            run(true);
        }
    });
    connect(m_bar, &RunBar::pauseAsked, this, &ExplorationView::pauseOrResume);
    connect(m_bar, &RunBar::stopAsked, this, &ExplorationView::stop);
    connect(m_bar, &RunBar::questionShown, this, &ExplorationView::arrange);
    connect(m_results, &ResultsPane::pointAsked, this, &ExplorationView::openPoint);
    connect(&m_service, &workspace::ExplorationRun::questionChanged, this, &ExplorationView::showQuestion);
    connect(&m_service, &workspace::ExplorationRun::resultsChanged, this, &ExplorationView::showResults);
    connect(&m_service, &workspace::ExplorationRun::runningChanged, this, &ExplorationView::changeQuestion);
    connect(&m_workspace.explorations(), &workspace::Explorations::askedChanged, this,
            &ExplorationView::followDocument);
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseMs);
    connect(&m_pause, &QTimer::timeout, this, &ExplorationView::changeQuestion);
    connect(&m_workspace, &workspace::Workspace::problemChanged, this, [this] {
        if (isVisible()) {
            m_pause.start();
        }
    });
    showQuestion();
    showResults();
    m_isShowing = false;
}

void ExplorationView::run(bool anew)
{
    if (!faults().empty()) {
        return;
    }
    if (!isShown()) {
        m_kept->keepShown();
    }
    start(anew);
}

/// A view that is not seen has not followed the problem.
void ExplorationView::beSeen()
{
    if (!isVisible()) {
        Q_EMIT sightAsked();
        changeQuestion();
    }
}

bool ExplorationView::mayForget(std::size_t count)
{
    return QMessageBox::question(
               this, tr("Begin anew"),
               tr("%Ln results are known, and would be found again. Forget them, and begin with nothing?", nullptr,
                  static_cast<int>(count)),
               QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel)
           == QMessageBox::Yes;
}

void ExplorationView::pauseOrResume()
{
    if (m_service.isPaused()) {
        m_service.resume();
    } else {
        m_service.pause();
    }
}

void ExplorationView::stop() { m_service.stop(); }

void ExplorationView::openProblem(const QString& text, schedule::Problem problem)
{
    if (problem != m_workspace.problem()) {
        m_workspace.undoStack().push(new workspace::EditProblem(m_workspace, text, std::move(problem), -1));
    }
}

QString ExplorationView::withRemark(const QString& text, const std::vector<std::string>& keys,
                                    const tilescape::explore::Base& base)
{
    const std::string remark = staticPowerRemark(keys, base);
    return remark.empty() ? text : tr("%1 Note: %2.").arg(text, QString::fromStdString(remark));
}

std::optional<std::size_t> ExplorationView::pointWith(const std::optional<std::vector<tilescape::explore::Setting>>& settings) const
{
    const auto& all = m_results->points().points;
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& point) { return settings && point.settings == *settings; });
    return found == all.end() ? std::nullopt : std::optional(found->number);
}

void ExplorationView::openPoint(std::size_t number)
{
    openProblem(tr("Open point"), problemOf(number));
    m_results->setChosen(number);
}

void ExplorationView::showResults()
{
    const bool wasEmpty = m_results->points().points.empty();
    m_results->setPoints(points());
    if (wasEmpty != m_results->points().points.empty()) {
        m_bar->setShowsQuestion(!wasEmpty);
    }
    arrange();
    for (QAction* action : m_savesResults) {
        action->setEnabled(!m_results->points().points.empty());
    }
    showState();
}

void ExplorationView::showState()
{
    RunState now = state();
    now.canRun = m_faults.empty();
    now.running = m_service.isRunning();
    now.paused = m_service.isPaused();
    now.known = m_known;
    m_bar->showRun(now);
    if (!now.running && !m_faults.empty()) {
        m_bar->say(withLabels(QString::fromStdString(m_faults.front().problem + "; " + m_faults.front().remedy)));
    } else if (!now.running && !m_service.journalFaults().empty()) {
        m_bar->say(QString::fromStdString(support::describe(m_service.journalFaults())));
    } else {
        m_bar->say(stateText(now, false), {stateText(now, true)});
    }
}

void ExplorationView::showEvent(QShowEvent* event)
{
    changeQuestion();
    QWidget::showEvent(event);
}

void ExplorationView::resizeEvent(QResizeEvent* event)
{
    arrange();
    QWidget::resizeEvent(event);
}

void ExplorationView::arrange()
{
    const bool beside = width() >= besideFrom * fontMetrics().lineSpacing();
    // Above all else its buttons stay where they are when the question is hidden or shown.
    QBoxLayout* place = beside ? m_found : m_column;
    if (place->indexOf(m_bar) < 0) {
        (beside ? m_column : m_found)->removeWidget(m_bar);
        place->insertWidget(0, m_bar);
    }
    m_sides->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_questionArea->setMaximumHeight(beside ? QWIDGETSIZE_MAX : height() / 2);
    m_questionArea->setVisible(beside || m_bar->showsQuestion());
    m_bar->offerQuestion(!beside && !m_results->points().points.empty());
}

} // namespace tilescape::ui::explore
