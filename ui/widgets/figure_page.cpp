#include "ui/widgets/figure_page.h"

#include "ui/style/palette.h"
#include "ui/widgets/text_extent.h"
#include "ui/widgets/weighted_device.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>

namespace tilescape::ui::widgets {

namespace {

constexpr double margin = 4;           ///< pixels of the layout
constexpr double layoutTextPt = 8.25;  ///< 11 pixels, style::figureFont
constexpr double gap = 6;              ///< between heading, picture and legend
constexpr double legendShare = 0.2;    ///< of the width, that a legend beside the picture may usually take
constexpr double leastStretch = 0.6;   ///< of its natural height, down to which a picture that stretches is given less
constexpr double narrowestPicture = 0.3; ///< of the page's width, down to which a picture is narrowed to become lower
constexpr double widthStep = 2;          ///< pixels of the layout, by which a picture is narrowed at least
constexpr double smallestDrawing = 0.5;  ///< of the size asked for, text included, down to which a picture is drawn that has no room
constexpr double wideEnough = 300;       ///< pixels of the layout, from which every text has room on one line: a column of 8 pt text
constexpr double tallestMm =
    235; ///< of text on a page of IEEE or ACM: what can be lower is no higher, where the page has no height of its own
constexpr int shrinkings = 8;            ///< sizes of text tried on a narrow page, each of which is painted to see whether it is whole
constexpr int drawings = 20;             ///< sizes tried on the way there

QFont headingFont(const QFont& font)
{
    QFont bold = font;
    bold.setBold(true);
    return bold;
}

LegendPlace placeOf(const Figure& figure, const FigureSize& size, double width, const QFont& font)
{
    if (!figure.legend || figure.legend->size({width, 0}, width, font).isEmpty()) {
        return LegendPlace::None;
    }
    if (size.legend != LegendPlace::Usual) {
        return size.legend;
    }
    if (!figure.legend->above) {
        return LegendPlace::Below;
    }
    return figure.legend->size({width, 0}, 0, font).width() + gap <= legendShare * width ? LegendPlace::Right : LegendPlace::Above;
}

/// The figure, whose heights are asked for once per width. They are all asked for with one font.
Figure withRememberedHeights(const Figure& figure)
{
    using Height = std::function<double(double, const QFont&)>;
    const auto remembered = [](const Height& height) -> Height {
        return [height, known = std::make_shared<std::map<double, double>>()](double width, const QFont& font) {
            const auto [entry, isNew] = known->try_emplace(width);
            if (isNew) {
                entry->second = height(width, font);
            }
            return entry->second;
        };
    };
    Figure measured = figure;
    measured.heightFor = remembered(figure.heightFor);
    if (figure.leastHeightFor) {
        measured.leastHeightFor = remembered(figure.leastHeightFor);
    }
    return measured;
}

/// The widest of the widths below `width` at which the picture is at most `height` high; 0: there is none. A narrower picture may be higher
/// where its texts take more lines, so that widths are tried one after another: whole ones, which other sizes of text share.
double widthForHeight(const Figure& figure, double width, double height, const QFont& font)
{
    constexpr int tries = 48;
    const double step = std::ceil(width * (1 - narrowestPicture) / tries / widthStep) * widthStep;
    for (double narrower = std::floor(width / step) * step; narrower >= width * narrowestPicture; narrower -= step) {
        if (figure.heightFor(narrower, font) <= height) {
            return narrower;
        }
    }
    return 0;
}

/// The picture in the room that it is given on a page of a height of its own: filling it, in its middle, or narrowed.
QRectF inRoom(const Figure& figure, const QRectF& room, const QFont& font)
{
    const double natural = figure.heightFor(room.width(), font);
    const auto leastHeight = [&](double width, double usual) {
        return figure.leastHeightFor ? figure.leastHeightFor(width, font) : leastStretch * usual;
    };
    if (figure.stretches && room.height() >= leastHeight(room.width(), natural)) {
        return room;
    }
    if (natural <= room.height()) {
        return figure.stretches
                   ? QRectF()
                   : QRectF(room.left(), room.top() + (room.height() - natural) / 2, room.width(), natural);
    }
    const double width = widthForHeight(figure, room.width(), room.height(), font);
    const double height = width > 0 ? figure.heightFor(width, font) : 0;
    const bool hasRoom = width > 0 && (!figure.stretches || height >= leastHeight(width, height));
    return hasRoom ? QRectF(room.left() + (room.width() - width) / 2, room.top(), width, height) : QRectF();
}

/// The same, drawn smaller than asked for where there is no room otherwise; the rectangle is empty if there is none at all.
struct Drawing {
    QRectF place;
    double scale = 1;
};
Drawing drawingIn(const Figure& figure, const QRectF& room, const QFont& font)
{
    for (int step = 0; step <= drawings; ++step) {
        const double scale = 1 - (1 - smallestDrawing) * step / drawings;
        const QRectF place = inRoom(figure, QRectF(QPointF(), room.size() / scale), font);
        if (!place.isEmpty()) {
            return {QRectF(place.topLeft() * scale + room.topLeft(), place.size() * scale), scale};
        }
    }
    return {};
}

support::Diagnostic fault(const Figure& figure, const QString& problem, const QString& remedy)
{
    support::Diagnostic diagnostic;
    diagnostic.file = figure.name.toStdString();
    diagnostic.problem = problem.toStdString();
    diagnostic.remedy = remedy.toStdString();
    return diagnostic;
}

QString number(double value, int digits = 6) { return QLocale::c().toString(value, 'g', digits); }

} // namespace

namespace {

/// The picture's size in its own pixels.
QSizeF shownSize(const PageLayout& page) { return page.picture.size() / page.pictureScale; }

/// The legend's size where it explains a picture of this size: in rows as wide as the page, or in a column beside the picture.
QSizeF legendSize(const Figure& figure, const PageLayout& page, QSizeF picture, double width)
{
    const bool beside = page.legendPlace == LegendPlace::Right;
    return figure.legend->size(picture, beside ? 0 : width, page.font);
}

/// Whether so wide a picture, as high as it needs, has too little room for what its parts are called.
bool isNarrowAt(const Figure& figure, double width, const QFont& font)
{
    return figure.leastHeightFor && figure.heightFor(width, font) < figure.leastHeightFor(width, font);
}

/// The page with text that is `shrunk` times as large as asked for, and with this room for the legend; where that is not known, with what a
/// legend needs that explains a picture as wide as the page and as high as it needs.
PageLayout layOutAround(const Figure& figure, const FigureSize& size, double shrunk, std::optional<QSizeF> legendRoom)
{
    PageLayout page;
    page.textScale = shrunk;
    page.scale = shrunk * size.textPt / layoutTextPt;
    page.font = style::figureFont();
    if (!size.family.isEmpty()) {
        page.font.setFamily(size.family);
    }
    page.pixels.setWidth(size.widthMm / mmPerInch * layoutDpi);
    const double width = page.pixels.width() / page.scale - 2 * margin;
    double top = 0;
    if (!size.heading.isEmpty()) {
        const QFontMetricsF metrics(headingFont(page.font));
        const double height = metrics.boundingRect(QRectF(0, 0, width, 1e5), Qt::TextWordWrap | Qt::AlignHCenter, size.heading).height();
        page.heading = QRectF(0, 0, width, height);
        top = height + gap;
    }
    page.legendPlace = placeOf(figure, size, width, page.font);
    const bool beside = page.legendPlace == LegendPlace::Right;
    QSizeF legend;
    if (page.legendPlace != LegendPlace::None) {
        legend = legendRoom ? *legendRoom : legendSize(figure, page, {width, 0}, width);
    }
    const double pictureWidth = beside ? width - legend.width() - 2 * gap : width;
    const double beneath = page.legendPlace == LegendPlace::Below ? legend.height() + gap : 0;
    if (page.legendPlace == LegendPlace::Above) {
        page.legend = QRectF(0, top, width, legend.height());
        top += legend.height() + gap;
    }
    double natural = figure.heightFor(pictureWidth, page.font);
    // On a page of a height of its own the picture may be drawn at half the size.
    page.isNarrow = isNarrowAt(figure, size.heightMm > 0 ? pictureWidth / smallestDrawing : pictureWidth, page.font);
    const double tallest = tallestMm / mmPerInch * layoutDpi / page.scale - 2 * margin - top - beneath;
    if (natural > tallest && figure.stretches && figure.leastHeightFor) {
        const double most = std::min(natural, std::max(tallest, figure.leastHeightFor(pictureWidth, page.font)));
        natural = figure.heightWithin ? figure.heightWithin(pictureWidth, most) : most;
    }
    // Whole points, which every format can state exactly.
    const double perPoint = layoutDpi / pointsPerInch;
    const auto pageHeight = [&](double inner) {
        return std::ceil((top + inner + beneath + 2 * margin) * page.scale / perPoint - 1e-6) * perPoint;
    };
    const double least = std::max(natural, beside ? legend.height() : 0);
    page.pixels.setHeight(size.heightMm > 0 ? size.heightMm / mmPerInch * layoutDpi : pageHeight(least));
    const QRectF room(0, top, pictureWidth, page.pixels.height() / page.scale - 2 * margin - top - beneath);
    page.picture = room;
    if (size.heightMm > 0) {
        const Drawing drawing = drawingIn(figure, room, page.font);
        page.picture = drawing.place;
        page.pictureScale = drawing.scale;
    }
    if (page.picture.isEmpty() || (beside && legend.height() > room.height() + 1)) {
        page.neededMm = pageHeight(least) / layoutDpi * mmPerInch;
    }
    if (beside) {
        page.legend = QRectF(QPointF(pictureWidth + 2 * gap, top), legend);
    } else if (page.legendPlace == LegendPlace::Below) {
        page.legend = QRectF(0, room.bottom() + gap, width, legend.height());
    }
    return page;
}

/// With the room for the legend that the picture needs as it stands on the page: as small as it is there it may leave less to explain,
/// or more.
PageLayout layOutShrunk(const Figure& figure, const FigureSize& size, double shrunk)
{
    PageLayout page = layOutAround(figure, size, shrunk, {});
    if (page.legendPlace == LegendPlace::None || page.picture.isEmpty()) {
        return page;
    }
    const double width = page.pixels.width() / page.scale - 2 * margin;
    const auto neededIn = [&](const PageLayout& layout) {
        return legendSize(figure, layout, shownSize(layout), width);
    };
    const QSizeF needed = neededIn(page);
    const PageLayout closer = layOutAround(figure, size, shrunk, needed);
    if (closer.picture.isEmpty()) {
        const bool hasRoom = needed.width() <= page.legend.width() + 1 && needed.height() <= page.legend.height() + 1;
        return hasRoom ? page : closer;
    }
    const QSizeF now = neededIn(closer);
    // Another picture, which needs another legend, and so on: there is room for both.
    return now == needed ? closer : layOutAround(figure, size, shrunk, now.expandedTo(needed));
}

void paintParts(QPainter& painter, const Figure& figure, const FigureSize& size, const PageLayout& page)
{
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.scale(page.scale, page.scale);
    painter.translate(margin, margin);
    if (!page.heading.isEmpty()) {
        painter.setFont(headingFont(page.font));
        painter.setPen(style::paperPalette().color(QPalette::WindowText));
        painter.drawText(page.heading, Qt::TextWordWrap | Qt::AlignHCenter, size.heading);
    }
    if (page.legendPlace != LegendPlace::None) {
        painter.save();
        painter.translate(page.legend.topLeft());
        const bool beside = page.legendPlace == LegendPlace::Right;
        figure.legend->paint(painter, shownSize(page), beside ? 0 : page.legend.width(), page.font);
        painter.restore();
    }
    if (!page.picture.isEmpty()) {
        painter.save();
        painter.translate(page.picture.topLeft());
        painter.scale(page.pictureScale, page.pictureScale);
        figure.paint(painter, shownSize(page), page.font);
        painter.restore();
    }
}

bool keepsText(const Figure& figure, const FigureSize& size, const PageLayout& page)
{
    const QRectF text = textExtent(page.pixels, [&](QPainter& painter) { paintParts(painter, figure, size, page); });
    return text.isEmpty() || QRectF(QPointF(), page.pixels).contains(text);
}

} // namespace

PageLayout layOutPage(const Figure& unmeasured, const FigureSize& size)
{
    const Figure figure = withRememberedHeights(unmeasured);
    PageLayout page = layOutShrunk(figure, size, 1);
    const bool isCut =
        page.pixels.width() / page.scale < wideEnough && !(page.neededMm == 0 && keepsText(figure, size, page));
    const auto lacksNames = [&size](const PageLayout& tried) { return size.heightMm == 0 && tried.isNarrow; };
    if (!isCut && !lacksNames(page)) {
        return page;
    }
    // A line that cannot be broken is wider than the page, or boxes are too small for what they are called.
    for (int step = 1; step <= shrinkings; ++step) {
        const PageLayout smaller = layOutShrunk(figure, size, 1 - (1 - smallestDrawing) * step / shrinkings);
        const bool readable = smaller.textScale * smaller.pictureScale > smallestDrawing - 1e-6;
        if (smaller.neededMm == 0 && readable && !lacksNames(smaller) && keepsText(figure, size, smaller)) {
            return smaller;
        }
    }
    page.isCut = isCut;
    return page;
}

void paintPage(QPainter& painter, const Figure& figure, const FigureSize& size, const PageLayout& page)
{
    if (size.lineWeight == 1) {
        paintParts(painter, figure, size, page);
        return;
    }
    WeightedDevice device(painter, size.lineWeight);
    QPainter weighted(&device);
    paintParts(weighted, figure, size, page);
}

support::Diagnostics pageFaults(const Figure& figure, const FigureSize& size)
{
    support::Diagnostics faults;
    const auto outside = [](double value, double least, double most) { return !(value >= least && value <= most); };
    if (outside(size.widthMm, smallestFigureMm, largestFigureMm)) {
        faults.push_back(fault(figure, QStringLiteral("a figure %1 mm wide cannot be made").arg(number(size.widthMm)),
                               QStringLiteral("choose a width of 20 to 1000 mm")));
    }
    if (size.heightMm != 0 && outside(size.heightMm, smallestFigureMm, largestFigureMm)) {
        faults.push_back(fault(figure, QStringLiteral("a figure %1 mm high cannot be made").arg(number(size.heightMm)),
                               QStringLiteral("choose a height of 20 to 1000 mm")));
    }
    if (outside(size.textPt, smallestTextPt, largestTextPt)) {
        faults.push_back(fault(figure, QStringLiteral("text of %1 pt cannot be set").arg(number(size.textPt)),
                               QStringLiteral("choose a size of 4 to 72 pt")));
    }
    if (outside(size.lineWeight, thinnestLines, thickestLines)) {
        faults.push_back(fault(figure, QStringLiteral("lines cannot be %1 times as wide as usual").arg(number(size.lineWeight)),
                               QStringLiteral("choose a weight of 0.25 to 4")));
    }
    if (!size.family.isEmpty() && !QFontDatabase::hasFamily(size.family)) {
        faults.push_back(fault(figure, QStringLiteral("there is no font family '%1' on this machine").arg(size.family),
                               QStringLiteral("choose one of those that are installed, such as '%1'")
                                   .arg(QFontInfo(style::figureFont()).family())));
    }
    if (size.legend != LegendPlace::Usual && size.legend != LegendPlace::None && !figure.legend) {
        faults.push_back(fault(figure, QStringLiteral("this figure has no legend of its own to place"),
                               QStringLiteral("leave out the legend's place")));
    }
    if (faults.empty()) {
        const PageLayout page = layOutPage(figure, size);
        if (page.isCut && page.neededMm == 0) {
            faults.push_back(fault(figure, QStringLiteral("on a page %1 mm wide text of %2 pt or of half of it is cut").arg(number(size.widthMm), number(size.textPt)),
                                   QStringLiteral("choose a wider page, or smaller text")));
        } else if (page.neededMm > 0) {
            faults.push_back(fault(
                figure,
                QStringLiteral(
                    "on a page %1 mm wide and %2 mm high the picture has no room for text of %3 pt or of half of it")
                    .arg(number(size.widthMm), number(size.heightMm), number(size.textPt)),
                page.isNarrow ? QStringLiteral("choose a wider page, or smaller text")
                              : QStringLiteral("choose a height of %1 mm, or smaller text")
                                    .arg(number(std::ceil(page.neededMm)))));
        } else if (page.isNarrow) {
            faults.push_back(
                fault(figure,
                      QStringLiteral("on a page %1 mm wide there is no room for the name or number of every "
                                     "part in text of %2 pt or of half of it")
                          .arg(number(size.widthMm), number(size.textPt)),
                      QStringLiteral("choose a wider page, or smaller text")));
        }
    }
    return faults;
}

double pictureTextPt(const Figure& figure, const FigureSize& size)
{
    const PageLayout page = layOutPage(figure, size);
    return size.textPt * page.textScale * page.pictureScale;
}

QSizeF figurePageMm(const Figure& figure, const FigureSize& size)
{
    const QSizeF pixels = layOutPage(figure, size).pixels;
    return {size.widthMm, pixels.height() / layoutDpi * mmPerInch};
}

void paintFigurePage(QPainter& painter, const Figure& figure, const FigureSize& size)
{
    paintPage(painter, figure, size, layOutPage(figure, size));
}

} // namespace tilescape::ui::widgets
