#include "ui/hardware/parameter_row.h"

#include "ui/hardware/sensitivity_mark.h"
#include "ui/style/core_text.h"
#include "ui/style/palette.h"
#include "ui/widgets/fit_to_font.h"
#include "ui/widgets/quantity_box.h"
#include "ui/widgets/stop_slider.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>

#include <algorithm>

namespace tilescape::ui::hardware {

namespace {

constexpr double noteSize = 0.9; ///< of the font

/// "every_tile": "Every tile".
QString choiceLabel(std::string_view name)
{
    QString label = style::coreText(name).replace(QLatin1Char('_'), QLatin1Char(' '));
    label[0] = label[0].toUpper();
    return label;
}

widgets::Quantity quantityOf(const tilescape::hardware::Parameter& parameter)
{
    return {.unit = style::coreName(parameter.unit),
            .smallest = parameter.smallest,
            .largest = parameter.largest,
            .step = parameter.step,
            .integer = parameter.integer,
            .logarithmic = parameter.logarithmic,
            .mayBeUnlimited = parameter.mayBeUnlimited,
            .mayBeZero = parameter.mayBeZero};
}

QString shownValue(const tilescape::hardware::Parameter& parameter, double value)
{
    return parameter.choices.empty() ? quantityOf(parameter).text(value)
                                     : choiceLabel(tilescape::hardware::valueText(parameter, value));
}

} // namespace

ParameterRow::ParameterRow(const tilescape::hardware::Parameter& parameter, QWidget* parent)
    : QWidget(parent), m_parameter(parameter)
{
    const QString key = style::coreName(parameter.key);
    setObjectName(QStringLiteral("row_") + key);
    m_label = new QLabel(style::coreText(parameter.label));
    m_label->setWordWrap(true);
    m_note = new QLabel;
    m_note->setObjectName(QStringLiteral("note_") + key);
    m_note->setAlignment(Qt::AlignRight);
    // It keeps its place while it is hidden, and never widens its column: else other boxes would move under the pointer.
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    policy.setRetainSizeWhenHidden(true);
    m_note->setSizePolicy(policy);
    widgets::fitToFont(this, [this] {
        QFont small = font();
        small.setPointSizeF(small.pointSizeF() * noteSize);
        m_note->setFont(small);
    });
    m_note->hide();

    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 2, 0, 2);
    grid->setVerticalSpacing(1);
    grid->setColumnStretch(0, 1);
    grid->addWidget(m_label, 0, 0);
    m_sensitivity = new SensitivityMark;
    m_sensitivity->setObjectName(QStringLiteral("sensitivity_") + key);
    parameter.choices.empty() ? buildQuantity() : buildChoice();
    grid->addWidget(m_note, 1, 1);

    m_reset = new QAction(this);
    m_reset->setObjectName(QStringLiteral("reset_") + key);
    connect(m_reset, &QAction::triggered, this, [this] { Q_EMIT edited(m_reference); });
    addAction(m_reset);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    if (m_box) {
        m_box->addAction(m_reset);
    }
}

void ParameterRow::buildQuantity()
{
    const widgets::Quantity quantity = quantityOf(m_parameter);
    const QString key = style::coreName(m_parameter.key);
    m_box = new widgets::QuantityBox(quantity);
    m_box->setObjectName(QStringLiteral("box_") + key);
    m_box->setAccessibleName(m_label->text());
    m_slider = new widgets::StopSlider(quantity.stops());
    m_slider->setObjectName(QStringLiteral("slider_") + key);
    m_slider->setAccessibleName(tr("%1, slider").arg(m_label->text()));
    m_label->setBuddy(m_box);
    auto* grid = static_cast<QGridLayout*>(layout());
    grid->addWidget(m_box, 0, 1);
    auto* line = new QHBoxLayout;
    line->setSpacing(3);
    line->addWidget(m_slider, 1);
    line->addWidget(m_sensitivity);
    grid->addLayout(line, 1, 0);
    m_box->installEventFilter(this);
    m_slider->installEventFilter(this);
    connect(m_box, &widgets::QuantityBox::valueEdited, this, &ParameterRow::edited);
    connect(m_slider, &widgets::StopSlider::valueEdited, this, &ParameterRow::edited);
    connect(m_slider, &QSlider::sliderPressed, this, &ParameterRow::dragStarted);
    connect(m_slider, &QSlider::sliderReleased, this, &ParameterRow::dragEnded);
}

void ParameterRow::buildChoice()
{
    m_combo = new QComboBox;
    m_combo->setObjectName(QStringLiteral("box_") + style::coreName(m_parameter.key));
    m_combo->setAccessibleName(m_label->text());
    m_combo->setFocusPolicy(Qt::StrongFocus);
    m_combo->installEventFilter(this);
    for (const std::string_view choice : m_parameter.choices) {
        m_combo->addItem(choiceLabel(choice));
    }
    m_label->setBuddy(m_combo);
    static_cast<QGridLayout*>(layout())->addWidget(m_combo, 0, 1);
    static_cast<QGridLayout*>(layout())->addWidget(m_sensitivity, 1, 0, Qt::AlignRight);
    connect(m_combo, &QComboBox::activated, this, [this](int index) { Q_EMIT edited(index); });
}

