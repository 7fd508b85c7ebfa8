#include "ui/widgets/figure_presets.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <array>

namespace tilescape::ui::widgets {

namespace {

constexpr std::array<FigurePreset, 5> presets{{
    {"ieee-column", QT_TRANSLATE_NOOP("tilescape::ui::widgets::FigureDialog", "IEEE, one column"), 88.9, 0, paperTextPt},
    {"ieee-page", QT_TRANSLATE_NOOP("tilescape::ui::widgets::FigureDialog", "IEEE, page"), 181.9, 0, paperTextPt},
    {"acm-column", QT_TRANSLATE_NOOP("tilescape::ui::widgets::FigureDialog", "ACM, one column"), 84.7, 0, paperTextPt},
    {"acm-page", QT_TRANSLATE_NOOP("tilescape::ui::widgets::FigureDialog", "ACM, page"), 177.8, 0, paperTextPt},
    {"slide", QT_TRANSLATE_NOOP("tilescape::ui::widgets::FigureDialog", "Slide, 16:9"), slideMm, slideMm * 9 / 16, slideTextPt},
}};

constexpr std::array<const char*, 5> legendWords{"usual", "below", "above", "right", "none"}; // in the order of LegendPlace

support::Diagnostic unknown(const std::string& place, const char* what, const QString& word, const QStringList& known)
{
    support::Diagnostic fault;
    fault.pointer = place;
    fault.problem = QStringLiteral("there is no %1 '%2'").arg(QLatin1String(what), word).toStdString();
    fault.remedy = QStringLiteral("use one of %1").arg(known.join(QStringLiteral(", "))).toStdString();
    return fault;
}

} // namespace

std::span<const FigurePreset> figurePresets() { return presets; }

FigureSize sizeOf(const FigurePreset& preset)
{
    FigureSize size;
    size.widthMm = preset.widthMm;
    size.heightMm = preset.heightMm;
    size.textPt = preset.textPt;
    return size;
}

support::Result<FigureSize> sizeNamed(const QString& word, const std::string& place)
{
    QStringList known;
    for (const FigurePreset& preset : presets) {
        if (word == QLatin1String(preset.key)) {
            return sizeOf(preset);
        }
        known << QLatin1String(preset.key);
    }
    static const QRegularExpression extent(QStringLiteral("^([0-9]+(?:\\.[0-9]+)?)(?:x([0-9]+(?:\\.[0-9]+)?))?mm$"));
    const QRegularExpressionMatch match = extent.match(word);
    if (!match.hasMatch()) {
        return unknown(place, "page", word, known << QStringLiteral("a width as 120mm, or an extent as 120x80mm"));
    }
    FigureSize size;
    size.widthMm = match.captured(1).toDouble();
    size.heightMm = match.captured(2).toDouble();
    return size;
}

support::Result<LegendPlace> legendPlaceNamed(const QString& word, const std::string& place)
{
    const auto found = std::find_if(legendWords.begin(), legendWords.end(), [&](const char* known) { return word == QLatin1String(known); });
    if (found == legendWords.end()) {
        QStringList known;
        for (const char* one : legendWords) {
            known << QLatin1String(one);
        }
        return unknown(place, "place of a legend", word, known);
    }
    return static_cast<LegendPlace>(found - legendWords.begin());
}

} // namespace tilescape::ui::widgets
