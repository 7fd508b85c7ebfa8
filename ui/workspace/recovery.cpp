#include "ui/workspace/recovery.h"

#include "core/io/files.h"
#include "core/io/project_json.h"
#include "ui/workspace/workspace.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QUuid>

#include <chrono>

namespace tilescape::ui::workspace {

namespace {

constexpr std::chrono::seconds pause{2};
const QLatin1String lockEnding(".lock");

QDir folder() { return {QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QLatin1String("/recovery")}; }

} // namespace

Recovery::Recovery(Workspace& workspace, QObject* parent) : QObject(parent), m_workspace(workspace)
{
    const QDir place = folder();
    if (!place.mkpath(QStringLiteral("."))) {
        return; // Nowhere to keep a copy: the program works all the same.
    }
    m_path = place.filePath(QUuid::createUuid().toString(QUuid::WithoutBraces) + QLatin1String(".tilescape"));
    m_lock = std::make_unique<QLockFile>(m_path + lockEnding);
    m_lock->setStaleLockTime(0); // Held as long as the process lives, however long that is.
    m_lock->lock();
    m_pause.setSingleShot(true);
    m_pause.setInterval(pause);
    connect(&m_pause, &QTimer::timeout, this, &Recovery::flush);
    connect(&m_workspace, &Workspace::problemChanged, this, &Recovery::update);
    connect(&m_workspace, &Workspace::modifiedChanged, this, &Recovery::update);
}

Recovery::~Recovery()
{
    if (!m_path.isEmpty()) {
        QFile::remove(m_path);
    }
}

void Recovery::update()
{
    if (m_workspace.isModified()) {
        m_pause.start();
    } else {
        m_pause.stop();
        QFile::remove(m_path);
    }
}

void Recovery::flush()
{
    m_pause.stop();
    if (!m_path.isEmpty() && m_workspace.isModified()) {
        // A copy that cannot be written is no reason to disturb: the next edit tries again.
        io::writeFile(m_path.toStdString(), io::writeProject(m_workspace.problem()));
    }
}

QString Recovery::leftBehind()
{
    const QDir place = folder();
    for (const QString& name : place.entryList({QStringLiteral("*.tilescape")}, QDir::Files, QDir::Time)) {
        QLockFile lock(place.filePath(name) + lockEnding);
        lock.setStaleLockTime(0);
        if (lock.tryLock(0)) {
            return place.filePath(name);
        }
    }
    return {};
}

support::Diagnostics Recovery::restore(const QString& path)
{
    const auto text = io::readFile(path.toStdString());
    if (!text) {
        return text.faults();
    }
    auto problem = io::readProject(text.value(), path.toStdString());
    if (!problem) {
        return problem.faults();
    }
    m_workspace.open(std::move(problem.value()), {});
    m_workspace.markRecovered();
    flush(); // Our own copy is there before the old one goes.
    discard(path);
    return {};
}

void Recovery::discard(const QString& path)
{
    QFile::remove(path);
    QFile::remove(path + lockEnding);
}

} // namespace tilescape::ui::workspace
