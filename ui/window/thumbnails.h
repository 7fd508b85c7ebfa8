#pragma once

#include "ui/workspace/background_job.h"

#include <QImage>
#include <QObject>
#include <QString>
#include <QStringList>

namespace tilescape::ui::window {

/// Small pictures of projects: of each the figure of the view that it is about, drawn from its schedule. What was drawn once is
/// kept in the folder, under the text of the project. Projects are solved one after another, on one thread.
class Thumbnails : public QObject {
    Q_OBJECT

public:
    static constexpr QSize size{160, 100};

    /// `folder`: for the pictures; it is made when the first is kept. `scale`: pixels of the screen for one of `size`.
    Thumbnails(QString folder, double scale, QObject* parent = nullptr);
    static QString standardFolder();

    /// Asks for these, and for nothing that was asked for before. Each is told by `drawn`, those that are kept at once.
    void request(const QStringList& projects);
    void stop();
    [[nodiscard]] bool isBusy() const { return !m_waiting.isEmpty() || m_job.isRunning(); }

Q_SIGNALS:
    /// A null image: there is nothing to draw.
    void drawn(const QString& project, const QImage& image);

private:
    void next();
    [[nodiscard]] QString keptAs(const QByteArray& text) const;

    QString m_folder;
    double m_scale = 1;
    QStringList m_waiting;
    workspace::BackgroundJob m_job;
};

} // namespace tilescape::ui::window
