#include "ui/window/problem_tool_bar.h"

#include "core/schedule/solve.h"
#include "ui/style/core_text.h"
#include "ui/widgets/quantity_box.h"
#include "ui/window/library_combo.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QLabel>

namespace tilescape::ui::window {

using workspace::Workspace;

ProblemToolBar::ProblemToolBar(Workspace& workspace, QWidget* parent)
    : QToolBar(tr("Problem"), parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("problemToolBar"));
    setMovable(false);
    buildChoices();
    connect(&m_workspace, &Workspace::problemChanged, this, &ProblemToolBar::refresh);
    refresh();
}

void ProblemToolBar::addLabelled(const QString& label, QWidget* widget, const char* objectName, const QString& toolTip)
{
    auto* text = new QLabel(label);
    text->setForegroundRole(QPalette::PlaceholderText);
    text->setBuddy(widget);
    text->setContentsMargins(4, 0, 3, 0);
    widget->setObjectName(QLatin1String(objectName));
    widget->setAccessibleName(label);
    widget->setAccessibleDescription(toolTip);
    widget->setToolTip(toolTip);
    addWidget(text);
    addWidget(widget);
}

void ProblemToolBar::buildChoices()
{
    m_network = new NetworkCombo;
    addLabelled(tr("Network"), m_network, "networkCombo", tr("What is computed."));
    connect(m_network, &NetworkCombo::networkChosen, &m_workspace, &Workspace::setNetwork);

    m_hardware = new HardwareCombo;
    addLabelled(tr("Chip"), m_hardware, "chipCombo", tr("What it runs on."));
    connect(m_hardware, &HardwareCombo::hardwareChosen, &m_workspace, &Workspace::setHardware);

    m_batch = new widgets::QuantityBox(
        {.smallest = 1, .largest = static_cast<double>(schedule::largestBatch), .integer = true});
    addLabelled(tr("Batch"), m_batch, "batchBox", tr("Inputs that are computed together."));
    connect(m_batch, &widgets::QuantityBox::valueEdited, &m_workspace,
            [this](double batch) { m_workspace.setBatch(static_cast<Count>(batch)); });

    m_goal = new QComboBox;
    // In the order of search::Goal.
    m_goal->addItems({tr("Energy"), tr("Delay"), tr("Energy × delay")});
    addLabelled(tr("Goal"), m_goal, "goalCombo", tr("What is made as small as possible."));
    connect(m_goal, &QComboBox::activated, &m_workspace,
            [this](int index) { m_workspace.setGoal(static_cast<search::Goal>(index)); });

    m_solver = new QComboBox;
    for (const schedule::Solver& solver : schedule::solvers()) {
        m_solver->addItem(style::coreText(solver.label), style::coreName(solver.name));
        m_solver->setItemData(m_solver->count() - 1, style::coreText(solver.help), Qt::ToolTipRole);
    }
    addLabelled(tr("Solver"), m_solver, "solverCombo", tr("How the schedule is searched."));
    // A choice of one is none.
    for (const qsizetype label : {actions().size() - 2, actions().size() - 1}) {
        actions().at(label)->setVisible(m_solver->count() > 1);
    }
    connect(m_solver, &QComboBox::activated, &m_workspace,
            [this](int index) { m_workspace.setSolver(m_solver->itemData(index).toString()); });
}

void ProblemToolBar::refresh()
{
    const schedule::Problem& problem = m_workspace.problem();
    m_network->showNetwork(problem.network);
    m_hardware->showHardware(problem.hardware);
    m_batch->setValue(static_cast<double>(problem.batch));
    m_goal->setCurrentIndex(static_cast<int>(problem.goal));
    m_solver->setCurrentIndex(m_solver->findData(QString::fromStdString(problem.solver)));
}

} // namespace tilescape::ui::window
