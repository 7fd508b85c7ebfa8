#include "ui/widgets/figure_page.h"

#include "ui/widgets/svg_fonts.h"

#include <QBuffer>
#include <QFileInfo>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QImage>
#include <QPageSize>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSaveFile>
#include <QSvgGenerator>

#include <cerrno>
#include <cmath>
#include <optional>

namespace tilescape::ui::widgets {

namespace {

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

/// The device's dots are the view's, not the world's: what depends on how large something is on the page (the detail of a
/// drawing) is alike in every format.
void setDots(QPainter& painter, double perPixel)
{
    constexpr int window = 1'000'000;
    painter.setWindow(0, 0, window, window);
    painter.setViewport(0, 0, static_cast<int>(std::lround(window * perPixel)), static_cast<int>(std::lround(window * perPixel)));
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
        const QFontInfo font{QFont(name)};
        // Not every font of code says that it is one: Noto Sans Mono does not.
        const QFontMetricsF letters{QFont(name)};
        const bool code = font.fixedPitch() || letters.horizontalAdvance(QLatin1Char('i')) == letters.horizontalAdvance(QLatin1Char('M'));
        svg.replace(QStringLiteral("font-family=\"%1\"").arg(name),
                    QStringLiteral("font-family=\"%1, %2\"")
                        .arg(font.family(), code ? QStringLiteral("monospace") : QStringLiteral("sans-serif")));
    }
    return svg;
}

/// The project in the file, for programs that read it and for people who look into the file.
QString metadataOf(const Figure& figure)
{
    return figure.project.isEmpty()
        ? QString()
        : QStringLiteral("<metadata><tilescape:project xmlns:tilescape=\"urn:tilescape:project\">%1</tilescape:project></metadata>\n")
              .arg(QString::fromUtf8(figure.project).toHtmlEscaped());
}

/// QSvgGenerator knows whole pixels only, and no metadata.
QByteArray exactSvg(const QByteArray& svg, const Figure& figure, const PageLayout& page)
{
    QString text = QString::fromUtf8(svg);
    static const QRegularExpression extent(QStringLiteral("<svg width=\"[^\"]*\" height=\"[^\"]*\""));
    const auto millimetres = [](double pixels) { return QString::number(pixels * mmPerInch / layoutDpi, 'f', 4); };
    const auto match = extent.match(text);
    text.replace(match.capturedStart(), match.capturedLength(),
                 QStringLiteral("<svg width=\"%1mm\" height=\"%2mm\"")
                     .arg(millimetres(page.pixels.width()), millimetres(page.pixels.height())));
    text = withFonts(withFamilies(std::move(text)));
    text.insert(text.indexOf(QStringLiteral("<defs>")), metadataOf(figure));
    return text.toUtf8();
}

QByteArray svgOf(const Figure& figure, const FigureSize& size, const PageLayout& page)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(static_cast<int>(layoutDpi));
    generator.setSize(page.pixels.toSize());
    generator.setViewBox(QRectF(QPointF(), page.pixels));
    generator.setTitle(figure.title.toHtmlEscaped()); // it writes both as they are
    generator.setDescription(figure.description.toHtmlEscaped());
    QPainter painter(&generator);
    paintPage(painter, figure, size, page);
    painter.end();
    return exactSvg(buffer.data(), figure, page);
}

/// QPdfWriter knows whole points only: the page is as large as the next ones, and its box is made smaller, from the left and
/// from the top. The text of the box keeps its length, so that the file's table of positions stays valid.
QByteArray exactPdf(QByteArray pdf, QSize rounded, QSizeF points)
{
    const auto fixed = [](double value) { return QByteArray::number(value, 'f', 6); };
    const QByteArray box = "[0 0 " + fixed(rounded.width()) + ' ' + fixed(rounded.height()) + ']';
    const QByteArray before = "/MediaBox ";
    const qsizetype at = pdf.indexOf(before + box);
    QByteArray exact = "[0 " + QByteArray::number(rounded.height() - points.height(), 'f', 4) + ' ' + fixed(points.width()) + ' '
        + QByteArray::number(rounded.height());
    exact = exact.leftJustified(box.size() - 1, ' ') + ']';
    return at < 0 || exact.size() != box.size() ? pdf : pdf.replace(at + before.size(), box.size(), exact);
}

