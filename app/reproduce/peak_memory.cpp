#include "app/reproduce/peak_memory.h"

#include <charconv>
#include <fstream>
#include <string>

namespace tilescape::reproduce {

std::optional<double> peakMegabytes()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmHWM:")) {
            const std::size_t digit = line.find_first_of("0123456789");
            double kilobytes = 0;
            std::from_chars(line.data() + digit, line.data() + line.size(), kilobytes);
            return kilobytes / 1024;
        }
    }
    return std::nullopt;
}

} // namespace tilescape::reproduce
