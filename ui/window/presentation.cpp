#include "ui/window/presentation.h"

#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QPointer>
#include <QScopedValueRollback>

#include <utility>

namespace tilescape::ui::window {

namespace {

constexpr double larger = 1.5;
constexpr double lessonShare = 0.3; ///< of the window's width

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
/// keep the font in which a style sheet polished them, now this one, now that.
void setFontOfAll(const QFont& font)
{
    const QString sheet = qApp->styleSheet();
    qApp->setStyleSheet({});
    QApplication::setFont(font);
    for (QWidget* window : QApplication::topLevelWidgets()) {
        window->setFont(font);
    }
    qApp->setStyleSheet(sheet);
    for (QWidget* widget : QApplication::allWidgets()) {
        const QWidget* parent = widget->isWindow() ? nullptr : widget->parentWidget();
        const bool ownSize = (widget->font().resolveMask() & QFont::SizeResolved) != 0;
        if (parent && !ownSize && widget->font().pointSizeF() != parent->font().pointSizeF()) {
            widget->setFont(widget->font()); // what it has of its own; the size comes from its parent
        }
    }
}

} // namespace

Presentation::Presentation(QMainWindow& window, DockLayout& layout, Docks docks)
    : QObject(&window), m_window(window), m_layout(layout), m_docks(std::move(docks))
{
    for (QDockWidget* dock : m_docks.all()) {
        connect(dock, &QDockWidget::visibilityChanged, this, [this, dock](bool seen) {
            if (seen && isOn() && !m_placing) {
                opened(dock);
            }
        });
    }
}

void Presentation::set(bool on, QDockWidget* first)
{
    if (on == isOn()) {
        return;
    }
    const QPointer<QWidget> keyboard = QApplication::focusWidget(); // which goes to a neighbour of what is hidden
    if (on) {
        m_font = QApplication::font();
        setFontOfAll(enlarged(m_font));
        m_layout.suspend();
        m_shown = first;
        place();
    } else {
        setFontOfAll(m_font);
        m_layout.resume();
    }
    if (keyboard && keyboard->isVisible()) {
        keyboard->setFocus(Qt::OtherFocusReason);
    }
}

/// All views share one place; a lesson that floats goes on floating.
void Presentation::place()
{
    const QScopedValueRollback busy(m_placing, true);
    const bool hasLesson = !m_docks.lesson->isHidden();
    for (QDockWidget* dock : m_docks.all()) {
        if (dock != m_docks.lesson || !dock->isFloating()) {
            dock->setFloating(false);
            m_window.removeDockWidget(dock);
        }
    }
    m_window.addDockWidget(Qt::LeftDockWidgetArea, m_shown);
    if (!m_docks.lesson->isFloating()) {
        m_window.addDockWidget(Qt::RightDockWidgetArea, m_docks.lesson);
        m_docks.lesson->setVisible(hasLesson);
    }
    for (QDockWidget* dock : m_docks.all()) {
        if (dock != m_docks.lesson && dock != m_shown) {
            m_window.tabifyDockWidget(m_shown, dock);
        }
    }
    show(m_shown);
    widenLesson();
}

void Presentation::show(QDockWidget* view)
{
    const QScopedValueRollback busy(m_placing, true);
    m_shown = view;
    for (QDockWidget* dock : m_docks.all()) {
        if (dock != m_docks.lesson) {
            dock->setVisible(dock == view);
        }
    }
}

void Presentation::opened(QDockWidget* dock)
{
    if (dock == m_docks.lesson) {
        widenLesson();
    } else if (dock != m_shown) {
        show(dock);
    }
}

void Presentation::widenLesson()
{
    if (!m_docks.lesson->isHidden() && !m_docks.lesson->isFloating()) {
        const int width = m_window.width();
        const int lesson = static_cast<int>(width * lessonShare);
        m_window.resizeDocks({m_shown, m_docks.lesson}, {width - lesson, lesson}, Qt::Horizontal);
    }
}

} // namespace tilescape::ui::window
