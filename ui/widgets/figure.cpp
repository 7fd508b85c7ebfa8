#include "ui/widgets/figure.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImage>
#include <QLocale>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <cmath>
#include <optional>

namespace tilescape::ui::widgets {

namespace {

constexpr double mmPerInch = 25.4;
constexpr double layoutDpi = 96;
constexpr int pdfDpi = 1200;
constexpr double pngDpi = 300;

std::optional<FigureFormat> formatOf(const QString& path)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending == QLatin1String("svg")) {
        return FigureFormat::Svg;
    }
    if (ending == QLatin1String("pdf")) {
        return FigureFormat::Pdf;
    }
    return ending == QLatin1String("png") ? std::optional(FigureFormat::Png) : std::nullopt;
}

void paintScaled(const Figure& figure, QPainter& painter, QSizeF size, double scale)
{
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.scale(scale, scale);
    figure.paint(painter, size);
}

void writeSvg(const Figure& figure, QSizeF size, QIODevice& device)
{
    QSvgGenerator generator;
    generator.setOutputDevice(&device);
    generator.setResolution(static_cast<int>(layoutDpi));
    generator.setSize(QSize(static_cast<int>(std::lround(size.width())), static_cast<int>(std::ceil(size.height()))));
    generator.setViewBox(QRectF(QPointF(), size));
    generator.setTitle(figure.title);
    generator.setDescription(figure.description);
    QPainter painter(&generator);
    paintScaled(figure, painter, size, 1);
}

void writePdf(const Figure& figure, QSizeF size, QIODevice& device)
{
    QPdfWriter writer(&device);
    const QSizeF millimetres = size * (mmPerInch / layoutDpi);
    writer.setPageSize(QPageSize(millimetres, QPageSize::Millimeter, figure.title, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    writer.setResolution(pdfDpi);
    writer.setTitle(figure.title);
    writer.setCreator(QStringLiteral("Tilescape"));
    QPainter painter(&writer);
    paintScaled(figure, painter, size, pdfDpi / layoutDpi);
}

void writePng(const Figure& figure, QSizeF size, QIODevice& device)
{
    const double scale = pngDpi / layoutDpi;
    QImage image((size * scale).toSize(), QImage::Format_ARGB32);
    image.fill(Qt::white);
    image.setText(QStringLiteral("Title"), figure.title);
    image.setText(QStringLiteral("Description"), figure.description);
    {
        QPainter painter(&image);
        paintScaled(figure, painter, size, scale);
    }
    const int dotsPerMeter = static_cast<int>(std::lround(pngDpi / mmPerInch * 1000));
    image.setDotsPerMeterX(dotsPerMeter);
    image.setDotsPerMeterY(dotsPerMeter);
    image.save(&device, "PNG");
}

support::Diagnostic fault(const QString& path, const QString& problem, const QString& remedy)
{
    support::Diagnostic diagnostic;
    diagnostic.file = path.toStdString();
    diagnostic.problem = problem.toStdString();
    diagnostic.remedy = remedy.toStdString();
    return diagnostic;
}

support::Diagnostics save(const QByteArray& content, const QString& path)
{
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(content) == content.size() && file.commit()) {
        return {};
    }
    return {fault(path, QStringLiteral("the figure could not be written (%1)").arg(file.errorString()),
                  QStringLiteral("choose a folder that exists and may be written to"))};
}

} // namespace

support::Diagnostics writeFigure(const Figure& figure, const QString& path, double widthMm)
{
    const std::optional<FigureFormat> format = formatOf(path);
    if (!format) {
        return {fault(path, QStringLiteral("the ending names no known figure format"),
                      QStringLiteral("use .svg, .pdf or .png"))};
    }
    if (!(widthMm >= smallestFigureMm && widthMm <= largestFigureMm)) {
        return {fault(path, QStringLiteral("a figure %1 mm wide cannot be made").arg(QLocale::c().toString(widthMm)),
                      QStringLiteral("choose a width of 20 to 1000 mm"))};
    }
    const double width = widthMm / mmPerInch * layoutDpi;
    const QSizeF size(width, figure.heightFor(width));
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    switch (*format) {
    case FigureFormat::Svg: writeSvg(figure, size, buffer); break;
    case FigureFormat::Pdf: writePdf(figure, size, buffer); break;
    case FigureFormat::Png: writePng(figure, size, buffer); break;
    }
    buffer.close();
    return save(buffer.data(), path);
}

} // namespace tilescape::ui::widgets
