#include "ui/workspace/journal_folder.h"

#include "core/io/files.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

namespace tilescape::ui::workspace {

namespace {

constexpr qsizetype mostJournals = 20;
const QString journalEnding = QStringLiteral(".journal");
const QString questionEnding = QStringLiteral(".json");

} // namespace

QString JournalFolder::standardPath() { return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/explorations"); }

QString JournalFolder::journalOf(const std::string& identity) const
{
    return QDir(m_path).filePath(QString::fromStdString(identity) + journalEnding);
}

QString JournalFolder::questionOf(const std::string& identity) const
{
    return QDir(m_path).filePath(QString::fromStdString(identity) + questionEnding);
}

JournalPlace JournalFolder::placeFor(const std::string& identity, const std::string& question) const
{
    if (m_path.isEmpty()) {
        return {};
    }
    const QDir folder(m_path);
    QDir().mkpath(m_path);
    const QFileInfoList journals = folder.entryInfoList({QLatin1Char('*') + journalEnding}, QDir::Files, QDir::Time);
    for (const QFileInfo& old : journals.mid(mostJournals - 1)) {
        if (old.completeBaseName().toStdString() != identity) {
            remove(old.completeBaseName().toStdString());
        }
    }
    io::writeFile(questionOf(identity).toStdString(), question); // without it the journal still serves who opens the same again
    return {journalOf(identity).toStdString(), identity};
}

std::size_t JournalFolder::countOf(const std::string& identity) const
{
    QFile file(journalOf(identity));
    if (m_path.isEmpty() || !file.open(QIODevice::ReadOnly)) {
        return 0;
    }
    const auto lines = static_cast<std::size_t>(file.readAll().count('\n'));
    return lines > 0 ? lines - 1 : 0; // the first names the run
}

void JournalFolder::remove(const std::string& identity) const
{
    if (!m_path.isEmpty()) {
        QFile::remove(journalOf(identity));
        QFile::remove(questionOf(identity));
    }
}

QStringList JournalFolder::questions() const
{
    QStringList files;
    const QDir folder(m_path);
    const QFileInfoList journals =
        m_path.isEmpty() ? QFileInfoList() : folder.entryInfoList({QLatin1Char('*') + journalEnding}, QDir::Files, QDir::Time);
    for (const QFileInfo& journal : journals) {
        const QString question = questionOf(journal.completeBaseName().toStdString());
        if (QFile::exists(question)) {
            files << question;
        }
    }
    return files;
}

} // namespace tilescape::ui::workspace
