#include "ui/tensor/tensor_layout.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::tensor {

namespace {

constexpr double layoutGap = 10;          ///< between the columns of the picture, and between its rows
constexpr double letters = 12;      ///< left of a box, for the letter of its rows
constexpr double barHeight = 6;
constexpr double usualBox = 84;     ///< height of a volume on paper
constexpr double lowestBox = 26;
constexpr double rowFrom = 500;      ///< width from which volumes stand side by side in a low picture, and on paper
constexpr double mostBehind = 15;   ///< of a box, upwards
constexpr double shortestSide = 0.3; ///< of the room, of an axis with two iterations
constexpr double smallestCell = 3;
constexpr int mostCells = 64;

/// Lengths grow with the logarithm: a hundred times as many channels still fit beside each other.
double sideOf(Count iterations, Count most, double room)
{
    if (iterations <= 1 || most <= 1) {
        return iterations <= 1 ? std::min(room, 0.2 * room + 6) : room;
    }
    const double share = std::log2(static_cast<double>(iterations)) / std::log2(static_cast<double>(most));
    return room * (shortestSide + (1 - shortestSide) * share);
}

/// Blocks along a loop at the level that the volume shows.
Count blocksAlong(const TensorContent& content, Tensor tensor, std::optional<Loop> loop)
{
    if (!loop) {
        return 1;
    }
    const auto& factors = content.walk->scheme().blocking.factors[*loop];
    const Count block = shownStorage(content, tensor) == Storage::Buffer ? factors[1] * factors[2] : factors[2];
    return ceilDivide(content.walk->nest().iterations[*loop], block);
}

Count iterationsOf(const TensorContent& content, std::optional<Loop> loop)
{
    return loop ? content.walk->nest().iterations[*loop] : 1;
}

int cellsFor(Count blocks, double length)
{
    const auto most = std::min<Count>(mostCells, std::max<Count>(static_cast<Count>(length / smallestCell), 1));
    return static_cast<int>(std::clamp<Count>(blocks, 1, most));
}

/// The longest axis of all: the others are drawn in proportion.
Count longestAxis(const TensorContent& content)
{
    const PerLoop<Count>& all = content.walk->nest().iterations;
    return std::max({all[Loop::InputChannel], all[Loop::OutputChannel], all[Loop::Batch]});
}

double boxHeight(const TensorContent& content, const Volume& volume, double room)
{
    return sideOf(iterationsOf(content, volume.rows), longestAxis(content), room);
}

/// How far the back of a box is shifted from its front.
QPointF behindOf(const Volume& volume, double width)
{
    const double depth = std::clamp(4 + 1.5 * std::log2(std::max(volume.wordsBehind, 1.0)), 5.0, 0.16 * std::min(width, 150.0));
    return {depth, -0.6 * depth};
}

/// How texts and the boxes beneath each other share a column.
struct Column {
    double width = 0;
    double line = 0;
    int countLines = 1;

    Column(double width, const QFont& font) : width(width), line(QFontMetricsF(font).lineSpacing())
    {
        countLines = QFontMetricsF(font).horizontalAdvance(QStringLiteral("000 M of 000 M words, 000 M again")) <= width ? 1 : 2;
    }
    /// Lines of texts of a volume, and what is between them.
    [[nodiscard]] double aroundBox() const { return (4 + countLines) * line + barHeight + 10 + mostBehind; }
};

/// `box`: the height that its front may have.
VolumePlace placeAt(const TensorContent& content, const Volume& volume, QPointF corner, const Column& column, double box)
{
    const auto [width, line, countLines] = column;
    VolumePlace place;
    place.volume = &volume;
    if (!volume.isThere()) {
        return place;
    }
    place.behind = behindOf(volume, width);
    place.head = QRectF(corner, QSizeF(width, 2 * line));
    const double room = width - letters - place.behind.x() - 2;
    place.front = QRectF(corner.x() + letters, place.head.bottom() + 2 - place.behind.y(),
                         sideOf(iterationsOf(content, volume.columns), longestAxis(content), room), boxHeight(content, volume, box));
    place.columns = cellsFor(blocksAlong(content, volume.tensor, volume.columns), place.front.width());
    place.rows = cellsFor(blocksAlong(content, volume.tensor, volume.rows), place.front.height());
    place.arrival = QRectF(corner.x(), place.front.bottom() + line + 4, width, line);
    place.bar = QRectF(corner.x(), place.arrival.bottom() + 2, width, barHeight);
    place.counts = QRectF(corner.x(), place.bar.bottom() + 2, width, countLines * line);
    return place;
}

double loopsHeight(const TensorContent& content, double line) { return static_cast<double>(loopRows(content, 0).size()) * line * 1.15; }

/// As the matrices of a product. Fronts at most `top` and `bottom` high; `loops`: room for the loop nest, at least.
TensorLayout arrange(const TensorContent& content, const QRectF& area, double top, double bottom, double loops, const Column& column)
{
    TensorLayout layout;
    layout.line = column.line;
    const bool above = content.above.isThere();
    const double upper = above ? std::max(loops, column.aroundBox() + boxHeight(content, content.above, top)) : loops;
    const double right = area.left() + column.width + layoutGap;
    const double below = area.top() + upper + layoutGap;
    layout.loops = QRectF(area.left(), area.top(), above ? column.width : area.width(), upper);
    layout.places = {placeAt(content, content.above, {right, area.top()}, column, top),
                     placeAt(content, content.left, {area.left(), below}, column, bottom),
                     placeAt(content, content.right, {right, below}, column, bottom)};
    layout.height = below - area.top() + column.aroundBox()
        + std::max(boxHeight(content, content.left, bottom), boxHeight(content, content.right, bottom));
    return layout;
}

/// Side by side, in an area that is low; as high as it needs to be in one without a height.
TensorLayout arrangeInRow(const TensorContent& content, const QRectF& area, const QFont& font)
{
    std::vector<const Volume*> shown;
    for (const Volume* volume : {&content.left, &content.above, &content.right}) {
        if (volume->isThere()) {
            shown.push_back(volume);
        }
    }
    const auto columns = static_cast<double>(shown.size() + 1);
    const Column column((area.width() - layoutGap * (columns - 1)) / columns, font);
    TensorLayout layout;
    layout.line = column.line;
    const double needed = std::max(loopsHeight(content, column.line), column.aroundBox() + usualBox);
    const double height = area.height() > 0 ? area.height() : needed;
    layout.loops = QRectF(area.topLeft(), QSizeF(column.width, height));
    const double box = std::max(lowestBox, height - column.aroundBox());
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const QPointF corner(area.left() + static_cast<double>(i + 1) * (column.width + layoutGap), area.top());
        layout.places[i] = placeAt(content, *shown[i], corner, column, box);
    }
    layout.height = column.aroundBox() + box;
    return layout;
}

