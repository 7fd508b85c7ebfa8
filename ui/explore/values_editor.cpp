#include "ui/explore/values_editor.h"

#include "core/hardware/parameters.h"
#include "core/schedule/solve.h"
#include "core/support/quantity_text.h"
#include "ui/explore/named_parts.h"
#include "ui/explore/setting_text.h"
#include "ui/style/core_text.h"
#include "ui/widgets/quantity_box.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::explore {

namespace {

constexpr int mostSteps = 10'000;
constexpr int usualSteps = 8;
constexpr int mostRows = 6; ///< of names that are seen at once
constexpr int longestText = 1'000'000;

widgets::Quantity quantityOf(const std::string& key)
{
    const hardware::Parameter* parameter = hardware::findParameter(key);
    if (!parameter) {
        return widgets::wholeNumber(1, static_cast<double>(schedule::largestBatch));
    }
    widgets::Quantity quantity;
    quantity.unit = style::coreName(parameter->unit);
    quantity.smallest = parameter->smallest;
    quantity.largest = parameter->largest;
    quantity.step = parameter->step;
    quantity.integer = parameter->integer;
    quantity.logarithmic = parameter->logarithmic;
    return quantity;
}

QString stepsHelp(bool mayBeAny)
{
    return mayBeAny ? RangeEditor::tr("Number of values, both ends among them; below 2 any number between")
                    : RangeEditor::tr("Number of values, both ends among them");
}

/// With a unit where that reads back as the same value.
QString listedText(const std::string& key, const std::string& value)
{
    const QString text = settingText(key, value);
    const auto again = support::readQuantity(text.toStdString(), tilescape::explore::unitOf(key));
    return !text.contains(QLatin1Char(',')) && again && again == support::readQuantity(value, tilescape::explore::unitOf(key)) ? text : QString::fromStdString(value);
}

} // namespace

RangeEditor::RangeEditor(std::vector<std::string> all, double now, bool mayBeAny) : ValuesEditor(std::move(all))
{
    const std::string& key = keys().front();
    m_logarithmic = tilescape::explore::isLogarithmic(key);
    const widgets::Quantity quantity = quantityOf(key);
    const double middle = std::isfinite(now) ? std::max(now, quantity.smallest) : quantity.largest;
    const auto box = [&](double value, const QString& name) {
        auto* made = new widgets::QuantityBox(quantity);
        made->setAccessibleName(name);
        made->setToolTip(tr("End of the axis: its values are spread between the two, in equal steps or factors"));
        made->setValue(quantity.clamped(value));
        connect(made, &widgets::QuantityBox::valueEdited, this, &RangeEditor::changed);
        return made;
    };
    m_from = box(middle / 2, tr("From"));
    m_to = box(middle * 2, tr("To"));
    m_steps = new QSpinBox;
    m_steps->setRange(mayBeAny ? 1 : 2, mostSteps);
    m_steps->setSpecialValueText(mayBeAny ? tr("any") : QString());
    m_steps->setCorrectionMode(QAbstractSpinBox::CorrectToNearestValue); // 1 is not the number before
    m_steps->setValue(usualSteps);
    m_steps->setAccessibleName(tr("Number of values"));
    m_steps->setToolTip(stepsHelp(mayBeAny));
    connect(m_steps, &QSpinBox::valueChanged, this, &RangeEditor::changed);
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins({});
    line->addWidget(m_from, 1);
    line->addWidget(new QLabel(QStringLiteral("\u2013")));
    line->addWidget(m_to, 1);
    line->addWidget(new QLabel(QStringLiteral("\u00d7")));
    line->addWidget(m_steps);
}

void RangeEditor::setMayBeAny(bool may)
{
    m_steps->setMinimum(may ? 1 : 2);
    m_steps->setSpecialValueText(may ? tr("any") : QString());
    m_steps->setToolTip(stepsHelp(may));
}

void RangeEditor::setRange(double from, double to, int steps)
{
    m_from->setValue(from);
    m_to->setValue(to);
    m_steps->setValue(std::max(steps, 1));
    Q_EMIT changed();
}

void RangeEditor::setLogarithmic(bool logarithmic)
{
    m_logarithmic = logarithmic;
    Q_EMIT changed();
}

tilescape::explore::Axis RangeEditor::axis() const
{
    const double from = std::min(m_from->value(), m_to->value());
    const double to = std::max(m_from->value(), m_to->value());
    if (from == to) {
        return {keys(), {std::vector(keys().size(), QString::number(from, 'g', 17).toStdString())}, {}};
    }
    tilescape::explore::Axis axis{keys(), {}, tilescape::explore::Range{from, to, m_logarithmic && from > 0}};
    if (m_steps->value() > 1) {
        expand(axis, static_cast<std::size_t>(m_steps->value()));
    }
    return axis;
}

