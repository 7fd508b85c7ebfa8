#pragma once

#include <QFontMetricsF>
#include <QStringList>

#include <vector>

namespace tilescape::ui::plot {

/// How the categories of an axis are named: all by their names, side by side or upright; where these have no room, by
/// numbers at round distances; where these have none, not at all. A name is never cut.
enum class NameForm { Flat, Upright, Numbers, None };

struct NameLayout {
    NameForm form = NameForm::None;
    double height = 0;   ///< that the names need beneath the axis, in pixels
    long every = 1;      ///< numbers: multiples of this, and the first; thinned names: every so many
};

/// `pitch`: pixels from one category to the next. `tallest`: pixels that names may take beneath the axis. `numbers`: of
/// the first item of each category, ascending.
NameLayout layOutNames(const QStringList& names, const std::vector<long>& numbers, double pitch, double tallest,
                       const QFontMetricsF& metrics);

/// Every so many of the names, side by side: for names that are numbers of an ascending row.
NameLayout thinnedNames(const QStringList& names, double pitch, double tallest, const QFontMetricsF& metrics);

/// The number that a category of the items `first` to `last` bears among numbers at distances `every`; 0: none.
long shownNumber(long first, long last, long every, bool isFirst);

} // namespace tilescape::ui::plot
