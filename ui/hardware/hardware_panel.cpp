#include "ui/hardware/hardware_panel.h"

#include "core/hardware/parameters.h"
#include "core/io/library.h"
#include "ui/hardware/derived_numbers.h"
#include "ui/hardware/parameter_row.h"
#include "ui/style/core_text.h"
#include "ui/widgets/fit_to_font.h"
#include "ui/workspace/sensitivity_service.h"
#include "ui/workspace/workspace.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tilescape::ui::hardware {

using workspace::Workspace;

namespace {

QLabel* headingOf(const QString& text)
{
    auto* heading = new QLabel(text);
    QFont font = heading->font();
    font.setBold(true);
    heading->setFont(font);
    heading->setContentsMargins(0, 8, 0, 0);
    return heading;
}

} // namespace

HardwarePanel::HardwarePanel(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("hardwarePanel"));
    setAccessibleName(tr("Hardware"));
    for (const std::string_view name : io::hardwareNames()) {
        if (const auto preset = io::loadHardware(std::string(name))) {
            m_presets.push_back(preset.value());
        }
    }

    m_filter = new QLineEdit;
    m_filter->setObjectName(QStringLiteral("hardwareFilter"));
    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setAccessibleName(tr("Filter parameters"));
    m_filter->setToolTip(tr("Shows only parameters whose name, group or help has this text."));
    m_filter->setClearButtonEnabled(true);
    m_count = new QLabel;
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_count->setToolTip(tr("Parameters that are shown, of all."));
    auto* head = new QHBoxLayout;
    head->setContentsMargins(9, 6, 9, 4);
    head->setSpacing(8);
    head->addWidget(m_filter, 1);
    head->addWidget(m_count);
    m_marks = new QToolButton;
    m_marks->setObjectName(QStringLiteral("showSensitivity"));
    m_marks->setText(tr("±"));
    m_marks->setAccessibleName(tr("Sensitivity"));
    m_marks->setToolTip(tr("Beside each slider, what a step down and up makes of what the goal minimizes: below the line less, above it "
                           "more. It is solved in the background while nothing is edited."));
    m_marks->setCheckable(true);
    m_marks->setProperty("pill", true);
    m_marks->setFocusPolicy(Qt::TabFocus);
    head->addWidget(m_marks);

    auto* body = new QWidget;
    buildRows(body);
    auto* scroll = new QScrollArea;
    scroll->setWidget(body);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    widgets::fitToFont(this, [this, scroll, body] {
        alignBoxes();
        scroll->setMinimumWidth(body->minimumSizeHint().width() + 24);
    });

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(scroll, 1);

    connect(m_filter, &QLineEdit::textChanged, this, &HardwarePanel::setFilter);
    connect(&m_workspace, &Workspace::problemChanged, this, &HardwarePanel::refresh);
    connect(&m_workspace.sensitivity(), &workspace::SensitivityService::foundChanged, this, &HardwarePanel::showSensitivities);
    connect(m_marks, &QToolButton::toggled, this, [this](bool on) {
        m_workspace.sensitivity().setWanted(this, on);
        showSensitivities();
    });
    setFilter({});
    refresh();
}

void HardwarePanel::buildRows(QWidget* parent)
{
    auto* column = new QVBoxLayout(parent);
    column->setContentsMargins(9, 0, 9, 9);
    column->setSpacing(3);
    std::string_view group;
    for (const tilescape::hardware::Parameter& parameter : tilescape::hardware::parameters()) {
        if (parameter.group != group) {
            group = parameter.group;
            m_groups.push_back({headingOf(style::coreText(group)), {}});
            column->addWidget(m_groups.back().heading);
        }
        auto* row = new ParameterRow(parameter);
        connectRow(row);
        m_groups.back().rows.push_back(row);
        column->addWidget(row);
    }
    column->addWidget(headingOf(tr("Derived")));
    m_derived = new DerivedNumbers;
    column->addWidget(m_derived);
    column->addStretch(1);
}

