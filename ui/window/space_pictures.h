#pragma once

#include <QImage>
#include <QString>

#include <string_view>

namespace tilescape::ui::window {

/// What a switch of the search space does, in words that need no paper, by its key in files; "buffer_bypass" is one as well. Empty for
/// a key that has none.
QString switchTitle(std::string_view key);
/// The same as a small picture, for light and dark tooltips alike. Null for a key that has none.
QImage switchPicture(std::string_view key);

/// Title, picture and help as the markup of a tooltip. `remark`: why the switch cannot be turned; may be empty.
QString switchToolTip(std::string_view key, const QString& help, const QString& remark);

} // namespace tilescape::ui::window
