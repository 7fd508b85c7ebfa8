#include "ui/window/manual_pages.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>

namespace tilescape::ui::window {

namespace {

const QString folder = QStringLiteral(":/manual/");
const QString indexFile = QStringLiteral("index.md");
constexpr qsizetype excerptLength = 110;

/// Words without the marks of Markdown.
QString plain(QString text)
{
    static const QRegularExpression link(QStringLiteral("\\[([^\\]]*)\\]\\([^)]*\\)"));
    static const QRegularExpression marks(QStringLiteral("[`*|]|^#+\\s*|^>\\s*|^-\\s+"), QRegularExpression::MultilineOption);
    return text.replace(link, QStringLiteral("\\1")).replace(marks, QString()).simplified();
}

std::vector<ManualPage> readPages()
{
    std::vector<ManualPage> pages;
    for (const QString& name : QDir(folder).entryList({QStringLiteral("*.md")})) {
        QFile file(folder + name);
        if (file.open(QIODevice::ReadOnly)) {
            const QString text = QString::fromUtf8(file.readAll());
            pages.push_back({name, plain(text.section(QLatin1Char('\n'), 0, 0)), text});
        }
    }
    std::sort(pages.begin(), pages.end(), [](const ManualPage& a, const ManualPage& b) {
        return (a.file == indexFile) != (b.file == indexFile) ? a.file == indexFile : a.title.localeAwareCompare(b.title) < 0;
    });
    return pages;
}

/// Sections of all pages, read once: a search runs at every key.
const std::vector<ManualSection>& allSections()
{
    static const std::vector<ManualSection> sections = [] {
        std::vector<ManualSection> all;
        for (const ManualPage& page : manualPages()) {
            std::vector<ManualSection> own = sectionsOf(page);
            std::move(own.begin(), own.end(), std::back_inserter(all));
        }
        return all;
    }();
    return sections;
}

QString excerptOf(const QString& text, const QString& word)
{
    const qsizetype found = std::max<qsizetype>(text.indexOf(word, 0, Qt::CaseInsensitive), 0);
    qsizetype from = std::max<qsizetype>(found - excerptLength / 3, 0);
    while (from > 0 && text[from - 1] != QLatin1Char(' ')) {
        --from;
    }
    qsizetype to = std::min(from + excerptLength, text.size());
    while (to < text.size() && text[to] != QLatin1Char(' ')) {
        ++to;
    }
    return (from > 0 ? QStringLiteral("… ") : QString()) + text.mid(from, to - from) + (to < text.size() ? QStringLiteral(" …") : QString());
}

} // namespace

const std::vector<ManualPage>& manualPages()
{
    static const std::vector<ManualPage> pages = readPages();
    return pages;
}

const ManualPage* findManualPage(const QString& file)
{
    const auto& pages = manualPages();
    const auto page = std::find_if(pages.begin(), pages.end(), [&](const ManualPage& one) { return one.file == file; });
    return page == pages.end() ? nullptr : &*page;
}

QString anchorOf(const QString& heading)
{
    static const QRegularExpression others(QStringLiteral("[^\\w\\- ]"), QRegularExpression::UseUnicodePropertiesOption);
    return plain(heading).toLower().remove(others).replace(QLatin1Char(' '), QLatin1Char('-'));
}

std::vector<ManualSection> sectionsOf(const ManualPage& page)
{
    std::vector<ManualSection> sections;
    QString text;
    bool inCode = false;
    const auto finish = [&] {
        if (!sections.empty()) {
            sections.back().text = plain(text);
        }
        text.clear();
    };
    for (const QString& line : page.text.split(QLatin1Char('\n'))) {
        inCode = line.startsWith(QStringLiteral("```")) ? !inCode : inCode;
        if (line.startsWith(QLatin1Char('#')) && !inCode) {
            finish();
            sections.push_back({page.file, page.title, plain(line), anchorOf(line), {}});
        } else {
            text += line + QLatin1Char('\n');
        }
    }
    finish();
    return sections;
}

std::vector<ManualHit> searchManual(const QString& words)
{
    const QStringList parts = words.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    std::vector<std::pair<int, ManualHit>> hits;
    for (const ManualSection& section : parts.isEmpty() ? std::vector<ManualSection>() : allSections()) {
        const QString all = section.heading + QLatin1Char(' ') + section.text;
        int weight = 0;
        const bool holds = std::all_of(parts.begin(), parts.end(), [&](const QString& part) {
            weight += (section.heading.contains(part, Qt::CaseInsensitive) ? 1000 : 0) + static_cast<int>(section.text.count(part, Qt::CaseInsensitive));
            return all.contains(part, Qt::CaseInsensitive);
        });
        if (holds) {
            hits.emplace_back(weight, ManualHit{section, excerptOf(section.text, parts.front())});
        }
    }
    std::stable_sort(hits.begin(), hits.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<ManualHit> found;
    for (auto& [weight, hit] : hits) {
        found.push_back(std::move(hit));
    }
    return found;
}

} // namespace tilescape::ui::window
