#pragma once

#include "core/explore/chip_search.h"
#include "core/io/explored_points.h"

#include <QString>

#include <limits>
#include <string>
#include <vector>

namespace tilescape::ui::explore {

/// The points of a sweep that are done, or the designs of a search, as charts and tables show them.
struct PointSet {
    struct Point {
        std::size_t number = 0; ///< of the point of the sweep, of the design of the search, or `baseNumber`
        std::vector<tilescape::explore::Setting> settings; ///< one for each of the keys
        tilescape::explore::PointResult result;
        std::string wrong; ///< why there is no schedule, or which limit is broken; empty for a good one
        bool onFront = false;
        bool isLeftOut = false; ///< not solved, as its area alone breaks a limit
        [[nodiscard]] bool isGood() const { return wrong.empty(); }
    };
    /// The chip that a search began with.
    static constexpr std::size_t baseNumber = std::numeric_limits<std::size_t>::max();

    std::vector<std::string> keys;       ///< of all axes or variables
    std::vector<Point> points;           ///< by number
    std::vector<std::string> objectives; ///< of the front: keys of measures
    bool isSearch = false;

    /// Null where there is none.
    [[nodiscard]] const Point* find(std::size_t number) const;
    [[nodiscard]] std::size_t placeOf(const std::string& key) const; ///< in `keys`, which has it
    [[nodiscard]] QString usualTitle() const;                        ///< of a figure of them
};

PointSet pointsOf(const tilescape::explore::Sweep& sweep, const tilescape::explore::PointResults& results);
PointSet pointsOf(const tilescape::explore::ChipSearch& search, const tilescape::explore::SearchResult& result);
/// The same of a result file: the chip that a search began with has no settings there.
PointSet pointsOf(const io::ExploredPoints& read);

/// The values of the point along all axes, and its measures or why there is no schedule: a line each.
QString pointText(const PointSet::Point& point);

} // namespace tilescape::ui::explore
