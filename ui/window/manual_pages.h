#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace tilescape::ui::window {

/// One page of the manual, as it lies in resources/manual and in the program.
struct ManualPage {
    QString file;  ///< "cost-model.md"
    QString title; ///< its first heading
    QString text;  ///< Markdown
};

/// What stands beneath one heading of a page.
struct ManualSection {
    QString file;
    QString page;    ///< title of the page
    QString heading; ///< without marks
    QString anchor;  ///< as links name it: "6-energy"
    QString text;    ///< plain, without the heading
};

struct ManualHit {
    ManualSection section;
    QString excerpt; ///< around the first word that was found
};

/// All pages, the index first, the others by title.
const std::vector<ManualPage>& manualPages();
/// Null if there is no such page.
const ManualPage* findManualPage(const QString& file);

/// The anchor of a heading, as forges make it.
QString anchorOf(const QString& heading);
std::vector<ManualSection> sectionsOf(const ManualPage& page);

/// Sections that hold every word, in any case: those whose heading holds one come first, then those with more of them.
std::vector<ManualHit> searchManual(const QString& words);

} // namespace tilescape::ui::window
