#pragma once

#include <QStringList>

/// Where ui below `root` has words for people without a class for their context, one sentence a fault: translators see the
/// context, and a translation is found only under the one that it was collected under.
QStringList translationFaults(const QString& root);
