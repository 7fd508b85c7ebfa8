#include "ui/explore/limit_list.h"

#include "core/support/quantity_text.h"
#include "ui/explore/measure_text.h"
#include "ui/style/core_text.h"
#include "ui/widgets/quantity_box.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

namespace tilescape::ui::explore {

namespace {

constexpr std::size_t mostLimits = 16;
constexpr double widest = 1e30;

/// Above 0 and in the unit of the measure.
widgets::Quantity quantityOf(const tilescape::explore::Measure& measure)
{
    widgets::Quantity quantity;
    quantity.unit = style::coreName(measure.unit);
    quantity.smallest = 1 / widest;
    quantity.largest = widest;
    quantity.logarithmic = true;
    return quantity;
}

/// The controls of one limit.
class LimitRow : public QWidget {
public:
    QComboBox* measure = new QComboBox;
    QComboBox* side = new QComboBox;
    QComboBox* network = new QComboBox;
    widgets::QuantityBox* value = nullptr; ///< made anew for another unit
    QHBoxLayout* line = new QHBoxLayout;

    [[nodiscard]] const tilescape::explore::Measure& own() const
    {
        return tilescape::explore::measures()[static_cast<std::size_t>(measure->currentIndex())];
    }
};

} // namespace

LimitList::LimitList() : RowList(tr("Add limit"), "addLimit", mostLimits)
{
    addButton()->setToolTip(tr("What every chip must keep, such as its area"));
}

void LimitList::addRow()
{
    tilescape::explore::Limit limit;
    limit.measure = "area_mm2";
    limit.atMost = 100;
    add(limit);
    Q_EMIT changed();
}

void LimitList::add(const tilescape::explore::Limit& limit)
{
    auto* row = new LimitRow;
    for (const tilescape::explore::Measure& measure : tilescape::explore::measures()) {
        row->measure->addItem(measureLabel(measure));
    }
    row->measure->setCurrentIndex(static_cast<int>(tilescape::explore::findMeasure(limit.measure) - tilescape::explore::measures().data()));
    row->measure->setAccessibleName(tr("Measure"));
    row->measure->setObjectName(QStringLiteral("limitMeasure"));
    row->side->addItems({QStringLiteral("\u2264"), QStringLiteral("\u2265")});
    row->side->setAccessibleName(tr("At most or at least"));
    const bool most = std::isfinite(limit.atMost);
    row->side->setCurrentIndex(most ? 0 : 1);
    row->network->setAccessibleName(tr("Of all networks or of one"));
    row->network->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    row->network->setMinimumContentsLength(8);
    row->network->addItem(tr("all together"));
    for (const std::string& name : m_networks) {
        row->network->addItem(QString::fromStdString(name));
    }
    row->network->setCurrentIndex(std::max(0, row->network->findText(QString::fromStdString(limit.network))));
    const auto makeValue = [this, row](double value) {
        delete row->value;
        row->value = new widgets::QuantityBox(quantityOf(row->own()));
        row->value->setAccessibleName(tr("Limit"));
        row->value->setToolTip(tr("What the measure may be at most, or at least"));
        row->value->setValue(value);
        row->line->insertWidget(1, row->value, 1);
        connect(row->value, &widgets::QuantityBox::valueEdited, this, &LimitList::changed);
    };
    auto* column = new QVBoxLayout(row);
    column->setContentsMargins({});
    column->setSpacing(2);
    auto* head = new QHBoxLayout;
    auto* remove = makeRemoveButton(tr("Remove this limit"));
    head->addWidget(row->measure, 1);
    head->addWidget(row->network, 1);
    head->addWidget(remove);
    column->addLayout(head);
    row->line->addWidget(row->side);
    column->addLayout(row->line);
    makeValue(most ? limit.atMost : limit.atLeast);
    connect(row->measure, &QComboBox::currentIndexChanged, this, [this, makeValue] {
        makeValue(1);
        Q_EMIT changed();
    });
    connect(row->side, &QComboBox::currentIndexChanged, this, &LimitList::changed);
    connect(row->network, &QComboBox::currentIndexChanged, this, &LimitList::changed);
    insert(row, remove);
}

std::vector<tilescape::explore::Limit> LimitList::limits() const
{
    std::vector<tilescape::explore::Limit> limits;
    for (const QWidget* widget : rowWidgets()) {
        const auto& row = static_cast<const LimitRow&>(*widget);
        tilescape::explore::Limit limit;
        limit.measure = row.own().key;
        limit.network = row.network->currentIndex() > 0 ? row.network->currentText().toStdString() : std::string();
        (row.side->currentIndex() == 0 ? limit.atMost : limit.atLeast) = row.value->value();
        limits.push_back(std::move(limit));
    }
    return limits;
}

void LimitList::setLimits(const std::vector<tilescape::explore::Limit>& limits)
{
    clear();
    for (const tilescape::explore::Limit& limit : limits) {
        tilescape::explore::Limit one = limit;
        if (std::isfinite(limit.atMost) && std::isfinite(limit.atLeast)) {
            one.atLeast = -HUGE_VAL;
            add(one);
            one = limit;
            one.atMost = HUGE_VAL;
        }
        add(one);
    }
    Q_EMIT changed();
}

void LimitList::setNetworks(const std::vector<std::string>& names)
{
    if (names == m_networks) {
        return;
    }
    m_networks = names;
    for (QWidget* widget : rowWidgets()) {
        QComboBox& box = *static_cast<LimitRow*>(widget)->network;
        const QSignalBlocker quiet(&box);
        const QString before = box.currentText();
        while (box.count() > 1) {
            box.removeItem(1);
        }
        for (const std::string& name : names) {
            box.addItem(QString::fromStdString(name));
        }
        box.setCurrentIndex(std::max(0, box.findText(before)));
    }
}

} // namespace tilescape::ui::explore
