#include "ui/window/space_pictures.h"

#include "ui/style/palette.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>

namespace tilescape::ui::window {

namespace {

constexpr QSize size{132, 60};
constexpr int scale = 2; ///< pixels for one: tooltips on fine screens
const QColor line(128, 136, 146);

struct PictureText {
    Q_DECLARE_TR_FUNCTIONS(PictureText)
};

/// Draws in the coordinates of `size`, with few signs: tiles are squares, data are coloured, memory is grey, arrows are ways of data.
class Pen {
public:
    explicit Pen(QImage& image) : m_painter(&image)
    {
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.scale(scale, scale);
    }

    /// -1: empty.
    void tile(double x, double y, int colour, double side = 12)
    {
        m_painter.setPen(QPen(line, 1));
        m_painter.setBrush(colour < 0 ? QBrush(Qt::NoBrush) : QBrush(style::categorical(colour)));
        m_painter.drawRoundedRect(QRectF(x, y, side, side), 2, 2);
    }
    void block(double x, double y, double width, double height, int colour)
    {
        m_painter.setPen(QPen(line, 1));
        m_painter.setBrush(colour < 0 ? QBrush(Qt::NoBrush) : QBrush(style::categorical(colour)));
        m_painter.drawRect(QRectF(x, y, width, height));
    }
    void memory(double x, double y, double height)
    {
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(line);
        m_painter.drawRoundedRect(QRectF(x, y, 10, height), 2, 2);
    }
    void arrow(QPointF from, QPointF to)
    {
        m_painter.setPen(QPen(line, 1.6));
        m_painter.drawLine(from, to);
        const double angle = std::atan2(to.y() - from.y(), to.x() - from.x());
        for (const double side : {2.6, -2.6}) {
            m_painter.drawLine(to, to + 4.5 * QPointF(std::cos(angle + side), std::sin(angle + side)));
        }
    }
    void cross(QPointF centre)
    {
        m_painter.setPen(QPen(style::categorical(1), 2));
        m_painter.drawLine(centre + QPointF(-5, -5), centre + QPointF(5, 5));
        m_painter.drawLine(centre + QPointF(-5, 5), centre + QPointF(5, -5));
    }

private:
    QPainter m_painter;
};

void hybrid(Pen& pen)
{
    for (int row = 0; row < 4; ++row) {
        for (int column = 0; column < 4; ++column) {
            pen.tile(4 + 14 * column, 3 + 14 * row, -1);
            pen.block(6 + 14 * column, 5 + 14 * row, 8, 8, 2 * (row / 2) + column / 2);
        }
    }
    pen.block(78, 6, 48, 48, -1);
    for (int part = 0; part < 4; ++part) {
        pen.block(78 + 24 * (part % 2), 6 + 24 * (part / 2), 24, 24, part);
    }
}

void batch(Pen& pen)
{
    for (int item = 0; item < 3; ++item) {
        pen.block(8 + 7 * item, 6 + 7 * item, 26, 26, item);
        pen.arrow({52, 12.0 + 17 * item}, {86, 12.0 + 17 * item});
        pen.tile(94, 5 + 17 * item, item, 14);
    }
}

void channels(Pen& pen)
{
    for (int part = 0; part < 3; ++part) {
        pen.tile(14, 5 + 17 * part, part, 14);
        pen.arrow({34, 12.0 + 17 * part}, {82, 26.0 + 4 * part});
    }
    pen.tile(88, 20, 4, 20);
}

void forward(Pen& pen)
{
    pen.memory(6, 14, 32);
    for (int tile = 0; tile < 3; ++tile) {
        pen.arrow({18.0 + 38 * tile, 30}, {34.0 + 38 * tile, 30});
        pen.tile(37 + 38 * tile, 22, 0, 16);
    }
}

void share(Pen& pen)
{
    const std::array<QPointF, 4> corners{QPointF(42, 6), QPointF(76, 6), QPointF(76, 38), QPointF(42, 38)};
    for (int tile = 0; tile < 4; ++tile) {
        pen.tile(corners[static_cast<std::size_t>(tile)].x(), corners[static_cast<std::size_t>(tile)].y(), tile, 16);
    }
    pen.arrow({60, 14}, {74, 14});
    pen.arrow({84, 24}, {84, 36});
    pen.arrow({74, 46}, {60, 46});
    pen.arrow({50, 36}, {50, 24});
}

void keep(Pen& pen)
{
    pen.memory(6, 14, 32);
    pen.tile(36, 16, 0, 28);
    pen.arrow({68, 30}, {88, 30});
    pen.tile(92, 16, 2, 28);
    pen.cross({24, 30});
}

void sideBySide(Pen& pen)
{
    for (int row = 0; row < 4; ++row) {
        for (int column = 0; column < 9; ++column) {
            pen.tile(4 + 14 * column, 3 + 14 * row, column / 3);
        }
    }
    pen.arrow({34, 30}, {58, 30});
    pen.arrow({76, 30}, {100, 30});
}

void alternate(Pen& pen)
{
    for (int group = 0; group < 4; ++group) {
        pen.block(8 + 20 * group, 8, 18, 16, 0);
        pen.block(28 + 20 * group, 36, 18, 16, 2);
        pen.arrow({26.0 + 20 * group, 25}, {34.0 + 20 * group, 35});
    }
}

void zigzag(Pen& pen)
{
    constexpr std::array<int, 27> regions{0, 0, 0, 0, 0, 1, 1, 1, 1, 3, 3, 2, 2, 2, 2, 2, 2, 1, 3, 3, 3, 3, 4, 4, 4, 4, 4};
    for (std::size_t i = 0; i < regions.size(); ++i) {
        pen.tile(4 + 14 * static_cast<double>(i % 9), 8 + 15 * static_cast<double>(i / 9), regions[i]);
    }
}

void linear(Pen& pen)
{
    for (int layer = 0; layer < 3; ++layer) {
        pen.tile(6 + 26 * layer, 8, 0, 14);
    }
    pen.arrow({21, 15}, {31, 15});
    pen.arrow({47, 15}, {57, 15});
    pen.tile(6, 38, 2, 14);
    pen.tile(40, 30, 2, 12);
    pen.tile(40, 46, 2, 12);
    pen.arrow({21, 44}, {38, 37});
    pen.arrow({21, 46}, {38, 52});
    pen.cross({96, 45});
}

void roundUp(Pen& pen)
{
    for (int part = 0; part < 8; ++part) {
        pen.block(10 + 14 * part, 6, 13, 16, part < 7 ? 0 : -1);
        pen.block(10 + 14 * (part % 4), 32 + 0 * part, 13, 10, 0);
        pen.block(10 + 14 * (part % 4), 44, 13, 10, part % 4 < 3 ? 0 : -1);
    }
}

void train(Pen& pen)
{
    for (int layer = 0; layer < 3; ++layer) {
        pen.tile(10 + 44 * layer, 6, 0, 16);
        pen.tile(10 + 44 * layer, 38, 1, 16);
        pen.arrow({18.0 + 44 * layer, 24}, {18.0 + 44 * layer, 36});
    }
    for (int layer = 0; layer < 2; ++layer) {
        pen.arrow({28.0 + 44 * layer, 14}, {51.0 + 44 * layer, 14});
        pen.arrow({51.0 + 44 * layer, 46}, {28.0 + 44 * layer, 46});
    }
}

void bypass(Pen& pen)
{
    pen.memory(6, 14, 32);
    pen.block(46, 8, 26, 20, -1);
    pen.tile(100, 18, 0, 24);
    pen.arrow({18, 40}, {96, 40});
}

struct SwitchPicture {
    std::string_view key;
    const char* title;
    void (*paint)(Pen&);
};

constexpr std::array<SwitchPicture, 13> switchPictures{
    {{"hybrid_partition", QT_TRANSLATE_NOOP("PictureText", "Split layers over tiles in any way"), hybrid},
     {"batch_partition", QT_TRANSLATE_NOOP("PictureText", "Split the batch over tiles"), batch},
     {"input_channel_partition", QT_TRANSLATE_NOOP("PictureText", "Split input channels over tiles, and add up"),
      channels},
     {"access_forwarding", QT_TRANSLATE_NOOP("PictureText", "Fetch once, forward from tile to tile"), forward},
     {"buffer_sharing", QT_TRANSLATE_NOOP("PictureText", "Share buffers: hold one copy between tiles"), share},
     {"keep_outputs_on_chip", QT_TRANSLATE_NOOP("PictureText", "Keep maps on the chip for the next layer"), keep},
     {"spatial_pipelining", QT_TRANSLATE_NOOP("PictureText", "Run layers side by side, as a pipeline"), sideBySide},
     {"alternate_loop_order", QT_TRANSLATE_NOOP("PictureText", "Hand on maps group by group"), alternate},
     {"zigzag_regions", QT_TRANSLATE_NOOP("PictureText", "Fold regions in stripes"), zigzag},
     {"linear_chains", QT_TRANSLATE_NOOP("PictureText", "Pipeline chains only, no branches"), linear},
     {"rounded_factors", QT_TRANSLATE_NOOP("PictureText", "Round up counts that divide poorly"), roundUp},
     {"training", QT_TRANSLATE_NOOP("PictureText", "Schedule a step of training"), train},
     {"buffer_bypass", QT_TRANSLATE_NOOP("PictureText", "Let data skip the buffer"), bypass}}};

const SwitchPicture* findRow(std::string_view key)
{
    const auto row = std::find_if(switchPictures.begin(), switchPictures.end(),
                                  [&](const SwitchPicture& one) { return one.key == key; });
    return row == switchPictures.end() ? nullptr : &*row;
}

} // namespace

QString switchTitle(std::string_view key)
{
    const SwitchPicture* row = findRow(key);
    return row ? PictureText::tr(row->title) : QString();
}

QImage switchPicture(std::string_view key)
{
    const SwitchPicture* row = findRow(key);
    if (!row) {
        return {};
    }
    QImage image(size * scale, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    Pen pen(image);
    row->paint(pen);
    return image;
}

QString switchToolTip(std::string_view key, const QString& help, const QString& remark)
{
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    switchPicture(key).save(&buffer, "PNG");
    const QString picture = QStringLiteral("<img src='data:image/png;base64,%1' width='%2' height='%3'>")
                                .arg(QString::fromLatin1(png.toBase64()))
                                .arg(size.width())
                                .arg(size.height());
    const QString after = remark.isEmpty() ? QString() : QStringLiteral("<p><i>%1</i></p>").arg(remark.toHtmlEscaped());
    return QStringLiteral("<p><b>%1</b></p><p>%2</p><p>%3</p>%4").arg(switchTitle(key).toHtmlEscaped(), picture, help.toHtmlEscaped(), after);
}

} // namespace tilescape::ui::window
