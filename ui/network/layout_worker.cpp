#include "ui/network/layout_worker.h"

namespace tilescape::ui::network {

namespace {

constexpr std::size_t mostRemembered = 6;

} // namespace

LayoutWorker::LayoutWorker(QObject* parent) : QObject(parent) { m_pool.setMaxThreadCount(1); }

LayoutWorker::~LayoutWorker()
{
    m_pool.clear();
    m_pool.waitForDone();
}

std::optional<GraphLayout> LayoutWorker::request(const GraphShape& shape)
{
    const std::uint64_t generation = m_generation.begin();
    m_busy = false;
    for (const auto& [known, layout] : m_remembered) {
        if (known == shape) {
            return layout;
        }
    }
    if (shape.nodes.size() > largestDotGraph) {
        return std::nullopt;
    }
    m_busy = true;
    m_pool.clear();
    m_pool.start([this, shape, generation] {
        auto layout = dotLayout(shape);
        // The destructor waits for this thread, so `this` is there; a posted call dies with it.
        QMetaObject::invokeMethod(
            this, [this, shape, generation, layout = std::move(layout)] { finish(generation, shape, layout); },
            Qt::QueuedConnection);
    });
    return std::nullopt;
}

void LayoutWorker::finish(std::uint64_t generation, const GraphShape& shape, const std::optional<GraphLayout>& layout)
{
    if (layout) {
        m_remembered.emplace_front(shape, *layout);
        if (m_remembered.size() > mostRemembered) {
            m_remembered.pop_back();
        }
    }
    if (m_generation.isCurrent(generation)) {
        m_busy = false;
        if (layout) {
            Q_EMIT laidOut(*layout);
        }
    }
}

} // namespace tilescape::ui::network
