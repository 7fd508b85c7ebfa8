#include "ui/comparison/comparison_view.h"

#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/row_table.h"
#include "ui/workspace/workspace.h"

#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace tilescape::ui::comparison {

using workspace::Workspace;

namespace {

/// Whichever solver the window uses: each row has its own.
bool sameQuestion(schedule::Problem first, const schedule::Problem& second)
{
    first.solver = second.solver;
    return haveSameSchedule(first, second);
}

} // namespace

ComparisonView::ComparisonView(Workspace& workspace, Solve solve, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_solve(std::move(solve)), m_problem(workspace.problem())
{
    setObjectName(QStringLiteral("comparisonView"));
    setAccessibleName(tr("Solver comparison"));
    m_model = new ComparisonModel(this);
    buildTable();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(buildHead());
    layout->addWidget(m_table, 1);
    setFocusProxy(m_table);
    connect(m_model, &ComparisonModel::dataChanged, this, &ComparisonView::refreshButtons);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ComparisonView::refreshButtons);
    connect(&m_workspace, &Workspace::problemChanged, this, &ComparisonView::followProblem);
    connect(&m_workspace, &Workspace::opening, this, [this] {
        cancel();
        m_model->forgetResults();
    });
    for (auto signal : {&Workspace::scheduleChanged, &Workspace::boundChanged}) {
        connect(&m_workspace, signal, m_model, [this] {
            if (!m_model->isOlder()) {
                m_model->setProven(m_workspace.schedule());
            }
        });
    }
    m_model->setProven(m_workspace.schedule());
    refreshButtons();
}

QWidget* ComparisonView::buildHead()
{
    const auto button = [this](const QString& text, const char* name, const QString& help) {
        auto* made = new QPushButton(text);
        made->setObjectName(QLatin1String(name));
        made->setToolTip(help);
        return made;
    };
    m_compare = button(tr("Compare"), "compareSolvers", tr("Run the ticked solvers on the open problem, one after another"));
    m_cancel = button(tr("Cancel"), "cancelComparison", tr("Stop the solver that runs, and leave out those that wait"));
    m_use = button(tr("Use this solver"), "useSolver", tr("Let the window schedule with the solver of the chosen row"));
    connect(m_compare, &QPushButton::clicked, this, &ComparisonView::compare);
    connect(m_cancel, &QPushButton::clicked, this, &ComparisonView::cancel);
    connect(m_use, &QPushButton::clicked, this, [this] { use(m_table->currentIndex().row()); });
    m_about = new widgets::ElidedLabel;
    m_about->setObjectName(QStringLiteral("comparisonAbout"));
    auto* head = new QWidget;
    auto* line = new QHBoxLayout(head);
    line->setContentsMargins(8, 6, 8, 6);
    line->addWidget(m_compare);
    line->addWidget(m_cancel);
    line->addWidget(m_use);
    line->addWidget(m_about, 1);
    return head;
}

void ComparisonView::buildTable()
{
    m_table = widgets::makeRowTable(*m_model, QStringLiteral("comparisonTable"), tr("Solvers and what they found"));
    m_table->setWhatsThis(tr("What each solver found for the open problem, and in which time."));
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    QHeaderView* header = m_table->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::Stretch);
    // No heading is cut short: a narrow panel scrolls.
    int widest = 0;
    for (int column = 0; column < m_model->columnCount(); ++column) {
        widest = std::max(widest, header->sectionSizeHint(column));
    }
    header->setMinimumSectionSize(widest);
}

void ComparisonView::compare()
{
    cancel();
    m_problem = m_workspace.problem();
    m_model->forgetResults();
    m_model->setOlder(false);
    m_waiting.clear();
    for (int row = m_model->rowCount(); row-- > 0;) {
        if (m_model->isChosen(row)) {
            m_waiting.push_back(row);
            m_model->setPhase(row, ComparisonModel::Phase::Waiting);
        }
    }
    startNext();
}

void ComparisonView::startNext()
{
    m_running = -1;
    if (!m_waiting.empty()) {
        m_running = m_waiting.back();
        m_waiting.pop_back();
        m_model->setPhase(m_running, ComparisonModel::Phase::Running);
        m_service = std::make_unique<workspace::SolverService>(m_solve);
        connect(m_service.get(), &workspace::SolverService::progressed, this,
                [this](int done, int total) { m_model->setProgress(m_running, done, total); });
        // Queued: the service that tells is done with before the next takes its place.
        connect(m_service.get(), &workspace::SolverService::solved, this, &ComparisonView::take, Qt::QueuedConnection);
        schedule::Problem problem = m_problem;
        problem.kept.reset();
        problem.solver = schedule::solvers()[static_cast<std::size_t>(m_running)].name;
        m_service->request(std::move(problem));
    }
    refreshButtons();
}

void ComparisonView::take(std::shared_ptr<const schedule::Schedule> schedule)
{
    if (m_running >= 0 && sender() == m_service.get()) {
        m_model->setSchedule(m_running, std::move(schedule));
        startNext();
    }
}

void ComparisonView::cancel()
{
    if (m_running < 0) {
        return;
    }
    m_waiting.push_back(m_running);
    for (const int row : m_waiting) {
        m_model->setPhase(row, ComparisonModel::Phase::Cancelled);
    }
    m_waiting.clear();
    m_running = -1;
    m_service->cancel(); // does not wait: the solver asks now and then
    refreshButtons();
}

void ComparisonView::use(int row)
{
    if (row >= 0) {
        const std::string_view name = schedule::solvers()[static_cast<std::size_t>(row)].name;
        m_workspace.setSolver(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
    }
}

/// After an edit what was found stands as that of an earlier problem; the edit is worth more than a solver that still runs. Undone, it is
/// what was found for the open problem again.
void ComparisonView::followProblem()
{
    bool isOlder = !sameQuestion(m_problem, m_workspace.problem());
    if (isOlder) {
        cancel();
        if (!m_model->hasResults()) {
            m_problem = m_workspace.problem();
            isOlder = false;
        }
    }
    m_model->setOlder(isOlder);
    refreshButtons();
}

void ComparisonView::refreshButtons()
{
    bool chosen = false;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        chosen |= m_model->isChosen(row);
    }
    m_compare->setEnabled(chosen && !isRunning() && !m_workspace.problem().network.layers.empty());
    m_cancel->setEnabled(isRunning());
    const int current = m_table->currentIndex().row();
    m_use->setEnabled(current >= 0
                      && schedule::solvers()[static_cast<std::size_t>(current)].name != m_workspace.problem().solver);
    const QString of = tr("%1 on %2, batch %3")
                           .arg(QString::fromStdString(m_problem.network.name),
                                QString::fromStdString(io::titleOf(m_problem.hardware)))
                           .arg(m_problem.batch);
    m_about->showText(!m_model->hasResults()
                          ? tr("One problem, the same prices: what each ticked solver finds, and how long it takes.")
                      : m_model->isOlder() ? tr("Before the last edits: %1. Compare asks anew.").arg(of)
                                           : of);
}

} // namespace tilescape::ui::comparison
