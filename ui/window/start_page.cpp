#include "ui/window/start_page.h"

#include "ui/lessons/lesson.h"
#include "ui/style/palette.h"
#include "ui/window/start_delegate.h"
#include "ui/window/thumbnails.h"

#include <QApplication>
#include <QCheckBox>
#include <QFrame>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tilescape::ui::window {

namespace {

const QString wantedKey = QStringLiteral("start/page");
const QString offeredKey = QStringLiteral("start/lessonOffered");
constexpr QSize largest{1120, 760};
constexpr QSize margin{40, 32};
constexpr QSize smallMargin{12, 8}; ///< around the page in a low window
constexpr int lowWindow = 520;
constexpr QSize smallPicture{64, 40};
/// Of the pictures, at least: what is kept serves coarse and fine screens.
constexpr double pictureScale = 2;
constexpr int leftWidth = 290;
constexpr double leftShare = 0.36; ///< at most, of the page
constexpr int narrowestExample = 330;
constexpr int mostRecent = 6;
constexpr int shade = 90; ///< of 255, over the window behind

QListWidget* listOf(const char* objectName, const QString& name, const QString& help)
{
    auto* list = new QListWidget;
    list->setObjectName(QLatin1String(objectName));
    list->setAccessibleName(name);
    list->setWhatsThis(help);
    list->setFrameShape(QFrame::NoFrame);
    list->setMouseTracking(true);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    list->viewport()->setAutoFillBackground(false);
    return list;
}

QLabel* heading(const QString& text)
{
    auto* label = new QLabel(text);
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
    return label;
}

} // namespace

StartPage::StartPage(QWidget* window, const QString& thumbnailFolder)
    : QWidget(window),
      m_thumbnails(new Thumbnails(thumbnailFolder, std::max(pictureScale, window->devicePixelRatio()), this))
{
    setObjectName(QStringLiteral("startPage"));
    setAccessibleName(tr("Start page"));
    m_card = new QFrame(this);
    m_card->setFrameShape(QFrame::StyledPanel);
    m_card->setAutoFillBackground(true);
    m_card->setBackgroundRole(QPalette::Base);
    auto* column = new QVBoxLayout(m_card);
    column->setContentsMargins(18, 14, 18, 12);
    column->addWidget(buildHead());
    column->addWidget(m_offer = buildOffer());
    column->addWidget(buildLists(), 1);
    column->addWidget(buildFoot());
    connect(m_thumbnails, &Thumbnails::drawn, this, &StartPage::showThumbnail);
    window->installEventFilter(this);
    hide();
}

bool StartPage::isWantedAtStart() { return QSettings().value(wantedKey, true).toBool(); }

bool StartPage::takeFirstOffer()
{
    QSettings settings;
    const bool first = !settings.value(offeredKey).toBool();
    settings.setValue(offeredKey, true);
    return first;
}

QWidget* StartPage::buildHead()
{
    auto* head = new QWidget;
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins({});
    auto* text = new QLabel(tr("<b>Tilescape</b> schedules a network on a chip of tiles, and shows how."));
    text->setWordWrap(true);
    row->addWidget(text, 1);
    auto* open = new QPushButton(tr("&Open a file…"));
    open->setObjectName(QStringLiteral("startOpen"));
    open->setToolTip(tr("A project, a network, a chip, or a figure that carries its problem."));
    connect(open, &QPushButton::clicked, this, [this] {
        hide();
        Q_EMIT fileAsked();
    });
    row->addWidget(open);
    auto* close = new QPushButton(tr("&To the window"));
    close->setObjectName(QStringLiteral("startClose"));
    close->setToolTip(tr("Closes this page (Esc); File > Start page brings it back."));
    connect(close, &QPushButton::clicked, this, &QWidget::hide);
    row->addWidget(close);
    return head;
}

QWidget* StartPage::buildOffer()
{
    auto* offer = new QFrame;
    offer->setObjectName(QStringLiteral("startOffer"));
    offer->setFrameShape(QFrame::StyledPanel);
    auto* row = new QHBoxLayout(offer);
    auto* text = new QLabel(tr("New here? The first lesson shows in five minutes what each PE of an array does. All lessons stay under Help > Lessons."));
    text->setWordWrap(true);
    row->addWidget(text, 1);
    auto* begin = new QPushButton(tr("Start the &first lesson"));
    begin->setObjectName(QStringLiteral("startFirstLesson"));
    begin->setToolTip(tr("Opens AlexNet on the array of Eyeriss, with the lesson beside it."));
    connect(begin, &QPushButton::clicked, this, [this] { choose(&StartPage::lessonChosen, lessons::lessonFiles().front()); });
    row->addWidget(begin);
    return offer;
}

