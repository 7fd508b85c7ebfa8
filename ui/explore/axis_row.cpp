#include "ui/explore/axis_row.h"

#include "core/hardware/parameters.h"
#include "core/schedule/solve.h"
#include "core/support/quantity_text.h"
#include "ui/style/core_text.h"
#include "ui/widgets/quantity_box.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <QToolButton>

#include <cmath>

namespace tilescape::ui::explore {

namespace keys = tilescape::explore;

namespace {

constexpr int mostSteps = 1000;
constexpr int usualSteps = 8;

struct ExploreText {
    Q_DECLARE_TR_FUNCTIONS(ExploreText)
};

/// All names that a key takes; none for numbers.
std::vector<std::string> namesOf(const std::string& key)
{
    if (key == "goal") {
        return {"energy", "delay", "energy_delay"};
    }
    std::vector<std::string> names;
    if (key == "solver") {
        for (const schedule::Solver& solver : schedule::solvers()) {
            names.emplace_back(solver.name);
        }
        return names;
    }
    const hardware::Parameter* parameter = hardware::findParameter(key);
    if (!parameter) {
        return {"off", "on"};
    }
    for (const std::string_view choice : parameter->choices) {
        names.emplace_back(choice);
    }
    return names;
}

/// Keys that a person may turn in the window.
std::vector<std::string> offeredKeys()
{
    std::vector<std::string> offered;
    for (const hardware::Parameter& parameter : hardware::parameters()) {
        offered.emplace_back(parameter.key);
    }
    offered.insert(offered.end(), {"batch", "goal", "solver"});
    for (const search::SpaceOption& option : search::spaceOptions()) {
        offered.emplace_back(option.key);
    }
    return offered;
}

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

} // namespace

QString settingLabel(const std::string& key)
{
    if (key == "batch") {
        return ExploreText::tr("Batch");
    }
    if (key == "goal") {
        return ExploreText::tr("Goal");
    }
    return key == "solver" ? ExploreText::tr("Solver") : style::coreText(keys::labelOf(key));
}

QString settingText(const std::string& key, const std::string& value)
{
    const std::string_view unit = keys::unitOf(key);
    const auto number = keys::isNumeric(key) ? support::readQuantity(value, unit) : std::nullopt;
    return number ? QString::fromStdString(support::quantityText(*number, unit)) : QString::fromStdString(value);
}

AxisRow::AxisRow(const schedule::Problem& problem, const std::string& key, QWidget* parent) : QWidget(parent), m_problem(problem)
{
    m_key = new QComboBox;
    m_key->setObjectName(QStringLiteral("axisKey"));
    m_key->setAccessibleName(tr("What the axis turns"));
    m_key->setToolTip(tr("The parameter, or switch, that each step of this axis sets."));
    m_key->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_key->setMinimumContentsLength(14);
    for (const std::string& offered : offeredKeys()) {
        m_key->addItem(settingLabel(offered), QString::fromStdString(offered));
    }
    m_remove = new QToolButton;
    m_remove->setObjectName(QStringLiteral("removeAxis"));
    m_remove->setText(QStringLiteral("\u2212"));
    m_remove->setToolTip(tr("Remove this axis"));
    m_remove->setAccessibleName(tr("Remove this axis"));
    m_remove->setAutoRaise(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 4);
    layout->setSpacing(2);
    auto* head = new QHBoxLayout;
    head->addWidget(m_key, 1);
    head->addWidget(m_remove);
    layout->addLayout(head);
    m_key->setCurrentIndex(m_key->findData(QString::fromStdString(key)));
    connect(m_key, &QComboBox::currentIndexChanged, this, [this] {
        showKey();
        Q_EMIT changed();
    });
    showKey();
}

std::string AxisRow::key() const { return m_key->currentData().toString().toStdString(); }

void AxisRow::setKey(const std::string& key) { m_key->setCurrentIndex(m_key->findData(QString::fromStdString(key))); }

void AxisRow::showKey()
{
    delete m_ends;
    m_ends = new QWidget;
    m_from = m_to = nullptr;
    m_steps = nullptr;
    auto* line = new QHBoxLayout(m_ends);
    line->setContentsMargins({});
    const std::string own = key();
    if (!keys::isNumeric(own)) {
        QStringList names;
        for (const std::string& name : namesOf(own)) {
            names << QString::fromStdString(name);
        }
        auto* all = new QLabel(names.join(QStringLiteral(", ")));
        all->setWordWrap(true);
        line->addWidget(all);
        layout()->addWidget(m_ends);
        return;
    }
    const widgets::Quantity quantity = quantityOf(own);
    const double now = support::readQuantity(keys::valueText(m_problem, own), keys::unitOf(own)).value_or(quantity.smallest);
    const double middle = std::isfinite(now) ? std::max(now, quantity.smallest) : quantity.largest;
    const auto box = [&](double value, const QString& name) {
        auto* made = new widgets::QuantityBox(quantity);
        made->setAccessibleName(name);
        made->setToolTip(tr("End of the axis: its values are spread between the two, in equal steps or factors."));
        made->setValue(quantity.clamped(value));
        connect(made, &widgets::QuantityBox::valueEdited, this, &AxisRow::changed);
        return made;
    };
    m_from = box(middle / 2, tr("From"));
    m_to = box(middle * 2, tr("To"));
    m_steps = new QSpinBox;
    m_steps->setRange(2, mostSteps);
    m_steps->setValue(usualSteps);
    m_steps->setAccessibleName(tr("Number of values"));
    m_steps->setToolTip(tr("Number of values, both ends among them"));
    connect(m_steps, &QSpinBox::valueChanged, this, &AxisRow::changed);
    line->addWidget(m_from, 1);
    line->addWidget(new QLabel(QStringLiteral("\u2013")));
    line->addWidget(m_to, 1);
    line->addWidget(new QLabel(QStringLiteral("\u00d7")));
    line->addWidget(m_steps);
    layout()->addWidget(m_ends);
}

void AxisRow::setRange(double from, double to, int steps)
{
    m_from->setValue(from);
    m_to->setValue(to);
    m_steps->setValue(steps);
    Q_EMIT changed();
}

keys::Axis AxisRow::axis() const
{
    const std::string own = key();
    keys::Axis axis{{own}, {}, {}};
    if (!m_from) {
        for (const std::string& name : namesOf(own)) {
            axis.values.push_back({name});
        }
        return axis;
    }
    const double from = std::min(m_from->value(), m_to->value());
    const double to = std::max(m_from->value(), m_to->value());
    if (from == to) {
        axis.values = {{QString::number(from, 'g', 17).toStdString()}};
        return axis;
    }
    axis.range = keys::Range{from, to, keys::isLogarithmic(own) && from > 0};
    expand(axis, static_cast<std::size_t>(m_steps->value()));
    return axis;
}

} // namespace tilescape::ui::explore
