#pragma once

#include "core/io/explorations.h"

#include <QObject>
#include <QStringList>

#include <optional>

class QMenu;
class QWidget;

namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::explore {

/// The sweeps, or the searches, of the document that have names: keeping the one that is shown, and showing, renaming and deleting kept ones,
/// each as one undo step.
class KeptRuns : public QObject {
    Q_OBJECT

public:
    enum class Kind { Sweep, Search };
    KeptRuns(workspace::Workspace& workspace, Kind kind, QWidget* parent);

    /// Adds its entries to a menu.
    void addTo(QMenu& menu);
    [[nodiscard]] QStringList names() const;
    /// Whether there is anything to keep.
    [[nodiscard]] bool canKeep() const { return shown().has_value(); }
    /// Keeps what is shown, in the place of what had the name.
    void keep(const QString& name);
    /// Keeps what is shown under a name of its own if it has results and is not kept: before another takes its place.
    void keepShown();
    /// Shows it, its base as the open problem, what was shown being kept; what is asked becomes its question.
    void show(const QString& name);
    /// Does nothing where another has the new name.
    void rename(const QString& name, const QString& to);
    void remove(const QString& name);

private:
    using Runs = std::vector<io::KeptRun>;
    [[nodiscard]] Runs::const_iterator find(const QString& name) const;
    [[nodiscard]] std::optional<io::KeptRun> shown() const; ///< under a name that is free; nothing without results
    [[nodiscard]] bool isShownUnnamed() const;
    [[nodiscard]] QString freeName() const;
    void push(const QString& text, Runs runs);
    void fill(QMenu& menu);
    /// Asks for a name; empty if there is none.
    [[nodiscard]] QString ask(const QString& title, const QString& suggestion) const;

    workspace::Workspace& m_workspace;
    Kind m_kind;
    QWidget* m_parent;
};

} // namespace tilescape::ui::explore
