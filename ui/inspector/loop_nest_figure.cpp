#include "ui/inspector/loop_nest_figure.h"

#include "ui/inspector/inspector_text.h"
#include "ui/inspector/loop_nest_text.h"
#include "ui/style/palette.h"
#include "ui/widgets/document_figure.h"

#include <QTextDocument>

namespace tilescape::ui::inspector {

widgets::Figure loopNestFigure(const schedule::Problem& problem, const schedule::ScheduledLayer& layer)
{
    const style::CodeColours colours = style::codeColours(style::paperPalette());
    const QString html = htmlText(loopNestText(problem, layer), {colours.keyword.name(), colours.number.name(), colours.remark.name()});
    const QString title = InspectorText::tr("Loop nest of %1").arg(QString::fromStdString(problem.network.layers[layer.layer].name));
    return widgets::documentFigure(QStringLiteral("loop-nest"), title, [html](const QFont& font) {
        auto document = std::make_unique<QTextDocument>();
        document->setDefaultFont(font);
        // Else <pre> has a font of its own.
        document->setDefaultStyleSheet(QStringLiteral("pre { font-family: '%1'; font-size: %2px; }").arg(font.family()).arg(font.pixelSize()));
        document->setHtml(html);
        return document;
    });
}

} // namespace tilescape::ui::inspector
