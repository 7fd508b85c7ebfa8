#pragma once

#include "core/support/result.h"

#include <QTabWidget>

#include <optional>
#include <string>

namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::explore {

class SearchView;
class SweepView;

/// A file that was read, or cannot be.
struct ExplorationFile {
    QString path;
    support::Result<std::string> text;
    bool isSearch = false;
};

/// What lies around the open problem: sweeps, and the search for a chip.
class ExploreView : public QTabWidget {
    Q_OBJECT

public:
    explicit ExploreView(workspace::Workspace& workspace, QWidget* parent = nullptr);

    [[nodiscard]] SweepView& sweeps() { return *m_sweeps; }
    [[nodiscard]] SearchView& searches() { return *m_searches; }
    /// The sweep or search in the file; nothing if it is none.
    static std::optional<ExplorationFile> readExploration(const QString& path);
    bool open(const ExplorationFile& file);
    /// Opens the file of a sweep or a search in its tab; whether it could be read. What is wrong with it stands there.
    bool open(const QString& path);
    [[nodiscard]] QSize sizeHint() const override { return {860, 460}; }

Q_SIGNALS:
    /// A command was given to one of the two while the panel is not seen.
    void sightAsked();

private:
    SweepView* m_sweeps = nullptr;
    SearchView* m_searches = nullptr;
};

} // namespace tilescape::ui::explore
