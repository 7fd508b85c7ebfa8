#include "ui/style/travel_colours.h"

#include <QCoreApplication>

namespace tilescape::ui::style {

QColor travelColour(Travel travel, const QPalette& palette)
{
    switch (travel) {
    case Travel::WithinRegion: return localColour(palette);
    case Travel::BetweenRegions: return neighbourColour();
    case Travel::Memory: break;
    }
    return offChipColour();
}

QString travelLabel(Travel travel)
{
    switch (travel) {
    case Travel::WithinRegion: return QCoreApplication::translate("style", "within a region");
    case Travel::BetweenRegions: return QCoreApplication::translate("style", "to another region");
    case Travel::Memory: break;
    }
    return QCoreApplication::translate("style", "through DRAM");
}

} // namespace tilescape::ui::style
