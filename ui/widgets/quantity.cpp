#include "ui/widgets/quantity.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace tilescape::ui::widgets {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("Quantity", text); }

QString unlimitedText() { return tr("unlimited"); }

struct Multiple {
    QLatin1String unit;
    QLatin1String alias; ///< as the field writes it: its kB are 1024 B
    double bytes;
};
constexpr std::array<Multiple, 4> multiples{{{QLatin1String("GiB"), QLatin1String("GB"), 1073741824.0},
                                             {QLatin1String("MiB"), QLatin1String("MB"), 1048576.0},
                                             {QLatin1String("KiB"), QLatin1String("kB"), 1024.0},
                                             {QLatin1String("B"), QLatin1String("B"), 1.0}}};

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

/// Plain where that is readable, else with an exponent.
QString numberText(double value)
{
    if (value != std::floor(value)) {
        value = roundedTo(value, 6);
    }
    const double size = std::abs(value);
    const bool plain = size == 0 || (size >= 1e-4 && size < 1e12);
    std::array<char, 64> buffer{};
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                      plain ? std::chars_format::fixed : std::chars_format::scientific);
    QString text = QString::fromLatin1(buffer.data(), result.ptr - buffer.data());
    // "1e-09" and "1e+15" are "1e-9" and "1e15".
    const qsizetype exponent = text.indexOf(QLatin1Char('e'));
    if (exponent >= 0) {
        const int power = text.mid(exponent + 1).toInt();
        text = text.left(exponent + 1) + QString::number(power);
    }
    return text;
}

/// Commas may stand before groups of three digits, and only there: "1,5" is no number.
std::optional<QString> withoutGroups(const QString& text)
{
    if (!text.contains(QLatin1Char(','))) {
        return text;
    }
    const QStringList groups = text.section(QLatin1Char('.'), 0, 0).split(QLatin1Char(','));
    const bool sound = !groups.first().isEmpty() && groups.first().size() <= 3
        && std::all_of(groups.begin() + 1, groups.end(), [](const QString& group) { return group.size() == 3; });
    const QString fraction = text.section(QLatin1Char('.'), 1);
    if (!sound || fraction.contains(QLatin1Char(','))) {
        return {};
    }
    QString plain = text;
    return plain.remove(QLatin1Char(','));
}

/// What stands before the unit; nothing where another unit stands there.
struct Reading {
    QString number;
    double factor = 1;
};
Reading splitUnit(const QString& text, const QString& unit)
{
    const auto without = [&text](const QString& suffix) { return text.chopped(suffix.size()).trimmed(); };
    if (unit == QLatin1String("B")) {
        for (const Multiple& multiple : multiples) {
            const QString letter = QString(multiple.unit).left(1);
            for (const QString& name : {QString(multiple.unit), QString(multiple.alias), letter}) {
                if (text.endsWith(name, Qt::CaseInsensitive)) {
                    return {without(name), multiple.bytes};
                }
            }
        }
        return {text, 1};
    }
    if (!unit.isEmpty() && text.endsWith(unit, Qt::CaseInsensitive)) {
        return {without(unit), 1};
    }
    return {text, 1};
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
    if (value == unlimited) {
        return unlimitedText();
    }
    QString shownUnit = unit;
    if (unit == QLatin1String("B")) {
        for (const Multiple& multiple : multiples) {
            // In quarters at most: "1.25 KiB" is shorter to the eye than "1280 B", "0.9765625 KiB" is not.
            const double quarters = value / multiple.bytes * 4;
            if (quarters >= 4 && quarters == std::floor(quarters)) {
                shownUnit = multiple.unit;
                value /= multiple.bytes;
                break;
            }
        }
    }
    return shownUnit.isEmpty() ? numberText(value) : numberText(value) + QLatin1Char(' ') + shownUnit;
}

std::optional<double> Quantity::read(const QString& text) const
{
    const QString trimmed = text.trimmed();
    if (mayBeUnlimited && trimmed.size() >= 2 && unlimitedText().startsWith(trimmed, Qt::CaseInsensitive)) {
        return unlimited;
    }
    const Reading reading = splitUnit(trimmed, unit);
    const std::optional<QString> number = withoutGroups(reading.number);
    if (!number) {
        return {};
    }
    const QByteArray digits = number->toUtf8();
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size() || !std::isfinite(value)) {
        return {};
    }
    return value * reading.factor;
}

QString Quantity::rangeText() const
{
    QString range = tr("%1 to %2").arg(text(smallest), text(largest));
    if (mayBeZero && smallest > 0) {
        range += tr(", or 0");
    }
    if (mayBeUnlimited) {
        range += tr(", or unlimited");
    }
    return range;
}

} // namespace tilescape::ui::widgets
