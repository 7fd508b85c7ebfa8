#pragma once

#include "tests/app/program.h"

#include <QJsonDocument>
#include <QJsonObject>

/// A folder of its own in which `tilescape-cli` runs, and what it wrote there: a base of tests.
class CliFolder {
public:
    [[nodiscard]] bool isValid() const { return m_folder.isValid(); }
    [[nodiscard]] QString path() const { return m_folder.path(); }
    [[nodiscard]] program::Run cli(const QString& arguments) const
    {
        return program::run(TILESCAPE_CLI, arguments.split(' '), m_folder.path());
    }

    /// Runs a command that is to succeed and say nothing on the error stream.
    QByteArray outputOf(const QString& arguments) const
    {
        const program::Run run = cli(arguments);
        if (run.exitCode != 0 || !run.err.isEmpty()) {
            qWarning("%s: exit code %d, %s", qPrintable(arguments), run.exitCode, qPrintable(run.err));
            return {};
        }
        return run.out;
    }

    void write(const QString& name, const QByteArray& text) const { program::write(m_folder, name, text); }
    [[nodiscard]] QByteArray content(const QString& name) const { return program::contentOf(m_folder, name); }
    [[nodiscard]] bool has(const QString& name) const { return QFile::exists(m_folder.filePath(name)); }
    [[nodiscard]] bool remove(const QString& name) const { return QFile::remove(m_folder.filePath(name)); }

    [[nodiscard]] QJsonObject jsonOf(const QString& name) const
    {
        QJsonParseError error;
        const QJsonDocument document = QJsonDocument::fromJson(content(name), &error);
        if (error.error != QJsonParseError::NoError) {
            qWarning("%s: %s", qPrintable(name), qPrintable(error.errorString()));
        }
        return document.object();
    }

private:
    QTemporaryDir m_folder;
};
