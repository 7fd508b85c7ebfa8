#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace tilescape::ui::window {

/// A project that the start page offers.
struct StartEntry {
    QString title;
    QString line; ///< what it shows, or where it lies
    QString path; ///< a file, or a resource (`:/examples/...`)
};

/// The examples in the program, each with its line of the README.
std::vector<StartEntry> exampleEntries();
/// Of these files those that are there.
std::vector<StartEntry> recentEntries(const QStringList& files);

} // namespace tilescape::ui::window
