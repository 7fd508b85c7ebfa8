#include "ui/window/screen_reader.h"

#include <QAbstractScrollArea>
#include <QDockWidget>
#include <QScrollArea>
#include <QTabBar>

namespace tilescape::ui::window {

namespace {

QString describedBy(const QWidget& part, const QDockWidget& panel)
{
    for (const QWidget* around = &part; around && around != &panel; around = around->parentWidget()) {
        const QString text = around->whatsThis().isEmpty() ? around->toolTip() : around->whatsThis();
        if (!text.isEmpty()) {
            return text;
        }
    }
    return panel.whatsThis();
}

} // namespace

void nameParts(QDockWidget& panel)
{
    for (QWidget* part : panel.findChildren<QWidget*>()) {
        const bool holdsOthers = qobject_cast<QTabBar*>(part) || qobject_cast<QScrollArea*>(part);
        if (holdsOthers && part->accessibleName().isEmpty()) {
            part->setAccessibleName(panel.windowTitle());
        }
        const bool isPainted = QByteArray(part->metaObject()->className()).startsWith("tilescape::");
        if (isPainted && part->focusPolicy() != Qt::NoFocus && part->accessibleDescription().isEmpty()) {
            part->setAccessibleDescription(describedBy(*part, panel));
        }
    }
}

} // namespace tilescape::ui::window
