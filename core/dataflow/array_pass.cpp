#include "core/dataflow/array_pass.h"

#include "core/dataflow/unit_pass.h"
#include "core/support/factors.h"

#include <algorithm>

namespace tilescape::dataflow {

namespace {

/// A matrix product has no map: its rows are a loop (pe_mapping.cpp).
network::Layer rowByRow(const network::Layer& layer)
{
    network::Layer rows = layer;
    if (std::holds_alternative<network::MatrixProduct>(layer.kind)) {
        rows.outputSize = {};
    }
    return rows;
}

Count wordsRead(const network::Layer& layer, Counts counts) { return counts == Counts::Executed ? operandsOf(layer) : 1; }

} // namespace

ArrayPass::ArrayPass(const TileLayer& tile, const hardware::PeArray& peArray, const Replication& replication)
    : m_array(peArray), m_mapping(mapOnArray(tile.layer, peArray, replication)), m_layer(rowByRow(tile.layer)),
      m_filter(network::filterOf(m_layer)), m_stride(network::strideOf(m_layer)), m_swept(network::sweptSize(m_layer)),
      m_weights(network::hasWeights(m_layer))
{
    const LoopNest nest = loopNest(tile, peArray, replication);
    m_passes = nest.repetitions;
    for (const Loop loop : allLoops) {
        m_passes *= nest.iterations[loop];
    }
    m_inputCopies = isChannelwise(m_layer) ? 1 : replication.inputChannels;
    m_outputCopies = replication.outputChannels;
    m_rowsOfPart = ceilDivide(m_swept.height, m_mapping.fold.width);

    const bool transposed = network::isTransposed(m_layer);
    const Count words = wordsRead(m_layer, tile.counts);
    m_slide.taps = m_filter.width * operandsOf(m_layer);
    m_slide.positions = m_swept.width;
    m_slide.firstInputs = words * (transposed ? ceilDivide(m_filter.width, m_stride.width) : m_filter.width);
    m_slide.moreInputs = words * (transposed ? 1 : m_stride.width);
    m_slide.outputs = transposed ? m_layer.outputSize.width : m_swept.width;
    isSystolic() ? placeSystolic() : placeRowStationary();
}

void ArrayPass::placeRowStationary()
{
    // A set whose folds share the height is wider than the array: it lies there in strips, one below the other.
    const Count strips = ceilDivide(m_mapping.foldedSet.width, m_array.width);
    m_copy = {m_mapping.foldedSet.height * strips, ceilDivide(m_mapping.foldedSet.width, strips)};
    m_cyclesOfFold = m_slide.taps * m_slide.positions;
    // The split of the copies down the array that the search had when it found these numbers of channels.
    m_inputShare = m_inputCopies;
    for (const Count share : support::divisors(m_mapping.replication.height)) {
        if (share >= m_inputCopies && m_mapping.replication.height / share * m_mapping.replication.width >= m_outputCopies) {
            m_inputShare = share;
            break;
        }
    }
}

void ArrayPass::placeSystolic()
{
    m_copy = {m_mapping.foldedSet.height, 1};
    const Count tapsOfPe = m_filter.size() / m_mapping.logicalSet.height;
    m_slide.taps = tapsOfPe * operandsOf(m_layer);
    m_cyclesOfFold = m_slide.taps * m_slide.positions * m_rowsOfPart;
    m_diagonal = isChannelwise(m_layer);
}

PeWork ArrayPass::workAt(Count part, Count cycle, Count row, Count column) const
{
    return isSystolic() ? systolicWork(part, cycle, row, column) : rowStationaryWork(part, cycle, row, column);
}

PeWork ArrayPass::rowStationaryWork(Count part, Count cycle, Count row, Count column) const
{
    PeWork work;
    const Count down = row / m_copy.height;
    const Count across = column / m_copy.width;
    const Count strip = row % m_copy.height / m_mapping.foldedSet.height;
    const Count setRow = row % m_copy.height % m_mapping.foldedSet.height;
    const Count setColumn = strip * m_copy.width + column % m_copy.width;
    const Count outputsDown = std::max<Count>(m_mapping.replication.height / m_inputShare, 1);
    const bool channelwise = isChannelwise(m_layer);
    work.inputChannel = channelwise ? 0 : down / outputsDown;
    work.outputChannel = (channelwise ? down : down % outputsDown) * m_mapping.replication.width + across;
    work.mapped = down < m_mapping.replication.height && across < m_mapping.replication.width
        && setColumn < m_mapping.foldedSet.width && work.inputChannel < m_inputCopies && work.outputChannel < m_outputCopies;
    const Count inFold = cycle % m_cyclesOfFold;
    work.filterRow = foldAt(cycle) * m_mapping.foldedSet.height + setRow;
    work.filterColumn = inFold % m_slide.taps % m_filter.width;
    work.outputRow = sweptRow(part, setColumn);
    work.outputColumn = inFold / m_slide.taps;
    work.inputRow = work.outputRow * m_stride.height + work.filterRow;
    work.inputColumn = work.outputColumn * m_stride.width + work.filterColumn;
    work.active = work.mapped && work.filterRow < m_filter.height && setColumn < validRows(part);
    return work;
}

PeWork ArrayPass::systolicWork(Count part, Count cycle, Count row, Count column) const
{
    PeWork work;
    const Count set = row / m_copy.height;
    work.inputChannel = m_diagonal ? 0 : set;
    work.outputChannel = column;
    work.mapped = (m_diagonal ? set == column : set < m_inputCopies) && column < m_outputCopies
        && (m_diagonal || set < m_mapping.replication.height);
    // What flows past reaches a PE later by a cycle for each PE before it.
    const Count all = cycles();
    const Count own = ((cycle - row - column) % all + all) % all;
    const Count tapRow = own / m_cyclesOfFold * m_mapping.foldedSet.height + row % m_copy.height;
    const Count inFold = own % m_cyclesOfFold;
    const Count position = inFold / m_slide.taps;
    const Count tapsOfPe = m_filter.size() / m_mapping.logicalSet.height;
    const Count tap = tapRow * tapsOfPe + inFold % m_slide.taps % tapsOfPe;
    work.filterRow = tap / m_filter.width;
    work.filterColumn = tap % m_filter.width;
    work.outputRow = sweptRow(part, position / m_slide.positions);
    work.outputColumn = position % m_slide.positions;
    work.inputRow = work.outputRow * m_stride.height + work.filterRow;
    work.inputColumn = work.outputColumn * m_stride.width + work.filterColumn;
    work.active = work.mapped && tapRow < m_mapping.logicalSet.height && position / m_slide.positions < validRows(part);
    return work;
}

Count ArrayPass::rowsOfFold(Count fold) const
{
    const Count rows = m_mapping.logicalSet.height - fold * m_mapping.foldedSet.height;
    return std::clamp<Count>(rows, 0, m_mapping.foldedSet.height);
}

Count ArrayPass::validRows(Count part) const { return std::clamp<Count>(m_swept.height - part * m_rowsOfPart, 0, m_rowsOfPart); }

Count ArrayPass::inputsOfSlide(Count cycles) const
{
    const Count position = cycles / m_slide.taps;
    const Count tap = cycles % m_slide.taps;
    if (position == 0) {
        return m_slide.firstInputs * tap / m_slide.taps;
    }
    const Count whole = m_slide.firstInputs + (position - 1) * m_slide.moreInputs;
    return tap > 0 ? whole + m_slide.moreInputs : whole; // all that a position adds is there at its first tap
}

Count ArrayPass::outputsOfSlide(Count cycles) const { return cycles / m_slide.taps * m_slide.outputs / m_slide.positions; }

PassCounts ArrayPass::rowStationaryCounts(Count part, Count fold, Count cycles) const
{
    // Rows go to every PE of the folded set, also to those that have nothing to do in the last fold (cost-model.md 1).
    const Count set = m_mapping.foldedSet.size();
    PassCounts counts;
    counts.operations = rowsOfFold(fold) * validRows(part) * cycles;
    counts.busWords[Tensor::Weight] = m_weights ? set * std::min(cycles, m_filter.width) : 0;
    // Without weights, a row stays for all folds.
    counts.busWords[Tensor::Input] = m_weights || fold == 0 ? set * inputsOfSlide(cycles) : 0;
    counts.busWords[Tensor::Output] = set * outputsOfSlide(cycles);
    return counts;
}

PassCounts ArrayPass::systolicCounts(Count part, Count fold, Count cycles) const
{
    const Count taps = rowsOfFold(fold);
    const Count tapsOfPe = m_filter.size() / m_mapping.logicalSet.height;
    const Count row = m_slide.taps * m_slide.positions;
    const Count valid = std::min(cycles, row * validRows(part)); // rows beyond the map are waited for
    const Count rows = valid / row;
    const bool transposed = network::isTransposed(m_layer);
    // For one tap, a word a position; for a row of taps, the map's row once for each; for all, the rows of the window.
    const bool all = tapsOfPe == m_filter.size();
    const Count windowHeight = transposed ? ceilDivide(m_filter.height, m_stride.height) : m_filter.height;
    const Count streams = all ? (fold == 0 ? windowHeight : 0) : taps;
    const Count words = m_slide.moreInputs / (transposed ? 1 : m_stride.width); // operands
    const auto inputs = [&](Count inRow) { return all || tapsOfPe > 1 ? inputsOfSlide(inRow) : words * inRow / m_slide.taps; };
    PassCounts counts;
    counts.operations = taps * valid;
    counts.busWords[Tensor::Weight] = m_weights ? taps * std::min(cycles, tapsOfPe) : 0; // also of a part without rows
    counts.busWords[Tensor::Input] = streams * (rows * inputs(row) + inputs(valid % row));
    // Maps of a layer that is run backwards have other heights: their words come in proportion.
    const Count outputRows = transposed ? m_layer.outputSize.height : m_swept.height;
    const Count before = std::min(part * m_rowsOfPart, m_swept.height) * outputsOfSlide(row);
    const Count after = before + rows * outputsOfSlide(row) + outputsOfSlide(valid % row);
    counts.busWords[Tensor::Output] = after * outputRows / m_swept.height - before * outputRows / m_swept.height;
    return counts;
}

PassCounts ArrayPass::countsAfter(Count part, Count cycles) const
{
    PassCounts counts;
    for (Count fold = 0; fold < m_mapping.fold.height && cycles > 0; ++fold) {
        const Count own = std::min(cycles, m_cyclesOfFold);
        const PassCounts more = isSystolic() ? systolicCounts(part, fold, own) : rowStationaryCounts(part, fold, own);
        counts.operations += more.operations;
        for (const Tensor tensor : allTensors) {
            counts.busWords[tensor] += more.busWords[tensor];
        }
        cycles -= own;
    }
    return counts;
}

} // namespace tilescape::dataflow
