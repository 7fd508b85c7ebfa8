#pragma once

#include <QString>
#include <QStringList>

/// Reads README.md, the manual (resources/manual/*.md) and the examples' README.md files in `root`, and says in one sentence
/// each where a relative link leads to no file or no heading, where a test is named (`tst_name`) that does not exist, where a
/// row of a table has more or fewer cells than its first, and which page of the manual cannot be reached from README.md. Paths in the sentences are relative to `root`. Empty when all
/// is well. Code is no link; links with a scheme, such as https:, are not followed.
QStringList pageFaults(const QString& root);
