#include "app/reproduce/papers.h"

#include "app/reproduce/adapt_flow.h"
#include "app/reproduce/gradient_order.h"
#include "app/reproduce/hypar.h"
#include "app/reproduce/kapla.h"
#include "app/reproduce/tangram.h"

#include <array>

namespace tilescape::reproduce {

std::span<const Paper> papers()
{
    static constexpr std::array rows{
        Paper{"hypar", "HyPar (HPCA'19): Figures 5 to 13", hypar},
        Paper{"gradient-order", "Interleaved gradient order (MICRO'23): Figures 5, 6 and 12 to 16", gradientOrder},
        Paper{"tangram", "Tangram (ASPLOS'19): Figures 11 to 13", tangram},
        Paper{"kapla", "KAPLA: Figures 7 to 11, Tables IV to VI, in half an hour; with --full in hours", kapla,
              kaplaInFull},
        Paper{"adapt-flow", "Adapt-Flow (GLSVLSI'22): Figures 5 and 6, areas", adaptFlow},
    };
    return rows;
}

} // namespace tilescape::reproduce
