#include "ui/workspace/figure_project.h"

#include "core/io/project_json.h"
#include "ui/workspace/workspace.h"

#include <QImage>
#include <QRegularExpression>
#include <QXmlStreamReader>

namespace tilescape::ui::workspace {

namespace {

QString projectInSvg(const QByteArray& file)
{
    QXmlStreamReader reader(file);
    while (!reader.atEnd()) {
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.namespaceUri() == QLatin1String("urn:tilescape:project")) {
            return reader.readElementText();
        }
    }
    return {};
}

/// The data of a stream object, after its dictionary.
QByteArray streamOf(const QByteArray& file, const QByteArray& object)
{
    const QByteArray begin = "stream";
    const qsizetype at = file.indexOf('\n' + object + " obj");
    qsizetype data = at < 0 ? -1 : file.indexOf(begin, at);
    const qsizetype end = data < 0 ? -1 : file.indexOf("endstream", data);
    if (end < 0) {
        return {};
    }
    data += begin.size();
    data += file.mid(data, 2) == "\r\n" ? 2 : 1;
    return file.mid(data, end - data);
}

/// Of the files attached to a PDF, which are compressed or plain, the one that is a project.
QString projectInPdf(const QByteArray& file)
{
    static const QRegularExpression attached(QStringLiteral("/EF\\s*<<[^>]*?/U?F\\s+([0-9]+)\\s+([0-9]+)\\s+R"));
    for (auto found = attached.globalMatch(QString::fromLatin1(file)); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        const QByteArray bytes = streamOf(file, match.captured(1).toLatin1() + ' ' + match.captured(2).toLatin1());
        // qUncompress wants the length first; it makes room by itself where there is more.
        const QByteArray length = QByteArray::fromHex(QByteArray::number(20 * bytes.size(), 16).rightJustified(8, '0'));
        const QString text = QString::fromUtf8(bytes.startsWith('{') ? bytes : qUncompress(length + bytes));
        if (text.contains(QStringLiteral("\"tilescape-project\""))) {
            return text;
        }
    }
    return {};
}

} // namespace

QByteArray projectText(const Workspace& workspace) { return QByteArray::fromStdString(io::writeProject(workspace.problem())); }

bool isFigure(const QByteArray& file)
{
    static const QRegularExpression svg(QStringLiteral("^\\s*(<\\?xml[^>]*>\\s*)?(<!--.*?-->\\s*|<!DOCTYPE[^>]*>\\s*)*<svg\\b"),
                                        QRegularExpression::DotMatchesEverythingOption);
    return file.startsWith("%PDF") || file.startsWith("\x89PNG") || svg.match(QString::fromUtf8(file.left(2000))).hasMatch();
}

support::Result<std::string> projectInFigure(const QByteArray& file, const std::string& name)
{
    const QString text = file.startsWith("%PDF") ? projectInPdf(file)
        : file.startsWith("\x89PNG")             ? QImage::fromData(file).text(QStringLiteral("Tilescape"))
                                                 : projectInSvg(file);
    if (!text.isEmpty()) {
        return text.toStdString();
    }
    support::Diagnostic fault;
    fault.file = name;
    fault.problem = "this picture carries no problem of Tilescape";
    fault.remedy = "open a figure that Tilescape exported, and that no other program has rewritten";
    return fault;
}

} // namespace tilescape::ui::workspace
