#include "ui/widgets/player_icon.h"

#include "ui/style/palette.h"

#include <QPainter>

namespace tilescape::ui::widgets {

QIcon playerIcon(PlayerSign sign, const QPalette& palette)
{
    QIcon icon;
    for (const QIcon::Mode mode : {QIcon::Normal, QIcon::Disabled}) {
        QPixmap pixmap(32, 32);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(mode == QIcon::Normal ? palette.color(QPalette::Active, QPalette::ButtonText) : style::outline(palette));
        if (sign == PlayerSign::Back || sign == PlayerSign::FarBack) {
            painter.translate(32, 0);
            painter.scale(-1, 1);
        }
        if (sign == PlayerSign::Pause) {
            painter.drawRect(8, 6, 6, 20);
            painter.drawRect(18, 6, 6, 20);
        } else if (sign == PlayerSign::FarBack || sign == PlayerSign::FarForward) {
            painter.drawPolygon(QPolygonF({{4, 7}, {15, 16}, {4, 25}}));
            painter.drawPolygon(QPolygonF({{14, 7}, {25, 16}, {14, 25}}));
            painter.drawRect(25, 7, 3, 18);
        } else {
            painter.drawPolygon(QPolygonF({{8, 5}, {25, 16}, {8, 27}}));
            if (sign != PlayerSign::Play) {
                painter.drawRect(24, 6, 4, 20);
            }
        }
        icon.addPixmap(pixmap, mode);
    }
    return icon;
}

} // namespace tilescape::ui::widgets
