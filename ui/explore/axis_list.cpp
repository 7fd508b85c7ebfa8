#include "ui/explore/axis_list.h"

#include "core/explore/sobol.h"
#include "core/hardware/parameters.h"
#include "ui/explore/setting_text.h"

#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>

namespace tilescape::ui::explore {

namespace {

/// What further axes begin with.
const std::vector<std::vector<std::string>>& firstKeys()
{
    static const std::vector<std::vector<std::string>> keys{{"buffer_bytes_per_tile"}, {"pe_rows"}, {"dram_gigabytes_per_second"}, {"batch"}, {"goal"}};
    return keys;
}

} // namespace

AxisList::AxisList(const AxisContext& context)
    : RowList(context.isSearch ? tr("Add variable") : tr("Add axis"), "addAxis", tilescape::explore::sobolDimensions), m_context(context)
{
    addButton()->setToolTip(context.isSearch ? tr("Let the search choose one more parameter") : tr("Vary one more parameter"));
}

std::vector<AxisRow*> AxisList::rows() const
{
    std::vector<AxisRow*> rows;
    std::transform(rowWidgets().begin(), rowWidgets().end(), std::back_inserter(rows), [](QWidget* row) { return static_cast<AxisRow*>(row); });
    return rows;
}

AxisRow* AxisList::addAxis(std::vector<std::string> keys)
{
    if (isFull()) {
        return nullptr;
    }
    if (keys.empty()) {
        const std::vector<AxisRow*> taken = rows();
        const auto isFree = [&](const auto& each) {
            return std::none_of(taken.begin(), taken.end(), [&](const AxisRow* row) {
                const std::vector<std::string> own = row->keys();
                return std::find_first_of(own.begin(), own.end(), each.begin(), each.end()) != own.end();
            });
        };
        std::vector<std::vector<std::string>> offered = firstKeys();
        const auto others = offeredKeys(false);
        offered.insert(offered.end(), others.begin(), others.end());
        const auto free = std::find_if(offered.begin(), offered.end(), isFree);
        if (free == offered.end()) {
            return nullptr;
        }
        keys = *free;
    }
    auto* row = new AxisRow(m_context, keys);
    row->setMayBeAny(m_mayBeAny);
    connect(row, &AxisRow::changed, this, [this] {
        orderTabs();
        Q_EMIT changed();
    });
    insert(row, row->removeButton());
    Q_EMIT changed();
    return row;
}

std::vector<tilescape::explore::Axis> AxisList::axes() const
{
    std::vector<tilescape::explore::Axis> axes;
    for (const AxisRow* row : rows()) {
        axes.push_back(row->axis());
    }
    return axes;
}

void AxisList::setAxes(const std::vector<tilescape::explore::Axis>& axes)
{
    m_firstAxes.reset();
    {
        const QSignalBlocker quiet(this);
        clear();
        for (const tilescape::explore::Axis& axis : axes) {
            if (AxisRow* row = addAxis({"batch"})) {
                row->showAxis(axis);
            }
        }
    }
    Q_EMIT changed();
}

void AxisList::followProblem(const std::vector<std::vector<std::string>>& keys)
{
    std::vector<double> values;
    for (const std::vector<std::string>& each : keys) {
        for (const std::string& key : each) {
            values.push_back(hardware::findParameter(key)->get(m_context.problem.hardware));
        }
    }
    const bool isUntouched = m_firstAxes && axes() == *m_firstAxes;
    if (values == m_firstValues || (!isUntouched && !m_firstValues.empty())) {
        return;
    }
    m_firstValues = std::move(values);
    {
        const QSignalBlocker quiet(this);
        clear();
        for (const std::vector<std::string>& each : keys) {
            addAxis(each);
        }
    }
    m_firstAxes = axes();
    Q_EMIT changed();
}

void AxisList::beginAnew(const std::vector<std::vector<std::string>>& keys)
{
    m_firstAxes.reset();
    m_firstValues.clear();
    followProblem(keys);
}

void AxisList::setMayBeAny(bool may)
{
    m_mayBeAny = may;
    for (AxisRow* row : rows()) {
        row->setMayBeAny(may);
    }
}

} // namespace tilescape::ui::explore
