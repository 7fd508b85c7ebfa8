#include "ui/window/library_combo.h"

#include "core/io/library.h"
#include "ui/style/format.h"

#include <QEvent>
#include <QSignalBlocker>
#include <QStyleOptionComboBox>
#include <QStylePainter>

#include <algorithm>

namespace tilescape::ui::window {

namespace {

template <typename T>
std::vector<T> load(const std::vector<std::string_view>& names, support::Result<T> (*loadOne)(const std::string&))
{
    std::vector<T> library;
    for (const std::string_view name : names) {
        auto entry = loadOne(std::string(name));
        if (entry) {
            library.push_back(std::move(entry.value()));
        }
    }
    return library;
}

template <typename T>
int indexIn(const std::vector<T>& library, const T& value)
{
    const auto found = std::find(library.begin(), library.end(), value);
    return found == library.end() ? -1 : static_cast<int>(found - library.begin());
}

/// Something that is not in the library: with the name of an entry, it is that entry changed.
template <typename T>
QString nameOfOther(const std::vector<T>& library, const T& value)
{
    const QString name = QString::fromStdString(value.name);
    const bool known = std::any_of(library.begin(), library.end(), [&](const T& entry) { return entry.name == value.name; });
    return known ? LibraryCombo::tr("%1 (changed)").arg(name) : name;
}

} // namespace

LibraryCombo::LibraryCombo(QWidget* parent) : QComboBox(parent)
{
    setMaxVisibleItems(20);
    connect(this, &QComboBox::activated, this, [this](int index) {
        const int entry = index - (m_hasOther ? 1 : 0);
        if (entry >= 0) {
            Q_EMIT entryChosen(entry);
        }
    });
}

QSize LibraryCombo::sizeHint() const
{
    int longest = 0;
    for (int i = 0; i < count(); ++i) {
        const auto [known, isNew] = m_widths.try_emplace(itemText(i), 0);
        if (isNew) {
            known->second = fontMetrics().horizontalAdvance(tr("%1 (changed)").arg(known->first));
        }
        longest = std::max(longest, known->second);
    }
    // Beside the text: the arrow and the frame.
    return {longest + 2 * fontMetrics().height() + 8, QComboBox::sizeHint().height()};
}

void LibraryCombo::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        m_widths.clear();
    }
    QComboBox::changeEvent(event);
}

QString LibraryCombo::shownText() const
{
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const int room = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this).width();
    return fontMetrics().elidedText(option.currentText, Qt::ElideRight, room);
}

/// What QComboBox paints, which cuts its text.
void LibraryCombo::paintEvent(QPaintEvent* /*event*/)
{
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    option.currentText = shownText();
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

QSize LibraryCombo::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 13, QComboBox::sizeHint().height()};
}

void LibraryCombo::showEntry(int index, const QString& name)
{
    const QSignalBlocker quiet(this);
    if (m_hasOther) {
        removeItem(0);
    }
    m_hasOther = index < 0;
    if (m_hasOther) {
        insertItem(0, name);
    }
    setCurrentIndex(std::max(index, 0));
    setToolTip(style::literal(currentText()));
}

NetworkCombo::NetworkCombo(QWidget* parent)
    : LibraryCombo(parent), m_library(load(io::networkNames(), io::loadNetwork))
{
    for (const tilescape::network::Network& network : m_library) {
        addItem(QString::fromStdString(network.name));
        setItemData(count() - 1, QString::fromStdString(network.description), Qt::ToolTipRole);
    }
    connect(this, &LibraryCombo::entryChosen, this,
            [this](int index) { Q_EMIT networkChosen(m_library[static_cast<std::size_t>(index)]); });
    setWhatsThis(tr(
        "The network whose layers are scheduled: one that comes with the program. File > Open takes one from a file."));
}

void NetworkCombo::showNetwork(const tilescape::network::Network& network)
{
    showEntry(indexIn(m_library, network), nameOfOther(m_library, network));
}

HardwareCombo::HardwareCombo(QWidget* parent)
    : LibraryCombo(parent), m_library(load(io::hardwareNames(), io::loadHardware))
{
    for (const tilescape::hardware::Hardware& hardware : m_library) {
        addItem(QString::fromStdString(hardware.name));
        setItemData(count() - 1, QString::fromStdString(hardware.source), Qt::ToolTipRole);
    }
    connect(this, &LibraryCombo::entryChosen, this,
            [this](int index) { Q_EMIT hardwareChosen(m_library[static_cast<std::size_t>(index)]); });
    setWhatsThis(tr("The chip on which the layers run: one that comes with the program. The Hardware panel edits its "
                    "numbers, File > Open takes "
                    "one from a file."));
}

void HardwareCombo::showHardware(const tilescape::hardware::Hardware& hardware)
{
    showEntry(indexIn(m_library, hardware), nameOfOther(m_library, hardware));
}

} // namespace tilescape::ui::window
