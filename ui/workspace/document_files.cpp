#include "ui/workspace/document_files.h"

#include "core/io/file_kind.h"
#include "core/io/files.h"
#include "core/io/hardware_json.h"
#include "core/io/library.h"
#include "core/io/network_json.h"
#include "ui/workspace/baselines.h"
#include "ui/workspace/explorations.h"
#include "ui/workspace/figure_project.h"
#include "ui/workspace/workspace.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>
#include <QUuid>

#include <chrono>
#include <filesystem>

namespace tilescape::ui::workspace {

namespace {

/// Edits that come closer than this share a copy.
constexpr std::chrono::seconds autosavePause{2};
constexpr qsizetype mostRecentFiles = 10;
const QString recentKey = QStringLiteral("recentFiles");
const QString copyEnding = QStringLiteral(".tilescape");

std::filesystem::path pathOf(const QString& path) { return path.toStdString(); }

QString lockOf(const QString& copy) { return copy + QStringLiteral(".lock"); }
/// Beside the copy: the path of the document that it is a copy of, and in a second line the fingerprint of what that file held.
QString originOf(const QString& copy) { return copy + QStringLiteral(".origin"); }

/// A lock that lasts as long as its program, however long that is.
std::unique_ptr<QLockFile> lockFor(const QString& copy)
{
    auto lock = std::make_unique<QLockFile>(lockOf(copy));
    lock->setStaleLockTime(0);
    return lock;
}

void removeCopy(const QString& copy)
{
    QFile::remove(copy);
    QFile::remove(originOf(copy));
}

template <typename T>
support::Result<ReadFile> contentOf(support::Result<T> result, const std::string& text)
{
    if (!result) {
        return result.faults();
    }
    return ReadFile{FileContent(std::move(result.value())), FileOnDisk::fingerprintOf(text)};
}

} // namespace

DocumentFiles::DocumentFiles(Workspace& workspace, QString folder, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_folder(std::move(folder)),
      m_copy(QDir(m_folder).filePath(QUuid::createUuid().toString(QUuid::WithoutBraces) + copyEnding))
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(autosavePause);
    connect(&m_pause, &QTimer::timeout, this, &DocumentFiles::autosave);
    connect(&m_workspace, &Workspace::problemChanged, this, &DocumentFiles::changed);
    connect(&m_workspace.baselines(), &Baselines::listChanged, this, &DocumentFiles::changed);
    connect(&m_workspace.explorations(), &Explorations::modified, this, &DocumentFiles::changed);
    connect(&m_workspace.explorations(), &Explorations::askedChanged, this, &DocumentFiles::changed);
    connect(&m_workspace.explorations(), &Explorations::keptChanged, this, &DocumentFiles::changed);
    connect(&m_workspace, &Workspace::filePathChanged, this, [this] {
        changed();
        if (m_workspace.filePath().isEmpty()) {
            m_disk.set({}, {});
        }
    });
    connect(&m_workspace, &Workspace::modifiedChanged, this, [this](bool modified) {
        if (!modified) {
            dropCopy();
        }
    });
}

DocumentFiles::~DocumentFiles() { dropCopy(); }

void DocumentFiles::changed()
{
    m_copyIsOld = true;
    // Not started anew by each edit: a long drag would put the copy off for ever.
    if (!m_pause.isActive()) {
        m_pause.start();
    }
}

QString DocumentFiles::standardFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/autosave");
}

support::Result<ReadFile> DocumentFiles::read(const QString& path)
{
    const std::string name = path.toStdString();
    auto text = io::readFile(pathOf(path));
    if (!text) {
        return text.faults();
    }
    if (const QByteArray bytes = QByteArray::fromStdString(text.value()); isFigure(bytes)) {
        const auto carried = projectInFigure(bytes, name);
        auto project = carried ? io::readProjectFile(carried.value(), name) : support::Result<io::Project>(carried.faults());
        auto read = contentOf(std::move(project), text.value());
        if (read) {
            read.value().fromFigure = true;
        }
        return read;
    }
    const auto kind = io::kindOf(text.value(), name);
    if (!kind) {
        return kind.faults();
    }
    switch (kind.value()) {
    case io::FileKind::Network: return contentOf(io::readNetwork(text.value(), name), text.value());
    case io::FileKind::Hardware: return contentOf(io::readHardware(text.value(), name), text.value());
    case io::FileKind::Sweep:
    case io::FileKind::Search:
        return support::Diagnostic{support::Severity::Error, name, "/format", "", "a sweep or search is no document", "open it in Explore"};
    case io::FileKind::Project: break;
    }
    return contentOf(io::readProjectFile(text.value(), name), text.value());
}

void DocumentFiles::apply(ReadFile file, const QString& path)
{
    FileContent& content = file.content;
    const QString full = QFileInfo(path).absoluteFilePath();
    if (auto* project = std::get_if<io::Project>(&content)) {
        if (file.fromFigure) { // which is not to be written over
            open(std::move(*project));
        } else {
            show(std::move(*project), full);
            m_disk.set(full, file.fingerprint);
        }
    } else if (auto* network = std::get_if<tilescape::network::Network>(&content)) {
        m_workspace.setNetwork(std::move(*network));
    } else {
        m_workspace.setHardware(std::move(std::get<tilescape::hardware::Hardware>(content)));
    }
    remember(full);
}

