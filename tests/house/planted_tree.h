#pragma once

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

/// Writes a file of a small house, in which a fault may be planted.
inline void write(const QTemporaryDir& folder, const QString& path, const QString& text)
{
    const QString full = folder.filePath(path);
    QVERIFY(QDir().mkpath(full.section('/', 0, -2)));
    QFile file(full);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text.toUtf8());
}
