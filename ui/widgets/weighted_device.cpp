#include "ui/widgets/weighted_device.h"

#include <QPaintEngineState>
#include <QPainterPath>

namespace tilescape::ui::widgets {

namespace {

/// Hands on what it is told to draw, and the state that it is drawn in.
class WeightedEngine : public QPaintEngine {
public:
    WeightedEngine(QPainter& target, double weight)
        : QPaintEngine(QPaintEngine::AllFeatures), m_target(target), m_weight(weight), m_base(target.transform())
    {}

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    [[nodiscard]] Type type() const override { return QPaintEngine::User; }

    void updateState(const QPaintEngineState& state) override
    {
        const QPaintEngine::DirtyFlags changed = state.state();
        if (changed & DirtyTransform) {
            m_target.setTransform(state.transform() * m_base);
        }
        if (changed & DirtyPen) {
            m_target.setPen(weighted(state.pen()));
        }
        if (changed & DirtyBrush) {
            m_target.setBrush(state.brush());
        }
        if (changed & DirtyBrushOrigin) {
            m_target.setBrushOrigin(state.brushOrigin());
        }
        if (changed & DirtyFont) {
            m_target.setFont(state.font());
        }
        if (changed & DirtyBackground) {
            m_target.setBackground(state.backgroundBrush());
        }
        if (changed & DirtyBackgroundMode) {
            m_target.setBackgroundMode(state.backgroundMode());
        }
        if (changed & DirtyHints) {
            m_target.setRenderHints(state.renderHints());
        }
        if (changed & DirtyOpacity) {
            m_target.setOpacity(state.opacity());
        }
        if (changed & DirtyCompositionMode) {
            m_target.setCompositionMode(state.compositionMode());
        }
        updateClip(state);
    }

    void drawRects(const QRectF* rects, int count) override { m_target.drawRects(rects, count); }
    void drawLines(const QLineF* lines, int count) override { m_target.drawLines(lines, count); }
    void drawEllipse(const QRectF& rect) override { m_target.drawEllipse(rect); }
    void drawPath(const QPainterPath& path) override { m_target.drawPath(path); }
    void drawPoints(const QPointF* points, int count) override { m_target.drawPoints(points, count); }
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override
    {
        if (mode == PolylineMode) {
            m_target.drawPolyline(points, count);
        } else {
            m_target.drawPolygon(points, count, mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
        }
    }
    void drawPixmap(const QRectF& place, const QPixmap& pixmap, const QRectF& part) override { m_target.drawPixmap(place, pixmap, part); }
    void drawTextItem(const QPointF& position, const QTextItem& text) override { m_target.drawTextItem(position, text); }

private:
    [[nodiscard]] QPen weighted(QPen pen) const
    {
        pen.setWidthF(pen.widthF() * m_weight);
        return pen;
    }

    void updateClip(const QPaintEngineState& state)
    {
        const QPaintEngine::DirtyFlags changed = state.state();
        if (changed & DirtyClipRegion) {
            m_target.setClipRegion(state.clipRegion(), state.clipOperation());
        }
        if (changed & DirtyClipPath) {
            m_target.setClipPath(state.clipPath(), state.clipOperation());
        }
        if (changed & DirtyClipEnabled) {
            m_target.setClipping(state.isClipEnabled());
        }
    }

    QPainter& m_target;
    double m_weight;
    QTransform m_base; ///< of the target when painting begins
};

} // namespace

WeightedDevice::WeightedDevice(QPainter& target, double weight)
    : m_target(target), m_engine(std::make_unique<WeightedEngine>(target, weight))
{}

WeightedDevice::~WeightedDevice() = default;

int WeightedDevice::metric(PaintDeviceMetric metric) const
{
    const QPaintDevice& device = *m_target.device();
    switch (metric) {
    case PdmWidth: return device.width();
    case PdmHeight: return device.height();
    case PdmWidthMM: return device.widthMM();
    case PdmHeightMM: return device.heightMM();
    case PdmNumColors: return device.colorCount();
    case PdmDepth: return device.depth();
    case PdmDpiX: return device.logicalDpiX();
    case PdmDpiY: return device.logicalDpiY();
    case PdmPhysicalDpiX: return device.physicalDpiX();
    case PdmPhysicalDpiY: return device.physicalDpiY();
    case PdmDevicePixelRatio: return 1; // the target's is in its own transformation
    case PdmDevicePixelRatioScaled: return static_cast<int>(devicePixelRatioFScale());
    default: return QPaintDevice::metric(metric);
    }
}

} // namespace tilescape::ui::widgets