ListEditor::ListEditor(std::vector<std::string> all, const std::vector<std::vector<std::string>>& values) : ValuesEditor(std::move(all))
{
    QStringList rows;
    for (const std::vector<std::string>& row : values) {
        QStringList cells;
        for (std::size_t k = 0; k < row.size(); ++k) {
            cells << listedText(keys()[k], row[k]);
        }
        const bool same = std::all_of(row.begin(), row.end(), [&](const std::string& each) { return each == row.front(); });
        rows << (same ? cells.front() : cells.join(QStringLiteral(" \u00d7 ")));
    }
    m_text = new QLineEdit;
    m_text->setObjectName(QStringLiteral("axisValues"));
    m_text->setMaxLength(longestText);
    m_text->setText(rows.join(QStringLiteral(", ")));
    m_text->setCursorPosition(0); // the beginning is seen
    m_text->setAccessibleName(tr("Values"));
    m_text->setToolTip(keys().size() > 1 ? tr("Values with commas between; 8 \u00d7 16 gives each its own") : tr("Values with commas between"));
    connect(m_text, &QLineEdit::textChanged, this, &ListEditor::changed);
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins({});
    line->addWidget(m_text);
}

tilescape::explore::Axis ListEditor::axis() const
{
    static const QRegularExpression cross(QStringLiteral("\\s*\u00d7\\s*|\\s+x\\s+|(?<=\\d)x(?=\\d)"));
    tilescape::explore::Axis axis{keys(), {}, {}};
    for (const QString& text : m_text->text().split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        std::vector<std::string> row;
        for (const QString& cell : keys().size() > 1 ? text.trimmed().split(cross) : QStringList{text.trimmed()}) {
            row.push_back(cell.toStdString());
        }
        if (row.size() == 1) {
            row.assign(keys().size(), row.front());
        }
        if (!text.trimmed().isEmpty()) {
            axis.values.push_back(std::move(row));
        }
    }
    return axis;
}

NamesEditor::NamesEditor(const std::string& key, const std::vector<std::string>& ticked, NamedParts& parts) : ValuesEditor({key}), m_parts(parts)
{
    m_list = new QListWidget;
    m_list->setObjectName(QStringLiteral("axisNames"));
    m_list->setAccessibleName(settingLabel(key));
    m_list->setSelectionMode(QAbstractItemView::NoSelection);
    m_list->setUniformItemSizes(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addWidget(m_list);
    if (key == tilescape::explore::networkKey || key == tilescape::explore::hardwareKey) {
        auto* add = new QPushButton(tr("Add file\u2026"));
        add->setObjectName(QStringLiteral("addFile"));
        add->setToolTip(key == tilescape::explore::networkKey ? tr("A network from a file")
                                                              : tr("A chip from a file"));
        connect(add, &QPushButton::clicked, this, &NamesEditor::askForFile);
        column->addWidget(add, 0, Qt::AlignLeft);
    }
    fill(ticked);
    connect(m_list, &QListWidget::itemChanged, this, &NamesEditor::changed);
}

void NamesEditor::fill(const std::vector<std::string>& ticked)
{
    const QSignalBlocker quiet(m_list);
    const std::string& key = keys().front();
    const std::vector<std::string> names = key == tilescape::explore::networkKey    ? m_parts.networkNames()
                                           : key == tilescape::explore::hardwareKey ? m_parts.chipNames()
                                                                                    : namesOf(key);
    m_list->clear();
    for (const std::string& name : names) {
        auto* item = new QListWidgetItem(QString::fromStdString(name), m_list);
        const bool on = std::find(ticked.begin(), ticked.end(), name) != ticked.end();
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable);
        item->setCheckState(on ? Qt::Checked : Qt::Unchecked);
    }
    const int rows = std::min(m_list->count(), mostRows);
    m_list->setFixedHeight(rows * m_list->sizeHintForRow(0) + 2 * m_list->frameWidth());
}

std::vector<std::string> NamesEditor::ticked() const
{
    std::vector<std::string> names;
    for (int row = 0; row < m_list->count(); ++row) {
        if (m_list->item(row)->checkState() == Qt::Checked) {
            names.push_back(m_list->item(row)->text().toStdString());
        }
    }
    return names;
}

tilescape::explore::Axis NamesEditor::axis() const
{
    tilescape::explore::Axis axis{keys(), {}, {}};
    for (std::string& name : ticked()) {
        axis.values.push_back({std::move(name)});
    }
    return axis;
}

support::Diagnostics NamesEditor::addFile(const QString& path)
{
    const auto name = keys().front() == tilescape::explore::networkKey ? m_parts.addNetworkFile(path) : m_parts.addChipFile(path);
    if (!name) {
        return name.faults();
    }
    std::vector<std::string> now = ticked();
    now.push_back(name.value());
    fill(now);
    Q_EMIT changed();
    return {};
}

void NamesEditor::askForFile()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Add a file"), {}, tr("JSON (*.json);;All files (*)"));
    const support::Diagnostics faults = path.isEmpty() ? support::Diagnostics{} : addFile(path);
    if (!faults.empty()) {
        QMessageBox::warning(this, tr("Add a file"), QString::fromStdString(support::describe(faults)));
    }
}

} // namespace tilescape::ui::explore
