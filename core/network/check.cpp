#include "core/network/check.h"

#include "core/network/check_cycles.h"
#include "core/network/check_edges.h"
#include "core/network/check_faults.h"
#include "core/network/check_sizes.h"

namespace tilescape::network {

support::Diagnostics check(const Network& network) { return check(network, {}); }

support::Diagnostics check(const Network& network, Unusable unusable)
{
    unusable.layer.resize(network.layers.size());
    unusable.externalInputs.resize(network.externalInputs.size());
    NetworkFaults faults;
    if (network.layers.empty() && !unusable.layers) {
        faults.add("/layers", "", "the network has no layers", "at least one is needed");
    }
    if (hasControlCharacters(network.name)) {
        faults.add("/name", "", "the network's name has control characters", "letters, digits and signs on one line");
    }
    checkSizes(network, unusable, faults);
    EdgeChecker edges(network, unusable, faults);
    edges.checkInputs();
    checkCycles(network, edges.layersBefore(), faults);
    return faults.take();
}

} // namespace tilescape::network
