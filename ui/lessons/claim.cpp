#include "ui/lessons/claim.h"

#include "core/support/quantity_text.h"

#include <QRegularExpression>

#include <cmath>

namespace tilescape::ui::lessons {

namespace {

constexpr double alike = 1e-9; ///< relative: what differs by less has not changed

struct Comparison {
    QString sign;
    Condition::Is is;
};

} // namespace

support::Result<Condition> readCondition(const QString& text)
{
    const std::vector<Comparison> changes{{QStringLiteral("rises"), Condition::Is::Rises}, {QStringLiteral("falls"), Condition::Is::Falls}, {QStringLiteral("stays"), Condition::Is::Stays}};
    const std::vector<Comparison> signs{{QStringLiteral(" < "), Condition::Is::Less}, {QStringLiteral(" > "), Condition::Is::More}, {QStringLiteral(" = "), Condition::Is::Equal}};
    const auto read = [](const QString& left, Condition::Is is, const QString& right) -> support::Result<Condition> {
        const auto first = readMeasure(left);
        if (!first) {
            return first.faults();
        }
        if (const auto number = readWritten(right, unitOf(first.value())); number || right.isEmpty()) {
            return Condition{first.value(), is, std::nullopt, number ? number->value : 0};
        }
        const auto second = readMeasure(right);
        return second ? support::Result(Condition{first.value(), is, second.value(), 0}) : support::Result<Condition>(second.faults());
    };
    for (const Comparison& change : changes) {
        if (text.endsWith(QLatin1Char(' ') + change.sign)) {
            return read(text.chopped(change.sign.size() + 1), change.is, {});
        }
    }
    for (const Comparison& sign : signs) {
        if (text.contains(sign.sign)) {
            return read(text.section(sign.sign, 0, 0), sign.is, text.section(sign.sign, 1));
        }
    }
    return support::Diagnostic{support::Severity::Error, "", "", "", QStringLiteral("'%1' is no condition").arg(text).toStdString(),
                               "write a measure and rises, falls or stays, or two with <, > or = between them"};
}

bool holds(const Condition& condition, const Moment& now, const Moment& before)
{
    Measure earlier = condition.left;
    earlier.number.of = Number::Of::Before;
    if (earlier.over) {
        earlier.over->of = Number::Of::Before;
    }
    const auto left = valueOf(condition.left, now, before);
    const bool changes = condition.is == Condition::Is::Rises || condition.is == Condition::Is::Falls || condition.is == Condition::Is::Stays;
    const auto right = changes || condition.right ? valueOf(condition.right.value_or(earlier), now, before) : std::optional(condition.number);
    if (!left || !right) {
        return false;
    }
    const bool same = std::abs(*left - *right) <= alike * std::abs(*right);
    switch (condition.is) {
    case Condition::Is::Rises:
    case Condition::Is::More: return !same && *left > *right;
    case Condition::Is::Falls:
    case Condition::Is::Less: return !same && *left < *right;
    case Condition::Is::Stays:
    case Condition::Is::Equal: break;
    }
    return same;
}

std::optional<WrittenNumber> readWritten(const QString& text, const QString& unit)
{
    static const QRegularExpression pattern(QStringLiteral(R"(^\s*([0-9][0-9,]*(?:\.([0-9]+))?)\s*(\S*))"));
    const QRegularExpressionMatch match = pattern.match(text);
    if (!match.hasMatch()) {
        return std::nullopt;
    }
    const double digits = match.captured(1).remove(QLatin1Char(',')).toDouble();
    const double lastPlace = std::pow(10, -static_cast<double>(match.captured(2).size()));
    const QString word = match.captured(3);
    double scale = 1;
    if (word.startsWith(QLatin1Char('%'))) {
        scale = 0.01;
    } else if (word == QStringLiteral("thousand")) {
        scale = 1e3;
    } else if (word == QStringLiteral("million")) {
        scale = 1e6;
    } else if (unit == QStringLiteral("byte")) { // traffic counts in powers of ten, unlike capacities
        scale = word == QStringLiteral("GB") ? 1e9 : word == QStringLiteral("MB") ? 1e6 : 1;
    } else if (!unit.isEmpty()) {
        const auto one = support::readQuantity((QStringLiteral("1 ") + word).toStdString(), unit.toStdString());
        if (!one) {
            return std::nullopt;
        }
        scale = *one;
    }
    return WrittenNumber{digits * scale, lastPlace * scale / 2};
}

bool holds(const Claim& claim, const Moment& now, const Moment& before)
{
    const auto written = readWritten(claim.text, unitOf(claim.measure));
    const auto value = valueOf(claim.measure, now, before);
    return written && value && std::abs(*value - written->value) <= written->tolerance * (1 + alike);
}

QString actual(const Claim& claim, const Moment& now, const Moment& before)
{
    const auto value = valueOf(claim.measure, now, before);
    if (!value) {
        return QStringLiteral("–");
    }
    if (claim.text.contains(QLatin1Char('%'))) {
        return QStringLiteral("%1 %").arg(100 * *value, 0, 'g', 3);
    }
    return QString::fromStdString(support::quantityText(*value, unitOf(claim.measure).toStdString()));
}

} // namespace tilescape::ui::lessons
