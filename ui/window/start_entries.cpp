#include "ui/window/start_entries.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

namespace tilescape::ui::window {

namespace {

const QString root = QStringLiteral(":/examples/");

/// "What it shows ([more](x.md))" without links and code marks.
QString plainMarkdown(QString markdown)
{
    static const QRegularExpression more(QStringLiteral(R"(\s*\(\[more\]\([^)]*\)\))"));
    return markdown.remove(more).remove(QLatin1Char('`')).trimmed();
}

} // namespace

std::vector<StartEntry> exampleEntries()
{
    QFile readme(root + QStringLiteral("README.md"));
    std::vector<StartEntry> entries;
    if (!readme.open(QIODevice::ReadOnly)) {
        return entries;
    }
    // Rows of its table: | `file.tilescape` | what it shows |
    static const QRegularExpression row(QStringLiteral(R"(^\| `([^`]+)\.tilescape` \| (.+) \|$)"), QRegularExpression::MultilineOption);
    for (auto match = row.globalMatch(QString::fromUtf8(readme.readAll())); match.hasNext();) {
        const QRegularExpressionMatch found = match.next();
        entries.push_back({QFileInfo(found.captured(1)).fileName(), plainMarkdown(found.captured(2)), root + found.captured(1) + QStringLiteral(".tilescape")});
    }
    return entries;
}

std::vector<StartEntry> recentEntries(const QStringList& files)
{
    std::vector<StartEntry> entries;
    for (const QString& file : files) {
        const QFileInfo info(file);
        if (info.isFile()) {
            entries.push_back({info.completeBaseName(), QDir::toNativeSeparators(info.absolutePath()), file});
        }
    }
    return entries;
}

} // namespace tilescape::ui::window
