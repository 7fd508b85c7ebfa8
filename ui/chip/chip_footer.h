#pragma once

#include "ui/chip/chip_content.h"
#include "ui/chip/noc_load.h"

#include <QWidget>

namespace tilescape::ui::chip {

/// Legend of the chip, and the PE array of one tile with the selected layer's mapping.
class ChipFooter : public QWidget {
    Q_OBJECT

public:
    explicit ChipFooter(QWidget* parent = nullptr);
    /// With a load: what its colours mean.
    void setContent(const ChipContent& content, std::shared_ptr<const NocLoad> load = nullptr);
    void setDimmed(bool dimmed);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ChipContent m_content;
    std::shared_ptr<const NocLoad> m_load;
    bool m_dimmed = false;
};

/// Height that legend and PE array take at this width in this font.
double footerHeight(const ChipContent& content, const NocLoad* load, double width, const QFont& font);
void paintFooter(QPainter& painter, const ChipContent& content, const NocLoad* load, const QPalette& palette,
                 const QRectF& area, const QFont& font);

} // namespace tilescape::ui::chip
