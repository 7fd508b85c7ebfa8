#include "core/training/parallelism/communication.h"

namespace tilescape::training::parallelism {

std::string_view nameOf(Kind kind)
{
    constexpr std::array<std::string_view, 4> names{"gradient", "partial_sum", "feature_map", "error"};
    return names[static_cast<std::size_t>(kind)];
}

double total(const PerKind& parts)
{
    double sum = 0;
    for (const double part : parts) {
        sum += part;
    }
    return sum;
}

CommunicationModel::CommunicationModel(const Graph& graph, double batch, const Settings& settings)
    : m_graph(graph), m_batch(batch), m_intra(settings.intraDirections == Directions::Both ? 2 : 1),
      m_inter(settings.interDirections == Directions::Both ? 2 : 1),
      m_modelToModel(settings.modelToModel == ModelToModel::HalfError ? 0.5 : 0), m_boundary(settings.boundary),
      m_halvesBatch(settings.halving == Halving::Both || settings.halving == Halving::Batch),
      m_halvesChannels(settings.halving == Halving::Both || settings.halving == Halving::Channels)
{
}

PerKind CommunicationModel::intraWords(std::size_t vertex, const Share& share, Choice choice) const
{
    PerKind words;
    const Vertex& v = m_graph.vertices[vertex];
    if (!v.join && choice == Choice::Data) {
        words[Kind::Gradient] = m_intra * v.weightWords * share.channels;
    } else if (!v.join) {
        words[Kind::PartialSum] = m_intra * v.outputWords * m_batch * share.batch;
    }
    return words;
}

PerKind CommunicationModel::interWords(const Edge& edge, const Shares& shares, Choice producer, Choice consumer) const
{
    const bool ofConsumer = m_boundary == Boundary::Consumer;
    const Share& share = shares[ofConsumer ? edge.to : edge.from];
    const double map = edge.words * m_batch * share.batch * (ofConsumer ? share.channels : 1);
    const bool join = m_graph.vertices[edge.from].join;
    PerKind words;
    if (producer == consumer) {
        const bool needsWholeError = producer == Choice::Model && !join;
        words[Kind::Error] = needsWholeError ? m_inter * m_modelToModel * map : 0;
    } else if (producer == Choice::Data || join) {
        words[Kind::FeatureMap] = m_inter * 0.25 * map;
        words[Kind::Error] = m_inter * 0.25 * map;
    } else {
        words[Kind::Error] = m_inter * 0.5 * map;
    }
    return words;
}

PerKind CommunicationModel::wordsOf(std::size_t vertex, const Shares& shares, const Choices& choices) const
{
    PerKind words = intraWords(vertex, shares[vertex], choices[vertex]);
    for (const Edge& edge : m_graph.edgesInto(vertex)) {
        const PerKind between = interWords(edge, shares, choices[edge.from], choices[vertex]);
        for (const Kind kind : allKinds) {
            words[kind] += between[kind];
        }
    }
    return words;
}

Share CommunicationModel::half(Share share, Choice choice) const
{
    if (choice == Choice::Data && m_halvesBatch) {
        share.batch /= 2;
    } else if (choice == Choice::Model && m_halvesChannels) {
        share.channels /= 2;
    }
    return share;
}

} // namespace tilescape::training::parallelism
