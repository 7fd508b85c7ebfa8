#include "ui/workspace/answer_cache.h"

#include <algorithm>

namespace tilescape::ui::workspace {

namespace {

std::size_t bytesOf(const schedule::Problem& problem)
{
    std::size_t bytes = sizeof(problem);
    for (const tilescape::network::Layer& layer : problem.network.layers) {
        bytes += sizeof(layer) + layer.name.capacity();
        for (const std::string& input : layer.inputs) {
            bytes += sizeof(input) + input.capacity();
        }
    }
    return bytes;
}

std::size_t bytesOf(const schedule::Schedule& schedule)
{
    std::size_t bytes = sizeof(schedule) + bytesOf(*schedule.problem);
    for (const schedule::ScheduledLayer& layer : schedule.layers) {
        bytes += sizeof(layer) + layer.scheme.region.tiles.size() * sizeof(Tile);
    }
    for (const pipeline::SegmentTiming& segment : schedule.segments) {
        bytes += sizeof(segment) + segment.layers.capacity() * sizeof(pipeline::LayerTiming);
    }
    bytes += schedule.segmentSearches.capacity() * sizeof(schedule::SegmentSearch);
    bytes += schedule.segmentCountsByLayer.capacity() * sizeof(search::SegmentCounts);
    return bytes;
}

} // namespace

AnswerCache::Place AnswerCache::placeOf(const schedule::Problem& problem)
{
    return std::find_if(m_answers.begin(), m_answers.end(), [&problem](const Answer& answer) {
        return schedule::haveSameSchedule(answer.problem, problem);
    });
}

std::shared_ptr<const schedule::Schedule> AnswerCache::find(const schedule::Problem& problem)
{
    const Place place = placeOf(problem);
    if (place == m_answers.end()) {
        return nullptr;
    }
    m_answers.splice(m_answers.begin(), m_answers, place);
    return place->schedule;
}

void AnswerCache::add(const schedule::Problem& problem, std::shared_ptr<const schedule::Schedule> schedule)
{
    forget(problem);
    const std::size_t bytes = bytesOf(problem) + bytesOf(*schedule);
    m_answers.push_front({problem, std::move(schedule), bytes});
    m_bytes += bytes;
    while (m_bytes > m_mostBytes) {
        drop(std::prev(m_answers.end()));
    }
}

void AnswerCache::forget(const schedule::Problem& problem)
{
    if (const Place place = placeOf(problem); place != m_answers.end()) {
        drop(place);
    }
}

void AnswerCache::drop(Place place)
{
    m_bytes -= place->bytes;
    m_answers.erase(place);
}

} // namespace tilescape::ui::workspace
