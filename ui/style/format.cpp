#include "ui/style/format.h"

#include "ui/style/style_text.h"

#include <QLocale>
#include <QTextDocument>

#include <array>
#include <cmath>

namespace tilescape::ui::style {

namespace {

/// With `digits` significant digits, of which those of the whole part are never cut off.
QString significant(double value, int digits)
{
    if (value == 0) {
        return QLocale().toString(0);
    }
    const auto decimals = [digits](double v) { return digits - 1 - static_cast<int>(std::floor(std::log10(std::abs(v)))); };
    const double grain = std::pow(10, -decimals(value));
    // 0.9996 becomes 1.00, not 1.000: what counts is the size after rounding.
    const double rounded = std::round(value / grain) * grain;
    return QLocale().toString(value, 'f', std::max(0, decimals(rounded)));
}

/// What cannot be written in digits.
QString oddity(double value) { return std::isnan(value) ? QStringLiteral("–") : StyleText::tr("unlimited"); }

QString threeDigits(double value) { return significant(value, 3); }

/// Divides by the largest prefix that leaves a number of at least 1; 999.6 counts as 1,000.
template <std::size_t Size>
QString prefixed(double value, const std::array<const char*, Size>& units, double smallest)
{
    std::size_t unit = 0;
    double scaled = value / smallest;
    while (std::abs(scaled) >= 999.5 && unit + 1 < Size) {
        scaled /= 1000;
        ++unit;
    }
    return threeDigits(scaled) + QChar(0xa0) + QString::fromUtf8(units[unit]);
}

} // namespace

void useEnglishNumbers()
{
    QLocale locale = QLocale::c();
    locale.setNumberOptions(QLocale::DefaultNumberOptions); // with groups of digits
    QLocale::setDefault(locale);
}

QString number(double value)
{
    if (!std::isfinite(value)) {
        return oddity(value);
    }
    const QLocale locale;
    QString text = significant(value, 4);
    if (text.contains(locale.decimalPoint())) {
        while (text.endsWith(locale.zeroDigit())) {
            text.chop(1);
        }
        if (text.endsWith(locale.decimalPoint())) {
            text.chop(locale.decimalPoint().size());
        }
    }
    return text;
}

QString count(double value)
{
    if (!std::isfinite(value)) {
        return oddity(value);
    }
    if (std::abs(value) < 1000 && value != std::floor(value)) {
        return threeDigits(value);
    }
    if (std::abs(value) < 1e5) {
        return exactCount(value);
    }
    static constexpr std::array<const char*, 5> prefixes{"k", "M", "G", "T", "P"};
    return prefixed(value, prefixes, 1e3);
}

QString exactCount(double value) { return std::isfinite(value) ? QLocale().toString(value, 'f', 0) : oddity(value); }

QString words(double words)
{
    return count(words) + QChar(0xa0) + StyleText::tr("words");
}

QString byteCount(double bytes)
{
    const QString number = count(bytes);
    return number + (number.back().isLetter() ? QStringLiteral("B") : QStringLiteral(" B"));
}

QString bufferBytes(double bytes)
{
    static constexpr std::array<const char*, 5> names{"B", "KiB", "MiB", "GiB", "TiB"};
    std::size_t unit = 0;
    while (std::isfinite(bytes) && bytes >= 1024 && unit + 1 < names.size()) {
        bytes /= 1024;
        ++unit;
    }
    return number(bytes) + (unit == 0 ? QChar(u' ') : QChar(0xa0))
           + QString::fromUtf8(names[unit]); // as `byteCount` has them
}

EnergyUnit energyUnit(double pj)
{
    static constexpr std::array<const char*, 5> names{"pJ", "nJ", "µJ", "mJ", "J"};
    std::size_t unit = 0;
    double size = 1;
    while (std::abs(pj) / size >= 999.5 && unit + 1 < names.size()) {
        size *= 1000;
        ++unit;
    }
    return {size, QString::fromUtf8(names[unit])};
}

QString energy(double pj)
{
    if (!std::isfinite(pj)) {
        return oddity(pj);
    }
    const EnergyUnit unit = energyUnit(pj);
    return threeDigits(pj / unit.pj) + QChar(0xa0) + unit.name;
}

QString percent(double share)
{
    constexpr double leastShown = 0.05; // less would be rounded to 0, with its sign
    const double percents = std::abs(share * 100) < leastShown ? 0 : share * 100;
    return std::isfinite(share) ? QLocale().toString(percents, 'f', 1) + QStringLiteral("\u00a0%") : oddity(share);
}

QString percentOf(double part, double whole) { return percent(whole > 0 ? part / whole : 0); }

QString seconds(double seconds)
{
    static constexpr std::array<const char*, 4> units{"ns", "µs", "ms", "s"};
    static constexpr std::array<const char*, 3> longOnes{"ks", "Ms", "Gs"};
    return !std::isfinite(seconds)   ? oddity(seconds)
           : std::abs(seconds) < 1e5 ? prefixed(seconds, units, 1e-9) // a training step of hours is read in seconds
                                     : prefixed(seconds, longOnes, 1e3);
}

QString literal(const QString& text)
{
    // What does not look like markup stays plain: markup is laid out differently.
    if (!Qt::mightBeRichText(text)) {
        return text;
    }
    return QStringLiteral("<div style='white-space:pre'>%1</div>").arg(text.toHtmlEscaped());
}

} // namespace tilescape::ui::style
