#include "ui/lessons/widget_deed.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabWidget>
#include <QTextCursor>

namespace tilescape::ui::lessons {

namespace {

int indexOf(const QTabWidget& tabs, const QString& text)
{
    for (int i = 0; i < tabs.count(); ++i) {
        if (tabs.tabText(i).remove(QLatin1Char('&')) == text) {
            return i;
        }
    }
    return -1;
}

const QString onWord = QStringLiteral("on");
const QString offWord = QStringLiteral("off");

bool isOn(const QString& text) { return text == onWord; }

bool isChosen(const QWidget& window, const Deed& deed)
{
    if (const auto* box = window.findChild<QComboBox*>(deed.key)) {
        return box->currentText() == deed.value;
    }
    if (const auto* tabs = window.findChild<QTabWidget*>(deed.key)) {
        return tabs->currentIndex() == indexOf(*tabs, deed.value);
    }
    const auto* button = window.findChild<QAbstractButton*>(deed.key);
    return button && button->isChecked() == isOn(deed.value);
}

void choose(QWidget& window, const Deed& deed)
{
    if (auto* box = window.findChild<QComboBox*>(deed.key)) {
        if (const int index = box->findText(deed.value); index >= 0) {
            box->setCurrentIndex(index);
            Q_EMIT box->activated(index);
        }
    } else if (auto* tabs = window.findChild<QTabWidget*>(deed.key)) {
        tabs->setCurrentIndex(indexOf(*tabs, deed.value));
    } else if (auto* button = window.findChild<QAbstractButton*>(deed.key); button && button->isChecked() != isOn(deed.value)) {
        button->click();
    }
}

const QString swapWord = QStringLiteral(" with ");

/// Where the two pieces of a deed that swaps them stand in a text; the first found last.
struct Pieces {
    QString first;
    QString second;
    qsizetype firstAt = -1;
    qsizetype secondAt = -1;
};

Pieces piecesOf(const Deed& deed, const QString& text)
{
    Pieces pieces{deed.value.section(swapWord, 0, 0), deed.value.section(swapWord, 1)};
    pieces.firstAt = text.lastIndexOf(pieces.first);
    pieces.secondAt = text.lastIndexOf(pieces.second);
    return pieces;
}

bool isSwapped(const QWidget& window, const Deed& deed)
{
    const auto* edit = window.findChild<QPlainTextEdit*>(deed.key);
    const Pieces pieces = edit ? piecesOf(deed, edit->toPlainText()) : Pieces();
    return pieces.secondAt >= 0 && pieces.firstAt > pieces.secondAt;
}

void swap(QWidget& window, const Deed& deed)
{
    auto* edit = window.findChild<QPlainTextEdit*>(deed.key);
    const QString text = edit ? edit->toPlainText() : QString();
    const Pieces pieces = piecesOf(deed, text);
    if (pieces.firstAt < 0 || pieces.secondAt < pieces.firstAt) {
        return;
    }
    const qsizetype end = pieces.secondAt + pieces.second.size();
    const qsizetype between = pieces.firstAt + pieces.first.size();
    // With a cursor, so that Ctrl+Z in the text takes it back.
    QTextCursor cursor(edit->document());
    cursor.setPosition(static_cast<int>(pieces.firstAt));
    cursor.setPosition(static_cast<int>(end), QTextCursor::KeepAnchor);
    cursor.insertText(pieces.second + text.mid(between, pieces.secondAt - between) + pieces.first);
}

} // namespace

bool isDone(const QWidget& window, const Deed& deed)
{
    if (deed.kind == Deed::Kind::Choose) {
        return isChosen(window, deed);
    }
    if (deed.kind == Deed::Kind::Swap) {
        return isSwapped(window, deed);
    }
    const auto* panel = window.findChild<QWidget*>(deed.key);
    return panel && panel->isVisible() && !panel->visibleRegion().isEmpty();
}

void doIt(QWidget& window, const Deed& deed)
{
    if (deed.kind == Deed::Kind::Choose) {
        choose(window, deed);
    } else if (deed.kind == Deed::Kind::Swap) {
        swap(window, deed);
    } else if (auto* action = window.findChild<QAction*>(deed.key); action && deed.kind == Deed::Kind::Run) {
        action->trigger();
    } else if (auto* panel = window.findChild<QDockWidget*>(deed.key)) {
        panel->show();
        panel->raise();
    }
}

std::optional<Deed> switchAt(const QWidget& window, const Deed& deed)
{
    const auto* button = deed.kind == Deed::Kind::Choose ? window.findChild<QAbstractButton*>(deed.key) : nullptr;
    if (!button || !button->isCheckable()) {
        return std::nullopt;
    }
    return Deed{deed.kind, deed.key, button->isChecked() ? onWord : offWord};
}

Deed opposite(Deed deed)
{
    deed.value = isOn(deed.value) ? offWord : onWord;
    return deed;
}

void bringToFront(QWidget& widget)
{
    for (QWidget* at = &widget; at; at = at->parentWidget()) {
        if (auto* tabs = qobject_cast<QTabWidget*>(at)) {
            for (int tab = 0; tab < tabs->count(); ++tab) {
                if (tabs->widget(tab)->isAncestorOf(&widget) || tabs->widget(tab) == &widget) {
                    tabs->setCurrentIndex(tab);
                }
            }
        }
        if (auto* area = qobject_cast<QScrollArea*>(at); area && at != &widget) {
            const int top = widget.mapTo(area->widget(), QPoint()).y();
            const int shown = area->verticalScrollBar()->value();
            if (top < shown || top + widget.height() > shown + area->viewport()->height()) {
                area->verticalScrollBar()->setValue(top);
            }
        } else if (auto* dock = qobject_cast<QDockWidget*>(at)) {
            dock->show();
            dock->raise();
            return;
        }
    }
}

} // namespace tilescape::ui::lessons
