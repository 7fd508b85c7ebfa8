#include "page_links.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QMap>
#include <QRegularExpression>
#include <QSet>

namespace {

/// A word of a page that names something: the target of a link, or a test.
struct Mention {
    int line = 0;
    QString what;
};

struct Page {
    QList<Mention> links;
    QList<Mention> tests;
    QSet<QString> anchors;
    QList<Mention> unevenRows; ///< of tables: which cells they have, and which the first row
};

using Pages = QMap<QString, Page>;

QString textOf(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("Cannot read %s.", qPrintable(path));
    return QString::fromUtf8(file.readAll());
}

/// Spaces in place of what `pattern` matches; lines stay where they are.
QString blanked(QString text, const QRegularExpression& pattern)
{
    auto matches = pattern.globalMatch(text);
    while (matches.hasNext()) {
        const auto match = matches.next();
        for (qsizetype i = match.capturedStart(); i < match.capturedEnd(); ++i) {
            if (text[i] != '\n')
                text[i] = ' ';
        }
    }
    return text;
}

QList<Mention> mentionsOf(const QString& text, const QRegularExpression& pattern)
{
    QList<Mention> found;
    auto matches = pattern.globalMatch(text);
    while (matches.hasNext()) {
        const auto match = matches.next();
        found.append({static_cast<int>(text.left(match.capturedStart(1)).count('\n')) + 1, match.captured(1)});
    }
    return found;
}

/// The anchors of a page's headings as forges make them: lower case, words joined by hyphens, punctuation dropped, and a
/// number behind a heading that occurs again.
QSet<QString> anchorsOf(const QString& text)
{
    static const QRegularExpression heading("^#{1,6} +(.+?) *$", QRegularExpression::MultilineOption);
    static const QRegularExpression dropped("[^\\w\\- ]", QRegularExpression::UseUnicodePropertiesOption);
    QMap<QString, int> times;
    QSet<QString> anchors;
    for (const Mention& found : mentionsOf(text, heading)) {
        const QString anchor = QString(found.what).toLower().remove(dropped).replace(' ', '-');
        const int before = times[anchor]++;
        anchors.insert(before == 0 ? anchor : QString("%1-%2").arg(anchor).arg(before));
    }
    return anchors;
}

/// Rows with more or fewer cells than the first of their table.
QList<Mention> unevenRowsOf(const QString& text)
{
    QList<Mention> found;
    qsizetype first = 0; // cells of the table's first row; 0 outside of tables
    int number = 0;
    for (QString line : text.split('\n')) {
        ++number;
        const qsizetype cells = line.startsWith('|') ? line.remove("\\|").count('|') - 1 : 0;
        if (first > 0 && cells > 0 && cells != first)
            found.append({number, QString("%1 cells where the first row of its table has %2").arg(cells).arg(first)});
        first = cells == 0 ? 0 : first == 0 ? cells : first;
    }
    return found;
}

Page pageOf(const QString& text)
{
    static const QRegularExpression fences("^```.*?^```$", QRegularExpression::MultilineOption
                                                               | QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression code("`[^`]*`");
    static const QRegularExpression link(R"(\[[^\]]*\]\(([^)\s]+)\))");
    static const QRegularExpression test("`(tst_\\w+)`");
    const QString prose = blanked(text, fences);
    const QString words = blanked(prose, code);
    return {mentionsOf(words, link), mentionsOf(prose, test), anchorsOf(prose), unevenRowsOf(words)};
}

Pages readPages(const QDir& root)
{
    QStringList paths{"README.md"};
    QDirIterator examples(root.filePath("examples"), {"README.md"}, QDir::Files, QDirIterator::Subdirectories);
    while (examples.hasNext())
        paths.append(root.relativeFilePath(examples.next()));
    for (const QString& name : QDir(root.filePath("resources/manual")).entryList({"*.md"}, QDir::Files))
        paths.append("resources/manual/" + name);
    Pages pages;
    for (const QString& path : paths)
        pages.insert(path, pageOf(textOf(root.filePath(path))));
    return pages;
}

bool leavesTheProject(const QString& link)
{
    static const QRegularExpression scheme("^[a-z][a-z0-9+.-]*:", QRegularExpression::CaseInsensitiveOption);
    return scheme.match(link).hasMatch();
}

/// The file that a link in `page` leads to, relative to the root.
QString fileOf(const QString& page, const QString& link)
{
    const QString path = link.section('#', 0, 0);
    return path.isEmpty() ? page : QDir::cleanPath(QFileInfo(page).path() + '/' + path);
}

QStringList linkFaults(const QDir& root, const Pages& pages, const QString& path)
{
    QStringList faults;
    for (const Mention& link : pages[path].links) {
        if (leavesTheProject(link.what))
            continue;
        const QString file = fileOf(path, link.what);
        const QString anchor = link.what.section('#', 1);
        const QString place = QString("%1:%2 links to %3").arg(path).arg(link.line).arg(link.what);
        if (file.startsWith("..") || !QFile::exists(root.filePath(file)))
            faults << place + ", but there is no such file.";
        else if (!anchor.isEmpty() && !pages.value(file).anchors.contains(anchor))
            faults << place + ", but there is no such heading.";
    }
    return faults;
}

QSet<QString> reachedFrom(const QString& start, const Pages& pages)
{
    QSet<QString> reached;
    QStringList open{start};
    while (!open.isEmpty()) {
        const QString path = open.takeLast();
        if (!pages.contains(path) || reached.contains(path))
            continue;
        reached.insert(path);
        for (const Mention& link : pages[path].links) {
            if (!leavesTheProject(link.what))
                open.append(fileOf(path, link.what));
        }
    }
    return reached;
}

QSet<QString> testNames(const QDir& root)
{
    QSet<QString> names;
    QDirIterator files(root.filePath("tests"), {"tst_*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext())
        names.insert(QFileInfo(files.next()).completeBaseName());
    return names;
}

} // namespace

QStringList pageFaults(const QString& root)
{
    const QDir folder(root);
    const Pages pages = readPages(folder);
    const QSet<QString> tests = testNames(folder);
    const QSet<QString> reached = reachedFrom("README.md", pages);
    QStringList faults;
    for (auto page = pages.begin(); page != pages.end(); ++page) {
        faults << linkFaults(folder, pages, page.key());
        for (const Mention& row : page.value().unevenRows)
            faults << QString("%1:%2 has %3.").arg(page.key()).arg(row.line).arg(row.what);
        for (const Mention& test : page.value().tests) {
            if (!tests.contains(test.what))
                faults << QString("%1:%2 names %3, but there is no such test.")
                              .arg(page.key())
                              .arg(test.line)
                              .arg(test.what);
        }
        if (page.key().startsWith("resources/manual/") && !reached.contains(page.key()))
            faults << QString("%1 cannot be reached from README.md.").arg(page.key());
    }
    return faults;
}
