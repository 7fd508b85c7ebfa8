#pragma once

#include "ui/style/palette.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QList>
#include <QRegularExpression>
#include <QStringList>
#include <QTabBar>
#include <QTest>
#include <QTextEdit>
#include <QWidget>

/// A person with nothing but a keyboard, and what they hear on their way.
namespace samples {

inline QString nameOf(const QWidget& widget)
{
    QStringList names;
    for (const QWidget* at = &widget; at; at = at->parentWidget()) {
        if (!at->objectName().isEmpty()) {
            names.prepend(at->objectName());
        }
    }
    return QStringLiteral("%1 (%2, '%3')").arg(names.join(QLatin1Char('/')), QLatin1String(widget.metaObject()->className()), widget.property("text").toString());
}

/// Whether the program paints what it shows by itself: no one else can say what that is.
inline bool isPainted(const QWidget& widget)
{
    const bool known = qobject_cast<const QAbstractButton*>(&widget) || qobject_cast<const QComboBox*>(&widget) || qobject_cast<const QAbstractSpinBox*>(&widget)
        || qobject_cast<const QAbstractSlider*>(&widget) || qobject_cast<const QLineEdit*>(&widget) || qobject_cast<const QAbstractItemView*>(&widget)
        || qobject_cast<const QTextEdit*>(&widget) || qobject_cast<const QTabBar*>(&widget) || widget.inherits("QPlainTextEdit") || widget.inherits("QLabel")
        || widget.inherits("QTextBrowser");
    return !known && QByteArray(widget.metaObject()->className()).startsWith("tilescape::");
}

/// What a mouse does something with, and Tab leads to.
inline bool wantsTheKeyboard(const QWidget& widget)
{
    return widget.isVisible() && widget.isEnabled() && !widget.focusProxy() && (widget.focusPolicy() & Qt::TabFocus) == Qt::TabFocus;
}

/// Of an exclusive group arrow keys lead to the others.
inline bool isReachedByArrows(const QWidget& widget)
{
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    return button && button->isCheckable() && (button->autoExclusive() || (button->group() != nullptr)) && !button->isChecked();
}

/// Presses Tab in the window of `first` until one has the keyboard again; what it led to, in that order.
inline QList<const QWidget*> walkFrom(QWidget& first, int most = 400)
{
    QList<const QWidget*> passed;
    first.setFocus(Qt::TabFocusReason);
    for (int step = 0; step < most; ++step) {
        QWidget* here = QApplication::focusWidget();
        if (!here || passed.contains(here)) {
            break;
        }
        passed << here;
        for (int link = 0; link < most && QApplication::focusWidget() == here; ++link) { // of a text, one after another
            QTest::keyClick(here, Qt::Key_Tab);
        }
    }
    return passed;
}

/// What a person misses who has a keyboard and ears, of all widgets beneath `root` that Tab should have led to.
inline QStringList missingOn(const QList<const QWidget*>& passed, const QWidget& root)
{
    QStringList missing;
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        if (!wantsTheKeyboard(*widget)) {
            continue;
        }
        if (!passed.contains(widget) && !isReachedByArrows(*widget)) {
            missing << nameOf(*widget) + QStringLiteral(": Tab does not lead there");
        }
        if (widget->accessibleName().isEmpty() && widget->property("text").toString().isEmpty()) {
            missing << nameOf(*widget) + QStringLiteral(": no name for a screen reader");
        }
        if (isPainted(*widget) && widget->accessibleDescription().isEmpty()) {
            missing << nameOf(*widget) + QStringLiteral(": a picture of which a screen reader says nothing");
        }
    }
    return missing;
}

/// Pictures that results are read from, of whose content a screen reader tells no number.
inline QStringList untoldOn(const QWidget& root, const QStringList& pictures)
{
    static const QRegularExpression number(QStringLiteral("[0-9]"));
    QStringList untold;
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        const bool isOne = pictures.contains(QString::fromLatin1(widget->metaObject()->className()).section(QStringLiteral("::"), -1));
        if (isOne && widget->isVisible() && !widget->accessibleDescription().contains(number)) {
            untold << QStringLiteral("%1: \"%2\" tells nothing of what is drawn").arg(nameOf(*widget), widget->accessibleDescription());
        }
    }
    return untold;
}

/// Where a person does not see that the keyboard is: of all that `passed` within `root`, the picture with the focus is that without,
/// or its edge is not in the one colour that means focus.
inline QStringList focusUnseen(const QList<const QWidget*>& passed, QWidget& root)
{
    QStringList unseen;
    for (QWidget* widget : root.findChildren<QWidget*>()) {
        if (!passed.contains(widget)) {
            continue;
        }
        widget->setFocus(Qt::TabFocusReason);
        const QImage with = widget->grab().toImage();
        widget->clearFocus();
        const QImage without = widget->grab().toImage();
        if (with == without) {
            unseen << nameOf(*widget) + QStringLiteral(": looks the same with and without the focus");
        }
        if (with.pixelColor(with.width() / 2, 0) != tilescape::ui::style::selection(widget->palette())) {
            unseen << nameOf(*widget) + QStringLiteral(": has not the frame of all others");
        }
    }
    return unseen;
}

/// Where Tab goes back up, or to the left on one line.
inline QStringList stepsBack(const QList<const QWidget*>& passed, const QWidget& root)
{
    QStringList back;
    for (qsizetype i = 1; i < passed.size(); ++i) {
        const QRect before(passed[i - 1]->mapTo(&root, QPoint()), passed[i - 1]->size());
        const QRect after(passed[i]->mapTo(&root, QPoint()), passed[i]->size());
        const bool isBeside = before.top() <= after.bottom() && after.top() <= before.bottom();
        if (isBeside ? after.right() < before.left() : after.bottom() < before.top()) {
            back << QStringLiteral("from %1 back to %2").arg(nameOf(*passed[i - 1]), nameOf(*passed[i]));
        }
    }
    return back;
}

} // namespace samples
