#include "ui/widgets/figure_menu.h"

#include "ui/widgets/export_folder.h"
#include "ui/widgets/figure_presets.h"
#include "ui/widgets/save_dialog.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QFontComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPixmap>
#include <QScreen>
#include <QSettings>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace tilescape::ui::widgets {

namespace {

constexpr std::array<const char*, 3> endings{"svg", "pdf", "png"};
constexpr int previewWidth = 520;
constexpr int previewHeight = 360;
constexpr int lowestPreview = 72; ///< on a low screen, where the buttons must have room
constexpr QSize windowFrame(20, 60); ///< what a window's frame and a panel of the desktop take at most

QDoubleSpinBox* numberBox(double least, double most, const QString& suffix, const QString& name)
{
    auto* box = new QDoubleSpinBox;
    box->setRange(least, most);
    box->setDecimals(1);
    box->setSuffix(suffix);
    box->setAccessibleName(name);
    return box;
}

QWidget* inLine(std::initializer_list<QWidget*> widgets)
{
    auto* line = new QWidget;
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins({});
    for (QWidget* widget : widgets) {
        layout->addWidget(widget);
    }
    layout->addStretch(1);
    return line;
}

} // namespace

FigureDialog::FigureDialog(Figure figure, QWidget* parent) : QDialog(parent), m_figure(std::move(figure))
{
    setWindowTitle(tr("Export figure"));
    setObjectName(QStringLiteral("figureDialog"));
    buildFields();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::accepted, this, &FigureDialog::chooseFile);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* form = new QFormLayout;
    form->addRow(tr("Format"), m_format);
    form->addRow(tr("Page"), m_preset);
    form->addRow(tr("Size"), inLine({m_width, new QLabel(QStringLiteral("×")), m_height, m_extent}));
    form->addRow(tr("Text"), inLine({m_text, m_ownFont, m_family}));
    form->addRow(tr("Title"), m_heading);
    form->addRow(tr("Legend"), m_legend);
    form->addRow(tr("Lines"), m_lines);
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(m_preview, 1);
    column->addWidget(m_message);
    column->addWidget(buttons);
    choosePreset(0);
    restore();
    updatePreview();
    const QSize others = sizeHint() - m_preview->sizeHint();
    resize(QSize(sizeHint().width(), others.height() + previewHeight).expandedTo({previewWidth, 0}).boundedTo(screen()->availableSize() - windowFrame));
}

void FigureDialog::buildFields()
{
    m_format = new QComboBox;
    m_format->addItems({tr("SVG (vector, for the web and for editing)"), tr("PDF (vector, for papers)"),
                        tr("PNG (pixels, 300 dpi)")});
    m_format->setAccessibleName(tr("Format"));
    m_preset = new QComboBox;
    for (const FigurePreset& preset : figurePresets()) {
        m_preset->addItem(tr("%1 (%2 mm, %3 pt)").arg(tr(preset.label),
                                                      locale().toString(preset.widthMm), locale().toString(preset.textPt)));
    }
    m_preset->addItem(tr("Own size"));
    m_preset->setAccessibleName(tr("Page"));
    m_width = numberBox(smallestFigureMm, largestFigureMm, tr(" mm"), tr("Width in millimetres"));
    m_height = numberBox(0, largestFigureMm, tr(" mm"), tr("Height in millimetres"));
    m_height->setSpecialValueText(tr("as needed"));
    m_text = numberBox(smallestTextPt, largestTextPt, tr(" pt"), tr("Size of the text in points"));
    m_ownFont = new QCheckBox(tr("in the font"));
    m_family = new QFontComboBox;
    // The window's font may be named after what it stands for, as "Sans Serif"; a page wants the family that is installed.
    m_family->setCurrentFont(QFont(QFontInfo(font()).family()));
    m_family->setAccessibleName(tr("Font"));
    m_family->setEnabled(false);
    m_heading = new QLineEdit;
    m_heading->setPlaceholderText(tr("none"));
    m_heading->setAccessibleName(tr("Title above the picture"));
    m_legend = new QComboBox;
    m_legend->addItems({tr("Where it usually is"), tr("Below"), tr("Above"), tr("Right"), tr("None")});
    m_legend->setAccessibleName(tr("Place of the legend"));
    m_legend->setEnabled(m_figure.legend.has_value());
    m_lines = numberBox(thinnestLines, thickestLines, {}, tr("Widths of all lines, in those that they usually have"));
    m_lines->setObjectName(QStringLiteral("lineWeight"));
    m_lines->setDecimals(2);
    m_lines->setSingleStep(0.25);
    m_lines->setValue(1);
    m_lines->setPrefix(tr("× "));
    m_lines->setToolTip(m_lines->accessibleName());
    m_extent = new QLabel;
    m_preview = new QLabel;
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setMinimumSize(previewWidth / 2, lowestPreview);
    m_preview->installEventFilter(this);
    m_preview->setAccessibleName(tr("Preview of the figure"));
    m_message = new QLabel;
    m_message->setWordWrap(true);
    m_message->setTextFormat(Qt::PlainText);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_message->hide();

    connect(m_preset, &QComboBox::currentIndexChanged, this, &FigureDialog::choosePreset);
    for (QDoubleSpinBox* box : {m_width, m_height, m_text, m_lines}) {
        connect(box, &QDoubleSpinBox::valueChanged, this, &FigureDialog::updatePreview);
    }
    connect(m_ownFont, &QCheckBox::toggled, m_family, &QWidget::setEnabled);
    connect(m_ownFont, &QCheckBox::toggled, this, &FigureDialog::updatePreview);
    connect(m_family, &QFontComboBox::currentFontChanged, this, &FigureDialog::updatePreview);
    connect(m_heading, &QLineEdit::textChanged, this, &FigureDialog::updatePreview);
    connect(m_legend, &QComboBox::currentIndexChanged, this, &FigureDialog::updatePreview);
}

