#include "ui/style/travel_colours.h"

#include "ui/style/style_text.h"

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

Qt::PenStyle travelStyle(Travel travel)
{
    switch (travel) {
    case Travel::WithinRegion: return Qt::DotLine;
    case Travel::BetweenRegions: return Qt::SolidLine;
    case Travel::Memory: break;
    }
    return Qt::DashLine;
}

QString travelLabel(Travel travel)
{
    switch (travel) {
    case Travel::WithinRegion: return StyleText::tr("within a region");
    case Travel::BetweenRegions: return StyleText::tr("to another region");
    case Travel::Memory: break;
    }
    return StyleText::tr("through DRAM");
}

} // namespace tilescape::ui::style
