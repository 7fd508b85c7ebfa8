#pragma once

#include "core/support/result.h"
#include "ui/widgets/figure.h"

#include <span>

namespace tilescape::ui::widgets {

/// A page that is asked for often. IEEE: columns of 3.5 in, pages of 7.16 in (IEEEtran); ACM: 241 pt and 506 pt (acmart,
/// sigconf); a slide is 10 in wide and 16:9.
struct FigurePreset {
    const char* key;   ///< on the command line
    const char* label; ///< to be translated by FigureDialog
    double widthMm;
    double heightMm; ///< 0: as high as the picture needs
    double textPt;
};
std::span<const FigurePreset> figurePresets();
FigureSize sizeOf(const FigurePreset& preset);

/// The page that a word names: the key of a preset, or an extent in mm as "120x80mm", or a width as "120mm", with text of
/// 8 pt. Faults: neither of them, named as `place`.
support::Result<FigureSize> sizeNamed(const QString& word, const std::string& place);

/// The place of a legend by its word: usual, below, above, right, none.
support::Result<LegendPlace> legendPlaceNamed(const QString& word, const std::string& place);

} // namespace tilescape::ui::widgets