FigureFormat FigureDialog::format() const { return static_cast<FigureFormat>(m_format->currentIndex()); }

FigureSize FigureDialog::size() const
{
    FigureSize size;
    size.widthMm = m_width->value();
    size.textPt = m_text->value();
    size.heightMm = m_height->value();
    size.family = m_ownFont->isChecked() ? m_family->currentFont().family() : QString();
    size.heading = m_heading->text();
    size.legend = m_figure.legend ? static_cast<LegendPlace>(m_legend->currentIndex()) : LegendPlace::Usual;
    size.lineWeight = m_lines->value();
    return size;
}

void FigureDialog::setSize(const FigureSize& size)
{
    m_filling = true;
    m_width->setValue(size.widthMm);
    m_height->setValue(size.heightMm);
    m_text->setValue(size.textPt);
    m_ownFont->setChecked(!size.family.isEmpty());
    if (!size.family.isEmpty()) {
        m_family->setCurrentFont(QFont(size.family));
    }
    m_heading->setText(size.heading);
    m_legend->setCurrentIndex(static_cast<int>(size.legend));
    m_lines->setValue(size.lineWeight);
    m_filling = false;
    updatePreview();
}

QString FigureDialog::message() const { return m_message->text(); }

QPixmap FigureDialog::preview() const { return m_preview->pixmap(); }

void FigureDialog::choosePreset(int index)
{
    const auto presets = figurePresets();
    const bool own = index >= static_cast<int>(presets.size());
    if (!own) {
        FigureSize size = this->size();
        const FigureSize preset = sizeOf(presets[static_cast<std::size_t>(index)]);
        size.widthMm = preset.widthMm;
        size.heightMm = preset.heightMm;
        size.textPt = preset.textPt;
        setSize(size);
    }
    for (QDoubleSpinBox* box : {m_width, m_height, m_text}) {
        box->setEnabled(own);
    }
}

void FigureDialog::updatePreview()
{
    if (m_filling) {
        return;
    }
    if (const support::Diagnostics faults = pageFaults(m_figure, size()); !faults.empty()) {
        m_message->setText(QString::fromStdString(support::describe(faults)));
        m_message->show();
        m_preview->setPixmap({});
        m_extent->clear();
        return;
    }
    const QSizeF page = figurePageMm(m_figure, size());
    QString extent = tr("%1 × %2 mm").arg(locale().toString(page.width(), 'f', 1), locale().toString(page.height(), 'f', 1));
    if (const double text = pictureTextPt(m_figure, size()); text < size().textPt) {
        extent = tr("%1, the picture's text %2 pt to have room").arg(extent, locale().toString(text, 'f', 1));
    }
    m_extent->setText(extent);
    drawPreview();
    m_message->hide();
}

