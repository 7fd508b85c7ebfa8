#include "ui/widgets/quantity_box.h"

#include "ui/style/format.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QRegularExpression>
#include <QStyle>
#include <QStyleOptionSpinBox>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tilescape::ui::widgets {

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();
const QLatin1String byteUnit("B");

/// What a prefix multiplies with; nothing if there is no such prefix. "K", "k", "Ki" count 1,024 for bytes.
std::optional<double> prefixFactor(QString prefix, bool bytes)
{
    const double step = bytes ? 1024 : 1000;
    if (bytes && prefix.endsWith(QLatin1Char('i'))) {
        prefix.chop(1);
    }
    if (prefix.isEmpty()) {
        return 1;
    }
    static const QString large = QStringLiteral("kMGT");
    const QChar letter = prefix == QLatin1String("K") ? QLatin1Char('k') : prefix.front();
    const auto power = large.indexOf(letter);
    if (prefix.size() != 1 || power < 0) {
        return std::nullopt;
    }
    return std::pow(step, static_cast<double>(power + 1));
}

/// A decimal number as written, to at most six digits, without prefix.
QString plain(double value)
{
    const QLocale locale;
    const double size = std::abs(value);
    const int decimals = size == 0 ? 0 : std::clamp(5 - static_cast<int>(std::floor(std::log10(size))), 0, 9);
    QString text = locale.toString(value, 'f', decimals);
    while (text.contains(locale.decimalPoint()) && text.endsWith(locale.zeroDigit())) {
        text.chop(1);
    }
    if (text.endsWith(locale.decimalPoint())) {
        text.chop(locale.decimalPoint().size());
    }
    return text;
}

} // namespace

bool QuantityRange::allows(double value) const
{
    if ((mayBeUnlimited && value == unlimited) || (mayBeZero && value == 0)) {
        return true;
    }
    return value >= smallest && value <= largest && (!integer || value == std::floor(value));
}

double QuantityRange::nearest(double value) const
{
    if (allows(value)) {
        return value;
    }
    return std::clamp(integer ? std::round(value) : value, smallest, largest);
}

QString QuantityRange::describe() const
{
    const auto shown = [this](double value) { return unit == byteUnit ? style::bytes(value) : plain(value); };
    QString text = integer ? QuantityBox::tr("a whole number from %1 to %2") : QuantityBox::tr("a number from %1 to %2");
    text = text.arg(shown(smallest), shown(largest));
    if (!unit.isEmpty() && unit != byteUnit) {
        text += QLatin1Char(' ') + unit;
    }
    if (mayBeZero) {
        text += QuantityBox::tr(", or 0");
    }
    if (mayBeUnlimited) {
        text += QuantityBox::tr(", or “unlimited”");
    }
    return text;
}

QuantityBox::QuantityBox(QuantityRange range, QWidget* parent) : QAbstractSpinBox(parent), m_range(std::move(range))
{
    setKeyboardTracking(false);
    setAccelerated(true);
    setAlignment(Qt::AlignRight);
    setFocusPolicy(Qt::StrongFocus);
    connect(this, &QAbstractSpinBox::editingFinished, this, &QuantityBox::commit);
    setValue(m_range.smallest);
}

void QuantityBox::setValue(double value)
{
    m_value = value;
    lineEdit()->setText(textOf(value));
}

QString QuantityBox::textOf(double value) const
{
    if (std::isinf(value)) {
        return tr("unlimited");
    }
    if (m_range.unit == byteUnit) {
        // In full where the binary step would round: what is shown is what is set.
        const QString text = style::bytes(value);
        return valueOf(text) == value ? text : plain(value) + QStringLiteral(" B");
    }
    return m_range.unit.isEmpty() ? plain(value) : plain(value) + QLatin1Char(' ') + m_range.unit;
}

