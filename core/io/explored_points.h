#pragma once

#include "core/explore/point.h"
#include "core/explore/setting.h"
#include "core/io/project_json.h"
#include "core/support/result.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace tilescape::io {

/// The points of a sweep, or the designs of a search, as a result file has them.
struct ExploredPoints {
    struct Point {
        std::vector<explore::Setting> settings; ///< one for each key
        explore::PointResult result;
        std::string violation; ///< of a design, the limit that it breaks; empty if it keeps all
        bool onFront = false;
    };
    bool isSearch = false;
    std::string name;
    std::vector<std::string> keys;       ///< of all axes or variables
    std::vector<std::string> objectives; ///< keys of measures, at least one
    std::vector<Point> points;           ///< at least one
    std::optional<Point> base;           ///< the chip that a search began with, without settings
    std::optional<Project> project;      ///< that they were made from; files of older versions do not have it
};

/// What the files of these would hold.
ExploredPoints exploredPoints(const explore::Sweep& sweep, const explore::PointResults& results);
ExploredPoints exploredPoints(const explore::ChipSearch& search, const explore::SearchResult& result);
/// A search is gone through again for its front, and ends where nothing more is known. Where that is stopped, a part of it is found.
ExploredPoints exploredPoints(const SweepRun& run);
ExploredPoints exploredPoints(const SearchRun& run, const std::stop_token& stop = {});

/// Reads what `writeSweepJson` and `writeSearchJson` write, or a project: its sweep, or where it has none its search. Faults: another
/// file, or one without points; keys that nothing has; points that do not have the same settings; a schedule without its measures; those
/// of the sweep or search itself, where it is there; those of the project.
support::Result<ExploredPoints> readExploredPoints(const std::string& text, const std::string& file);

} // namespace tilescape::io
