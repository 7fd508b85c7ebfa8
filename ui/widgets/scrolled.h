#pragma once

class QScrollArea;
class QWidget;

namespace tilescape::ui::widgets {

/// What scrolls where it has less room than it needs, and fills the room where it has more. Without a frame.
QScrollArea* scrolled(QWidget* content);

} // namespace tilescape::ui::widgets
