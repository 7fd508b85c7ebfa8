#include "translation_rules.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QSet>

namespace {

QMap<QString, QString> readTexts(const QDir& root)
{
    QMap<QString, QString> texts;
    QDirIterator files(root.filePath("ui"), {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.open(QIODevice::ReadOnly))
            qFatal("Cannot read %s.", qPrintable(file.fileName()));
        texts.insert(root.relativeFilePath(file.fileName()), QString::fromUtf8(file.readAll()));
    }
    return texts;
}

/// The names under which `tr` of a class looks words up: that of a QObject with its namespaces, or what
/// Q_DECLARE_TR_FUNCTIONS says.
QSet<QString> contextsOf(const QString& text)
{
    static const QRegularExpression space(R"(namespace (tilescape::ui::\w+) \{)");
    static const QRegularExpression object(R"(class (\w+)[^;{}]*\{\s*Q_OBJECT)");
    static const QRegularExpression declared(R"(Q_DECLARE_TR_FUNCTIONS\(([\w:]+)\))");
    // Forward declarations come first: the last namespace is the file's own.
    QString within;
    for (auto matches = space.globalMatch(text); matches.hasNext();)
        within = matches.next().captured(1);
    QSet<QString> contexts;
    for (auto matches = object.globalMatch(text); matches.hasNext();)
        contexts.insert(within + "::" + matches.next().captured(1));
    for (auto matches = declared.globalMatch(text); matches.hasNext();)
        contexts.insert(matches.next().captured(1));
    return contexts;
}

} // namespace

QStringList translationFaults(const QString& root)
{
    static const QRegularExpression unowned(R"((QCoreApplication::translate|QObject::tr)\()");
    static const QRegularExpression marked(R"re(QT_TRANSLATE_NOOP\("([\w:]+)")re");
    const QMap<QString, QString> texts = readTexts(QDir(root));
    QSet<QString> contexts;
    for (const QString& text : texts)
        contexts += contextsOf(text);
    QStringList faults;
    for (auto file = texts.begin(); file != texts.end(); ++file) {
        const auto add = [&](qsizetype offset, const QString& what) {
            faults << QString("%1:%2 %3.").arg(file.key()).arg(file.value().left(offset).count('\n') + 1).arg(what);
        };
        for (auto matches = unowned.globalMatch(file.value()); matches.hasNext();) {
            const auto match = matches.next();
            add(match.capturedStart(), QString("calls %1, but words of ui stand in tr() of a class").arg(match.captured(1)));
        }
        for (auto matches = marked.globalMatch(file.value()); matches.hasNext();) {
            const auto match = matches.next();
            if (!contexts.contains(match.captured(1)))
                add(match.capturedStart(), QString("marks words for %1, which is the context of no class").arg(match.captured(1)));
        }
    }
    return faults;
}
