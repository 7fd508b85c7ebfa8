#pragma once

#include "ui/network/graph_layout.h"
#include "ui/workspace/generation.h"

#include <QObject>
#include <QThreadPool>

#include <deque>

namespace tilescape::ui::network {

/// Lays graphs out with `dot` on a thread of its own and remembers the last few. A newer request makes older ones void.
class LayoutWorker : public QObject {
    Q_OBJECT

public:
    explicit LayoutWorker(QObject* parent = nullptr);
    ~LayoutWorker() override;

    /// The layout if it is remembered; else nothing, and `laidOut` follows, unless the graph is too large for `dot`.
    std::optional<GraphLayout> request(const GraphShape& shape);
    [[nodiscard]] bool isBusy() const { return m_busy; }

Q_SIGNALS:
    void laidOut(const tilescape::ui::network::GraphLayout& layout);

private:
    void finish(std::uint64_t generation, const GraphShape& shape, const std::optional<GraphLayout>& layout);

    QThreadPool m_pool;
    workspace::Generation m_generation;
    bool m_busy = false;
    std::deque<std::pair<GraphShape, GraphLayout>> m_remembered; ///< newest first
};

} // namespace tilescape::ui::network
