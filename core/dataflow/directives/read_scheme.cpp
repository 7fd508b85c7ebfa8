#include "core/dataflow/directives/read_scheme.h"

#include "core/dataflow/directives/array_choice.h"
#include "core/dataflow/directives/printer.h"
#include "core/dataflow/directives/scheme_reader.h"
#include "core/dataflow/sharing.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::dataflow::directives {

std::optional<LayerScheme> SchemeReader::run()
{
    if (!findScopes() || !readTiles()) {
        return std::nullopt;
    }
    m_scheme.replication = arrayChoice(m_context, m_scheme.partition, m_text);
    m_form = formOf(m_context, m_scheme.partition, m_scheme.replication);
    checkPartitionShifts();
    readTensors(*m_registers, Storage::Register);
    readTensors(*m_buffer, Storage::Buffer);
    readArrayStacks();
    if (!readFactors()) {
        return std::nullopt;
    }
    readRegisterUpdates();
    readBufferUpdates();
    readSharing();
    return m_faults.errors() ? std::nullopt : std::optional(m_scheme);
}

bool SchemeReader::findScopes()
{
    m_registers = m_text.find(registerMemory);
    m_buffer = m_text.find(bufferMemory);
    for (const Scope& scope : m_text.scopes) {
        if (scope.memory != registerMemory && scope.memory != bufferMemory) {
            m_faults.error(scope.place, fmt::format("a tile has no memory '{}'", scope.memory),
                           "REGF are a PE's registers, GBUF is a tile's buffer");
        }
    }
    for (const auto& [scope, name] : {std::pair{m_registers, registerMemory}, std::pair{m_buffer, bufferMemory}}) {
        if (!scope) {
            m_faults.error(m_text.place, fmt::format("nothing stands under {}:{}", printedName(m_text.layer), name),
                           "each layer needs REGF and GBUF");
        }
    }
    return m_registers && m_buffer;
}

bool SchemeReader::readTiles()
{
    if (m_registers->tiles) {
        m_faults.error(m_registers->tiles->place, "tiles stands under REGF", "it belongs under GBUF");
    }
    const std::optional<Region> region = readRegion(*m_buffer, m_context.chip, m_faults);
    if (!region) {
        return false;
    }
    const LayerForm form = formOf(m_context, {}, {});
    const std::optional<Partition> partition =
        readPartition(m_buffer->stacks, *form.dims[Loop::OutputChannel], form.dims[Loop::InputChannel].has_value(),
                      region->extent, m_faults);
    if (!partition) {
        return false;
    }
    const Extent used = partition->tiles();
    if (used != region->extent) {
        const Place place = m_buffer->tiles      ? m_buffer->tiles->place
            : m_buffer->stacks.empty() ? m_buffer->place
                                       : m_buffer->stacks.back().place;
        m_faults.error(place,
                       fmt::format("the stacks use {} x {} tiles, the region has {} x {}", used.height, used.width,
                                   region->extent.height, region->extent.width),
                       "the stacks' rows and columns multiply up to the region; 'tiles' says which it is");
        return false;
    }
    m_scheme.region = *region;
    m_scheme.partition = *partition;
    return true;
}

void SchemeReader::checkPartitionShifts()
{
    for (const StackDirective& stack : m_buffer->stacks) {
        for (const Split split : allSplits) {
            const StackDirective right = partitionStack(m_context, m_scheme.partition, split, false);
            const StackDirective whole = partitionStack(m_context, m_scheme.partition, split, true);
            const bool isMap = split == Split::Map && !stack.shifts.empty() && findTerm(whole.shifts, stack.shifts[0].dim);
            if (isMap && !sameDimensions(stack.shifts, right.shifts) && !sameDimensions(stack.shifts, whole.shifts)) {
                m_faults.error(stack.place, fmt::format("{} does not shift input and output alike", print(stack)),
                               fmt::format("right is {}", print(right)));
            }
            if (isMap || sameDimensions(stack.shifts, whole.shifts)) {
                checkAmounts(stack.shifts, whole.shifts, "+=", "each tile works on that many");
            }
        }
    }
}

