#include "ui/network/layer_looks.h"

#include "ui/network/network_text.h"
#include "ui/style/palette.h"
#include "ui/style/scheme_text.h"

namespace tilescape::ui::network {

namespace model = tilescape::network;

QString dimensionsText(const model::Layer& layer)
{
    QString text = QStringLiteral("%1 × %2").arg(layer.outputChannels).arg(style::extentText(layer.outputSize));
    const Extent filter = model::filterOf(layer);
    const Extent stride = model::strideOf(layer);
    if (filter.size() > 1) {
        text += QStringLiteral(", %1×%2").arg(filter.height).arg(filter.width);
    }
    if (stride.size() > 1) {
        text += stride.height == stride.width ? QStringLiteral(" /%1").arg(stride.height)
                                              : QStringLiteral(" /%1×%2").arg(stride.height).arg(stride.width);
    }
    return text;
}

QString kindLabel(const model::Layer& layer)
{
    if (model::isDepthwise(layer)) {
        return NetworkText::tr("Depthwise convolution");
    }
    switch (layer.kind.index()) {
    case 0: return NetworkText::tr("Convolution");
    case 1: return NetworkText::tr("Fully connected");
    case 2: return NetworkText::tr("Pooling");
    case 3: return NetworkText::tr("Element-wise");
    case 4: return NetworkText::tr("Transposed convolution");
    case 5: return NetworkText::tr("Unpooling");
    case 6: return NetworkText::tr("Gradient of weights");
    default: return NetworkText::tr("Matrix product");
    }
}

QColor kindColour(const model::Layer& layer, const QPalette& palette)
{
    // Greys, by lightness: the other colours belong to regions and to what travels.
    constexpr QRgb dark = 0xff44526a;
    constexpr QRgb fairlyDark = 0xff59677f;
    constexpr QRgb middle = 0xff6f7d93;
    constexpr QRgb light = 0xff9aa5b5;
    if (model::isDepthwise(layer)) {
        return QColor(fairlyDark);
    }
    switch (layer.kind.index()) {
    case 0:
    case 4: return QColor(dark);
    case 2:
    case 5: return style::idleFill(palette);
    case 3: return QColor(light);
    default: return QColor(middle);
    }
}

QString layerText(const model::Layer& layer)
{
    return QStringLiteral("%1\n%2, %3\n")
               .arg(QString::fromStdString(layer.name), kindLabel(layer), dimensionsText(layer))
           + NetworkText::tr("%1 input channels, %2 output channels")
                 .arg(layer.inputChannels)
                 .arg(layer.outputChannels);
}

} // namespace tilescape::ui::network
