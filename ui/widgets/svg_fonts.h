#pragma once

#include <QString>

namespace tilescape::ui::widgets {

/// `svg`, as QSvgGenerator writes it, with the fonts of its texts in a style sheet: of each only the glyphs that the texts use
/// (TrueType, base64), under the family that the texts name first. It looks the same where the font is not installed, and text
/// stays text. Fonts whose makers forbid that (OS/2 fsType) are left out.
QString withFonts(QString svg);

} // namespace tilescape::ui::widgets
