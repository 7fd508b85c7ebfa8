#pragma once

#include "view_samples.h"

#include "ui/network/network_scene.h"
#include "ui/network/network_view.h"
#include "ui/widgets/zoomable_view.h"

#include <QTest>

namespace samples {

/// The middle of a layer's box, in pixels of the view.
inline QPoint placeOf(const ui::network::NetworkView& view, std::size_t layer)
{
    return view.view()->mapFromScene(view.scene()->boxRect(layer).center());
}

/// Shows the view until its layers are laid out, all of them in sight.
inline void show(ui::network::NetworkView& view, QSize size = {420, 560})
{
    view.resize(size);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QTRY_VERIFY(!view.isLayingOut());
    view.fitAll();
}

/// Opens the network on four tiles and waits for its schedule.
inline void open(ui::workspace::Workspace& workspace, network::Network net)
{
    workspace.open(problem(std::move(net), {2, 2}), {});
    QTRY_VERIFY(!workspace.isStale() && workspace.schedule());
}

} // namespace samples
