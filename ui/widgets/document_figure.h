#pragma once

#include "ui/widgets/figure.h"

#include <functional>
#include <memory>

class QTextDocument;

namespace tilescape::ui::widgets {

/// The font of code on paper: the one asked for if its letters are of one width, else that of this machine.
QFont codeFont(const QFont& font);

/// A figure of lines of code. `make` gives the document in a font of letters of one width. A line that is wider than the
/// picture goes on beneath, further to the right than it began.
Figure documentFigure(const QString& name, const QString& title, std::function<std::unique_ptr<QTextDocument>(const QFont& font)> make);

} // namespace tilescape::ui::widgets