void ParameterRow::showValue(double value, double reference, const QString& referenceName)
{
    const bool told = m_shown == value && m_reference == reference && m_referenceName == referenceName;
    const bool wasMarked = m_marked;
    m_shown = value;
    m_reference = reference;
    m_referenceName = referenceName;
    m_marked = value != reference;
    if (m_combo) {
        m_combo->setCurrentIndex(static_cast<int>(value));
    } else {
        m_box->setValue(value);
        m_slider->showValue(value);
    }
    if (told) {
        return;
    }
    const QString toolTip = helpText(value);
    for (QWidget* widget : {static_cast<QWidget*>(m_label), static_cast<QWidget*>(m_box),
                            static_cast<QWidget*>(m_slider), static_cast<QWidget*>(m_combo), static_cast<QWidget*>(m_note)}) {
        if (widget) {
            widget->setToolTip(toolTip);
        }
    }
    mark();
    if (m_marked != wasMarked) {
        colour();
    }
}

void ParameterRow::showSensitivity(const tilescape::explore::Sensitivity* sensitivity, tilescape::explore::SensitivityMeasure measure, double largest)
{
    m_sensitivity->showSensitivity(sensitivity, measure, largest);
}

void ParameterRow::mark()
{
    const QString shown = shownValue(m_parameter, m_reference);
    m_reset->setText(tr("Reset to default: %1").arg(shown));
    m_reset->setEnabled(m_marked);
    m_note->setVisible(m_marked);
    showNote(shown);
}

void ParameterRow::colour()
{
    QPalette box;
    QPalette slider;
    QPalette note;
    note.setColor(QPalette::WindowText, style::warningColour(palette()));
    if (m_marked) {
        const QColor orange = style::categorical(1);
        box.setColor(QPalette::Base, style::blend(palette().color(QPalette::Base), orange, 0.16));
        slider.setColor(QPalette::Highlight, orange);
    }
    m_note->setPalette(note);
    if (m_box) {
        m_box->setPalette(box);
        m_slider->setPalette(slider);
    }
}

void ParameterRow::showNote(const QString& reference)
{
    const QString whole = tr("default %1").arg(reference);
    const QWidget* box = m_box ? static_cast<QWidget*>(m_box) : m_combo;
    const bool fits = m_note->fontMetrics().horizontalAdvance(whole) <= box->maximumWidth();
    m_note->setText(fits ? whole : reference);
}

std::vector<double> ParameterRow::neighbours() const
{
    std::vector<double> values;
    if (!m_shown) {
        return values;
    }
    if (m_combo) {
        for (std::size_t choice = 0; choice < m_parameter.choices.size(); ++choice) {
            values.push_back(static_cast<double>(choice));
        }
    } else {
        const widgets::Quantity quantity = quantityOf(m_parameter);
        const std::vector<double> stops = quantity.stops();
        const auto above = std::upper_bound(stops.begin(), stops.end(), *m_shown);
        const auto below = std::lower_bound(stops.begin(), stops.end(), *m_shown);
        for (std::ptrdiff_t distance = 1; distance <= 2; ++distance) {
            values.push_back(quantity.stepped(*m_shown, 1));
            values.push_back(quantity.stepped(*m_shown, -1));
            if (stops.end() - above >= distance) {
                values.push_back(above[distance - 1]);
            }
            if (below - stops.begin() >= distance) {
                values.push_back(below[-distance]);
            }
        }
    }
    std::vector<double> others;
    for (const double value : values) {
        if (value != *m_shown && std::find(others.begin(), others.end(), value) == others.end()) {
            others.push_back(value);
        }
    }
    return others;
}

int ParameterRow::boxWidth() const
{
    return m_box ? m_box->sizeHint().width() : m_combo->sizeHint().width();
}

void ParameterRow::setBoxWidth(int width)
{
    QWidget* box = m_box;
    (box ? box : m_combo)->setFixedWidth(width);
    showNote(shownValue(m_parameter, m_reference));
}

bool ParameterRow::matches(const QString& filter) const
{
    QString text;
    for (const std::string_view part :
         {m_parameter.label, m_parameter.key, m_parameter.group, m_parameter.unit, m_parameter.help}) {
        text += style::coreText(part) + QLatin1Char('\n');
    }
    const QStringList words = filter.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return std::all_of(words.begin(), words.end(),
                       [&text](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

QString ParameterRow::helpText(double value) const
{
    const auto line = [](const QString& label, const QString& text) {
        return QStringLiteral("<br><b>%1</b> %2").arg(label, text.toHtmlEscaped());
    };
    QString text = QStringLiteral("<qt>") + style::coreText(m_parameter.help).toHtmlEscaped();
    QString exact = style::coreName(tilescape::hardware::valueText(m_parameter, value));
    if (m_parameter.choices.empty()) {
        if (!m_parameter.unit.empty() && value != tilescape::hardware::unlimited) {
            exact += QLatin1Char(' ') + style::coreName(m_parameter.unit);
        }
        text += line(tr("Value:"), exact) + line(tr("Range:"), quantityOf(m_parameter).rangeText());
    }
    text += line(tr("Default:"), tr("%1 (%2)").arg(shownValue(m_parameter, m_reference), m_referenceName));
    text += line(tr("Source:"), style::coreName(m_parameter.source));
    text += line(tr("Key:"), style::coreName(m_parameter.key));
    return text + QStringLiteral("</qt>");
}

void ParameterRow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (m_reset && (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)) {
        mark();
        colour();
    }
    if (m_reset && event->type() == QEvent::StyleChange) {
        // A theme sets colours and style sheet one after the other, and both take the mark's colours away.
        QMetaObject::invokeMethod(this, &ParameterRow::colour, Qt::QueuedConnection);
    }
}

bool ParameterRow::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusIn) {
        Q_EMIT focused();
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace tilescape::ui::hardware
