#pragma once

#include "core/network/network.h"
#include "core/support/result.h"

namespace tilescape::network {

/// The network with the layers that training adds (Tangram 3.4, KAPLA II-A): after the forward layers, in reverse order,
/// the errors of their inputs and the gradients of their weights. One forward layer X * W = Y with weights becomes
///   name.bwd_data    dX: the convolution run backwards over dY, channels exchanged (none where no weights lie before it);
///                    one a source where several are joined: name.bwd_data.source
///   name.bwd_weight  dW: X correlated with dY, summed over map and batch
/// and pooling is run backwards as well. Element-wise layers hand their error on as it is; where a map has several
/// consumers, name.bwd_sum adds up their errors. The error of an output comes from outside: name.error.
/// Not in it: the loss, derivatives of activations and of element-wise products, positions of maxima, the update
/// W -= rate * dW itself, and errors of external inputs. Faults: layers that only a training graph has; groups that joined
/// inputs cut apart.
support::Result<Network> trainingGraph(const Network& network);

} // namespace tilescape::network
