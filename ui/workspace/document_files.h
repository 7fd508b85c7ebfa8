#pragma once

#include "core/io/project_json.h"
#include "core/support/result.h"
#include "ui/workspace/file_on_disk.h"

#include <QDateTime>
#include <QLockFile>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <memory>
#include <variant>
#include <vector>

namespace tilescape::ui::workspace {

class Workspace;

/// What a file brought: a document of its own, or a part that replaces that of the document.
using FileContent = std::variant<io::Project, tilescape::network::Network, tilescape::hardware::Hardware>;

/// A file that was read, and the fingerprint of its text.
struct ReadFile {
    FileContent content;
    QByteArray fingerprint;
    bool fromFigure = false; ///< the project that a picture carries: the picture is not the document's file
};

/// The document's way to the disk: opening, saving, recent files, and copies of unsaved work that outlive a crash. Each
/// running program keeps its copy under a lock of its own; a copy whose program is gone is a leftover.
class DocumentFiles : public QObject {
    Q_OBJECT

public:
    /// Work that a program left when it crashed.
    struct Leftover {
        QString copy;     ///< the autosaved project
        QString document; ///< the file it belongs to; empty if it had none
        QByteArray known; ///< fingerprint of what that file held when it was read or written last
        QDateTime saved;
    };

    /// `folder`: where the copies go; it is made when the first is written.
    DocumentFiles(Workspace& workspace, QString folder, QObject* parent = nullptr);
    /// A clean exit: the copy goes.
    ~DocumentFiles() override;
    DocumentFiles(const DocumentFiles&) = delete;
    DocumentFiles& operator=(const DocumentFiles&) = delete;

    /// The folder for copies in the user's application data.
    static QString standardFolder();

    /// Reads a project, a network or a chip, by its `format`, or the project in a figure; the document stays as it is. Faults: of
    /// the readers.
    static support::Result<ReadFile> read(const QString& path);
    /// A project that has no file yet becomes the document.
    void open(io::Project project);
    /// A project becomes the document; a network or a chip replaces that of the document, as one undo step.
    void apply(ReadFile file, const QString& path);
    /// The view that the project is about; may be empty.
    [[nodiscard]] const std::string& view() const { return m_view; }
    /// The document's file as it is on the disk, where others may change it.
    [[nodiscard]] const FileOnDisk& disk() const { return m_disk; }
    /// Writes the project, whatever stands there; on success `path` is the document's file. Returns what went wrong, or nothing.
    support::Diagnostics save(const QString& path);

    [[nodiscard]] QStringList recentFiles() const; ///< the newest first
    void clearRecentFiles();

    /// The newest first; each is taken under a lock until it is recovered or discarded or the program ends.
    [[nodiscard]] std::vector<Leftover> findLeftovers();
    /// The leftover becomes the document, as unsaved work. Returns what went wrong, or nothing.
    support::Diagnostics recover(const Leftover& leftover);
    void discard(const Leftover& leftover);

    [[nodiscard]] QString autosavePath() const { return m_copy; }
    /// Writes the copy if there is unsaved work that it does not hold. This happens by itself soon after an edit.
    void autosave();

Q_SIGNALS:
    void recentFilesChanged();
    void autosaveFailed(const tilescape::support::Diagnostics& faults);

private:
    void show(io::Project project, const QString& path);
    [[nodiscard]] io::Project project() const;
    void changed();
    void remember(const QString& path);
    void dropCopy();

    Workspace& m_workspace;
    QString m_folder;
    QString m_copy;
    std::string m_view;
    FileOnDisk m_disk;
    std::unique_ptr<QLockFile> m_lock;
    std::vector<std::unique_ptr<QLockFile>> m_taken; ///< of leftovers
    QTimer m_pause;
    bool m_copyIsOld = true;
    bool m_complained = false;
};

/// AlexNet pipelined over Tangram's 256 tiles: what a first start shows, as examples/alexnet-pipelined.tilescape.
support::Result<io::Project> exampleProject();

/// Name of the document for titles: that of its file, else of its network and chip.
QString documentName(const Workspace& workspace);

} // namespace tilescape::ui::workspace