void DocumentFiles::open(io::Project project) { show(std::move(project), {}); }

void DocumentFiles::show(io::Project project, const QString& path)
{
    m_view = std::move(project.view);
    m_workspace.open(std::move(project.problem), path);
    m_workspace.baselines().restore(std::move(project.baselines));
    m_workspace.explorations().restore(std::move(project.explorations));
}

io::Project DocumentFiles::project() const
{
    return {m_workspace.problem(), m_view, m_workspace.baselines().list(), m_workspace.explorations().saved()};
}

support::Diagnostics DocumentFiles::save(const QString& path)
{
    const QString full = QFileInfo(path).absoluteFilePath();
    const std::string text = io::writeProject(project());
    support::Diagnostics faults = io::writeFile(pathOf(full), text);
    if (faults.empty()) {
        m_workspace.markSaved(full);
        m_disk.set(full, FileOnDisk::fingerprintOf(text));
        dropCopy();
        remember(full);
    }
    return faults;
}

QStringList DocumentFiles::recentFiles() const { return QSettings().value(recentKey).toStringList(); }

void DocumentFiles::clearRecentFiles()
{
    QSettings().remove(recentKey);
    Q_EMIT recentFilesChanged();
}

void DocumentFiles::remember(const QString& path)
{
    QStringList files = recentFiles();
    files.removeAll(path);
    files.prepend(path);
    QSettings().setValue(recentKey, files.mid(0, mostRecentFiles));
    Q_EMIT recentFilesChanged();
}

std::vector<DocumentFiles::Leftover> DocumentFiles::findLeftovers()
{
    std::vector<Leftover> leftovers;
    const QDir folder(m_folder);
    for (const QFileInfo& copy : folder.entryInfoList({QLatin1Char('*') + copyEnding}, QDir::Files, QDir::Time)) {
        const QString path = copy.absoluteFilePath();
        auto lock = lockFor(path);
        if (path == QFileInfo(m_copy).absoluteFilePath() || !lock->tryLock(0)) {
            continue;
        }
        m_taken.push_back(std::move(lock));
        const auto origin = io::readFile(pathOf(originOf(path)));
        const QString lines = origin ? QString::fromStdString(origin.value()) : QString();
        const qsizetype end = lines.lastIndexOf(QLatin1Char('\n')); // a path may hold line breaks
        const QByteArray known = end < 0 ? QByteArray() : lines.mid(end + 1).toLatin1();
        leftovers.push_back({path, end < 0 ? lines : lines.left(end), known, copy.lastModified()});
    }
    return leftovers;
}

support::Diagnostics DocumentFiles::recover(const Leftover& leftover)
{
    auto content = read(leftover.copy);
    if (!content) {
        return content.faults();
    }
    if (auto* project = std::get_if<io::Project>(&content.value().content)) {
        show(std::move(*project), leftover.document);
        m_disk.set(leftover.document, leftover.known);
        m_workspace.markRecovered();
        // The old copy goes only when there is a new one.
        autosave();
        if (!m_copyIsOld) {
            discard(leftover);
        }
    }
    return {};
}

void DocumentFiles::discard(const Leftover& leftover) { removeCopy(leftover.copy); }

void DocumentFiles::autosave()
{
    if (!m_workspace.isModified() || !m_copyIsOld) {
        return;
    }
    QDir().mkpath(m_folder);
    if (!m_lock) {
        m_lock = lockFor(m_copy);
        m_lock->tryLock(0);
    }
    const std::string origin = m_workspace.filePath().toStdString() + '\n' + m_disk.fingerprint().toStdString();
    support::Diagnostics faults = io::writeFile(pathOf(originOf(m_copy)), origin);
    if (faults.empty()) {
        faults = io::writeFile(pathOf(m_copy), io::writeProject(project()));
    }
    m_copyIsOld = !faults.empty();
    // Once is enough: the next edit tries again.
    if (!faults.empty() && !m_complained) {
        Q_EMIT autosaveFailed(faults);
    }
    m_complained = !faults.empty();
}

void DocumentFiles::dropCopy()
{
    removeCopy(m_copy);
    m_lock.reset();
    m_copyIsOld = true;
}

support::Result<io::Project> exampleProject()
{
    auto network = io::loadNetwork("alexnet");
    if (!network) {
        return network.faults();
    }
    auto hardware = io::loadHardware("tangram_16x16");
    if (!hardware) {
        return hardware.faults();
    }
    schedule::Problem problem;
    problem.network = std::move(network.value());
    problem.hardware = std::move(hardware.value());
    problem.batch = 64;
    problem.space.bufferSharing = true;
    problem.space.keepOutputsOnChip = true;
    problem.space.spatialPipelining = true;
    problem.solver = "kapla"; // answers while you type
    return io::Project{std::move(problem), "chip"};
}

QString documentName(const Workspace& workspace)
{
    if (!workspace.filePath().isEmpty()) {
        return QFileInfo(workspace.filePath()).fileName();
    }
    const schedule::Problem& problem = workspace.problem();
    return Workspace::tr("%1 on %2").arg(QString::fromStdString(problem.network.name),
                                         QString::fromStdString(problem.hardware.name));
}

} // namespace tilescape::ui::workspace