void SchemeReader::checkAmounts(const std::vector<Term>& written, const std::vector<Term>& right, std::string_view sign,
                  std::string_view why)
{
    for (const Term& term : written) {
        const Term* expected = findTerm(right, term.dim);
        if (expected && expected->amount != term.amount) {
            m_faults.error(term.place, fmt::format("{}{}{} is not what follows here", nameOf(term.dim), sign, term.amount),
                           fmt::format("right is {}{}{}: {} {}", nameOf(term.dim), sign, expected->amount, why,
                                       meaningOf(term.dim)));
        }
    }
}

void SchemeReader::readArrayStacks()
{
    Count pes = 1;
    std::vector<const StackDirective*> used(m_form.stacks.size(), nullptr);
    std::vector<Loop> seen;
    for (const StackDirective& stack : m_registers->stacks) {
        if (stack.units.height > 1) {
            m_faults.error(stack.place, fmt::format("{} asks for rows and columns", print(stack)),
                           "a stack of PEs is one number");
        }
        const Count units = saturatingProduct(stack.units.height, stack.units.width);
        pes = saturatingProduct(pes, units);
        const auto right = std::find_if(m_form.stacks.begin(), m_form.stacks.end(), [&](const StackDirective& one) {
            return sameDimensions(one.shifts, stack.shifts);
        });
        if (right != m_form.stacks.end()) {
            const StackDirective*& place = used[static_cast<std::size_t>(right - m_form.stacks.begin())];
            if (place) {
                m_faults.error(stack.place, fmt::format("{} stands here twice", print(stack)), "once is right");
            }
            place = &stack;
            checkAmounts(stack.shifts, right->shifts, "+=", "neighbouring PEs lie that many apart in");
            if (units != right->units.size()) {
                m_faults.error(stack.place, fmt::format("{} stacks {} PEs", print(stack), units),
                               fmt::format("right is {}: so many rows does one pass of the array take", print(*right)));
            }
            continue;
        }
        readReplication(stack, units, seen);
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (!used[i]) {
            m_faults.error(m_registers->place, fmt::format("{} is missing under REGF", print(m_form.stacks[i])),
                           "the row-stationary mapping lays the layer's rows over the PEs so");
            pes = saturatingProduct(pes, m_form.stacks[i].units.size());
        }
    }
    if (pes > m_context.peArray.size()) {
        const Place place = m_registers->stacks.empty() ? m_registers->place : m_registers->stacks.back().place;
        m_faults.error(place, fmt::format("the stacks need {} PEs, {} are there", pes, m_context.peArray.size()),
                       fmt::format("the units of all stacks multiply up to at most {} x {} PEs", m_context.peArray.height,
                                   m_context.peArray.width));
    }
}

void SchemeReader::readReplication(const StackDirective& stack, Count units, std::vector<Loop>& seen)
{
    const std::optional<Loop> loop = stack.shifts.size() == 1 ? loopOf(m_form, stack.shifts[0].dim) : std::nullopt;
    if (!loop || *loop == Loop::Batch) {
        std::string right;
        for (const StackDirective& one : m_form.stacks) {
            right += print(one) + ", ";
        }
        m_faults.error(stack.place, fmt::format("the array cannot do {}", print(stack)),
                       fmt::format("PEs hold {}and copies for other channels", right));
        return;
    }
    if (std::find(seen.begin(), seen.end(), *loop) != seen.end()) {
        m_faults.error(stack.place, fmt::format("{} stands here twice", print(stack)), "copies for one dimension are written once");
        return;
    }
    seen.push_back(*loop);
    m_shifts[*loop] = &stack.shifts[0];
    const Count copies = m_form.mapping.replication.size();
    if (units > copies || units > m_form.extents[*loop]) {
        m_faults.error(stack.place,
                       fmt::format("{} asks for {} copies of the layer's rows on the array", print(stack), units),
                       fmt::format("there is room for {}, and {} {}", copies, m_form.extents[*loop],
                                   meaningOf(stack.shifts[0].dim)));
        return;
    }
    m_form.copies[*loop] = units;
    (*loop == Loop::InputChannel ? m_scheme.replication.inputChannels : m_scheme.replication.outputChannels) = units;
}

