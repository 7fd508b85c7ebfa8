#pragma once

#include "core/support/result.h"

#include <QByteArray>

#include <string>

namespace tilescape::ui::workspace {

class Workspace;

/// Text of the project file of the document as it stands.
QByteArray projectText(const Workspace& workspace);

/// Whether these are the bytes of a figure: SVG, PDF or PNG.
bool isFigure(const QByteArray& file);
/// Text of the project that a figure of ours carries: in the SVG's metadata, attached to the PDF, or in the PNG's text.
/// Faults: there is none in it.
support::Result<std::string> projectInFigure(const QByteArray& file, const std::string& name);

} // namespace tilescape::ui::workspace
