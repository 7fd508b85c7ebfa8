#pragma once

#include "ui/window/start_entries.h"

#include <QPointer>
#include <QWidget>

class QCheckBox;
class QFrame;
class QLabel;
class QListWidget;

namespace tilescape::ui::window {

class Thumbnails;

/// Lies over the window that it was made for: recent projects, the lessons, and the examples with a small picture and a line
/// each. A click beside it, Esc, or whatever is chosen closes it.
class StartPage : public QWidget {
    Q_OBJECT

public:
    StartPage(QWidget* window, const QString& thumbnailFolder);

    /// Shows it, with these as recent projects. `offer`: with the offer of the first lesson.
    void open(const QStringList& recentFiles, bool offer);
    /// Whether a person wants it when the program starts without a file.
    static bool isWantedAtStart();
    /// Once, on the first start: the first lesson is to be offered.
    static bool takeFirstOffer();

Q_SIGNALS:
    void projectChosen(const QString& path);
    void lessonChosen(const QString& path);
    void fileAsked();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* buildHead();
    QWidget* buildOffer();
    QWidget* buildLists();
    QWidget* buildFoot();
    void fillRecent(const QStringList& files);
    void addEntries(QListWidget* list, const std::vector<StartEntry>& entries);
    void showThumbnail(const QString& project, const QImage& image);
    void choose(void (StartPage::*signal)(const QString&), const QString& path);
    void place();
    void spread();

    Thumbnails* m_thumbnails = nullptr;
    QFrame* m_card = nullptr;
    QWidget* m_offer = nullptr;
    QLabel* m_recentTitle = nullptr;
    QListWidget* m_recent = nullptr;
    QListWidget* m_lessons = nullptr;
    QListWidget* m_examples = nullptr;
    QCheckBox* m_wanted = nullptr;
    QPointer<QWidget> m_keyboard; ///< what had it before
};

} // namespace tilescape::ui::window
