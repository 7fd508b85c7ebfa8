#pragma once

#include <QSize>
#include <QTest>

namespace samples {

/// A row for each size of window that people have: a projector's at scale 2, a small one, a projector's, a desktop's.
inline void addWindowSizes()
{
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(640, 360), QSize(1024, 640), QSize(1280, 720), QSize(1680, 1040)}) {
        QTest::addRow("%dx%d", size.width(), size.height()) << size;
    }
}

} // namespace samples
