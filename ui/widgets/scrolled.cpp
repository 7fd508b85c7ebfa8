#include "ui/widgets/scrolled.h"

#include <QScrollArea>

namespace tilescape::ui::widgets {

QScrollArea* scrolled(QWidget* content)
{
    auto* area = new QScrollArea;
    area->setWidget(content);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    return area;
}

} // namespace tilescape::ui::widgets
