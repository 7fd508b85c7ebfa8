#pragma once

#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>

#include <memory>

namespace tilescape::ui::widgets {

/// A device whose painters draw on another painter with lines `weight` times as wide; all else, text too, is as it would be
/// there. `target` outlives it, and is painted on while a painter of this device is.
class WeightedDevice : public QPaintDevice {
public:
    WeightedDevice(QPainter& target, double weight);
    ~WeightedDevice() override;

    [[nodiscard]] QPaintEngine* paintEngine() const override { return m_engine.get(); }

protected:
    [[nodiscard]] int metric(PaintDeviceMetric metric) const override;

private:
    QPainter& m_target;
    std::unique_ptr<QPaintEngine> m_engine;
};

} // namespace tilescape::ui::widgets