void FigureDialog::drawPreview()
{
    const QSizeF pixels = figurePageMm(m_figure, size()) / 25.4 * 96;
    const QSizeF room = isVisible() ? m_preview->size() : QSize(previewWidth, previewHeight);
    const double scale = std::min(room.width() / pixels.width(), room.height() / pixels.height());
    const double ratio = devicePixelRatioF();
    QPixmap pixmap((pixels * scale * ratio).toSize().expandedTo(QSize(1, 1)));
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::white);
    QPainter painter(&pixmap);
    painter.scale(scale, scale);
    paintFigurePage(painter, m_figure, size());
    painter.end();
    m_preview->setPixmap(pixmap);
}

bool FigureDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_preview && event->type() == QEvent::Resize && !m_preview->pixmap().isNull()) {
        drawPreview();
    }
    return QDialog::eventFilter(watched, event);
}

void FigureDialog::chooseFile()
{
    const QString ending = QLatin1String(endings[static_cast<std::size_t>(format())]);
    const QString path = askWhereToSave(this, {tr("Export figure"),
                                               exportPath(m_figure.name + QLatin1Char('.') + ending),
                                               {ending},
                                               tr("%1 files (*.%2)").arg(ending.toUpper(), ending)});
    if (!path.isEmpty()) {
        writeTo(path);
    }
}

bool FigureDialog::writeTo(const QString& path)
{
    const support::Diagnostics faults = writeFigure(m_figure, path, size());
    m_message->setText(faults.empty() ? tr("Written: %1").arg(path) : QString::fromStdString(support::describe(faults)));
    m_message->show();
    if (faults.empty()) {
        remember();
        rememberExportFolder(path);
    }
    return faults.empty();
}

QString FigureDialog::settingsGroup() const { return QStringLiteral("figures/") + m_figure.name; }

void FigureDialog::remember() const
{
    const FigureSize chosen = size();
    QSettings settings;
    settings.beginGroup(settingsGroup());
    settings.setValue(QStringLiteral("format"), m_format->currentIndex());
    settings.setValue(QStringLiteral("page"), m_preset->currentIndex());
    settings.setValue(QStringLiteral("width_mm"), chosen.widthMm);
    settings.setValue(QStringLiteral("height_mm"), chosen.heightMm);
    settings.setValue(QStringLiteral("text_pt"), chosen.textPt);
    settings.setValue(QStringLiteral("font"), chosen.family);
    settings.setValue(QStringLiteral("title"), chosen.heading);
    settings.setValue(QStringLiteral("legend"), m_legend->currentIndex());
    settings.setValue(QStringLiteral("lines"), chosen.lineWeight);
}

void FigureDialog::restore()
{
    QSettings settings;
    settings.beginGroup(settingsGroup());
    if (!settings.contains(QStringLiteral("page"))) {
        return;
    }
    const auto number = [&](const char* key) { return settings.value(QLatin1String(key)).toDouble(); };
    m_format->setCurrentIndex(std::clamp(settings.value(QStringLiteral("format")).toInt(), 0, m_format->count() - 1));
    m_preset->setCurrentIndex(std::clamp(settings.value(QStringLiteral("page")).toInt(), 0, m_preset->count() - 1));
    FigureSize size;
    size.widthMm = number("width_mm");
    size.heightMm = number("height_mm");
    size.textPt = number("text_pt");
    size.family = settings.value(QStringLiteral("font")).toString();
    size.heading = settings.value(QStringLiteral("title")).toString();
    size.legend = static_cast<LegendPlace>(std::clamp(settings.value(QStringLiteral("legend")).toInt(), 0, m_legend->count() - 1));
    size.lineWeight = std::clamp(settings.value(QStringLiteral("lines"), 1.0).toDouble(), thinnestLines, thickestLines);
    setSize(size);
}

FigureAction::FigureAction(QWidget* widget, std::function<Figure()> figure, std::function<QByteArray()> project)
    : QAction(FigureDialog::tr("Export figure…"), widget), m_widget(widget), m_figure(std::move(figure))
{
    setObjectName(QStringLiteral("exportFigure"));
    connect(this, &QAction::triggered, widget, [this, project = std::move(project)] {
        Figure asked = m_figure();
        asked.project = project();
        auto* dialog = new FigureDialog(std::move(asked), m_widget);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->show();
    });
}

FigureAction* addFigureExport(QWidget* widget, std::function<Figure()> figure, std::function<QByteArray()> project)
{
    auto* action = new FigureAction(widget, std::move(figure), std::move(project));
    widget->addAction(action);
    widget->setContextMenuPolicy(Qt::ActionsContextMenu);
    return action;
}

} // namespace tilescape::ui::widgets
