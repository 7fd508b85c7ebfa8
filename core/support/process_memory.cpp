#include "core/support/process_memory.h"

#include <fstream>
#include <limits>

#include <unistd.h>

namespace tilescape::support {

double residentBytes()
{
    std::ifstream pages("/proc/self/statm"); // of the program in all, then resident
    double all = 0;
    double resident = 0;
    pages >> all >> resident;
    return pages ? resident * static_cast<double>(sysconf(_SC_PAGESIZE)) : 0;
}

double machineBytes()
{
    const long pages = sysconf(_SC_PHYS_PAGES);
    return pages > 0 ? static_cast<double>(pages) * static_cast<double>(sysconf(_SC_PAGESIZE))
                     : std::numeric_limits<double>::infinity();
}

} // namespace tilescape::support
