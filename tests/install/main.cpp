#include "core/io/library.h"
#include "core/io/schedule_json.h"
#include "core/schedule/solve.h"

#include <iostream>

int main()
{
    tilescape::schedule::Problem problem;
    problem.network = tilescape::io::loadNetwork("alexnet").value(); // a name of `tilescape-cli networks`, or a file
    problem.hardware = tilescape::io::loadHardware("kapla_16x16").value();
    problem.batch = 64;
    problem.solver = "kapla";
    problem.space.spatialPipelining = true;
    const tilescape::schedule::Schedule schedule = tilescape::schedule::solve(problem);
    std::cout << (schedule.hasResult() ? tilescape::io::writeSummary(schedule) : describe(schedule.diagnostics));
}