QWidget* StartPage::buildLists()
{
    m_recent = listOf("startRecent", tr("Recent projects"), tr("Projects that were opened or saved last."));
    m_recent->setItemDelegate(new StartDelegate(smallPicture, m_recent));
    m_lessons = listOf("startLessons", tr("Lessons"), tr("Guided tours of five to ten minutes in this window."));
    for (const QString& file : lessons::lessonFiles()) {
        auto* item = new QListWidgetItem(lessons::titleOf(file), m_lessons);
        item->setData(StartDelegate::pathRole, file);
    }
    m_examples = listOf("startExamples", tr("Examples"), tr("Projects that come with the program; one that is opened is a copy without a file."));
    m_examples->setItemDelegate(new StartDelegate(Thumbnails::size * 0.8, m_examples));
    m_examples->setFlow(QListView::LeftToRight);
    m_examples->setWrapping(true);
    m_examples->setResizeMode(QListView::Adjust);
    m_examples->setUniformItemSizes(true);
    m_examples->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // else its coming would change the number of columns
    m_examples->viewport()->installEventFilter(this);
    addEntries(m_examples, exampleEntries());
    for (QListWidget* list : {m_recent, m_lessons, m_examples}) {
        const auto signal = list == m_lessons ? &StartPage::lessonChosen : &StartPage::projectChosen;
        const auto run = [this, signal](const QListWidgetItem* item) { choose(signal, item->data(StartDelegate::pathRole).toString()); };
        connect(list, &QListWidget::itemClicked, this, run);
        connect(list, &QListWidget::itemActivated, this, run);
    }
    auto* left = new QVBoxLayout;
    left->addWidget(m_recentTitle = heading(tr("Recent projects")));
    left->addWidget(m_recent);
    left->addWidget(heading(tr("Lessons")));
    left->addWidget(m_lessons, 1);
    m_lessons->setWordWrap(true);
    m_lessons->setResizeMode(QListView::Adjust);
    auto* right = new QVBoxLayout;
    right->addWidget(heading(tr("Examples")));
    right->addWidget(m_examples, 1);
    auto* lists = new QWidget;
    auto* row = new QHBoxLayout(lists);
    row->setContentsMargins({});
    row->addLayout(left);
    row->addLayout(right, 1);
    return lists;
}

QWidget* StartPage::buildFoot()
{
    m_wanted = new QCheckBox(tr("&Show this page at the start"));
    m_wanted->setObjectName(QStringLiteral("startWanted"));
    m_wanted->setToolTip(tr("When the program starts without a file."));
    m_wanted->setChecked(isWantedAtStart());
    connect(m_wanted, &QCheckBox::toggled, this, [](bool wanted) { QSettings().setValue(wantedKey, wanted); });
    return m_wanted;
}

void StartPage::addEntries(QListWidget* list, const std::vector<StartEntry>& entries)
{
    for (const StartEntry& entry : entries) {
        auto* item = new QListWidgetItem(entry.title, list);
        item->setData(StartDelegate::lineRole, entry.line);
        item->setData(StartDelegate::pathRole, entry.path);
        item->setData(Qt::AccessibleTextRole, entry.title + QStringLiteral(": ") + entry.line);
        item->setToolTip(entry.line);
    }
}

void StartPage::fillRecent(const QStringList& files)
{
    m_recent->clear();
    addEntries(m_recent, recentEntries(files.mid(0, mostRecent)));
    m_recentTitle->setVisible(m_recent->count() > 0);
    m_recent->setVisible(m_recent->count() > 0);
    m_recent->setFixedHeight(std::min(m_recent->count(), 4) * (m_recent->count() > 0 ? m_recent->sizeHintForRow(0) : 0) + 2);
}

void StartPage::open(const QStringList& recentFiles, bool offer)
{
    fillRecent(recentFiles);
    m_offer->setVisible(offer);
    place();
    if (!isVisible()) {
        m_keyboard = QApplication::focusWidget();
    }
    show();
    raise();
    m_examples->setCurrentRow(0);
    m_examples->setFocus();
    QStringList projects;
    for (const QListWidget* list : {m_recent, m_examples}) {
        for (int row = 0; row < list->count(); ++row) {
            projects << list->item(row)->data(StartDelegate::pathRole).toString();
        }
    }
    m_thumbnails->request(projects);
}

void StartPage::showThumbnail(const QString& project, const QImage& image)
{
    for (QListWidget* list : {m_recent, m_examples}) {
        for (int row = 0; row < list->count(); ++row) {
            if (list->item(row)->data(StartDelegate::pathRole).toString() == project) {
                list->item(row)->setData(StartDelegate::pictureRole, image);
            }
        }
    }
}

void StartPage::choose(void (StartPage::*signal)(const QString&), const QString& path)
{
    if (isVisible()) { // a double click tells twice
        hide();
        Q_EMIT(this->*signal)(path);
    }
}

void StartPage::place()
{
    setGeometry(parentWidget()->rect());
    const QSize size = (this->size() - (height() < lowWindow ? smallMargin : margin)).boundedTo(largest);
    m_card->setGeometry(QRect(QPoint((width() - size.width()) / 2, (height() - size.height()) / 2), size));
    for (QListWidget* list : {m_recent, m_lessons}) {
        list->setFixedWidth(std::min(leftWidth, static_cast<int>(size.width() * leftShare)));
    }
}

void StartPage::spread()
{
    const int room = m_examples->viewport()->width() - 2;
    const int columns = std::max(1, room / narrowestExample);
    m_examples->setGridSize({room / columns, StartDelegate::heightOf(*m_examples, room / columns)});
}

bool StartPage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible()) {
        place();
    } else if (watched == m_examples->viewport() && event->type() == QEvent::Resize) {
        spread();
    }
    return QWidget::eventFilter(watched, event);
}

bool StartPage::event(QEvent* event)
{
    // The window's own Esc would cancel its solve.
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void StartPage::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        hide();
    } else {
        QWidget::keyPressEvent(event);
    }
}

void StartPage::mousePressEvent(QMouseEvent* event)
{
    if (!m_card->geometry().contains(event->position().toPoint())) {
        hide();
    }
}

void StartPage::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), QColor(0, 0, 0, shade));
}

void StartPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    if (m_keyboard && m_keyboard->isVisible()) {
        m_keyboard->setFocus(Qt::OtherFocusReason);
    }
    m_thumbnails->stop();
}

} // namespace tilescape::ui::window
