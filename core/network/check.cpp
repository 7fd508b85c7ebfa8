#include "core/network/check_cycles.h"
#include "core/network/check_edges.h"
#include "core/network/check_sizes.h"

namespace tilescape::network {

support::Diagnostics check(const Network& network)
{
    NetworkFaults faults;
    if (network.layers.empty()) {
        faults.add("/layers", "", "the network has no layers", "at least one is needed");
    }
    EdgeChecker edges(network, faults);
    edges.checkInputs(checkSizes(network, faults));
    checkCycles(network, edges.layersBefore(), faults);
    return faults.take();
}

} // namespace tilescape::network
