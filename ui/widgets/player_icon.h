#pragma once

#include <QIcon>
#include <QPalette>

namespace tilescape::ui::widgets {

enum class PlayerSign { FarBack, Back, Play, Pause, Forward, FarForward };

/// In the colour of the text: the style's own signs are black, in dark windows too.
QIcon playerIcon(PlayerSign sign, const QPalette& palette);

} // namespace tilescape::ui::widgets
