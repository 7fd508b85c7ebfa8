#include "ui/widgets/quantity.h"

#include "core/support/quantity_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace tilescape::ui::widgets {

namespace {

/// A context for translators.
struct QuantityText {
    Q_DECLARE_TR_FUNCTIONS(QuantityText)
};

QString unlimitedText() { return QuantityText::tr("unlimited"); }

double roundedTo(double value, int digits)
{
    if (value == 0 || !std::isfinite(value)) {
        return value;
    }
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific,
                                   digits - 1).ptr;
    double rounded = value;
    std::from_chars(buffer.data(), end, rounded);
    return rounded;
}

std::vector<double> logarithmicStops(double smallest, double largest, bool integer)
{
    // Quarters of an octave for sizes, 24 values a decade for measured numbers: both are round, and nearly even.
    static constexpr std::array<double, 4> quarters{1, 1.25, 1.5, 1.75};
    static constexpr std::array<double, 24> preferred{1.0, 1.1, 1.2, 1.3, 1.5, 1.6, 1.8, 2.0, 2.2, 2.4, 2.7, 3.0,
                                                      3.3, 3.6, 3.9, 4.3, 4.7, 5.1, 5.6, 6.2, 6.8, 7.5, 8.2, 9.1};
    std::vector<double> stops{smallest};
    const double base = integer ? 2 : 10;
    const auto collect = [&](double value) {
        value = integer ? std::round(value) : roundedTo(value, 2);
        if (value > stops.back() && value < largest) {
            stops.push_back(value);
        }
    };
    for (double power = std::floor(std::log(smallest) / std::log(base)); std::pow(base, power) < largest; ++power) {
        if (integer) {
            std::for_each(quarters.begin(), quarters.end(), [&](double m) { collect(m * std::pow(base, power)); });
        } else {
            std::for_each(preferred.begin(), preferred.end(), [&](double m) { collect(m * std::pow(base, power)); });
        }
    }
    stops.push_back(largest);
    return stops;
}

} // namespace

bool Quantity::allows(double value) const
{
    if ((mayBeUnlimited && value == unlimited) || (mayBeZero && value == 0)) {
        return true;
    }
    return value >= smallest && value <= largest && (!integer || value == std::floor(value));
}

double Quantity::clamped(double value) const
{
    if (allows(value)) {
        return value;
    }
    if (mayBeZero && value < smallest / 2) {
        return 0;
    }
    value = std::clamp(value, smallest, largest);
    return integer ? std::round(value) : value;
}

double Quantity::stepped(double value, int steps) const
{
    if (value == unlimited) {
        return steps < 0 ? largest : value;
    }
    if (mayBeUnlimited && value == largest && steps > 0) {
        return unlimited;
    }
    if (mayBeZero && value <= smallest && steps < 0) {
        return 0;
    }
    if (logarithmic && value < smallest && steps > 0) {
        return smallest;
    }
    // A page of steps is ten: too far where each one doubles.
    const int turns = logarithmic ? std::clamp(steps, -4, 4) : steps;
    const double next = logarithmic ? value * std::pow(integer ? 2.0 : 1.25, turns) : value + step * turns;
    const double rounded = integer ? std::round(next) : roundedTo(next, 6);
    return std::clamp(rounded, smallest, largest);
}

std::vector<double> Quantity::stops() const
{
    std::vector<double> stops;
    if (logarithmic) {
        stops = logarithmicStops(smallest, largest, integer);
    } else {
        const auto count = static_cast<std::size_t>(std::ceil((largest - smallest) / step));
        for (std::size_t i = 0; i < count; ++i) {
            stops.push_back(smallest + step * static_cast<double>(i));
        }
        stops.push_back(largest);
    }
    if (mayBeZero && smallest > 0) {
        stops.insert(stops.begin(), 0);
    }
    if (mayBeUnlimited) {
        stops.push_back(unlimited);
    }
    return stops;
}

QString Quantity::text(double value) const
{
    return value == unlimited ? unlimitedText() : QString::fromStdString(support::quantityText(value, unit.toStdString()));
}

std::optional<double> Quantity::read(const QString& text) const
{
    const QString trimmed = text.trimmed();
    const bool isUnlimited = trimmed.size() >= 2 && unlimitedText().startsWith(trimmed, Qt::CaseInsensitive);
    if (isUnlimited || support::saysUnlimited(trimmed.toStdString())) {
        return unlimited;
    }
    return support::readQuantity(trimmed.toStdString(), unit.toStdString());
}

QString Quantity::correction(const QString& typed, double taken) const
{
    const std::optional<double> value = read(typed);
    if (!value) {
        return unit.isEmpty() ? QuantityText::tr("“%1” is no number: it stays %2.").arg(typed, text(taken))
                              : QuantityText::tr("“%1” is no number of %2: it stays %3.").arg(typed, unit, text(taken));
    }
    if (*value == unlimited) {
        return QuantityText::tr("It cannot be unlimited, the largest is %1: it stays %2.")
            .arg(text(largest), text(taken));
    }
    const bool isBare = !typed.trimmed().isEmpty() && typed.trimmed().back().isDigit() && !unit.isEmpty();
    const QString shown = isBare ? typed.trimmed() + QLatin1Char(' ') + unit : typed.trimmed();
    if (*value < smallest) {
        return QuantityText::tr("%1 is below the smallest, %2: set to %3.").arg(shown, text(smallest), text(taken));
    }
    if (*value > largest) {
        return QuantityText::tr("%1 is above the largest, %2: set to %3.").arg(shown, text(largest), text(taken));
    }
    return QuantityText::tr("%1 is no whole number: set to %2.").arg(shown, text(taken));
}

QString Quantity::rangeText() const
{
    QString range = QuantityText::tr("%1 to %2").arg(text(smallest), text(largest));
    if (mayBeZero && smallest > 0) {
        range += QuantityText::tr(", or 0");
    }
    if (mayBeUnlimited) {
        range += QuantityText::tr(", or unlimited");
    }
    return range;
}

Quantity wholeNumber(double smallest, double largest, const QString& unit)
{
    constexpr double wide = 1000;
    Quantity quantity;
    quantity.unit = unit;
    quantity.largest = largest;
    quantity.integer = true;
    quantity.logarithmic = largest > wide;
    quantity.smallest = quantity.logarithmic ? std::max(smallest, 1.0) : smallest;
    quantity.mayBeZero = quantity.logarithmic && smallest == 0;
    return quantity;
}

} // namespace tilescape::ui::widgets
