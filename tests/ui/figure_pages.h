#pragma once

#include "ui/widgets/figure.h"

#include <QFile>
#include <QFontMetricsF>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QSizeF>
#include <QStringList>
#include <QTemporaryDir>
#include <QTransform>
#include <QXmlStreamReader>

#include <vector>

/// What files of figures say when they are read again: text with its place, size of the page, pictures.
namespace pages {

struct PlacedText {
    QString text;
    QRectF place; ///< of its ink, in pixels of 1/96 inch on the page
    QString family; ///< as the file names it first
};

struct Page {
    QSizeF millimetres;
    QSizeF pixels;
    std::vector<PlacedText> texts;
    QStringList families;
    int bitmaps = 0;
    int patterns = 0; ///< fills that some programs show as plain colours
    int rectangles = 0;

    [[nodiscard]] QStringList words() const
    {
        QStringList all;
        for (const PlacedText& text : texts) {
            all << text.text;
        }
        return all;
    }
    [[nodiscard]] bool says(const QString& words) const { return this->words().contains(words); }
    /// Found in the texts one after another: what was wrapped is found, too.
    [[nodiscard]] bool tells(const QString& words) const { return this->words().join(QLatin1Char(' ')).contains(words); }
};

inline QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline QByteArray written(const tilescape::ui::widgets::Figure& figure, const tilescape::ui::widgets::FigureSize& size, const char* ending)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QLatin1String("figure.") + QLatin1String(ending));
    return tilescape::ui::widgets::writeFigure(figure, path, size).empty() ? contentOf(path) : QByteArray();
}

inline QTransform transformOf(QStringView text)
{
    static const QRegularExpression pattern(QStringLiteral("matrix\\(([^)]*)\\)"));
    const auto match = pattern.match(text.toString());
    const QStringList parts = match.captured(1).split(QLatin1Char(','));
    return parts.size() == 6 ? QTransform(parts[0].toDouble(), parts[1].toDouble(), parts[2].toDouble(), parts[3].toDouble(),
                                          parts[4].toDouble(), parts[5].toDouble())
                             : QTransform();
}

inline QRectF inkOf(const QXmlStreamAttributes& attributes, const QString& text, const QTransform& transform)
{
    QFont font(attributes.value(QLatin1String("font-family")).toString().section(QLatin1Char(','), 0, 0));
    constexpr int fine = 32; // ink is measured in whole pixels, of which there are more in larger letters
    font.setPixelSize(fine * qRound(attributes.value(QLatin1String("font-size")).toDouble()));
    font.setBold(attributes.value(QLatin1String("font-weight")).toInt() > 500);
    const QPointF at(attributes.value(QLatin1String("x")).toDouble(), attributes.value(QLatin1String("y")).toDouble());
    const QRectF ink = QFontMetricsF(font).tightBoundingRect(text.trimmed());
    return transform.mapRect(QRectF(ink.topLeft() / fine, ink.size() / fine).translated(at));
}

/// Of the flat SVG that QSvgGenerator writes.
inline Page readSvg(const QByteArray& svg)
{
    Page page;
    QXmlStreamReader reader(svg);
    QList<QTransform> transforms{QTransform()};
    while (!reader.atEnd()) {
        const auto token = reader.readNext();
        if (token == QXmlStreamReader::EndElement && reader.name() == QLatin1String("g")) {
            transforms.removeLast();
        }
        if (token != QXmlStreamReader::StartElement) {
            continue;
        }
        const QXmlStreamAttributes attributes = reader.attributes();
        const QStringView name = reader.name();
        if (name == QLatin1String("svg")) {
            const auto millimetres = [&](const char* key) { return attributes.value(QLatin1String(key)).toString().remove(QStringLiteral("mm")).toDouble(); };
            page.millimetres = {millimetres("width"), millimetres("height")};
            const QStringList box = attributes.value(QLatin1String("viewBox")).toString().split(QLatin1Char(' '));
            page.pixels = {box.value(2).toDouble(), box.value(3).toDouble()};
        } else if (name == QLatin1String("g")) {
            const bool own = attributes.hasAttribute(QLatin1String("transform"));
            transforms << (own ? transformOf(attributes.value(QLatin1String("transform"))) : transforms.last());
        } else if (name == QLatin1String("text")) {
            const QString text = reader.readElementText().trimmed().replace(QChar(0xa0), QLatin1Char(' '));
            page.families << attributes.value(QLatin1String("font-family")).toString();
            if (!text.isEmpty()) {
                page.texts.push_back({text, inkOf(attributes, text, transforms.last()), page.families.last().section(QLatin1Char(','), 0, 0)});
            }
        }
        page.bitmaps += name == QLatin1String("image");
        page.patterns += name == QLatin1String("pattern");
        page.rectangles += name == QLatin1String("rect");
    }
    return page;
}

inline Page svgPage(const tilescape::ui::widgets::Figure& figure, const tilescape::ui::widgets::FigureSize& size)
{
    return readSvg(written(figure, size, "svg"));
}

/// Texts that leave the page, lie on each other, or are cut.
inline QStringList textFaults(const Page& page)
{
    QStringList faults;
    const QRectF paper(QPointF(), page.pixels);
    for (std::size_t i = 0; i < page.texts.size(); ++i) {
        const PlacedText& one = page.texts[i];
        if (!paper.contains(one.place)) {
            faults << QStringLiteral("\"%1\" leaves the page").arg(one.text);
        }
        if (one.text.contains(QChar(0x2026)) || one.text.contains(QStringLiteral("..."))) {
            faults << QStringLiteral("\"%1\" is cut").arg(one.text);
        }
        for (std::size_t j = i + 1; j < page.texts.size(); ++j) {
            const QRectF both = one.place.intersected(page.texts[j].place);
            if (both.width() > 0.5 && both.height() > 0.5) {
                faults << QStringLiteral("\"%1\" lies on \"%2\"").arg(one.text, page.texts[j].text);
            }
        }
    }
    return faults;
}

/// The page of a PDF as poppler's programs read it; words and bitmaps in the order of the page.
struct PdfPage {
    QSizeF points;
    QStringList words;
    int bitmaps = 0;
    QString fault; ///< why it could not be read
};

inline QByteArray output(const QString& program, const QStringList& arguments, QString& fault)
{
    QProcess process;
    process.start(program, arguments);
    if (!process.waitForFinished() || process.exitCode() != 0) {
        fault = program + QStringLiteral(" of the package poppler-utils does not run: ") + process.errorString();
    }
    return process.readAllStandardOutput();
}

inline PdfPage readPdf(const QByteArray& pdf)
{
    PdfPage page;
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("figure.pdf"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(pdf) != pdf.size()) {
        page.fault = file.errorString();
        return page;
    }
    file.close();
    QXmlStreamReader reader(output(QStringLiteral("pdftotext"), {QStringLiteral("-bbox"), path, QStringLiteral("-")}, page.fault)
                                .replace("<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">", ""));
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement) {
            continue;
        }
        if (reader.name() == QLatin1String("page")) {
            page.points = {reader.attributes().value(QLatin1String("width")).toDouble(), reader.attributes().value(QLatin1String("height")).toDouble()};
        } else if (reader.name() == QLatin1String("word")) {
            page.words << reader.readElementText();
        }
    }
    // Two lines of heads, then one a bitmap.
    page.bitmaps = static_cast<int>(output(QStringLiteral("pdfimages"), {QStringLiteral("-list"), path}, page.fault).count('\n')) - 2;
    return page;
}

} // namespace pages
