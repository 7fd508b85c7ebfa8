#include "hidden_names.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QRegularExpression>

namespace {

QString readText(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("Cannot read %s.", qPrintable(path));
    return QString::fromUtf8(file.readAll());
}

/// The free functions that begin at the margin, by name, each with its line, counted from 0.
QMultiMap<QString, int> functionsOf(const QString& text)
{
    static const QRegularExpression function(
        R"(^(?!return|class|struct|using|namespace|else)(?:\[\[nodiscard\]\] |template .*> )*[A-Za-z][\w:<>,&\* ]*[ &\*](\w+)\()");
    QMultiMap<QString, int> found;
    const QStringList lines = text.split('\n');
    for (int line = 0; line < lines.size(); ++line) {
        const auto match = function.match(lines[line]);
        if (match.hasMatch())
            found.insert(match.captured(1), line);
    }
    return found;
}

} // namespace

QStringList hiddenNames(const QString& root)
{
    static const QRegularExpression anonymous(R"(^namespace \{\n(.*?)^\} // namespace$)",
                                              QRegularExpression::MultilineOption | QRegularExpression::DotMatchesEverythingOption);
    const QDir top(root);
    QMap<QString, QMap<QString, QString>> declared; // by folder and name: the header
    QStringList sources;
    for (const char* const part : {"core", "ui", "app"}) {
        QDirIterator files(top.filePath(part), {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = top.relativeFilePath(files.next());
            if (path.endsWith(".cpp")) {
                sources << path;
                continue;
            }
            const QMultiMap<QString, int> functions = functionsOf(readText(top.filePath(path)));
            for (auto function = functions.begin(); function != functions.end(); ++function)
                declared[path.section('/', 0, -2)].insert(function.key(), path.section('/', -1));
        }
    }
    sources.sort();
    QStringList faults;
    for (const QString& source : sources) {
        const QString text = readText(top.filePath(source));
        const QMap<QString, QString> headers = declared.value(source.section('/', 0, -2));
        for (auto blocks = anonymous.globalMatch(text); blocks.hasNext();) {
            const auto block = blocks.next();
            const auto before = static_cast<int>(text.left(block.capturedStart(1)).count('\n'));
            const QMultiMap<QString, int> functions = functionsOf(block.captured(1));
            for (auto function = functions.begin(); function != functions.end(); ++function) {
                if (headers.contains(function.key()))
                    faults << QString("%1:%2 hides %3, which %4 declares, from its neighbours where they are compiled together.")
                                  .arg(source)
                                  .arg(before + function.value() + 1)
                                  .arg(function.key(), headers.value(function.key()));
            }
        }
    }
    return faults;
}
