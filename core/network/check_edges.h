#pragma once

#include "core/network/check.h"
#include "core/network/check_faults.h"
#include "core/network/network.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tilescape::network {

/// Who feeds whom: names that tell all apart, inputs that are there, and maps and channels that fit their consumers.
class EdgeChecker {
public:
    /// Checks the names. `unusable` has an entry for each layer and external input.
    EdgeChecker(const Network& network, const Unusable& unusable, NetworkFaults& faults);
    void checkInputs();
    /// Of each layer, the layers that feed it.
    [[nodiscard]] std::vector<std::vector<std::size_t>> layersBefore() const;

private:
    void addName(std::string_view name, Source source, const std::string& pointer);
    [[nodiscard]] const Source* find(const std::string& name) const;
    [[nodiscard]] std::string remedyFor(std::string_view unknown) const;
    void checkInputsOf(std::size_t index);
    /// Whether its map is what the file means.
    [[nodiscard]] bool isUsable(const Source& source) const;
    [[nodiscard]] bool canJudgeFit(std::size_t index) const;
    void checkFit(std::size_t index, std::size_t input, const Source& source, const std::string& pointer);
    void checkReversedFit(const Layer& layer, Extent have, const std::string& input, const std::string& pointer);
    void checkChannels(std::size_t index, Count channels);

    const Network& m_network;
    const Unusable& m_unusable;
    NetworkFaults& m_faults;
    std::map<std::string, Source, std::less<>> m_sources;
    std::map<std::string, std::string, std::less<>> m_firstPointer;
    std::vector<std::string_view> m_names;
};

} // namespace tilescape::network
