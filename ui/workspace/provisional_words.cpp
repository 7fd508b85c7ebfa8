#include "ui/workspace/provisional_words.h"

namespace tilescape::ui::workspace {

ProvisionalWords provisionalWords(const Workspace& workspace)
{
    const bool searching = workspace.isSolving();
    ProvisionalWords words;
    switch (workspace.provisional()) {
    case Workspace::Provisional::No:
        return words;
    case Workspace::Provisional::PricedAnew:
        words = {searching ? Workspace::tr("Priced anew, searching…") : Workspace::tr("Priced anew, not searched"),
                 Workspace::tr("The schedule that stood, at the new parameters.")};
        break;
    case Workspace::Provisional::Refined:
        words = {searching ? Workspace::tr("Refined, searching…") : Workspace::tr("Refined, not searched further"),
                 Workspace::tr("The best with the segments and regions of the schedule that stood.")};
        break;
    case Workspace::Provisional::BestSoFar:
        words = {searching ? Workspace::tr("Best so far, searching…") : Workspace::tr("Best so far, not searched further"),
                 Workspace::tr("The best schedule that the search has come across.")};
        break;
    }
    words.meaning += QLatin1Char(' ')
                     + (searching ? Workspace::tr("The best one of all is being searched.") : Workspace::tr("F5 searches the best one of all."));
    return words;
}

} // namespace tilescape::ui::workspace
