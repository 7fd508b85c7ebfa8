#pragma once

#include <QCoreApplication>
#include <QImage>
#include <QWidget>

namespace samples {

/// The widget on a screen of two pixels a unit, in the palette that is set: screenshots/NAME_scale2.png.
inline bool leaveAtScaleTwo(QWidget& widget, const QString& name)
{
    QImage image(widget.size() * 2, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(2);
    image.fill(Qt::transparent);
    widget.render(&image);
    return image.save(QCoreApplication::applicationDirPath() + QStringLiteral("/../screenshots/%1_scale2.png").arg(name));
}

} // namespace samples
