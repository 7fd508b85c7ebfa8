#pragma once

#include <QStringList>

/// Where a function in an anonymous namespace of `root`/core, ui or app bears the name of one that a header of its folder declares,
/// one sentence a fault. Sources of a folder may be compiled together (cmake/UnityGroups.cmake): what calls the header's function
/// inside an anonymous namespace of a neighbour would find the other one first, without a word of the compiler.
QStringList hiddenNames(const QString& root);
