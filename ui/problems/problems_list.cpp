#include "ui/problems/problems_list.h"

#include "ui/problems/problems_model.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QStringList>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tilescape::ui::problems {

using workspace::Workspace;

ProblemsList::ProblemsList(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("problemsList"));
    setAccessibleName(tr("Problems"));
    m_model = new ProblemsModel(this);
    buildView();
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("problemsState"));
    m_state->setForegroundRole(QPalette::PlaceholderText);
    m_clear = new QToolButton;
    m_clear->setObjectName(QStringLiteral("problemsClear"));
    m_clear->setText(tr("Clear"));
    m_clear->setToolTip(tr("Drops the faults of files. What the schedule says stays as long as it is so."));
    m_clear->setAutoRaise(true);
    connect(m_clear, &QToolButton::clicked, this, &ProblemsList::clearPosted);

    auto* take = new QToolButton;
    take->setObjectName(QStringLiteral("problemsTake"));
    take->setDefaultAction(m_try);
    take->setAutoRaise(true);

    auto* head = new QHBoxLayout;
    head->setContentsMargins(9, 4, 9, 4);
    head->addWidget(m_state, 1);
    head->addWidget(take);
    head->addWidget(m_clear);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_view, 1);
    setFocusProxy(m_view);

    connect(&m_workspace, &Workspace::scheduleChanged, this, &ProblemsList::refresh);
    connect(&m_workspace, &Workspace::findingsChanged, this, [this] {
        m_model->setFindings(m_workspace.findings());
        showCount();
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &ProblemsList::showCount);
    refresh();
    showCount();
}

void ProblemsList::buildView()
{
    m_view = new QListView;
    m_view->setObjectName(QStringLiteral("problemsView"));
    m_view->setAccessibleName(tr("Problems"));
    m_view->setWhatsThis(tr("What does not fit, what is wrong with files, what limits the schedule and what would "
                            "help. A double click or Enter makes the change."));
    m_view->setModel(m_model);
    m_view->setWordWrap(true);
    m_view->setResizeMode(QListView::Adjust);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setSpacing(2);
    m_view->setIconSize(QSize(16, 16));
    connect(m_view, &QListView::clicked, this, &ProblemsList::selectLayer);
    connect(m_view, &QListView::activated, this, &ProblemsList::selectLayer);
    connect(m_view, &QListView::doubleClicked, this, &ProblemsList::tryFinding);

    m_try = new QAction(tr("Try"), m_view);
    m_try->setObjectName(QStringLiteral("problemsTryAction"));
    m_try->setToolTip(tr("Makes the change that the selected line names; Undo goes back."));
    m_try->setShortcuts({Qt::Key_Return, Qt::Key_Enter});
    m_try->setShortcutContext(Qt::WidgetShortcut);
    connect(m_try, &QAction::triggered, this, [this] { tryFinding(m_view->currentIndex()); });
    m_view->addAction(m_try);
    auto* copySentences = new QAction(tr("Copy"), m_view);
    copySentences->setObjectName(QStringLiteral("problemsCopy"));
    copySentences->setShortcut(QKeySequence::Copy);
    copySentences->setShortcutContext(Qt::WidgetShortcut);
    connect(copySentences, &QAction::triggered, this, &ProblemsList::copy);
    m_view->addAction(copySentences);
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void ProblemsList::post(const support::Diagnostics& problems)
{
    support::Diagnostics posted = m_model->posted();
    // What was wrong with a file when it was read before may be mended.
    std::erase_if(posted, [&](const support::Diagnostic& old) {
        return std::any_of(problems.begin(), problems.end(), [&](const support::Diagnostic& now) { return !now.file.empty() && now.file == old.file; });
    });
    posted.insert(posted.end(), problems.begin(), problems.end());
    m_model->setPosted(std::move(posted));
    showCount();
}

void ProblemsList::forgetFile(const QString& path)
{
    support::Diagnostics posted = m_model->posted();
    std::erase_if(posted, [file = path.toStdString()](const support::Diagnostic& old) { return old.file == file; });
    m_model->setPosted(std::move(posted));
    showCount();
}

void ProblemsList::clearPosted()
{
    m_model->setPosted({});
    showCount();
}

int ProblemsList::count() const { return m_model->problemCount(); }

void ProblemsList::refresh()
{
    const auto schedule = m_workspace.schedule();
    m_model->setScheduled(schedule ? schedule->diagnostics : support::Diagnostics{});
    showCount();
}

void ProblemsList::showCount()
{
    const int now = count();
    const int findings = m_model->rowCount() - now;
    const QString problems = now == 0   ? tr("No problems.")
                             : now == 1 ? tr("1 problem.")
                                        : tr("%n problems.", nullptr, now);
    const QString help = findings == 0   ? QString()
                         : findings == 1 ? tr(" 1 change would help.")
                                       : tr(" %n changes would help.", nullptr, findings);
    m_state->setText(problems + help);
    m_try->setEnabled(m_view->currentIndex().data(ProblemsModel::FindingNumber).isValid());
    m_clear->setEnabled(!m_model->posted().empty());
    if (now != m_count) {
        m_count = now;
        Q_EMIT countChanged(now);
    }
}

void ProblemsList::selectLayer(const QModelIndex& index)
{
    const std::string name = index.data(ProblemsModel::LayerName).toString().toStdString();
    const auto& layers = m_workspace.network().layers;
    const auto layer = std::find_if(layers.begin(), layers.end(), [&name](const auto& each) { return each.name == name; });
    if (!name.empty() && layer != layers.end()) {
        m_workspace.setSelectedLayer(static_cast<std::size_t>(layer - layers.begin()));
    }
}

void ProblemsList::tryFinding(const QModelIndex& index)
{
    const QVariant number = index.data(ProblemsModel::FindingNumber);
    const auto& findings = m_workspace.findings();
    if (number.isValid() && number.toUInt() < findings.size()) {
        m_workspace.take(tilescape::explore::Finding(findings[number.toUInt()]));
    }
}

void ProblemsList::copy()
{
    QStringList sentences;
    const QItemSelectionModel* selection = m_view->selectionModel();
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex index = m_model->index(row);
        if (!selection->hasSelection() || selection->isSelected(index)) {
            sentences << index.data().toString();
        }
    }
    QGuiApplication::clipboard()->setText(sentences.join(QLatin1Char('\n')));
}

} // namespace tilescape::ui::problems
