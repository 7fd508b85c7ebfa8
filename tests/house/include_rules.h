#pragma once

#include <QString>
#include <QStringList>

/// Reads the #includes of every .h and .cpp in `root`/core, ui and app, and says in one sentence each where they break
/// a rule of the house. Paths in the sentences are relative to `root`. Empty when all is well.
QStringList includeFaults(const QString& root);
