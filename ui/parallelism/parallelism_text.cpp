#include "ui/parallelism/parallelism_text.h"

#include "ui/style/core_text.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"

#include <algorithm>
#include <cmath>

namespace tilescape::ui::parallelism {

using namespace tilescape::training::parallelism;

namespace {

/// How much `to` is above `from`; 0 where no more than the rounding of sums tells them apart.
double rise(double from, double to)
{
    constexpr double rounding = 1e-9;
    const double difference = to - from;
    return std::abs(difference) > rounding * std::max(std::abs(from), std::abs(to)) ? difference : 0;
}

} // namespace

QString joules(double value)
{
    // `energy` begins at picojoules and has no sign.
    return (value < 0 ? QStringLiteral("−") : QString()) + style::energy(std::abs(value) * 1e12);
}

QString withSign(const QString& text, double value) { return (value > 0 ? QStringLiteral("+") : QString()) + text; }

QString label(Choice choice)
{
    return choice == Choice::Data ? ParallelismText::tr("data parallelism") : ParallelismText::tr("model parallelism");
}

QString shortLabel(Choice choice, bool oneLetter)
{
    const QString text = choice == Choice::Data ? ParallelismText::tr("dp") : ParallelismText::tr("mp");
    return oneLetter ? text.left(1) : text;
}

QColor colour(Choice choice) { return style::categorical(choice == Choice::Data ? 0 : 1); }

QString label(Kind kind)
{
    switch (kind) {
    case Kind::Gradient: return ParallelismText::tr("Gradients");
    case Kind::PartialSum: return ParallelismText::tr("Partial sums");
    case Kind::FeatureMap: return ParallelismText::tr("Feature maps");
    case Kind::Error: break;
    }
    return ParallelismText::tr("Errors");
}

QString label(Strategy strategy)
{
    const Option& row = options().front(); // strategy
    return style::coreText(row.labels[static_cast<std::size_t>(strategy)]);
}

QString difference(const StepCost& from, const StepCost& to)
{
    const double seconds = rise(from.seconds, to.seconds);
    const double energy = rise(from.joules, to.joules);
    const double more = rise(from.bytes, to.bytes);
    if (seconds == 0 && energy == 0 && more == 0) {
        return ParallelismText::tr("no difference");
    }
    const auto withEither = [](const QString& size, double value) {
        return (value < 0 ? QStringLiteral("−") : QString()) + withSign(size, value);
    };
    const QString share =
        from.bytes > 0 ? ParallelismText::tr(" (%1)").arg(withEither(style::percent(std::abs(more) / from.bytes), more))
                       : QString();
    return ParallelismText::tr("%1%2, %3 and %4 a step")
        .arg(withEither(style::byteCount(std::abs(more)), more), share,
             withEither(style::seconds(std::abs(seconds)), seconds), withSign(joules(energy), energy));
}

} // namespace tilescape::ui::parallelism
