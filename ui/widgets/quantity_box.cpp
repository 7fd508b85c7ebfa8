#include "ui/widgets/quantity_box.h"

#include "ui/style/format.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QStyle>
#include <QStyleOptionSpinBox>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>

namespace tilescape::ui::widgets {

QuantityBox::QuantityBox(Quantity quantity, QWidget* parent)
    : QAbstractSpinBox(parent), m_quantity(std::move(quantity)), m_value(m_quantity.smallest)
{
    setFocusPolicy(Qt::StrongFocus);
    setAlignment(Qt::AlignRight);
    setAccelerated(true);
    connect(this, &QAbstractSpinBox::editingFinished, this, &QuantityBox::takeText);
    showValue();
}

void QuantityBox::setValue(double value)
{
    if (value == m_value && !isTyped()) {
        return;
    }
    m_value = value;
    showValue();
}

void QuantityBox::showValue()
{
    const bool numberSelected = hasFocus() && lineEdit()->hasSelectedText();
    lineEdit()->setText(m_quantity.text(m_value));
    if (numberSelected) {
        selectNumber();
    } else {
        lineEdit()->setCursorPosition(0);
    }
    update();
}

void QuantityBox::edit(double value)
{
    const bool changed = value != m_value;
    m_value = value;
    showValue();
    if (changed) {
        Q_EMIT valueEdited(value);
    }
}

bool QuantityBox::isTyped() const { return text() != m_quantity.text(m_value); }

void QuantityBox::takeText()
{
    // `editingFinished` also comes where nothing was typed.
    if (!isTyped()) {
        return;
    }
    const QString typed = text();
    const std::optional<double> read = m_quantity.read(typed);
    const bool usable = read && (*read != unlimited || m_quantity.mayBeUnlimited);
    const double taken = usable ? m_quantity.clamped(*read) : m_value;
    edit(taken);
    if ((!read || taken != *read) && isVisible()) {
        QString sentence = m_quantity.correction(typed, taken);
        if (!accessibleName().isEmpty()) {
            sentence = tr("%1: %2").arg(accessibleName(), sentence);
        }
        QToolTip::showText(mapToGlobal(QPoint(0, height())), style::literal(sentence), this);
    }
}

void QuantityBox::stepBy(int steps)
{
    double from = m_value;
    if (isTyped()) {
        const double typed = m_quantity.read(text()).value_or(m_value);
        from = typed == unlimited && !m_quantity.mayBeUnlimited ? m_value : m_quantity.clamped(typed);
    }
    edit(m_quantity.stepped(from, steps));
    selectNumber();
}

QAbstractSpinBox::StepEnabled QuantityBox::stepEnabled() const
{
    StepEnabled enabled = StepNone;
    enabled.setFlag(StepUpEnabled, m_quantity.stepped(m_value, 1) > m_value);
    enabled.setFlag(StepDownEnabled, m_quantity.stepped(m_value, -1) < m_value);
    return enabled;
}

void QuantityBox::fixup(QString& text) const { text = m_quantity.text(m_value); }

QValidator::State QuantityBox::validate(QString& text, int&) const
{
    const std::optional<double> value = m_quantity.read(text);
    return value && m_quantity.allows(*value) ? QValidator::Acceptable : QValidator::Intermediate;
}

bool QuantityBox::isForeignLetter(const QKeyEvent& key) const
{
    if (key.text().size() != 1 || !key.text().front().isLetter()) {
        return false;
    }
    const int at = lineEdit()->hasSelectedText() ? lineEdit()->selectionStart() : lineEdit()->cursorPosition();
    const QString before = text().left(at).trimmed();
    if (std::any_of(before.begin(), before.end(), [](QChar own) { return own.isDigit(); })) {
        return false; // of a unit
    }
    const QString word = before + key.text();
    const QStringList words{m_quantity.text(unlimited), QStringLiteral("infinity"), QStringLiteral("infinite")};
    return std::none_of(words.begin(), words.end(), [&](const QString& own) { return own.startsWith(word, Qt::CaseInsensitive); });
}

void QuantityBox::selectNumber()
{
    const QString shown = text();
    const qsizetype unit = shown.indexOf(QLatin1Char(' '));
    lineEdit()->setSelection(0, static_cast<int>(unit < 0 ? shown.size() : unit));
}

bool QuantityBox::event(QEvent* event)
{
    // Undo and Esc belong to the window unless something was typed and not taken yet.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (isTyped() && key->key() == Qt::Key_Escape) {
            event->accept();
            return true;
        }
        if (!isTyped() && (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo))) {
            event->ignore();
            return true;
        }
        if (isForeignLetter(*key)) {
            event->ignore();
            return true;
        }
    }
    return QAbstractSpinBox::event(event);
}

void QuantityBox::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && isTyped()) {
        showValue();
        selectNumber();
        event->accept();
        return;
    }
    QAbstractSpinBox::keyPressEvent(event);
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        selectNumber();
    }
}

void QuantityBox::focusInEvent(QFocusEvent* event)
{
    QAbstractSpinBox::focusInEvent(event);
    // The unit stays: who types 64 over "128 KiB" means 64 KiB.
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason) {
        selectNumber();
    }
}

void QuantityBox::wheelEvent(QWheelEvent* event)
{
    if (hasFocus()) {
        QAbstractSpinBox::wheelEvent(event);
    } else {
        event->ignore();
    }
}

void QuantityBox::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu* menu = lineEdit()->createStandardContextMenu();
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (!actions().isEmpty()) {
        QAction* first = menu->actions().value(0);
        menu->insertActions(first, actions());
        menu->insertSeparator(first);
    }
    menu->popup(event->globalPos());
    event->accept();
}

QSize QuantityBox::sizeHint() const
{
    const QFontMetrics metrics(font());
    int width = 0;
    for (const double value : {m_quantity.smallest, m_quantity.largest, m_value}) {
        width = std::max(width, metrics.horizontalAdvance(m_quantity.text(value)));
    }
    if (m_quantity.mayBeUnlimited) {
        width = std::max(width, metrics.horizontalAdvance(m_quantity.text(unlimited)));
    }
    QStyleOptionSpinBox option;
    initStyleOption(&option);
    const QSize content(width + metrics.horizontalAdvance(QLatin1Char('0')), lineEdit()->sizeHint().height());
    return style()->sizeFromContents(QStyle::CT_SpinBox, &option, content, this);
}

} // namespace tilescape::ui::widgets