bool SchemeReader::readFactors()
{
    if (m_scheme.replication.inputChannels * m_scheme.replication.outputChannels > m_form.mapping.replication.size()) {
        m_faults.error(m_registers->place,
                       fmt::format("a pass over the PE array cannot hold {} x {} channels",
                                   m_scheme.replication.inputChannels, m_scheme.replication.outputChannels),
                       fmt::format("there is room for {} copies of the layer's rows", m_form.mapping.replication.size()));
    }
    for (const Loop loop : allLoops) {
        if (!m_form.dims[loop]) {
            continue;
        }
        const Term* inner = m_sizes[Storage::Register][loop];
        const Term* outer = m_sizes[Storage::Buffer][loop];
        if (!inner || !outer) {
            return false; // said already: a tensor or its size is missing
        }
        if (m_shifts[loop] && m_shifts[loop]->amount != inner->amount) {
            m_faults.error(m_shifts[loop]->place,
                           fmt::format("{}+={} leaves a gap or overlaps", nameOf(*m_form.dims[loop]), m_shifts[loop]->amount),
                           fmt::format("each PE holds {}, so {}+={} is right", inner->amount, nameOf(*m_form.dims[loop]),
                                       inner->amount));
        }
        const Count array = saturatingProduct(inner->amount, m_form.copies[loop]);
        if (outer->amount % array != 0) {
            m_faults.error(outer->place,
                           fmt::format("{}={} is no multiple of the {} that the array holds",
                                       nameOf(*m_form.dims[loop]), outer->amount, array),
                           outer->amount < array ? fmt::format("{} would be", array)
                                                 : fmt::format("{} or {} would be", outer->amount / array * array,
                                                               (outer->amount / array + 1) * array));
            return false;
        }
        m_scheme.blocking.factors[loop] = {1, outer->amount / array, inner->amount};
    }
    return !m_faults.errors();
}

void SchemeReader::readSharing()
{
    const PerTensor<Count> sharers = sharersOf(m_context.layer, m_scheme.partition);
    for (const Tensor tensor : allTensors) {
        const TensorDirective* directive = m_found[Storage::Buffer][tensor];
        if (!directive || !directive->shared) {
            continue;
        }
        if (sharers[tensor] % *directive->shared != 0) {
            m_faults.error(directive->place,
                           fmt::format("{} tiles are to hold one copy, {} need the same piece", *directive->shared,
                                       sharers[tensor]),
                           fmt::format("the sharing factor divides {}", sharers[tensor]));
        }
        m_scheme.sharing.group[tensor] = sharers[tensor];
        m_scheme.sharing.subgroup[tensor] = *directive->shared;
    }
}

std::optional<LayerScheme> readScheme(const LayerContext& context, const LayerDirectives& directives, Faults& faults)
{
    return SchemeReader(context, directives, faults).run();
}

std::optional<Partition> readInputs(const LayerDirectives& directives, Extent channels, Faults& faults)
{
    FaultTeller teller(directives.layer, faults);
    for (const Scope& scope : directives.scopes) {
        if (scope.memory != offChipMemory || !scope.tensors.empty() || !scope.updates.empty() || scope.tiles) {
            teller.error(scope.place, "what comes from outside is only laid over the memory channels",
                         fmt::format("{}:{} holds stacks only", printedName(directives.layer), offChipMemory));
            return std::nullopt;
        }
    }
    return directives.scopes.empty()
        ? std::optional(Partition{})
        : readPartition(directives.scopes.front().stacks, Dim::C, false, channels, teller);
}

} // namespace tilescape::dataflow::directives
