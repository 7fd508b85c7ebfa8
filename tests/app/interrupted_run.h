#pragma once

#include "tests/app/program.h"

#include <QElapsedTimer>

#include <csignal>

namespace program {

struct Interrupted {
    bool endedBefore = false; ///< by itself, before the signal
    int exitCode = -1;        ///< -1: it was killed
    QString err;
};

/// Starts a run in `folder`, and sends it `signal` when its `journal` there has as many lines.
inline Interrupted interrupt(const QString& program, const QString& arguments, const QString& folder, const QString& journal, int lines,
                             int signal)
{
    QProcess process;
    process.setWorkingDirectory(folder);
    process.start(program, arguments.split(' '));
    if (!process.waitForStarted()) {
        qFatal("%s does not start.", qPrintable(program));
    }
    QElapsedTimer timer;
    timer.start();
    const auto hasGrown = [&] {
        QFile file(QDir(folder).filePath(journal));
        return file.open(QIODevice::ReadOnly) && file.readAll().count('\n') >= lines;
    };
    while (!hasGrown() && process.state() == QProcess::Running && timer.elapsed() < 60'000) {
        process.waitForFinished(1);
    }
    Interrupted run;
    run.endedBefore = process.state() != QProcess::Running;
    if (!run.endedBefore) {
        ::kill(static_cast<pid_t>(process.processId()), signal);
    }
    process.waitForFinished(60'000);
    run.exitCode = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    run.err = QString::fromUtf8(process.readAllStandardError());
    return run;
}

} // namespace program