double paperBox(double width) { return std::clamp(0.22 * width, usualBox, 2 * usualBox); }

} // namespace

QRectF VolumePlace::cell(int row, int column) const
{
    const double width = front.width() / columns;
    const double height = front.height() / rows;
    return {front.left() + column * width, front.top() + row * height, width, height};
}

PerLoop<Count> VolumePlace::iterationAt(const TensorContent& content, int row, int column) const
{
    PerLoop<Count> iteration{{0, 0, 0}};
    const auto set = [&](std::optional<Loop> loop, int index, int cells) {
        if (loop) {
            iteration[*loop] = content.walk->nest().iterations[*loop] * (2 * index + 1) / (2 * cells);
        }
    };
    set(volume->rows, row, rows);
    set(volume->columns, column, columns);
    return iteration;
}

QRectF VolumePlace::rectOf(const TensorContent& content, const PerLoop<dataflow::Span>& block) const
{
    const auto along = [&](std::optional<Loop> loop, double begin, double length) -> std::pair<double, double> {
        if (!loop) {
            return {begin, begin + length};
        }
        const auto all = static_cast<double>(content.walk->nest().iterations[*loop]);
        return {begin + length * static_cast<double>(block[*loop].begin) / all, begin + length * static_cast<double>(block[*loop].end) / all};
    };
    const auto [left, right] = along(volume->columns, front.left(), front.width());
    const auto [top, bottom] = along(volume->rows, front.top(), front.height());
    return {QPointF(left, top), QPointF(right, bottom)};
}

std::optional<TensorLayout::Hit> TensorLayout::hit(QPointF position) const
{
    for (const VolumePlace& place : places) {
        if (place.isThere() && place.front.contains(position)) {
            const QPointF inside = position - place.front.topLeft();
            return Hit{&place, std::min(static_cast<int>(inside.y() / place.front.height() * place.rows), place.rows - 1),
                       std::min(static_cast<int>(inside.x() / place.front.width() * place.columns), place.columns - 1)};
        }
    }
    return std::nullopt;
}

TensorLayout layOutTensors(const TensorContent& content, const QRectF& area, const QFont& font)
{
    const Column column((area.width() - layoutGap) / 2, font);
    const double around = column.aroundBox();
    const bool above = content.above.isThere();
    const double loops = loopsHeight(content, column.line);
    const double least = above ? around + lowestBox : std::min(loops, 4 * column.line);
    if (area.width() >= rowFrom && area.height() < least + layoutGap + around + 2 * lowestBox) {
        return arrangeInRow(content, area, font);
    }
    // The lower row takes what it needs of a half, the upper one what is left.
    const double upper = above ? std::max(least, (area.height() - layoutGap) / 2) : std::max(least, std::min(loops, area.height() - layoutGap - around - lowestBox));
    const double bottom = std::max(lowestBox, area.height() - layoutGap - upper - around);
    const double used = std::max(boxHeight(content, content.left, bottom), boxHeight(content, content.right, bottom));
    const double top = std::max(lowestBox, area.height() - layoutGap - 2 * around - used);
    return arrange(content, area, top, bottom, std::min(loops, above ? std::max(least, area.height() - layoutGap - around - used) : upper), column);
}

TensorLayout layOutTensors(const TensorContent& content, double width, const QFont& font)
{
    if (width >= rowFrom) {
        return arrangeInRow(content, QRectF(0, 0, width, 0), font);
    }
    const Column column((width - layoutGap) / 2, font);
    return arrange(content, QRectF(0, 0, width, 0), paperBox(width), paperBox(width), loopsHeight(content, column.line), column);
}

} // namespace tilescape::ui::tensor
