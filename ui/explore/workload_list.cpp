#include "ui/explore/workload_list.h"

#include "ui/explore/named_parts.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace tilescape::ui::explore {

namespace {

constexpr std::size_t mostWorkloads = 16;
constexpr double largestWeight = 1e6;

} // namespace

WorkloadList::WorkloadList(const schedule::Problem& problem, NamedParts& parts)
    : RowList(tr("Add network"), "addNetwork", mostWorkloads), m_problem(problem), m_parts(parts)
{
    addButton()->setToolTip(tr("The chip is for all of these; those of files come with an axis of a sweep or by opening them"));
}

void WorkloadList::addRow()
{
    add({m_parts.nameOf(m_problem.network), 1});
    Q_EMIT changed();
}

void WorkloadList::add(const tilescape::explore::Workload& workload)
{
    auto* row = new QWidget;
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins({});
    auto* name = new QComboBox;
    name->setObjectName(QStringLiteral("workload"));
    name->setAccessibleName(tr("Network"));
    name->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    name->setMinimumContentsLength(10);
    for (const std::string& known : m_parts.networkNames()) {
        name->addItem(QString::fromStdString(known));
    }
    name->setCurrentText(QString::fromStdString(workload.network));
    auto* weight = new QDoubleSpinBox;
    weight->setObjectName(QStringLiteral("weight"));
    weight->setAccessibleName(tr("Weight"));
    weight->setToolTip(tr("How often its batch is run beside the others'"));
    weight->setRange(0.001, largestWeight);
    weight->setDecimals(3);
    weight->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    weight->setValue(workload.weight);
    auto* remove = makeRemoveButton(tr("Remove this network"));
    line->addWidget(name, 1);
    line->addWidget(new QLabel(QStringLiteral("\u00d7")));
    line->addWidget(weight);
    line->addWidget(remove);
    connect(name, &QComboBox::currentIndexChanged, this, &WorkloadList::changed);
    connect(weight, &QDoubleSpinBox::valueChanged, this, &WorkloadList::changed);
    insert(row, remove);
}

std::vector<tilescape::explore::Workload> WorkloadList::workloads() const
{
    std::vector<tilescape::explore::Workload> workloads;
    for (const QWidget* row : rowWidgets()) {
        workloads.push_back({row->findChild<QComboBox*>()->currentText().toStdString(), row->findChild<QDoubleSpinBox*>()->value()});
    }
    return workloads;
}

void WorkloadList::setWorkloads(const std::vector<tilescape::explore::Workload>& workloads)
{
    clear();
    for (const tilescape::explore::Workload& workload : workloads) {
        add(workload);
    }
    Q_EMIT changed();
}

} // namespace tilescape::ui::explore
