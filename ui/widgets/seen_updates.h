#pragma once

#include <QObject>
#include <QPointer>

#include <functional>

class QDockWidget;
class QWidget;

namespace tilescape::ui::widgets {

/// Refreshes a view at once while a person sees it, and once when it is seen again if anything was missed meanwhile: views behind
/// another tab, closed or scrolled away cost nothing. In a window that was not shown yet every view that it would show counts as
/// seen, unless it begins out of date.
class SeenUpdates : public QObject {
    Q_OBJECT

public:
    /// Whether the view shows what it should when this object is made, or is to be refreshed when it is first shown.
    enum class Start { UpToDate, OutOfDate };

    /// `refresh` brings the whole view up to date. `view` owns this object.
    SeenUpdates(QWidget* view, std::function<void()> refresh, Start start = Start::UpToDate);

    /// The view is out of date.
    void request();
    /// A part of the view is out of date, which `refreshPart` brings up to date; unseen, the whole view is refreshed later.
    void request(const std::function<void()>& refreshPart);
    /// Makes up for what was missed, though nobody sees it: before the view is exported.
    void catchUp();
    [[nodiscard]] bool isSeen() const;
    /// Refreshes of the whole view so far.
    [[nodiscard]] int refreshCount() const { return m_refreshes; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void followDock();

    QWidget* m_view;
    QPointer<QDockWidget> m_dock; ///< that the view lies in; a dock behind another tab is visible to Qt
    std::function<void()> m_refresh;
    bool m_missed;
    bool m_begun; ///< up to date from the beginning, or shown since
    int m_refreshes = 0;
};

} // namespace tilescape::ui::widgets
