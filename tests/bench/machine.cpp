#include "machine.h"

#include <fstream>
#include <thread>

namespace tilescape::bench {

Machine thisMachine()
{
    Machine machine{"a processor that the system does not name", std::thread::hardware_concurrency()};
    std::ifstream processors("/proc/cpuinfo");
    for (std::string line; std::getline(processors, line);) {
        const std::size_t colon = line.find(':');
        if (line.starts_with("model name") && colon != std::string::npos && colon + 2 < line.size()) {
            machine.processor = line.substr(colon + 2);
            break;
        }
    }
    return machine;
}

} // namespace tilescape::bench
