#include "ui/chip/chip_footer.h"

#include "ui/chip/chip_painter.h"
#include "ui/style/scheme_text.h"

#include <QFontMetricsF>
#include <QPainter>

#include <cmath>

namespace tilescape::ui::chip {

namespace {

constexpr double gap = 8;
constexpr int margin = 9;

double arrayHeight(const QFont& font) { return 4.5 * QFontMetricsF(font).lineSpacing(); }

} // namespace

double footerHeight(const ChipContent& content, const NocLoad* load, double width, const QFont& font)
{
    if (load) {
        return paintNocLegend(nullptr, *load, {}, QRectF(0, 0, width, 0), font);
    }
    const double legend = paintChipLegend(nullptr, content, {}, QRectF(0, 0, width, 0), font);
    return legend + (content.hasLayer ? gap + arrayHeight(font) : 0);
}

void paintFooter(QPainter& painter, const ChipContent& content, const NocLoad* load, const QPalette& palette,
                 const QRectF& area, const QFont& font)
{
    if (load) {
        paintNocLegend(&painter, *load, palette, area, font);
        return;
    }
    const double legend = paintChipLegend(&painter, content, palette, area, font);
    if (content.hasLayer) {
        const QRectF array(area.left(), area.top() + legend + gap, area.width(), arrayHeight(font));
        paintPeArray(painter, content, palette, array);
    }
}

ChipFooter::ChipFooter(QWidget* parent) : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Legend and PE array"));
}

void ChipFooter::setContent(const ChipContent& content, std::shared_ptr<const NocLoad> load)
{
    m_content = content;
    m_load = std::move(load);
    setAccessibleDescription(m_load ? nocLoadLines(*m_load).join(QLatin1Char(' ')) : content.hasLayer ? style::partitionText(content.partition) : QString());
    updateGeometry();
    update();
}

void ChipFooter::setDimmed(bool dimmed)
{
    m_dimmed = dimmed;
    update();
}

QSize ChipFooter::sizeHint() const { return {280, heightForWidth(280)}; }

int ChipFooter::heightForWidth(int width) const
{
    return static_cast<int>(std::ceil(footerHeight(m_content, m_load.get(), width - 2 * margin, font()))) + margin;
}

void ChipFooter::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setOpacity(m_dimmed ? 0.45 : 1);
    paintFooter(painter, m_content, m_load.get(), palette(), QRectF(rect()).adjusted(margin, 0, -margin, -margin), font());
}

} // namespace tilescape::ui::chip
