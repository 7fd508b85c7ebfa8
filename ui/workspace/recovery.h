#pragma once

#include "core/support/diagnostic.h"

#include <QLockFile>
#include <QObject>
#include <QTimer>

#include <memory>

namespace tilescape::ui::workspace {

class Workspace;

/// Keeps a copy of the unsaved document beside the settings, written soon after each edit and removed when the document
/// is saved or closed. What a crash leaves behind is offered to the next start; a lock tells a crash from another window.
class Recovery : public QObject {
    Q_OBJECT

public:
    explicit Recovery(Workspace& workspace, QObject* parent = nullptr);
    ~Recovery() override;

    /// A document that a crashed program left; empty if there is none.
    [[nodiscard]] static QString leftBehind();
    /// Opens it, unsaved, and removes it.
    support::Diagnostics restore(const QString& path);
    static void discard(const QString& path);

    /// Writes now what waits to be written.
    void flush();
    [[nodiscard]] QString path() const { return m_path; }

private:
    void update();

    Workspace& m_workspace;
    QString m_path;
    std::unique_ptr<QLockFile> m_lock;
    QTimer m_pause;
};

} // namespace tilescape::ui::workspace
