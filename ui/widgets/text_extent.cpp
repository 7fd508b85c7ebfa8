#include "ui/widgets/text_extent.h"

#include <QFontMetricsF>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>

#include <cmath>

namespace tilescape::ui::widgets {

namespace {

class TextExtentEngine : public QPaintEngine {
public:
    TextExtentEngine() : QPaintEngine(QPaintEngine::AllFeatures) {}

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    [[nodiscard]] Type type() const override { return QPaintEngine::User; }
    void updateState(const QPaintEngineState&) override {}
    void drawRects(const QRectF*, int) override {}
    void drawLines(const QLineF*, int) override {}
    void drawEllipse(const QRectF&) override {}
    void drawPath(const QPainterPath&) override {}
    void drawPoints(const QPointF*, int) override {}
    void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
    void drawTextItem(const QPointF& position, const QTextItem& text) override
    {
        const QRectF ink = QFontMetricsF(text.font()).tightBoundingRect(text.text().trimmed());
        extent |= painter()->combinedTransform().mapRect(ink.translated(position));
    }

    QRectF extent;
};

class TextExtentDevice : public QPaintDevice {
public:
    explicit TextExtentDevice(QSizeF page) : m_page(page) {}
    [[nodiscard]] QPaintEngine* paintEngine() const override { return &m_engine; }
    [[nodiscard]] QRectF extent() const { return m_engine.extent; }

protected:
    [[nodiscard]] int metric(PaintDeviceMetric metric) const override
    {
        constexpr int dpi = 96; // of a page's pixels
        switch (metric) {
        case PdmWidth: return static_cast<int>(std::ceil(m_page.width()));
        case PdmHeight: return static_cast<int>(std::ceil(m_page.height()));
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY: return dpi;
        case PdmDevicePixelRatio: return 1;
        case PdmDepth: return 32;
        default: return QPaintDevice::metric(metric);
        }
    }

private:
    QSizeF m_page;
    mutable TextExtentEngine m_engine; // Qt asks for it of a constant device
};

} // namespace

QRectF textExtent(QSizeF page, const std::function<void(QPainter&)>& paint)
{
    TextExtentDevice device(page);
    QPainter painter(&device);
    paint(painter);
    painter.end();
    return device.extent();
}

} // namespace tilescape::ui::widgets
