#pragma once

#include "core/explore/sweep.h"
#include "core/support/result.h"

#include <QString>

#include <string>
#include <vector>

namespace tilescape::ui::explore {

/// The networks and chips that axes name: those of the library, those of the open problem, and those of files. Each is read once, when it
/// is needed.
class NamedParts {
public:
    /// The names that are known; those that are not the library's come first.
    [[nodiscard]] std::vector<std::string> networkNames() const;
    [[nodiscard]] std::vector<std::string> chipNames() const;

    /// The name of an equal network or chip; one that is new gets its own, or that with a number where another one has it.
    std::string nameOf(const tilescape::network::Network& network);
    std::string nameOf(const tilescape::hardware::Hardware& chip);
    /// What the name stands for in a file that was read, whatever it stood for.
    void add(const tilescape::explore::Base& base);

    /// The name of the network or chip in a file. Faults: of the reader.
    support::Result<std::string> addNetworkFile(const QString& path);
    support::Result<std::string> addChipFile(const QString& path);

    /// Adds the network to those of `base`; nothing where the name is unknown.
    void define(tilescape::explore::Base& base, const std::string& network);
    /// Adds to `base` what `axes` name; names that are unknown are left out.
    void define(tilescape::explore::Base& base, const std::vector<tilescape::explore::Axis>& axes);

private:
    std::map<std::string, tilescape::network::Network> m_networks;
    std::map<std::string, tilescape::hardware::Hardware> m_chips;
};

} // namespace tilescape::ui::explore
