#include "app/reproduce/reproduction.h"

namespace tilescape::reproduce {

std::string markdownOf(const Reproduction& made)
{
    std::string text = "# " + made.title + "\n\n" + made.introduction + "\n";
    for (const io::Comparison& table : made.tables) {
        text += "\n" + io::markdownOf(table);
    }
    for (const io::PaperFigure& figure : made.figures) {
        text += "\n![" + figure.chart.title + "](" + figure.name + ".svg)\n";
    }
    return text;
}

} // namespace tilescape::reproduce
