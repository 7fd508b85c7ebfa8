#include "ui/widgets/figure.h"

#include <QBuffer>
#include <QFileInfo>
#include <QFontInfo>
#include <QImage>
#include <QLocale>
#include <QPageSize>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSaveFile>
#include <QSvgGenerator>

#include <cmath>
#include <optional>

namespace tilescape::ui::widgets {

namespace {

constexpr double mmPerInch = 25.4;
constexpr double layoutDpi = 96;
constexpr double pointsPerInch = 72;
constexpr double margin = 4; ///< pixels of the layout
constexpr double layoutTextPt = 8.25; ///< 11 pixels, style::figureFont
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

/// What a page is laid out for, and how large it is in pixels of 1/96 inch.
struct Page {
    double scale = 1; ///< pixels of the page for one of the layout
    QSizeF picture;   ///< pixels of the layout, without margins
    QSizeF pixels;
};

Page pageOf(const Figure& figure, const FigureSize& size)
{
    Page page;
    page.scale = size.textPt / layoutTextPt;
    const double width = size.widthMm / mmPerInch * layoutDpi;
    const double inner = width / page.scale - 2 * margin;
    // Whole points, which every format can state exactly.
    const double perPoint = layoutDpi / pointsPerInch;
    const double height = std::ceil((figure.heightFor(inner) + 2 * margin) * page.scale / perPoint - 1e-6) * perPoint;
    page.picture = QSizeF(inner, height / page.scale - 2 * margin);
    page.pixels = QSizeF(width, height);
    return page;
}

/// The device's dots are the view's, not the world's: what depends on how large something is on the page (the detail of a
/// drawing) is alike in every format.
void setDots(QPainter& painter, double perPixel)
{
    constexpr int window = 1'000'000;
    painter.setWindow(0, 0, window, window);
    painter.setViewport(0, 0, static_cast<int>(std::lround(window * perPixel)), static_cast<int>(std::lround(window * perPixel)));
}

void paintPage(const Figure& figure, QPainter& painter, const Page& page)
{
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.scale(page.scale, page.scale);
    painter.translate(margin, margin);
    figure.paint(painter, page.picture);
}

/// Each font by the family that it is of here ("Sans Serif" only stands for one), and by what may stand in for it.
QString withFamilies(QString svg)
{
    static const QRegularExpression attribute(QStringLiteral("font-family=\"([^\",]*)\""));
    QStringList names;
    for (auto found = attribute.globalMatch(svg); found.hasNext();) {
        const QString name = found.next().captured(1);
        if (!names.contains(name)) {
            names << name;
        }
    }
    for (const QString& name : names) {
        svg.replace(QStringLiteral("font-family=\"%1\"").arg(name),
                    QStringLiteral("font-family=\"%1, sans-serif\"").arg(QFontInfo(QFont(name)).family()));
    }
    return svg;
}

/// QSvgGenerator knows whole pixels only.
QByteArray exactSvg(const QByteArray& svg, const Page& page)
{
    QString text = QString::fromUtf8(svg);
    static const QRegularExpression extent(QStringLiteral("<svg width=\"[^\"]*\" height=\"[^\"]*\""));
    const auto millimetres = [](double pixels) { return QString::number(pixels * mmPerInch / layoutDpi, 'f', 4); };
    const auto match = extent.match(text);
    text.replace(match.capturedStart(), match.capturedLength(),
                 QStringLiteral("<svg width=\"%1mm\" height=\"%2mm\"")
                     .arg(millimetres(page.pixels.width()), millimetres(page.pixels.height())));
    return withFamilies(std::move(text)).toUtf8();
}

QByteArray svgOf(const Figure& figure, const Page& page)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(static_cast<int>(layoutDpi));
    generator.setSize(page.pixels.toSize());
    generator.setViewBox(QRectF(QPointF(), page.pixels));
    generator.setTitle(figure.title);
    generator.setDescription(figure.description);
    QPainter painter(&generator);
    paintPage(figure, painter, page);
    painter.end();
    return exactSvg(buffer.data(), page);
}

/// QPdfWriter knows whole points only: the page is as wide as the next one, and its box is narrowed. The number keeps its
/// length, so that the file's table of positions stays valid.
QByteArray exactPdf(QByteArray pdf, int roundedPoints, double points)
{
    const QByteArray before = "/MediaBox [0 0 ";
    const QByteArray rounded = QByteArray::number(static_cast<double>(roundedPoints), 'f', 6);
    const qsizetype at = pdf.indexOf(before + rounded);
    const QByteArray exact = QByteArray::number(points, 'f', 8).left(rounded.size());
    return at < 0 ? pdf : pdf.replace(at + before.size(), rounded.size(), exact);
}

QByteArray pdfOf(const Figure& figure, const Page& page)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    const QSizeF points = page.pixels * (pointsPerInch / layoutDpi);
    const int width = static_cast<int>(std::ceil(points.width() - 1e-9));
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(QSizeF(width, std::round(points.height())), QPageSize::Point, figure.title, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    writer.setResolution(pdfDpi);
    writer.setTitle(figure.title);
    writer.setCreator(QStringLiteral("Tilescape"));
    QPainter painter(&writer);
    setDots(painter, pdfDpi / layoutDpi);
    paintPage(figure, painter, page);
    painter.end();
    return exactPdf(buffer.data(), width, points.width());
}

QByteArray pngOf(const Figure& figure, const Page& page)
{
    const int width = static_cast<int>(std::lround(page.pixels.width() * pngDpi / layoutDpi));
    const double scale = width / page.pixels.width();
    QImage image(width, static_cast<int>(std::lround(page.pixels.height() * scale)), QImage::Format_ARGB32);
    image.fill(Qt::white);
    image.setText(QStringLiteral("Title"), figure.title);
    image.setText(QStringLiteral("Description"), figure.description);
    // The dots are so dense that the whole number of them is as wide as asked for.
    const double metres = page.pixels.width() / layoutDpi * mmPerInch / 1000;
    const int dotsPerMetre = static_cast<int>(std::lround(width / metres));
    {
        QPainter painter(&image);
        setDots(painter, scale);
        paintPage(figure, painter, page);
    }
    image.setDotsPerMeterX(dotsPerMetre);
    image.setDotsPerMeterY(dotsPerMetre);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return buffer.data();
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

QSizeF figurePageMm(const Figure& figure, const FigureSize& size)
{
    return pageOf(figure, size).pixels * (mmPerInch / layoutDpi);
}

void paintFigurePage(QPainter& painter, const Figure& figure, const FigureSize& size)
{
    paintPage(figure, painter, pageOf(figure, size));
}

support::Diagnostics writeFigure(const Figure& figure, const QString& path, const FigureSize& size)
{
    const std::optional<FigureFormat> format = formatOf(path);
    if (!format) {
        return {fault(path, QStringLiteral("the ending names no known figure format"),
                      QStringLiteral("use .svg, .pdf or .png"))};
    }
    if (!(size.widthMm >= smallestFigureMm && size.widthMm <= largestFigureMm)) {
        return {fault(path, QStringLiteral("a figure %1 mm wide cannot be made").arg(QLocale::c().toString(size.widthMm)),
                      QStringLiteral("choose a width of 20 to 1000 mm"))};
    }
    const Page page = pageOf(figure, size);
    switch (*format) {
    case FigureFormat::Svg: return save(svgOf(figure, page), path);
    case FigureFormat::Pdf: return save(pdfOf(figure, page), path);
    case FigureFormat::Png: break;
    }
    return save(pngOf(figure, page), path);
}

support::Diagnostics writeFigure(const Figure& figure, const QString& path, double widthMm)
{
    return writeFigure(figure, path, FigureSize{widthMm, paperTextPt});
}

} // namespace tilescape::ui::widgets
