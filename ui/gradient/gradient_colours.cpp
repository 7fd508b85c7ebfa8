#include "ui/gradient/gradient_colours.h"

#include "ui/gradient/gradient_text.h"
#include "ui/style/palette.h"

#include <QLocale>

namespace tilescape::ui::gradient {

using namespace tilescape::training::gradient;

QColor matrixColour(Matrix matrix)
{
    switch (matrix) {
    case Matrix::X:
    case Matrix::Dx: return style::tensorColour(Tensor::Input);
    case Matrix::W:
    case Matrix::Dw: return style::tensorColour(Tensor::Weight);
    case Matrix::Dy:
    case Matrix::Y: break;
    }
    return style::tensorColour(Tensor::Output);
}

QColor strategyColour(Strategy strategy)
{
    constexpr std::array<int, 7> cycle{6, 1, 4, 2, 2, 0, 3};
    return style::categorical(cycle[static_cast<std::size_t>(strategy)]);
}

QColor orderColour(Order order)
{
    constexpr std::array<int, 4> cycle{6, 1, 0, 2};
    return style::categorical(cycle[static_cast<std::size_t>(order)]);
}

QColor eventColour(TileEventKind kind, const QPalette& palette)
{
    switch (kind) {
    case TileEventKind::FetchAgain:
    case TileEventKind::Spill:
    case TileEventKind::SumBack: return style::categorical(5);
    case TileEventKind::Reuse: return palette.color(QPalette::WindowText);
    default: break;
    }
    return style::categorical(4);
}

QString eventText(TileEventKind kind)
{
    switch (kind) {
    case TileEventKind::Spill: return GradientText::tr("spilled");
    case TileEventKind::Drop: return GradientText::tr("dropped");
    case TileEventKind::Fetch: return GradientText::tr("fetched");
    case TileEventKind::FetchAgain: return GradientText::tr("fetched again");
    case TileEventKind::SumBack: return GradientText::tr("sum fetched back");
    case TileEventKind::Begin: return GradientText::tr("sum begun");
    case TileEventKind::Reuse: return GradientText::tr("there already");
    case TileEventKind::Finish: return GradientText::tr("result written");
    }
    return {};
}

QString changeText(double cycles, double before)
{
    if (before <= 0) {
        return {};
    }
    const double percent = 100 * (cycles / before - 1);
    const QString number = QLocale().toString(std::abs(percent), 'f', 1);
    return (percent > 0.05 ? QStringLiteral("+") : percent < -0.05 ? QStringLiteral("−") : QString()) + number
         + QStringLiteral("\u00a0%");
}

} // namespace tilescape::ui::gradient
