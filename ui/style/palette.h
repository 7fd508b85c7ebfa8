#pragma once

#include "core/support/dimensions.h"

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>

/// The colours of the window. What has a meaning has a colour that is the same in light and dark: regions those of Okabe
/// and Ito, tensors and terms of the energy sets of their own, all distinct without colour vision and none like one of
/// another set. Lines, fills and muted text are mixed from the palette at hand.
namespace tilescape::ui::style {

/// Colour number `index` of the cycle: blue, orange, green, pink, sky blue, vermilion, grey.
QColor categorical(int index);
/// Of three that stand for nothing else: purple, teal, brown.
QColor tensorColour(Tensor tensor);
QString tensorLabel(Tensor tensor); ///< "Weights", "Inputs", "Outputs"
/// Colour of an energy component: 0 DRAM, 1 NoC, 2 buffer, 3 bus, 4 registers, 5 MAC, 6 static.
QColor componentColour(int index);

/// `from` at 0, `to` at 1.
QColor blend(const QColor& from, const QColor& to, double share);
/// Black or white, whichever is easier to read on `fill`.
QColor readableOn(const QColor& fill);

bool isDark(const QPalette& palette);
QColor outline(const QPalette& palette);
QColor idleFill(const QPalette& palette);
QColor mutedText(const QPalette& palette);
QColor selection(const QPalette& palette);
QColor memoryColour(const QPalette& palette);
/// Text of a message by its weight.
QColor warningColour(const QPalette& palette);
QColor errorColour(const QPalette& palette);

/// The window's own palettes, so that it looks alike on every desktop.
QPalette lightPalette();
QPalette darkPalette();

/// Figures on paper: black on white whatever the desktop; the font of their layout.
QPalette paperPalette();
QFont figureFont();
/// Of code: letters of equal width, in the size of the text around it.
QFont codeFont();

/// Pixels: text on the screen that is smaller cannot be read; it gives way to a shorter form, or to none.
inline constexpr double smallestText = 11;
/// The least size of a font, in whole units of a drawing each `scale` pixels long, in which text is as large as that. A scale computed in
/// several steps is not quite what it stands for.
int smallestTextAt(double scale);

struct CodeColours {
    QColor keyword;
    QColor number;
    QColor remark;
};
CodeColours codeColours(const QPalette& palette);

} // namespace tilescape::ui::style
