#include "ui/workspace/file_on_disk.h"

#include "core/io/files.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QStandardPaths>

#include <chrono>

namespace tilescape::ui::workspace {

namespace {

/// A program that saves changes a file several times in a row.
constexpr std::chrono::milliseconds diskPause{150};

/// One name for all ways to a file.
QString trueName(const QString& path)
{
    const QString canonical = QFileInfo(path).canonicalFilePath();
    return canonical.isEmpty() ? path : canonical;
}

/// Not beside the document, whose folder is the user's own.
QString lockBeside(const QString& path)
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation) + QStringLiteral("/tilescape");
    QDir().mkpath(folder);
    const QByteArray name = QCryptographicHash::hash(trueName(path).toUtf8(), QCryptographicHash::Sha1).toHex();
    return QDir(folder).filePath(QString::fromLatin1(name) + QStringLiteral(".lock"));
}

} // namespace

FileOnDisk::FileOnDisk(QObject* parent) : QObject(parent)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(diskPause);
    connect(&m_pause, &QTimer::timeout, this, &FileOnDisk::look);
    const auto lookSoon = [this] { m_pause.start(); };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, lookSoon);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, lookSoon);
    // Network file systems tell nothing: a person who comes back from another program is told at least then.
    connect(qGuiApp, &QGuiApplication::applicationStateChanged, this, lookSoon);
}

QByteArray FileOnDisk::fingerprintOf(const std::string& text)
{
    return QCryptographicHash::hash(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())),
                                    QCryptographicHash::Sha256).toHex();
}

void FileOnDisk::set(const QString& path, const QByteArray& fingerprint)
{
    const bool moved = path != m_path;
    m_path = path;
    m_fingerprint = fingerprint;
    m_told = fingerprint;
    if (moved) {
        m_lock.reset();
    }
    if (!path.isEmpty() && !m_lock) {
        claim(path);
    }
    watch();
    Q_EMIT stateChanged(State::Known);
    look();
}

void FileOnDisk::claim(const QString& path)
{
    auto lock = std::make_unique<QLockFile>(lockBeside(path));
    lock->setStaleLockTime(0); // however old, as long as its program runs
    if (lock->tryLock(0)) {
        m_lock = std::move(lock);
    } else if (lock->error() == QLockFile::LockFailedError) {
        qint64 process = 0;
        QString host;
        QString program;
        lock->getLockInfo(&process, &host, &program);
        Q_EMIT heldElsewhere(process);
    }
}

/// A file that is replaced by another of its name is watched by its folder.
void FileOnDisk::watch()
{
    const QStringList watched = m_watcher.files() + m_watcher.directories();
    QStringList wanted;
    if (!m_path.isEmpty()) {
        wanted = {m_path, QFileInfo(m_path).absolutePath()};
    }
    for (const QString& path : watched) {
        if (!wanted.contains(path)) {
            m_watcher.removePath(path);
        }
    }
    for (const QString& path : wanted) {
        if (!watched.contains(path) && QFileInfo::exists(path)) {
            m_watcher.addPath(path);
        }
    }
}

void FileOnDisk::look()
{
    const QByteArray now = found();
    watch();
    if (now != m_told) {
        m_told = now;
        Q_EMIT stateChanged(stateOf(now));
    }
}

QByteArray FileOnDisk::found() const
{
    if (m_path.isEmpty()) {
        return {};
    }
    const auto text = io::readFile(m_path.toStdString());
    return text ? fingerprintOf(text.value()) : QByteArray();
}

FileOnDisk::State FileOnDisk::stateOf(const QByteArray& found) const
{
    if (m_path.isEmpty() || found == m_fingerprint) {
        return State::Known;
    }
    return found.isEmpty() ? State::Missing : State::Changed;
}

FileOnDisk::State FileOnDisk::state() const { return stateOf(found()); }

} // namespace tilescape::ui::workspace
