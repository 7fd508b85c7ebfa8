#include "ui/widgets/svg_fonts.h"

#include <QFont>
#include <QRawFont>
#include <QXmlStreamReader>

#include <hb-subset.h>

#include <array>
#include <map>
#include <memory>
#include <set>
#include <tuple>

namespace tilescape::ui::widgets {

namespace {

template <class T, void (*Destroy)(T*)>
struct Destroyer {
    void operator()(T* object) const { Destroy(object); }
};
template <class T, void (*Destroy)(T*)>
using Owned = std::unique_ptr<T, Destroyer<T, Destroy>>;
using Blob = Owned<hb_blob_t, hb_blob_destroy>;
using Face = Owned<hb_face_t, hb_face_destroy>;
using Subset = Owned<hb_subset_input_t, hb_subset_input_destroy>;

/// The tables that text is set with; the others, such as signatures, would not hold for a subset.
constexpr std::array<const char*, 20> tables{"head", "hhea", "maxp", "OS/2", "hmtx", "cmap", "name", "post", "glyf", "loca",
                                             "cvt ", "fpgm", "prep", "gasp", "CFF ", "kern", "GDEF", "GSUB", "GPOS", "vhea"};
constexpr unsigned restricted = 0x0002; ///< OS/2 fsType: not to be embedded; whole fonts or bitmaps only
constexpr unsigned notInParts = 0x0100;
constexpr unsigned bitmapsOnly = 0x0200;
constexpr unsigned slantedBits = 0x0201; ///< OS/2 fsSelection: italic or oblique

/// A face as style sheets name it, and what its texts need of it.
struct FontName {
    QString family;
    int weight = 400;
    bool italic = false;
    friend auto operator<=>(const FontName& a, const FontName& b)
    {
        return std::tie(a.family, a.weight, a.italic) <=> std::tie(b.family, b.weight, b.italic);
    }
};
struct UsedFont {
    QRawFont font;
    std::set<char32_t> letters;
};

/// A number of two bytes of the table OS/2.
unsigned os2(const QRawFont& font, qsizetype at)
{
    const QByteArray table = font.fontTable("OS/2");
    return at + 1 < table.size() ? static_cast<unsigned>(static_cast<uchar>(table[at]) << 8 | static_cast<uchar>(table[at + 1])) : 0;
}

bool mayBeEmbedded(const QRawFont& font)
{
    constexpr qsizetype fsType = 8;
    return font.isValid() && (os2(font, fsType) & (restricted | notInParts | bitmapsOnly)) == 0;
}

/// What a face is in its file: a slant or a weight that is only simulated is simulated again where the figure is shown.
FontName nameOf(const QString& family, const QRawFont& font)
{
    constexpr qsizetype usWeightClass = 4;
    constexpr qsizetype fsSelection = 62;
    return {family, static_cast<int>(os2(font, usWeightClass)), (os2(font, fsSelection) & slantedBits) != 0};
}

std::map<FontName, UsedFont> fontsOf(const QString& svg)
{
    std::map<FontName, UsedFont> fonts;
    QXmlStreamReader reader(svg);
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement || reader.name() != QLatin1String("text")) {
            continue;
        }
        const QXmlStreamAttributes attributes = reader.attributes();
        const QString family = attributes.value(QLatin1String("font-family")).toString().section(QLatin1Char(','), 0, 0);
        QFont font(family);
        font.setWeight(static_cast<QFont::Weight>(attributes.value(QLatin1String("font-weight")).toInt()));
        font.setItalic(attributes.value(QLatin1String("font-style")) != QLatin1String("normal"));
        const QRawFont raw = QRawFont::fromFont(font);
        if (mayBeEmbedded(raw)) {
            UsedFont& used = fonts.try_emplace(nameOf(family, raw), UsedFont{raw, {}}).first->second;
            for (const uint letter : reader.readElementText().toUcs4()) {
                used.letters.insert(letter);
            }
        }
    }
    return fonts;
}

/// The font's file, of the tables that it has.
Blob fileOf(const QRawFont& font)
{
    const Face builder(hb_face_builder_create());
    for (const char* tag : tables) {
        if (const QByteArray table = font.fontTable(tag); !table.isEmpty()) {
            const Blob blob(hb_blob_create(table.constData(), static_cast<unsigned>(table.size()), HB_MEMORY_MODE_DUPLICATE, nullptr, nullptr));
            hb_face_builder_add_table(builder.get(), hb_tag_from_string(tag, 4), blob.get());
        }
    }
    return Blob(hb_face_reference_blob(builder.get()));
}

/// A font file with these letters alone; empty if that cannot be made.
QByteArray subsetOf(const UsedFont& used)
{
    const Blob file = fileOf(used.font);
    const Face face(hb_face_create(file.get(), 0));
    const Subset input(hb_subset_input_create_or_fail());
    if (!input) {
        return {};
    }
    for (const char32_t letter : used.letters) {
        hb_set_add(hb_subset_input_unicode_set(input.get()), letter);
    }
    hb_subset_input_set_flags(input.get(), HB_SUBSET_FLAGS_NO_HINTING);
    const Face subset(hb_subset_or_fail(face.get(), input.get()));
    if (!subset) {
        return {};
    }
    const Blob result(hb_face_reference_blob(subset.get()));
    unsigned length = 0;
    const char* bytes = hb_blob_get_data(result.get(), &length);
    return {bytes, static_cast<qsizetype>(length)};
}

} // namespace

QString withFonts(QString svg)
{
    QString rules;
    for (const auto& [name, used] : fontsOf(svg)) {
        if (const QByteArray file = subsetOf(used); !file.isEmpty()) {
            rules += QStringLiteral("@font-face { font-family: '%1'; font-weight: %2; font-style: %3; src: url(data:font/ttf;base64,%4) format('truetype'); }\n")
                         .arg(name.family).arg(name.weight).arg(name.italic ? QStringLiteral("italic") : QStringLiteral("normal"),
                                                                QString::fromLatin1(file.toBase64()));
        }
    }
    if (!rules.isEmpty()) {
        svg.insert(svg.indexOf(QStringLiteral("<defs>")), QStringLiteral("<style type=\"text/css\">\n%1</style>\n").arg(rules));
    }
    return svg;
}

} // namespace tilescape::ui::widgets
