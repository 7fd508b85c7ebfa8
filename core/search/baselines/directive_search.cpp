#include "core/search/baselines/directive_search.h"

#include "core/search/baselines/blocking_front.h"
#include "core/search/space/blocking_steps.h"

namespace tilescape::search {

namespace {

class DirectiveSearch {
public:
    DirectiveSearch(const BlockingTask& task, const std::stop_token& stop)
        : m_task(task), m_stop(stop), m_steps(task.nest, task.top), m_front(task)
    {}

    BlockingAnswer run()
    {
        std::array<std::size_t, 3> inner{};
        overInner(0, inner);
        return m_front.take();
    }

private:
    void overInner(std::size_t loop, std::array<std::size_t, 3>& inner)
    {
        if (m_stop.stop_requested()) {
            return;
        }
        if (loop < 3) {
            for (inner[loop] = 0; inner[loop] < m_steps.inner(loop).size(); ++inner[loop]) {
                overInner(loop + 1, inner);
            }
            return;
        }
        const Factors factors{m_steps.inner(0)[inner[0]], m_steps.inner(1)[inner[1]], m_steps.inner(2)[inner[2]]};
        Factors middle{};
        overMiddle(0, inner, factors, m_steps.fitsRegisters(factors, m_task.setting->machine), middle);
    }

    void overMiddle(std::size_t loop, const std::array<std::size_t, 3>& inner, const Factors& factors, bool fits,
                    Factors& middle)
    {
        if (loop < 3) {
            for (const Count factor : m_steps.middle(loop, inner[loop])) {
                middle[loop] = factor;
                overMiddle(loop + 1, inner, factors, fits, middle);
            }
            return;
        }
        ++m_front.counts.considered;
        if (!fits) {
            ++m_front.counts.tooBig;
            return;
        }
        dataflow::Blocking blocking = m_steps.blocking(factors, middle);
        const auto bufferOrders = m_steps.bufferOrders(blocking);
        for (const auto& memoryOrder : m_steps.memoryOrders(blocking)) {
            for (const auto& bufferOrder : bufferOrders) {
                blocking.order = {memoryOrder, bufferOrder};
                m_front.consider(blocking);
            }
        }
    }

    const BlockingTask& m_task;
    const std::stop_token& m_stop;
    BlockingSteps m_steps;
    BlockingFront m_front;
};

} // namespace

std::shared_ptr<const LayerAnswer> searchDirectives(const LayerTask& task, const PartitionTable& table,
                                                    const pipeline::TopGroups& top, int threads,
                                                    const std::stop_token& stop)
{
    const auto search = [&stop](const BlockingTask& blockings, std::size_t, std::size_t) {
        return DirectiveSearch(blockings, stop).run();
    };
    return searchLayerBy(search, task, table, top, threads, stop);
}

} // namespace tilescape::search
