#include "ui/window/theme.h"

#include "ui/style/palette.h"

#include <QApplication>
#include <QSettings>
#include <QStyle>
#include <QStyleFactory>

namespace tilescape::ui::window {

namespace {

const QString themeKey = QStringLiteral("theme");

/// What palettes cannot say. Placeholders: %1 cards, %2 lines, %3 muted text, %4 accent, %5 checked pills, %6 hover, %7 text.
QString sheetFor(const QPalette& palette)
{
    const QColor base = palette.color(QPalette::Base);
    const QColor accent = style::selection(palette);
    return QStringLiteral(R"(
QMainWindow::separator { width: 8px; height: 8px; background: transparent; }
QMainWindow::separator:hover { background: %6; }
QDockWidget { font-weight: 600; }
QDockWidget::title { background: %1; border: 1px solid %2; border-bottom: none; padding: 5px 9px; text-align: left;
  border-top-left-radius: 5px; border-top-right-radius: 5px; }
QFrame#card { background: %1; border: 1px solid %2; border-bottom-left-radius: 5px; border-bottom-right-radius: 5px; }
QFrame#card QScrollArea, QFrame#card QScrollArea > QWidget > QWidget { background: %1; }
QScrollBar:vertical { background: transparent; width: 11px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 11px; margin: 0; }
QScrollBar::handle { background: %2; border-radius: 3px; margin: 2px; }
QScrollBar::handle:hover { background: %3; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QToolBar { background: %1; border: none; border-bottom: 1px solid %2; padding: 0 8px; spacing: 3px; }
QStatusBar { background: %1; border-top: 1px solid %2; }
QStatusBar::item { border: none; }
QToolButton[pill="true"] { background: %1; border: 1px solid %2; border-radius: 11px; padding: 3px 7px; margin: 0 1px;
  color: %3; font-weight: 600; }
QToolButton[pill="true"]:hover { background: %6; }
QToolButton[pill="true"]:checked { background: %5; border-color: %4; color: %4; }
QToolButton[pill="true"]:disabled { color: %2; border-style: dashed; }
QToolTip { background: %1; color: %7; border: 1px solid %2; padding: 3px; }
)")
        .arg(base.name(), style::outline(palette).name(), style::mutedText(palette).name(), accent.name(),
             style::blend(base, accent, 0.12).name(), style::idleFill(palette).name(),
             palette.color(QPalette::Text).name());
}

bool wantsDark(Theme theme)
{
    if (theme == Theme::System) {
        // Without a palette of our own, the application has that of the desktop.
        QApplication::setPalette(QPalette());
        return style::isDark(QApplication::palette());
    }
    return theme == Theme::Dark;
}

} // namespace

void applyPalette(Theme theme)
{
    // Sheets and palettes work alike everywhere only on this style.
    if (QApplication::style()->name() != QLatin1String("fusion") && qApp->styleSheet().isEmpty()) {
        QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    }
    const QPalette palette = wantsDark(theme) ? style::darkPalette() : style::lightPalette();
    if (QApplication::palette() != palette) {
        QApplication::setPalette(palette);
    }
}

void applySheet()
{
    const QString sheet = sheetFor(QApplication::palette());
    if (qApp->styleSheet() != sheet) { // else every widget would be styled and laid out again
        qApp->setStyleSheet(sheet);
    }
}

void applyTheme(Theme theme)
{
    applyPalette(theme);
    applySheet();
}

Theme savedTheme()
{
    const int value = QSettings().value(themeKey, 0).toInt();
    return value == 1 ? Theme::Light : value == 2 ? Theme::Dark : Theme::System;
}

void saveTheme(Theme theme) { QSettings().setValue(themeKey, static_cast<int>(theme)); }

} // namespace tilescape::ui::window
