#include "ui/widgets/figure_menu.h"

#include <QAction>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QPixmap>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace tilescape::ui::widgets {

namespace {

constexpr std::array<const char*, 3> endings{"svg", "pdf", "png"};
constexpr int previewWidth = 480;
constexpr int previewHeight = 320;
constexpr double smallestTextPt = 5;
constexpr double largestTextPt = 40;

struct Preset {
    const char* text;
    FigureSize size;
};
constexpr std::array<Preset, 3> presets{{
    {QT_TRANSLATE_NOOP("tilescape::ui::widgets::FigureDialog", "One column (84 mm, 8 pt)"), {oneColumnMm, paperTextPt}},
    {QT_TRANSLATE_NOOP("tilescape::ui::widgets::FigureDialog", "Two columns (178 mm, 8 pt)"), {twoColumnsMm, paperTextPt}},
    {QT_TRANSLATE_NOOP("tilescape::ui::widgets::FigureDialog", "Slide (254 mm, 14 pt)"), {slideMm, slideTextPt}},
}};

} // namespace

FigureDialog::FigureDialog(Figure figure, QWidget* parent) : QDialog(parent), m_figure(std::move(figure))
{
    setWindowTitle(tr("Export figure"));
    m_format = new QComboBox;
    m_format->addItems({tr("SVG (vector, for the web and for editing)"), tr("PDF (vector, for papers)"),
                        tr("PNG (pixels, 300 dpi)")});
    m_format->setAccessibleName(tr("Format"));
    m_preset = new QComboBox;
    for (const Preset& preset : presets) {
        m_preset->addItem(tr(preset.text));
    }
    m_preset->addItem(tr("Other size"));
    m_preset->setAccessibleName(tr("Width preset"));
    m_width = new QDoubleSpinBox;
    m_width->setRange(smallestFigureMm, largestFigureMm);
    m_width->setDecimals(1);
    m_width->setSuffix(tr(" mm"));
    m_width->setValue(oneColumnMm);
    m_width->setAccessibleName(tr("Width in millimetres"));
    m_text = new QDoubleSpinBox;
    m_text->setRange(smallestTextPt, largestTextPt);
    m_text->setDecimals(1);
    m_text->setSuffix(tr(" pt"));
    m_text->setValue(paperTextPt);
    m_text->setAccessibleName(tr("Size of the text in points"));
    m_extent = new QLabel;
    m_preview = new QLabel;
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setMinimumSize(previewWidth, previewHeight);
    m_preview->setAccessibleName(tr("Preview of the figure"));
    m_message = new QLabel;
    m_message->setWordWrap(true);
    m_message->setTextFormat(Qt::PlainText);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_message->hide();

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::accepted, this, &FigureDialog::chooseFile);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_preset, &QComboBox::currentIndexChanged, this, &FigureDialog::choosePreset);
    connect(m_width, &QDoubleSpinBox::valueChanged, this, &FigureDialog::updatePreview);
    connect(m_text, &QDoubleSpinBox::valueChanged, this, &FigureDialog::updatePreview);

    auto* form = new QFormLayout;
    form->addRow(tr("Format"), m_format);
    form->addRow(tr("Size"), m_preset);
    form->addRow(tr("Width"), m_width);
    form->addRow(tr("Text"), m_text);
    form->addRow(tr("Page"), m_extent);
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(m_preview, 1);
    column->addWidget(m_message);
    column->addWidget(buttons);
    choosePreset(0);
    updatePreview();
}

FigureFormat FigureDialog::format() const { return static_cast<FigureFormat>(m_format->currentIndex()); }

FigureSize FigureDialog::size() const { return {m_width->value(), m_text->value()}; }

void FigureDialog::setSize(const FigureSize& size)
{
    m_width->setValue(size.widthMm);
    m_text->setValue(size.textPt);
}

QString FigureDialog::message() const { return m_message->text(); }

QPixmap FigureDialog::preview() const { return m_preview->pixmap(); }

void FigureDialog::choosePreset(int index)
{
    const bool own = index >= static_cast<int>(presets.size());
    if (!own) {
        setSize(presets[static_cast<std::size_t>(index)].size);
    }
    m_width->setEnabled(own);
    m_text->setEnabled(own);
}

void FigureDialog::updatePreview()
{
    const QSizeF page = figurePageMm(m_figure, size());
    m_extent->setText(tr("%1 × %2 mm").arg(locale().toString(page.width(), 'f', 1), locale().toString(page.height(), 'f', 1)));
    const QSizeF pixels = page / 25.4 * 96;
    const double scale = std::min(previewWidth / pixels.width(), previewHeight / pixels.height());
    const double ratio = devicePixelRatioF();
    QPixmap pixmap((pixels * scale * ratio).toSize().expandedTo(QSize(1, 1)));
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::white);
    QPainter painter(&pixmap);
    painter.scale(scale, scale);
    paintFigurePage(painter, m_figure, size());
    painter.end();
    m_preview->setPixmap(pixmap);
    m_message->hide();
}

void FigureDialog::chooseFile()
{
    const QString ending = QLatin1String(endings[static_cast<std::size_t>(format())]);
    const QString path = QFileDialog::getSaveFileName(this, tr("Export figure"), m_figure.name + QLatin1Char('.') + ending,
                                                      tr("%1 files (*.%2)").arg(ending.toUpper(), ending));
    if (!path.isEmpty()) {
        writeTo(path);
    }
}

bool FigureDialog::writeTo(const QString& path)
{
    const support::Diagnostics faults = writeFigure(m_figure, path, size());
    m_message->setText(faults.empty() ? tr("Written: %1").arg(path) : QString::fromStdString(support::describe(faults)));
    m_message->show();
    return faults.empty();
}

QAction* addFigureExport(QWidget* widget, std::function<Figure()> figure)
{
    auto* action = new QAction(FigureDialog::tr("Export figure…"), widget);
    action->setObjectName(QStringLiteral("exportFigure"));
    QObject::connect(action, &QAction::triggered, widget, [widget, figure = std::move(figure)] {
        auto* dialog = new FigureDialog(figure(), widget);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->open();
    });
    widget->addAction(action);
    widget->setContextMenuPolicy(Qt::ActionsContextMenu);
    return action;
}

} // namespace tilescape::ui::widgets
