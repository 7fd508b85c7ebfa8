#include "ui/style/palette.h"

#include "ui/style/style_text.h"

#include <QFontDatabase>
#include <QFontInfo>

#include <array>
#include <cmath>

namespace tilescape::ui::style {

namespace {

constexpr QRgb blue = 0xff0072B2;
constexpr QRgb orange = 0xffE69F00;
constexpr QRgb green = 0xff009E73;
constexpr QRgb pink = 0xffCC79A7;
constexpr QRgb sky = 0xff56B4E9;
constexpr QRgb vermilion = 0xffD55E00;
constexpr QRgb grey = 0xff555555; // a lighter one is pink to those who see no green
constexpr std::array<QRgb, 7> cycle{blue, orange, green, pink, sky, vermilion, grey};
// None of them stands for a region or a tensor as well: searched for at most alike to any other, for every kind of sight.
constexpr std::array<QRgb, 7> components{0xff99307a, 0xff908ff0, 0xff416641, 0xffb8bc56, 0xffedad99, 0xff30cee8, 0xff6f5f15};
// Apart in lightness as well: they are told apart without colour vision.
constexpr std::array<QRgb, 3> tensors{0xff63398c, 0xff4db3aa, 0xffa5672f};

QColor mixed(const QPalette& palette, double share)
{
    return blend(palette.color(QPalette::Text), palette.color(QPalette::Base), share);
}

struct Tones {
    QRgb window, base, alternate, text, button, highlight, highlightedText, link;
};

QPalette paletteOf(const Tones& tones)
{
    QPalette palette{QColor(tones.button), QColor(tones.window)};
    const auto set = [&palette](QPalette::ColorRole role, QRgb colour) { palette.setColor(role, QColor(colour)); };
    set(QPalette::Window, tones.window);
    set(QPalette::WindowText, tones.text);
    set(QPalette::Base, tones.base);
    set(QPalette::AlternateBase, tones.alternate);
    set(QPalette::Text, tones.text);
    set(QPalette::Button, tones.button);
    set(QPalette::ButtonText, tones.text);
    set(QPalette::ToolTipBase, tones.base);
    set(QPalette::ToolTipText, tones.text);
    set(QPalette::Highlight, tones.highlight);
    set(QPalette::HighlightedText, tones.highlightedText);
    set(QPalette::Link, tones.link);
    set(QPalette::LinkVisited, tones.link);
    const QColor muted = mixed(palette, 0.34);
    palette.setColor(QPalette::PlaceholderText, muted);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, mixed(palette, 0.58));
    }
    palette.setColor(QPalette::Disabled, QPalette::Highlight, mixed(palette, 0.75));
    return palette;
}

} // namespace

QColor categorical(int index) { return QColor(cycle[static_cast<std::size_t>(index) % cycle.size()]); }

QColor tensorColour(Tensor tensor) { return QColor(tensors[static_cast<std::size_t>(tensor)]); }

QString tensorLabel(Tensor tensor)
{
    switch (tensor) {
    case Tensor::Weight: return StyleText::tr("Weights");
    case Tensor::Input: return StyleText::tr("Inputs");
    case Tensor::Output: break;
    }
    return StyleText::tr("Outputs");
}

QColor componentColour(int index) { return QColor(components[static_cast<std::size_t>(index) % components.size()]); }

QColor blend(const QColor& from, const QColor& to, double share)
{
    const auto mix = [share](float a, float b) { return static_cast<float>(a + (b - a) * share); };
    return QColor::fromRgbF(mix(from.redF(), to.redF()), mix(from.greenF(), to.greenF()), mix(from.blueF(), to.blueF()));
}

QColor readableOn(const QColor& fill)
{
    const double lightness = 0.299 * fill.redF() + 0.587 * fill.greenF() + 0.114 * fill.blueF();
    return lightness > 0.55 ? QColor(0x1b, 0x1e, 0x27) : QColor(Qt::white);
}

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

QColor outline(const QPalette& palette) { return mixed(palette, 0.8); }

QColor idleFill(const QPalette& palette) { return mixed(palette, 0.92); }

QColor mutedText(const QPalette& palette) { return mixed(palette, 0.34); }

QColor selection(const QPalette& palette) { return isDark(palette) ? QColor(0x6c, 0xb2, 0xff) : QColor(0x0b, 0x66, 0xc8); }

QColor memoryColour(const QPalette& palette) { return mixed(palette, 0.25); }

QColor warningColour(const QPalette& palette) { return isDark(palette) ? QColor(orange) : QColor(0x8f, 0x5a, 0x00); }

QColor errorColour(const QPalette& palette) { return isDark(palette) ? QColor(0xff, 0x9d, 0x5c) : QColor(0xb0, 0x3a, 0x00); }

QPalette lightPalette()
{
    return paletteOf({.window = 0xfff3f4f6, .base = 0xffffffff, .alternate = 0xfff8f9fb, .text = 0xff1b1e27,
                      .button = 0xfffafbfc, .highlight = 0xff0b66c8, .highlightedText = 0xffffffff, .link = 0xff0b66c8});
}

QPalette darkPalette()
{
    return paletteOf({.window = 0xff191c22, .base = 0xff21252d, .alternate = 0xff262b34, .text = 0xffe6e8ec,
                      .button = 0xff2b303a, .highlight = 0xff2f6fb5, .highlightedText = 0xffffffff, .link = 0xff6cb2ff});
}

QPalette paperPalette()
{
    QPalette palette = lightPalette();
    palette.setColor(QPalette::Window, Qt::white);
    return palette;
}

QFont figureFont()
{
    QFont font;
    // Whole pixels only; the page is scaled to the size in points that is asked for.
    font.setPixelSize(11);
    return font;
}

QFont codeFont()
{
    QFont font;
    font.setFamilies({QFontInfo(QFontDatabase::systemFont(QFontDatabase::FixedFont)).family()});
    font.setStyleHint(QFont::Monospace);
    return font;
}

int smallestTextAt(double scale) { return static_cast<int>(std::ceil(smallestText / scale - 1e-3)); }

CodeColours codeColours(const QPalette& palette)
{
    if (isDark(palette)) {
        return {QColor(sky), QColor(orange), mutedText(palette)};
    }
    return {QColor(blue), QColor(0x9a, 0x5b, 0x00), mutedText(palette)};
}

} // namespace tilescape::ui::style
