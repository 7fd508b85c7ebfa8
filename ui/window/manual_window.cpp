#include "ui/window/manual_window.h"

#include "ui/style/palette.h"
#include "ui/window/manual_pages.h"

#include <QAbstractTextDocumentLayout>
#include <QDesktopServices>
#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QScreen>
#include <QScrollBar>
#include <QShortcut>
#include <QSplitter>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextTable>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include <utility>

namespace tilescape::ui::window {

namespace {

constexpr QSize usualSize(1040, 760);
constexpr QSize windowFrame(16, 48); ///< around it, as most desktops draw it

constexpr int placeRole = Qt::UserRole;
constexpr int cellPadding = 4;

QToolButton* stepButton(const QString& text, const QString& name, const QKeySequence& key)
{
    auto* button = new QToolButton;
    button->setText(text);
    button->setAutoRaise(true);
    button->setAccessibleName(name);
    button->setToolTip(QStringLiteral("%1 (%2)").arg(name, key.toString(QKeySequence::NativeText)));
    button->setShortcut(key);
    return button;
}

void styleTables(QTextDocument& document, const QColor& line)
{
    for (QTextFrame* frame : document.rootFrame()->childFrames()) {
        if (auto* table = qobject_cast<QTextTable*>(frame)) {
            QTextTableFormat format = table->format();
            format.setBorderCollapse(true);
            format.setBorder(1);
            format.setBorderBrush(line);
            format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
            format.setCellPadding(cellPadding);
            table->setFormat(format);
        }
    }
}

} // namespace

ManualWindow::ManualWindow(QWidget* parent) : QWidget(parent, Qt::Window)
{
    setObjectName(QStringLiteral("manualWindow"));
    setWindowTitle(tr("Manual – Tilescape"));
    m_words = new QLineEdit;
    m_words->setObjectName(QStringLiteral("manualSearch"));
    m_words->setPlaceholderText(tr("Search the manual"));
    m_words->setAccessibleName(tr("Search the manual"));
    m_words->setClearButtonEnabled(true);
    m_list = new QListWidget;
    m_list->setObjectName(QStringLiteral("manualList"));
    m_list->setAccessibleName(tr("Pages, or what was found"));
    m_list->setWordWrap(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_text = new QTextBrowser;
    m_text->setObjectName(QStringLiteral("manualText"));
    m_text->setAccessibleName(tr("Page of the manual"));
    m_text->setOpenLinks(false);
    m_back = stepButton(QStringLiteral("←"), tr("Back"), QKeySequence::Back);
    m_forward = stepButton(QStringLiteral("→"), tr("Forward"), QKeySequence::Forward);

    auto* head = new QHBoxLayout;
    head->addWidget(m_back);
    head->addWidget(m_forward);
    head->addWidget(m_words, 1);
    auto* left = new QWidget;
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins({});
    column->addLayout(head);
    column->addWidget(m_list, 1);
    auto* both = new QSplitter(Qt::Horizontal);
    both->setChildrenCollapsible(false);
    both->addWidget(left);
    both->addWidget(m_text);
    both->setStretchFactor(1, 1);
    both->setSizes({280, 720});
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(both);
    setTabOrder(m_back, m_forward);
    setTabOrder(m_forward, m_words);
    setTabOrder(m_words, m_list);
    setTabOrder(m_list, m_text);
    m_words->setFocus();
    resize(usualSize.boundedTo(screen()->availableSize() - windowFrame));

    connect(m_words, &QLineEdit::textChanged, this, &ManualWindow::fillList);
    connect(m_words, &QLineEdit::returnPressed, this, [this] {
        if (m_list->count() > 0) {
            m_list->setCurrentRow(0);
        }
    });
    connect(m_list, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
        if (item) {
            showPlace(item->data(placeRole).toString());
        }
    });
    connect(m_text, &QTextBrowser::anchorClicked, this, &ManualWindow::follow);
    connect(m_back, &QToolButton::clicked, this, [this] { step(-1); });
    connect(m_forward, &QToolButton::clicked, this, [this] { step(1); });
    auto* find = new QShortcut(QKeySequence::Find, this);
    connect(find, &QShortcut::activated, m_words, qOverload<>(&QWidget::setFocus));
    auto* close = new QShortcut(QKeySequence(Qt::Key_Escape), this);
    connect(close, &QShortcut::activated, this, &QWidget::close);
    fillList();
    showPlace(QStringLiteral("index.md"));
}

void ManualWindow::search(const QString& words) { m_words->setText(words); }

void ManualWindow::fillList()
{
    const QSignalBlocker quiet(m_list);
    m_list->clear();
    const QString words = m_words->text().trimmed();
    if (words.isEmpty()) {
        for (const ManualPage& page : manualPages()) {
            auto* item = new QListWidgetItem(page.title, m_list);
            item->setData(placeRole, page.file);
        }
    }
    for (const ManualHit& hit : searchManual(words)) {
        const QString head = hit.section.heading == hit.section.page ? hit.section.page
                                                                     : tr("%1 · %2").arg(hit.section.page, hit.section.heading);
        auto* item = new QListWidgetItem(head + QLatin1Char('\n') + hit.excerpt, m_list);
        item->setData(placeRole, QString(hit.section.file + QLatin1Char('#') + hit.section.anchor));
    }
    markWords();
}

bool ManualWindow::showPlace(const QString& place)
{
    const QString file = place.section(QLatin1Char('#'), 0, 0);
    if (!findManualPage(file)) {
        return false;
    }
    load(file);
    scrollTo(place.section(QLatin1Char('#'), 1));
    remember(place);
    return true;
}

void ManualWindow::load(const QString& file)
{
    if (m_file == file) {
        return;
    }
    m_file = file;
    QTextDocument*& document = m_documents[file];
    if (!document) {
        // Read before it is shown: then it is laid out once, not with each paragraph.
        document = new QTextDocument(m_text);
        document->setDefaultFont(font());
        document->setMarkdown(findManualPage(file)->text);
        styleTables(*document, style::outline(palette()));
    }
    m_text->setDocument(document);
    markWords();
}

void ManualWindow::readAgain()
{
    const QString place = m_place;
    const std::map<QString, QTextDocument*> old = std::exchange(m_documents, {});
    m_file.clear();
    showPlace(place);
    for (const auto& [file, document] : old) {
        delete document;
    }
}

/// Markdown's headings have no anchors in Qt's documents: the heading is found by its words.
void ManualWindow::scrollTo(const QString& anchor)
{
    QTextBlock found = m_text->document()->begin();
    for (QTextBlock block = found; block.isValid() && !anchor.isEmpty(); block = block.next()) {
        if (block.blockFormat().headingLevel() > 0 && anchorOf(block.text()) == anchor) {
            found = block;
            break;
        }
    }
    m_text->setTextCursor(QTextCursor(found));
    const double top = m_text->document()->documentLayout()->blockBoundingRect(found).top();
    m_text->verticalScrollBar()->setValue(anchor.isEmpty() ? 0 : static_cast<int>(top));
}

void ManualWindow::markWords()
{
    QList<QTextEdit::ExtraSelection> marks;
    for (const QString& word : m_words->text().simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        for (QTextCursor at = m_text->document()->find(word); !at.isNull(); at = m_text->document()->find(word, at)) {
            QTextEdit::ExtraSelection mark;
            mark.cursor = at;
            mark.format.setBackground(style::blend(palette().color(QPalette::Base), QColor(0xE6, 0x9F, 0x00), 0.4));
            marks << mark;
        }
    }
    m_text->setExtraSelections(marks);
}

void ManualWindow::follow(const QUrl& link)
{
    if (link.scheme().startsWith(QStringLiteral("http"))) {
        QDesktopServices::openUrl(link);
        return;
    }
    const QString file = link.path().isEmpty() ? m_file : link.path();
    showPlace(link.hasFragment() ? file + QLatin1Char('#') + link.fragment() : file);
}

void ManualWindow::remember(const QString& place)
{
    m_place = place;
    if (m_at < 0 || m_history[m_at] != place) {
        m_history = m_history.mid(0, m_at + 1);
        m_history << place;
        m_at = m_history.size() - 1;
    }
    m_back->setEnabled(m_at > 0);
    m_forward->setEnabled(m_at + 1 < m_history.size());
}

void ManualWindow::step(int by)
{
    m_at += by;
    showPlace(m_history[m_at]);
}

void ManualWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    const bool isInDocuments = event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange;
    if (isInDocuments && m_text && !m_file.isEmpty()) {
        readAgain();
    }
}

} // namespace tilescape::ui::window
