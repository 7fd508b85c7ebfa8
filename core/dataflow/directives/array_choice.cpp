#include "core/dataflow/directives/array_choice.h"

#include "core/dataflow/directives/read_parts.h"
#include "core/dataflow/systolic_mapping.h"

#include <algorithm>
#include <vector>

namespace tilescape::dataflow::directives {

namespace {

/// PEs in a column that hold neighbouring taps, and how often they are loaded with others.
Extent writtenTaps(const Scope& registers)
{
    Extent taps{1, 1};
    for (const StackDirective& stack : registers.stacks) {
        if (stack.shifts.size() == 1 && stack.shifts[0].dim == Dim::T) {
            taps.height = stack.units.width;
        }
    }
    for (const UpdateDirective& update : registers.updates) {
        if (update.steps.size() == 1 && update.steps[0].dim == Dim::T) {
            taps.width = update.count.value_or(1);
        }
    }
    return taps;
}

/// Whether the rows of maps in the buffer are those of the form.
bool rowsMatch(const LayerForm& form, const Scope& buffer)
{
    bool match = true;
    for (const Dim dim : {Dim::Yo, Dim::Yi}) {
        for (const TensorDirective& directive : buffer.tensors) {
            const Term* written = findTerm(directive.sizes, dim);
            for (const TensorForm& tensor : form.tensors) {
                for (const FormTerm& term : tensor.terms) {
                    match = match && (!written || term.dim != dim || term.buffer == written->amount);
                }
            }
        }
    }
    return match;
}

} // namespace

Replication arrayChoice(const LayerContext& context, const Partition& partition, const LayerDirectives& directives)
{
    if (context.peArray.dataflow != hardware::ArrayDataflow::Systolic) {
        return {};
    }
    network::Layer layer = tileLayer(context.layer, context.batch, partition, context.counts).layer;
    if (std::holds_alternative<network::MatrixProduct>(layer.kind)) {
        layer.outputSize = {}; // its rows are a loop
    }
    std::vector<Replication> choices = systolicReplications(layer, context.peArray);
    // Any number of stripes has a meaning; those that a search tries are tried first.
    const Count rows = network::sweptSize(layer).height;
    constexpr Count most = 4096;
    const Extent written = writtenTaps(*directives.find(registerMemory));
    const auto tapsMatch = [&](const Replication& choice) {
        const ArrayMapping mapping = systolicMapping(layer, context.peArray, choice);
        return Extent{mapping.foldedSet.height, mapping.fold.height} == written;
    };
    const auto tapsChoice = std::find_if(choices.begin(), choices.end(), tapsMatch);
    Replication best{1, 1, tapsChoice == choices.end() ? 1 : tapsChoice->taps, 1};
    for (Count stripes = 1; stripes <= std::min(rows, most); ++stripes) {
        choices.push_back({1, 1, best.taps, stripes});
    }
    for (Replication choice : choices) {
        choice.inputChannels = choice.outputChannels = 1;
        if (choice.taps == best.taps && rowsMatch(formOf(context, partition, choice), *directives.find(bufferMemory))) {
            return choice;
        }
    }
    return best;
}

} // namespace tilescape::dataflow::directives
