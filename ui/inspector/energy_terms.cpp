#include "ui/inspector/energy_terms.h"

#include "core/schedule/energy_terms.h"
#include "ui/inspector/inspector_text.h"

#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <array>

namespace tilescape::ui::inspector {

namespace {

constexpr std::array<const char*, 13> words{QT_TRANSLATE_NOOP("InspectorText", "DRAM"), QT_TRANSLATE_NOOP("InspectorText", "Shared buffer"), QT_TRANSLATE_NOOP("InspectorText", "Remote buffer"), QT_TRANSLATE_NOOP("InspectorText", "Buffer"), QT_TRANSLATE_NOOP("InspectorText", "Bus"), QT_TRANSLATE_NOOP("InspectorText", "Registers"), QT_TRANSLATE_NOOP("InspectorText", "NoC"), QT_TRANSLATE_NOOP("InspectorText", "MAC"), QT_TRANSLATE_NOOP("InspectorText", "Static"), QT_TRANSLATE_NOOP("InspectorText", "words"), QT_TRANSLATE_NOOP("InspectorText", "word-hops"), QT_TRANSLATE_NOOP("InspectorText", "operations"), QT_TRANSLATE_NOOP("InspectorText", "cycles")};

QString translated(std::string_view word)
{
    const auto known = std::find_if(words.begin(), words.end(), [&](const char* one) { return word == one; });
    return known == words.end() ? QString() : InspectorText::tr(*known);
}

std::vector<EnergyTerm> translated(const std::vector<schedule::EnergyTerm>& terms)
{
    std::vector<EnergyTerm> rows;
    for (const schedule::EnergyTerm& term : terms) {
        rows.push_back({translated(term.label), translated(term.unit), term.byTensor, term.count, term.eachPj, term.energyPj});
    }
    return rows;
}

} // namespace

std::vector<EnergyTerm> energyTerms(const schedule::Problem& problem, const cost::LayerCost& cost)
{
    return translated(schedule::energyTerms(problem, cost));
}

std::vector<EnergyTerm> energyTerms(const schedule::Schedule& schedule) { return translated(schedule::energyTerms(schedule)); }

QString csvText(const std::vector<EnergyTerm>& terms)
{
    const auto number = [](double value) { return QString::number(value, 'g', QLocale::FloatingPointShortest); };
    QStringList lines{QStringLiteral("component,weight,input,output,count,count_unit,each_pj,energy_pj")};
    double total = 0;
    for (const EnergyTerm& term : terms) {
        QStringList cells{term.label};
        for (const Tensor tensor : allTensors) {
            cells << (term.byTensor ? number((*term.byTensor)[tensor]) : QString());
        }
        cells << number(term.count) << term.unit << number(term.eachPj) << number(term.energyPj);
        lines << cells.join(QLatin1Char(','));
        total += term.energyPj;
    }
    lines << QStringLiteral("total,,,,,,,%1").arg(number(total));
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace tilescape::ui::inspector
