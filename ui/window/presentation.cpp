#include "ui/window/presentation.h"

#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QPointer>

namespace tilescape::ui::window {

namespace {

constexpr double larger = 1.5;

QFont enlarged(QFont font)
{
    if (font.pointSizeF() > 0) {
        font.setPointSizeF(font.pointSizeF() * larger);
    } else {
        font.setPixelSize(static_cast<int>(font.pixelSize() * larger));
    }
    return font;
}

/// Of what will be shown and of what is: windows on the screen do not follow the application's font by themselves, and widgets
/// keep the font in which a style sheet polished them.
void setFontOfAll(const QFont& font)
{
    const QString sheet = qApp->styleSheet();
    qApp->setStyleSheet({});
    QApplication::setFont(font);
    for (QWidget* window : QApplication::topLevelWidgets()) {
        window->setFont(font);
    }
    qApp->setStyleSheet(sheet);
}

} // namespace

Presentation::Presentation(QMainWindow& window, QList<QDockWidget*> docks) : QObject(&window), m_window(window), m_docks(std::move(docks)) {}

void Presentation::set(bool on, QDockWidget* first)
{
    if (on == m_on) {
        return;
    }
    const QPointer<QWidget> keyboard = QApplication::focusWidget(); // which goes to a neighbour of what is hidden
    const auto giveBack = [&] {
        if (keyboard && keyboard->isVisible()) {
            keyboard->setFocus(Qt::OtherFocusReason);
        }
    };
    if (on) {
        m_state = m_window.saveState();
        m_font = QApplication::font();
        setFontOfAll(enlarged(m_font));
        m_on = true;
        show(first);
        giveBack();
        return;
    }
    m_on = false;
    setFontOfAll(m_font);
    m_window.restoreState(m_state);
    giveBack();
}

void Presentation::show(QDockWidget* dock)
{
    for (QDockWidget* other : m_docks) {
        other->setVisible(other == dock);
    }
}

} // namespace tilescape::ui::window
