#include "core/search/kapla/outer_factors.h"

namespace tilescape::search {

OuterFactors::OuterFactors(const BlockingQuery& query, const Factors& asked)
    : m_tensors(query.nest.traffic.tensors),
      m_asked(asked),
      m_iterations(coveredBy(query.nest.task).values),
      m_loops(query.nest.registers->loops),
      m_largestInRegisters(query.nest.registers->largestFactors),
      m_bufferWords(query.nest.task.setting->machine.capacities.bufferWordsPerTile),
      m_outputPieces(query.limits.outputPieces)
{
    for (std::size_t loop = 0; loop < m_sizes.size(); ++loop) {
        if (asked[loop] > 0 && residue(m_iterations[loop], asked[loop]) != 0) {
            return;
        }
        m_sizes[loop] = asked[loop] > 0 ? 1 : m_loops[loop]->divisors.size();
    }
    m_exist = true;
}

OuterFactors::Words OuterFactors::wordsIn(const Factors& rest) const
{
    Words words{};
    for (std::size_t number = 0; number < words.size(); ++number) {
        const TensorTraffic& tensor = m_tensors[number];
        words[number] = tensor.unitBufferWords;
        for (std::size_t loop = 0; loop < rest.size(); ++loop) {
            words[number] *= tensor.varies[loop] ? rest[loop] : 1;
        }
    }
    words[static_cast<std::size_t>(Tensor::Output)] *= m_outputPieces;
    return words;
}

OuterFactors::Words OuterFactors::piecesOf(const Words& words, const Factors& rest) const
{
    Words pieces{};
    for (std::size_t number = 0; number < pieces.size(); ++number) {
        const TensorTraffic& tensor = m_tensors[number];
        pieces[number] = tensor.present ? largestPart(tensor, words[number], rest, tensor.sharers) : 0;
    }
    return pieces;
}

bool OuterFactors::mayFillRegisters(const TensorTraffic& tensor, const Factors& rest) const
{
    bool may = true;
    for (std::size_t loop = 0; loop < rest.size(); ++loop) {
        may &= !tensor.varies[loop] || rest[loop] <= m_largestInRegisters[loop];
    }
    return may;
}

} // namespace tilescape::search
