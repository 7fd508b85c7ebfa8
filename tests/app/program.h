#pragma once

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

/// A program of ours, driven as a person or a script drives it.
namespace program {

struct Run {
    int exitCode = -1; ///< -1: it crashed
    QByteArray out;
    QString err;

    /// What was said on the error stream, one sentence a line.
    [[nodiscard]] QStringList sentences() const { return err.split('\n', Qt::SkipEmptyParts); }
};

/// In `folder`, where relative paths of the arguments begin.
inline Run run(const QString& program, const QStringList& arguments, const QString& folder,
               const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment())
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(folder);
    process.start(program, arguments);
    if (!process.waitForFinished(60'000)) {
        qFatal("%s %s: %s", qPrintable(program), qPrintable(arguments.join(' ')), qPrintable(process.errorString()));
    }
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
            QString::fromUtf8(process.readAllStandardError())};
}

inline QByteArray contentOf(const QTemporaryDir& folder, const QString& name)
{
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::ReadOnly)) {
        qFatal("%s cannot be read.", qPrintable(file.fileName()));
    }
    return file.readAll();
}

inline void write(const QTemporaryDir& folder, const QString& name, const QByteArray& content)
{
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) {
        qFatal("%s cannot be written.", qPrintable(file.fileName()));
    }
}

/// Names of what lies in the folder, hidden files as well.
inline QStringList entriesOf(const QTemporaryDir& folder)
{
    return QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
}

} // namespace program
