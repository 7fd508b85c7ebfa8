#pragma once

#include "view_samples.h"

#include "core/io/library.h"
#include "ui/workspace/explorations.h"

#include <QPushButton>
#include <QTest>

namespace samples {

/// LeNet on one tile: a point takes about a millisecond. Sweeps and searches keep no journals.
inline std::unique_ptr<ui::workspace::Workspace> openedWorkspace()
{
    auto opened = workspace();
    schedule::Problem problem;
    problem.network = io::loadNetwork("lenet_c").value();
    problem.hardware = io::loadHardware("eyeriss_isca16").value();
    problem.solver = "kapla";
    opened->explorations().setJournalFolder({});
    opened->open(problem, {});
    return opened;
}

/// Buffers and goals of a problem, solved.
inline io::SweepRun solvedSweep(const schedule::Problem& problem)
{
    tilescape::explore::Sweep sweep;
    sweep.base.problem = problem;
    sweep.objectives = {"energy_pj", "delay_s"};
    sweep.axes = {{{"buffer_bytes_per_tile"}, {{"16384"}, {"65536"}}, {}}, {{"goal"}, {{"energy"}, {"delay"}}, {}}};
    auto results = runSweep(sweep, {}, {});
    return {std::move(sweep), std::move(results)};
}

/// Clicks the button of this name, which must be enabled.
inline void press(QWidget& view, const char* name)
{
    auto* button = view.findChild<QPushButton*>(QLatin1String(name));
    QVERIFY2(button && button->isEnabled(), name);
    QTest::mouseClick(button, Qt::LeftButton);
}

} // namespace samples
