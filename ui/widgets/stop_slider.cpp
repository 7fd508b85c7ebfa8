#include "ui/widgets/stop_slider.h"

#include <QMouseEvent>
#include <QSignalBlocker>
#include <QStyle>
#include <QStyleOptionSlider>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::widgets {

StopSlider::StopSlider(std::vector<double> stops, QWidget* parent)
    : QSlider(Qt::Horizontal, parent), m_stops(std::move(stops))
{
    setRange(0, static_cast<int>(m_stops.size()) - 1);
    setPageStep(std::max(1, static_cast<int>(m_stops.size()) / 10));
    setFocusPolicy(Qt::StrongFocus);
    connect(this, &QSlider::valueChanged, this,
            [this](int position) { Q_EMIT valueEdited(m_stops[static_cast<std::size_t>(position)]); });
}

int StopSlider::nearestStop(double value) const
{
    const auto above = std::lower_bound(m_stops.begin(), m_stops.end(), value);
    if (above == m_stops.begin() || above == m_stops.end() || *above == value) {
        return static_cast<int>(std::min(above, m_stops.end() - 1) - m_stops.begin());
    }
    const auto below = above - 1;
    return static_cast<int>((value - *below <= *above - value ? below : above) - m_stops.begin());
}

void StopSlider::showValue(double value)
{
    if (!isSliderDown()) {
        const QSignalBlocker blocker(this);
        setValue(nearestStop(value));
    }
}

void StopSlider::mousePressEvent(QMouseEvent* event)
{
    QStyleOptionSlider option;
    initStyleOption(&option);
    const QRect groove = style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderGroove, this);
    const QRect handle = style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, this);
    if (event->button() == Qt::LeftButton && !handle.contains(event->position().toPoint())) {
        // The drag begins before the value changes, so that both are one edit.
        setSliderDown(true);
        const int x = static_cast<int>(event->position().x()) - groove.x() - handle.width() / 2;
        setSliderPosition(QStyle::sliderValueFromPosition(minimum(), maximum(), x, groove.width() - handle.width(),
                                                          option.upsideDown));
    }
    QSlider::mousePressEvent(event);
}

void StopSlider::wheelEvent(QWheelEvent* event)
{
    if (hasFocus()) {
        QSlider::wheelEvent(event);
    } else {
        event->ignore();
    }
}

} // namespace tilescape::ui::widgets
