#pragma once

#include <QString>

/// Numbers as people read them, with the signs of the default QLocale. Infinity reads "unlimited".
namespace tilescape::ui::style {

/// Makes all numbers and dates those of the window's words, which are English: a point before decimals, commas between groups of three digits,
/// whatever the language of the system, so that what is shown can be typed, and figures are the same everywhere. Before the first widget.
void useEnglishNumbers();

/// Four significant digits at most, no exponent, no trailing zeros.
QString number(double value);

/// Whole numbers in full up to 100,000, then three digits with a prefix: "52,300", "310 k", "9.81 M".
QString count(double value);
/// The nearest whole number, in full.
QString exactCount(double value);
QString words(double words); ///< `count` and "words"
QString byteCount(double bytes); ///< `count` and the unit: "9.81 MB"
QString bufferBytes(double bytes); ///< in binary multiples, as the sizes of buffers are given: "19.53 KiB"

/// The unit in which an energy of `pj` picojoules reads best.
struct EnergyUnit {
    double pj = 1; ///< of one unit
    QString name;
};
EnergyUnit energyUnit(double pj);
QString energy(double pj); ///< three digits: "4.21 mJ"

QString percent(double share); ///< 0.978: "97.8 %", the space not breaking
QString percentOf(double part, double whole); ///< "0.0 %" of nothing
QString seconds(double seconds); ///< three digits: "18.0 ms"

/// `text` for a tooltip or another place that takes markup: names such as "<b>&" are shown as they are written.
QString literal(const QString& text);

} // namespace tilescape::ui::style
