#include "ui/window/problem_tool_bar.h"

#include "core/schedule/solve.h"
#include "ui/window/library_combo.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>

namespace tilescape::ui::window {

using workspace::Workspace;

namespace {

constexpr int narrowestGoal = 84; // in a narrow window

QString textOf(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

/// "buffer_sharing" as "bufferSharing", the manner of object names.
QString camelCase(std::string_view key)
{
    QString name;
    bool upper = false;
    for (const char letter : key) {
        if (letter == '_') {
            upper = true;
        } else {
            const QChar character = QLatin1Char(letter);
            name += upper ? character.toUpper() : character;
            upper = false;
        }
    }
    return name;
}

/// Tensors that may skip the buffer.
std::ptrdiff_t bypassing(const intralayer::SearchSpace& space)
{
    return std::count(space.bufferBypass.begin(), space.bufferBypass.end(), true);
}

} // namespace

ProblemToolBar::ProblemToolBar(Workspace& workspace, QWidget* parent)
    : QToolBar(tr("Problem"), parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("problemToolBar"));
    setMovable(false);
    buildChoices();
    buildPills();
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

    m_batch = new QSpinBox;
    m_batch->setRange(1, static_cast<int>(schedule::largestBatch));
    m_batch->setKeyboardTracking(false);
    addLabelled(tr("Batch"), m_batch, "batchBox", tr("Inputs that are computed together."));
    connect(m_batch, &QSpinBox::valueChanged, &m_workspace, [this](int batch) { m_workspace.setBatch(batch); });

    m_goal = new QComboBox;
    // In the order of intralayer::Goal.
    m_goal->addItems({tr("Energy"), tr("Delay"), tr("Energy × delay")});
    m_goal->setMinimumWidth(narrowestGoal);
    addLabelled(tr("Goal"), m_goal, "goalCombo", tr("What is made as small as possible."));
    connect(m_goal, &QComboBox::activated, &m_workspace,
            [this](int index) { m_workspace.setGoal(static_cast<intralayer::Goal>(index)); });

    m_solver = new QComboBox;
    for (const schedule::Solver& solver : schedule::solvers()) {
        m_solver->addItem(textOf(solver.label), textOf(solver.name));
        m_solver->setItemData(m_solver->count() - 1, textOf(solver.help), Qt::ToolTipRole);
    }
    addLabelled(tr("Solver"), m_solver, "solverCombo", tr("How the schedule is searched."));
    // A choice of one is none.
    for (const qsizetype label : {actions().size() - 2, actions().size() - 1}) {
        actions().at(label)->setVisible(m_solver->count() > 1);
    }
    connect(m_solver, &QComboBox::activated, &m_workspace,
            [this](int index) { m_workspace.setSolver(m_solver->itemData(index).toString()); });
}

QToolButton* ProblemToolBar::addPill(const QString& text, const QString& objectName, const QString& toolTip)
{
    auto* pill = new QToolButton;
    pill->setText(text);
    pill->setCheckable(true);
    pill->setObjectName(objectName);
    pill->setProperty("pill", true);
    pill->setFocusPolicy(Qt::TabFocus);
    pill->setToolTip(toolTip);
    pill->setAccessibleName(text);
    pill->setAccessibleDescription(toolTip);
    addWidget(pill);
    connect(pill, &QToolButton::clicked, this, &ProblemToolBar::changeSpace);
    return pill;
}

void ProblemToolBar::buildPills()
{
    auto* gap = new QWidget;
    gap->setFixedWidth(6);
    addWidget(gap);
    for (const intralayer::SpaceOption& option : intralayer::spaceOptions()) {
        m_space.push_back(addPill(textOf(option.label), camelCase(option.key), textOf(option.help)));
    }
    m_bufferBypass = addPill(tr("Bypass"), QStringLiteral("bufferBypass"),
                             tr("Buffer bypass: a tensor that gains nothing by the tile's buffer may skip it."));
}

void ProblemToolBar::changeSpace()
{
    intralayer::SearchSpace space = m_workspace.problem().space;
    for (std::size_t i = 0; i < m_space.size(); ++i) {
        space.*(intralayer::spaceOptions()[i].value) = m_space[i]->isChecked();
    }
    space.inputChannelPartition &= space.hybridPartition;
    // A file may let some tensors skip the buffer: that stays as it is until this pill itself is turned.
    if (sender() == m_bufferBypass) {
        space.bufferBypass = PerTensor<bool>{{m_bufferBypass->isChecked(), m_bufferBypass->isChecked(), m_bufferBypass->isChecked()}};
    }
    m_workspace.setSpace(space);
    refresh();
}

void ProblemToolBar::refresh()
{
    const schedule::Problem& problem = m_workspace.problem();
    m_network->showNetwork(problem.network);
    m_hardware->showHardware(problem.hardware);
    {
        const QSignalBlocker quiet(m_batch);
        m_batch->setValue(static_cast<int>(problem.batch));
    }
    m_goal->setCurrentIndex(static_cast<int>(problem.goal));
    m_solver->setCurrentIndex(m_solver->findData(QString::fromStdString(problem.solver)));

    const intralayer::SearchSpace& space = problem.space;
    schedule::Problem everything = problem;
    for (const intralayer::SpaceOption& option : intralayer::spaceOptions()) {
        everything.space.*option.value = true;
    }
    const intralayer::SearchSpace able = schedule::usableSpace(everything);
    for (std::size_t i = 0; i < m_space.size(); ++i) {
        const intralayer::SpaceOption& option = intralayer::spaceOptions()[i];
        m_space[i]->setChecked(space.*option.value);
        m_space[i]->setEnabled(able.*option.value);
        m_space[i]->setToolTip(able.*option.value ? textOf(option.help)
                                                  : tr("%1\nThis chip is not able to it: see its abilities.").arg(textOf(option.help)));
        if (option.value == &intralayer::SearchSpace::inputChannelPartition) {
            m_space[i]->setEnabled(able.*option.value && (space.hybridPartition || space.inputChannelPartition));
        }
    }
    const std::ptrdiff_t count = bypassing(space);
    m_bufferBypass->setChecked(count > 0);
    m_bufferBypass->setText(count == 0 || count == 3 ? tr("Bypass") : tr("Bypass (%1 of 3)").arg(count));
}

} // namespace tilescape::ui::window
