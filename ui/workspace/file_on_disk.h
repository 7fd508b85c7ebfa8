#pragma once

#include <QByteArray>
#include <QFileSystemWatcher>
#include <QLockFile>
#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>
#include <string>

namespace tilescape::ui::workspace {

/// The document's file as this document knows it: what was read or written there last, whether that is still so, and who else
/// has it open. Documents of all programs of one user and machine see each other by lock files in the runtime folder; a lock
/// whose program is gone counts for nothing.
class FileOnDisk : public QObject {
    Q_OBJECT

public:
    enum class State {
        Known,   ///< what was read or written last; or there is no file to know
        Changed, ///< something else: saving would overwrite it
        Missing
    };

    explicit FileOnDisk(QObject* parent = nullptr);

    /// The same for equal texts.
    static QByteArray fingerprintOf(const std::string& text);

    /// `path` is the document's file from now on, and `fingerprint` that of what was read from or written to it. Without a
    /// fingerprint whatever stands there is unknown. An empty path: none.
    void set(const QString& path, const QByteArray& fingerprint);
    [[nodiscard]] QByteArray fingerprint() const { return m_fingerprint; }
    /// Looks at the disk.
    [[nodiscard]] State state() const;

Q_SIGNALS:
    /// The state is another than was told last; also told where a changed file has changed again.
    void stateChanged(tilescape::ui::workspace::FileOnDisk::State state);
    /// Another document has the file open: one of this process, or of that with this number.
    void heldElsewhere(qint64 process);

private:
    void claim(const QString& path);
    void watch();
    void look();
    [[nodiscard]] QByteArray found() const;
    [[nodiscard]] State stateOf(const QByteArray& found) const;

    QString m_path;
    QByteArray m_fingerprint;
    QByteArray m_told; ///< fingerprint of what stood there when the state was told last; empty: no file
    std::unique_ptr<QLockFile> m_lock;
    QFileSystemWatcher m_watcher;
    QTimer m_pause;
};

} // namespace tilescape::ui::workspace
