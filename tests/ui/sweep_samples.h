#pragma once

#include "explore_samples.h"

#include "ui/explore/axis_row.h"
#include "ui/explore/sweep_view.h"

#include <QComboBox>
#include <QLabel>
#include <QListWidget>

/// What a person does in the view of sweeps.
namespace samples {

using ui::explore::AxisRow;
using ui::explore::SweepView;

/// Two axes: buffers, and registers of which the smallest are too few for any schedule.
inline void setAxes(SweepView& view, int buffers, int registers)
{
    view.axes().rows()[0]->setKey("buffer_bytes_per_tile");
    view.axes().rows()[0]->setRange(1024, 65536, buffers);
    view.axes().rows()[1]->setKey("register_bytes_per_pe");
    view.axes().rows()[1]->setRange(8, 512, registers);
}

inline QString stateOf(const SweepView& view) { return view.findChild<QLabel*>(QStringLiteral("stateSweep"))->text(); }

inline void choose(SweepView& view, const char* box, const char* key)
{
    auto* combo = view.findChild<QComboBox*>(QLatin1String(box));
    combo->setCurrentIndex(combo->findData(QLatin1String(key)));
    QCOMPARE(combo->currentData().toString(), QLatin1String(key));
}

inline void show(SweepView& view, QSize size = {900, 460})
{
    view.resize(size);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
}

/// Ticks these names and no others.
inline void tick(AxisRow& row, const QStringList& names)
{
    auto* list = row.findChild<QListWidget*>(QStringLiteral("axisNames"));
    QVERIFY(list);
    for (int i = 0; i < list->count(); ++i) {
        list->item(i)->setCheckState(names.contains(list->item(i)->text()) ? Qt::Checked : Qt::Unchecked);
    }
}

inline void runAll(SweepView& view)
{
    press(view, "runSweep");
    QTRY_VERIFY_WITH_TIMEOUT(!view.service().isRunning(), 60'000);
}

/// Runs a sweep of these axes and stops it once it has found something.
inline void runAndStop(SweepView& view, int buffers, int registers)
{
    setAxes(view, buffers, registers);
    press(view, "runSweep");
    QTRY_VERIFY(!view.service().results().empty());
    press(view, "stopSweep");
}

} // namespace samples