QByteArray pdfOf(const Figure& figure, const FigureSize& size, const PageLayout& page)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    const QSizeF points = page.pixels * (pointsPerInch / layoutDpi);
    const QSize rounded(static_cast<int>(std::ceil(points.width() - 1e-9)), static_cast<int>(std::ceil(points.height() - 1e-9)));
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(QSizeF(rounded), QPageSize::Point, figure.title, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    writer.setResolution(pdfDpi);
    writer.setTitle(figure.title);
    writer.setCreator(QStringLiteral("Tilescape"));
    if (!figure.project.isEmpty()) {
        writer.addFileAttachment(QStringLiteral("problem.tilescape"), figure.project, QStringLiteral("application/json"));
    }
    QPainter painter(&writer);
    setDots(painter, pdfDpi / layoutDpi);
    paintPage(painter, figure, size, page);
    painter.end();
    return exactPdf(buffer.data(), rounded, points);
}

QByteArray pngOf(const Figure& figure, const FigureSize& size, const PageLayout& page)
{
    const int width = static_cast<int>(std::lround(page.pixels.width() * pngDpi / layoutDpi));
    const double scale = width / page.pixels.width();
    QImage image(width, static_cast<int>(std::lround(page.pixels.height() * scale)), QImage::Format_ARGB32);
    image.fill(Qt::white);
    image.setText(QStringLiteral("Title"), figure.title);
    image.setText(QStringLiteral("Description"), figure.description);
    if (!figure.project.isEmpty()) {
        image.setText(QStringLiteral("Tilescape"), QString::fromUtf8(figure.project));
    }
    // The dots are so dense that the whole number of them is as wide as asked for.
    const double metres = page.pixels.width() / layoutDpi * mmPerInch / 1000;
    const int dotsPerMetre = static_cast<int>(std::lround(width / metres));
    {
        QPainter painter(&image);
        setDots(painter, scale);
        paintPage(painter, figure, size, page);
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
    errno = 0;
    // What the file still holds back is written before it takes the place of the old one: `commit` does not say whether that went well.
    if (file.open(QIODevice::WriteOnly) && file.write(content) == content.size() && file.flush() && file.commit()) {
        return {};
    }
    // Of a full disk, Qt knows no more than "Unknown error".
    const int reason = errno;
    const QString words = reason == 0 ? file.errorString() : qt_error_string(reason);
    return {fault(path, QStringLiteral("the figure could not be written (%1)").arg(words),
                  QStringLiteral("choose a folder that exists and may be written to, with room on the disk"))};
}

} // namespace

QByteArray figureFile(const Figure& figure, FigureFormat format, const FigureSize& size)
{
    const PageLayout page = layOutPage(figure, size);
    switch (format) {
    case FigureFormat::Svg: return svgOf(figure, size, page);
    case FigureFormat::Pdf: return pdfOf(figure, size, page);
    case FigureFormat::Png: break;
    }
    return pngOf(figure, size, page);
}

support::Diagnostics writeFigure(const Figure& figure, const QString& path, const FigureSize& size)
{
    const std::optional<FigureFormat> format = formatOf(path);
    if (!format) {
        return {fault(path, QStringLiteral("the ending names no known figure format"),
                      QStringLiteral("use .svg, .pdf or .png"))};
    }
    const support::Diagnostics faults = pageFaults(figure, size);
    return faults.empty() ? save(figureFile(figure, *format, size), path) : faults;
}

support::Diagnostics writeFigure(const Figure& figure, const QString& path, double widthMm)
{
    return writeFigure(figure, path, FigureSize{widthMm, paperTextPt});
}

} // namespace tilescape::ui::widgets
