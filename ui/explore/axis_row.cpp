#include "ui/explore/axis_row.h"

#include "core/support/quantity_text.h"
#include "ui/explore/named_parts.h"
#include "ui/explore/setting_text.h"
#include "ui/explore/values_editor.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

namespace tilescape::ui::explore {

namespace space = tilescape::explore;

namespace {

/// Several keys as one text.
QString joined(const std::vector<std::string>& all)
{
    QStringList texts;
    for (const std::string& key : all) {
        texts << QString::fromStdString(key);
    }
    return texts.join(QLatin1Char(','));
}

bool areNumeric(const std::vector<std::string>& all)
{
    return std::all_of(all.begin(), all.end(), [](const std::string& key) { return space::isNumeric(key); });
}

/// The value that the problem has.
std::string valueIn(const AxisContext& context, const std::string& key)
{
    return key == space::networkKey    ? context.parts.nameOf(context.problem.network)
           : key == space::hardwareKey ? context.parts.nameOf(context.problem.hardware)
                                      : space::valueText(context.problem, key);
}

double numberIn(const AxisContext& context, const std::string& key)
{
    return support::readQuantity(valueIn(context, key), space::unitOf(key)).value_or(0);
}

} // namespace

AxisRow::AxisRow(const AxisContext& context, const std::vector<std::string>& first, QWidget* parent)
    : QWidget(parent), m_context(context), m_mayBeAny(context.isSearch)
{
    m_key = new QComboBox;
    m_key->setObjectName(QStringLiteral("axisKey"));
    m_key->setAccessibleName(tr("What the axis turns"));
    m_key->setToolTip(tr("The parameter, or switch, that each step of this axis sets."));
    m_key->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_key->setMinimumContentsLength(14);
    for (const std::vector<std::string>& offered : offeredKeys(!context.isSearch)) {
        m_key->addItem(settingLabel(offered), joined(offered));
    }
    const auto button = [](const QString& text, const char* name, const QString& help) {
        auto* made = new QToolButton;
        made->setText(text);
        made->setObjectName(QLatin1String(name));
        made->setToolTip(help);
        made->setAccessibleName(help);
        made->setAutoRaise(true);
        return made;
    };
    m_list = button(tr("List"), "axisList", tr("List the values instead of a range"));
    m_list->setCheckable(true);
    m_remove = button(QStringLiteral("\u2212"), "removeAxis", tr("Remove this axis"));
    m_column = new QVBoxLayout(this);
    m_column->setContentsMargins(0, 0, 0, 4);
    m_column->setSpacing(2);
    auto* head = new QHBoxLayout;
    head->addWidget(m_key, 1);
    head->addWidget(m_list);
    head->addWidget(m_remove);
    m_column->addLayout(head);
    m_key->setCurrentIndex(m_key->findData(joined(first)));
    connect(m_key, &QComboBox::currentIndexChanged, this, &AxisRow::changeKeys);
    connect(m_list, &QToolButton::toggled, this, &AxisRow::toggleList);
    changeKeys();
}

std::vector<std::string> AxisRow::keys() const
{
    std::vector<std::string> all;
    for (const QString& key : m_key->currentData().toString().split(QLatin1Char(','))) {
        all.push_back(key.toStdString());
    }
    return all;
}

void AxisRow::setKeys(const std::vector<std::string>& all)
{
    if (m_key->findData(joined(all)) < 0) { // a group of a file
        m_key->addItem(settingLabel(all), joined(all));
    }
    m_key->setCurrentIndex(m_key->findData(joined(all)));
}

NamesEditor* AxisRow::names() const { return qobject_cast<NamesEditor*>(m_editor); }

void AxisRow::setEditor(ValuesEditor* editor)
{
    delete m_editor;
    m_editor = editor;
    m_column->addWidget(m_editor);
    connect(m_editor, &ValuesEditor::changed, this, &AxisRow::changed);
    const QSignalBlocker quiet(m_list);
    m_list->setVisible(areNumeric(keys()));
    m_list->setChecked(qobject_cast<ListEditor*>(m_editor) != nullptr);
    Q_EMIT changed();
}

void AxisRow::changeKeys()
{
    const std::vector<std::string> all = keys();
    if (areNumeric(all)) {
        setEditor(new RangeEditor(all, numberIn(m_context, all.front()), m_mayBeAny));
    } else if (all.size() == 1) {
        const std::string& key = all.front();
        const std::vector<std::string> names = namesOf(key);
        setEditor(new NamesEditor(key, names.empty() ? std::vector{valueIn(m_context, key)} : names, m_context.parts));
    } else {
        std::vector<std::string> now;
        std::transform(all.begin(), all.end(), std::back_inserter(now), [&](const std::string& key) { return valueIn(m_context, key); });
        setEditor(new ListEditor(all, {now}));
    }
}

void AxisRow::toggleList(bool list)
{
    if (list) {
        const space::Axis now = m_editor->axis();
        setEditor(new ListEditor(keys(), now.values));
    } else {
        changeKeys();
    }
}

void AxisRow::setRange(double from, double to, int steps)
{
    const std::vector<std::string> all = keys();
    auto* editor = new RangeEditor(all, numberIn(m_context, all.front()), m_mayBeAny);
    editor->setRange(from, to, steps);
    setEditor(editor);
}

void AxisRow::setList(const std::vector<std::vector<std::string>>& values)
{
    const std::vector<std::string> all = keys();
    if (areNumeric(all) || all.size() > 1) {
        setEditor(new ListEditor(all, values));
        return;
    }
    std::vector<std::string> ticked;
    for (const std::vector<std::string>& row : values) {
        ticked.push_back(row.front());
    }
    setEditor(new NamesEditor(all.front(), ticked, m_context.parts));
}

void AxisRow::setMayBeAny(bool may)
{
    m_mayBeAny = may || m_context.isSearch;
    if (auto* range = qobject_cast<RangeEditor*>(m_editor)) {
        range->setMayBeAny(m_mayBeAny);
    }
}

void AxisRow::showAxis(const space::Axis& axis)
{
    setKeys(axis.keys);
    if (axis.range) {
        setMayBeAny(true);
        showRange(*axis.range, 0);
    } else if (axis.spacing) {
        showRange(axis.spacing->range, axis.spacing->steps);
        if (this->axis() != axis) { // beyond what the boxes take
            setList(axis.values);
        }
    } else {
        setList(axis.values);
    }
}

void AxisRow::showRange(const space::Range& range, std::size_t steps)
{
    setRange(range.from, range.to, static_cast<int>(steps));
    static_cast<RangeEditor*>(m_editor)->setLogarithmic(range.logarithmic);
}

space::Axis AxisRow::axis() const
{
    space::Axis axis = m_editor->axis();
    space::Base base;
    m_context.parts.define(base, {axis});
    if (check(axis, base, {}).empty()) {
        normalize(axis);
    }
    return axis;
}

} // namespace tilescape::ui::explore
