#include "ui/inspector/difference_facts.h"

#include "core/explore/difference_text.h"
#include "ui/inspector/inspector_text.h"
#include "ui/style/core_text.h"
#include "ui/style/difference.h"
#include "ui/style/format.h"

namespace tilescape::ui::inspector {

namespace {

void addNumbers(std::vector<Fact>& facts, const cost::Energy& then, const cost::Energy& now, double cyclesThen, double cyclesNow)
{
    const auto inPlaceOf = [](const QString& after, const QString& before) {
        return InspectorText::tr("%1 in place of %2").arg(after, before);
    };
    facts.push_back({InspectorText::tr("Energy"), style::energyChange(then.total(), now.total()),
                     inPlaceOf(style::energy(now.total()), style::energy(then.total()))});
    for (const tilescape::explore::EnergyTerm& term : tilescape::explore::energyTerms()) {
        const double before = then.*term.value;
        const double after = now.*term.value;
        if (before != after) {
            facts.push_back({QStringLiteral("  ") + style::coreName(term.label), style::energyChange(before, after),
                             inPlaceOf(style::energy(after), style::energy(before))});
        }
    }
    facts.push_back({InspectorText::tr("Cycles"), style::countChange(cyclesThen, cyclesNow),
                     inPlaceOf(style::exactCount(cyclesNow), style::exactCount(cyclesThen))});
}

} // namespace

std::vector<Fact> differenceFacts(const tilescape::explore::ScheduleDifference& difference, const schedule::Schedule& baseline,
                                  const schedule::Schedule& schedule, const std::string* layer)
{
    std::vector<Fact> facts;
    if (!layer) {
        addNumbers(facts, difference.before.energy, difference.after.energy, difference.before.cycles, difference.after.cycles);
        return facts;
    }
    const tilescape::explore::LayerDifference* own = difference.find(*layer);
    if (!own || !own->after) {
        return facts;
    }
    if (!own->before) {
        facts.push_back({InspectorText::tr("Changed"), InspectorText::tr("new layer"),
                         InspectorText::tr("The baseline has no layer of this name.")});
        return facts;
    }
    const cost::LayerCost& then = baseline.layers[*own->before].cost;
    const cost::LayerCost& now = schedule.layers[*own->after].cost;
    addNumbers(facts, then.energy, now.energy, then.cycles, now.cycles);
    const QString changed = QString::fromStdString(tilescape::explore::changesText(own->changed));
    facts.push_back({InspectorText::tr("Changed"), changed.isEmpty() ? InspectorText::tr("nothing") : changed,
                     InspectorText::tr("What of the layer's mapping is another than in the baseline.")});
    return facts;
}

} // namespace tilescape::ui::inspector