std::optional<double> QuantityBox::valueOf(const QString& text) const
{
    const QString written = text.simplified();
    static const QStringList endless{tr("unlimited"), QStringLiteral("unlimited"), QStringLiteral("inf"), QStringLiteral("∞")};
    if (m_range.mayBeUnlimited && endless.contains(written, Qt::CaseInsensitive)) {
        return unlimited;
    }
    static const QRegularExpression pattern(QStringLiteral("^([-+]?[\\d.,'’\\s]*\\d(?:[eE][-+]?\\d+)?)\\s*(.*)$"));
    const auto match = pattern.match(written);
    if (!match.hasMatch()) {
        return std::nullopt;
    }
    bool ok = false;
    QString digits = match.captured(1);
    double number = QLocale().toDouble(digits, &ok);
    if (!ok) {
        number = QLocale::c().toDouble(digits.remove(QLatin1Char(' ')), &ok);
    }
    QString rest = match.captured(2);
    if (rest.endsWith(m_range.unit)) {
        rest.chop(m_range.unit.size());
    }
    const auto factor = prefixFactor(rest.trimmed(), m_range.unit == byteUnit);
    if (!ok || !factor) {
        return std::nullopt;
    }
    const double value = number * *factor;
    // 1.1 KiB is meant as a whole number of bytes.
    return m_range.integer && *factor != 1 ? std::round(value) : value;
}

void QuantityBox::edit(double value)
{
    if (value != m_value) {
        setValue(value);
        Q_EMIT valueEdited(value);
    }
}

void QuantityBox::commit()
{
    if (lineEdit()->text() == textOf(m_value)) {
        return;
    }
    const QString written = lineEdit()->text();
    const auto value = valueOf(written);
    if (value && m_range.allows(*value)) {
        if (*value == m_value) {
            setValue(m_value);
        }
        edit(*value);
        return;
    }
    setValue(m_value);
    Q_EMIT refused(tr("“%1” cannot be set; it is %2.").arg(written, m_range.describe()));
}

double QuantityBox::stepped(double value, int direction) const
{
    const bool up = direction > 0;
    if (std::isinf(value)) {
        return up ? value : m_range.largest;
    }
    if (value < m_range.smallest) {
        return up ? m_range.smallest : value;
    }
    double next = 0;
    if (m_range.logarithmic && m_range.integer) {
        next = up ? value * 2 : value / 2;
    } else if (m_range.logarithmic && value < 10 * m_range.step) {
        next = up ? value * 1.1 : value / 1.1;
    } else {
        next = value + (up ? m_range.step : -m_range.step);
    }
    if (m_range.integer) {
        next = std::round(next);
    } else {
        // Steps of a tenth pile up digits that nobody asked for.
        const double grain = std::pow(10, std::floor(std::log10(std::abs(next))) - 5);
        next = std::round(next / grain) * grain;
    }
    if (next > m_range.largest) {
        return m_range.mayBeUnlimited && value >= m_range.largest ? unlimited : m_range.largest;
    }
    if (next < m_range.smallest) {
        return m_range.mayBeZero && value <= m_range.smallest ? 0 : m_range.smallest;
    }
    return next;
}

void QuantityBox::stepBy(int steps)
{
    commit();
    double value = m_value;
    for (int i = 0; i < std::abs(steps); ++i) {
        value = stepped(value, steps);
    }
    edit(value);
    selectAll();
}

QValidator::State QuantityBox::validate(QString& input, int&) const
{
    const auto value = valueOf(input);
    return value && m_range.allows(*value) ? QValidator::Acceptable : QValidator::Intermediate;
}

QSize QuantityBox::sizeHint() const
{
    QStyleOptionSpinBox option;
    initStyleOption(&option);
    const QSize content(fontMetrics().horizontalAdvance(QStringLiteral("000.00 bit/cycle")), lineEdit()->sizeHint().height());
    return style()->sizeFromContents(QStyle::CT_SpinBox, &option, content, this);
}

QAbstractSpinBox::StepEnabled QuantityBox::stepEnabled() const
{
    StepEnabled enabled = StepNone;
    if (stepped(m_value, 1) != m_value) {
        enabled |= StepUpEnabled;
    }
    if (stepped(m_value, -1) != m_value) {
        enabled |= StepDownEnabled;
    }
    return enabled;
}

void QuantityBox::wheelEvent(QWheelEvent* event)
{
    // Scrolling through the panel must not turn what happens to pass under the mouse.
    if (hasFocus()) {
        QAbstractSpinBox::wheelEvent(event);
    } else {
        event->ignore();
    }
}

void QuantityBox::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && lineEdit()->text() != textOf(m_value)) {
        setValue(m_value);
        selectAll();
        return;
    }
    QAbstractSpinBox::keyPressEvent(event);
}

} // namespace tilescape::ui::widgets