void HardwarePanel::alignBoxes()
{
    int width = 0;
    for (const Group& group : m_groups) {
        for (const ParameterRow* row : group.rows) {
            width = std::max(width, row->boxWidth());
        }
    }
    for (const Group& group : m_groups) {
        for (ParameterRow* row : group.rows) {
            row->setBoxWidth(width);
            // Their layouts still know the widths before, until they are asked to lay out again.
            row->layout()->invalidate();
            row->updateGeometry();
        }
    }
}

void HardwarePanel::connectRow(ParameterRow* row)
{
    const QString key = style::coreName(row->parameter().key);
    connect(row, &ParameterRow::focused, this, [this, row] {
        m_inFocus = row;
        expectEdits();
    });
    connect(row, &ParameterRow::edited, this, [this, row, key](double value) {
        m_inFocus = row;
        m_workspace.setParameter(key, value);
        // Also where nothing changed: what stands in the box is the document.
        refresh();
    });
    connect(row, &ParameterRow::dragStarted, this, [this] { m_workspace.beginDrag(); });
    connect(row, &ParameterRow::dragEnded, this, [this] {
        m_workspace.endDrag();
        refresh();
    });
}

const tilescape::hardware::Hardware& HardwarePanel::reference()
{
    const std::string& name = m_workspace.problem().hardware.name;
    const auto preset = std::find_if(m_presets.begin(), m_presets.end(), [&name](const auto& each) { return each.name == name; });
    return preset == m_presets.end() ? m_defaults : *preset;
}

void HardwarePanel::refresh()
{
    const tilescape::hardware::Hardware& hardware = m_workspace.problem().hardware;
    const tilescape::hardware::Hardware& before = reference();
    const QString name = &before == &m_defaults ? tr("default") : QString::fromStdString(before.name);
    for (const Group& group : m_groups) {
        for (ParameterRow* row : group.rows) {
            row->showValue(row->parameter().get(hardware), row->parameter().get(before), name);
        }
    }
    m_derived->showHardware(hardware);
    expectEdits();
}

void HardwarePanel::showSensitivities()
{
    using tilescape::explore::SensitivityMeasure;
    const search::Goal goal = m_workspace.problem().goal;
    const SensitivityMeasure measure = goal == search::Goal::Energy  ? SensitivityMeasure::Energy
                                       : goal == search::Goal::Delay ? SensitivityMeasure::Delay
                                                                     : SensitivityMeasure::EnergyDelay;
    const workspace::SensitivityService& service = m_workspace.sensitivity();
    const double largest = tilescape::explore::largestChange(service.found(), measure);
    for (const Group& group : m_groups) {
        for (ParameterRow* row : group.rows) {
            row->showSensitivity(m_marks->isChecked() ? service.find(row->parameter().key) : nullptr, measure, largest);
        }
    }
}

void HardwarePanel::expectEdits()
{
    if (!m_inFocus) {
        return;
    }
    std::vector<double> values = m_inFocus->neighbours();
    if (values != m_expected || m_inFocus != m_expectedOf) {
        m_expected = values;
        m_expectedOf = m_inFocus;
        m_workspace.expectValues(style::coreName(m_inFocus->parameter().key), std::move(values));
    }
}

void HardwarePanel::setFilter(const QString& text)
{
    if (m_filter->text() != text) {
        m_filter->setText(text); // comes back here
        return;
    }
    std::size_t shown = 0;
    std::size_t all = 0;
    for (const Group& group : m_groups) {
        bool any = false;
        for (ParameterRow* row : group.rows) {
            const bool matches = row->matches(text);
            row->setVisible(matches);
            any = any || matches;
            shown += matches ? 1 : 0;
            ++all;
        }
        group.heading->setVisible(any);
    }
    m_count->setText(tr("%1 of %2").arg(shown).arg(all));
}

} // namespace tilescape::ui::hardware
