#include "ui/style/core_text.h"

namespace tilescape::ui::style {

QString coreText(std::string_view words)
{
    return CoreText::tr(QByteArray(words.data(), static_cast<qsizetype>(words.size())).constData());
}

QString coreName(std::string_view name) { return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())); }

} // namespace tilescape::ui::style
