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
constexpr int previewWidth = 360;
constexpr int previewHeight = 300;

} // namespace

FigureDialog::FigureDialog(Figure figure, QWidget* parent) : QDialog(parent), m_figure(std::move(figure))
{
    setWindowTitle(tr("Export figure"));
    m_format = new QComboBox;
    m_format->addItems({tr("SVG (vector, for the web and for editing)"), tr("PDF (vector, for papers)"),
                        tr("PNG (pixels, 300 dpi)")});
    m_format->setAccessibleName(tr("Format"));
    m_preset = new QComboBox;
    m_preset->addItem(tr("One column (84 mm)"), oneColumnMm);
    m_preset->addItem(tr("Two columns (178 mm)"), twoColumnsMm);
    m_preset->addItem(tr("Other width"), 0.0);
    m_preset->setAccessibleName(tr("Width preset"));
    m_width = new QDoubleSpinBox;
    m_width->setRange(smallestFigureMm, largestFigureMm);
    m_width->setDecimals(1);
    m_width->setSuffix(tr(" mm"));
    m_width->setValue(oneColumnMm);
    m_width->setAccessibleName(tr("Width in millimetres"));
    m_preview = new QLabel;
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setMinimumSize(previewWidth, previewHeight);
    m_preview->setAccessibleName(tr("Preview of the figure"));
    m_message = new QLabel;
    m_message->setWordWrap(true);
    m_message->setTextFormat(Qt::PlainText);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_message->hide();

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    connect(buttons, &QDialogButtonBox::accepted, this, &FigureDialog::chooseFile);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_preset, &QComboBox::currentIndexChanged, this, &FigureDialog::choosePreset);
    connect(m_width, &QDoubleSpinBox::valueChanged, this, &FigureDialog::updatePreview);

    auto* form = new QFormLayout;
    form->addRow(tr("Format"), m_format);
    form->addRow(tr("Size"), m_preset);
    form->addRow(tr("Width"), m_width);
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(m_preview, 1);
    column->addWidget(m_message);
    column->addWidget(buttons);
    choosePreset(0);
    updatePreview();
}

FigureFormat FigureDialog::format() const { return static_cast<FigureFormat>(m_format->currentIndex()); }

double FigureDialog::widthMm() const { return m_width->value(); }

void FigureDialog::choosePreset(int index)
{
    const double width = m_preset->itemData(index).toDouble();
    if (width > 0) {
        m_width->setValue(width);
    }
    m_width->setEnabled(width <= 0);
}

void FigureDialog::updatePreview()
{
    const double width = widthMm() / 25.4 * 96;
    const QSizeF size(width, m_figure.heightFor(width));
    const double scale = std::min(previewWidth / size.width(), previewHeight / size.height());
    const double ratio = devicePixelRatioF();
    QPixmap pixmap((size * scale * ratio).toSize().expandedTo(QSize(1, 1)));
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::white);
    QPainter painter(&pixmap);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.scale(scale, scale);
    m_figure.paint(painter, size);
    painter.end();
    m_preview->setPixmap(pixmap);
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
    const support::Diagnostics faults = writeFigure(m_figure, path, widthMm());
    if (faults.empty()) {
        accept();
        return true;
    }
    m_message->setText(QString::fromStdString(support::describe(faults)));
    m_message->show();
    return false;
}

QAction* addFigureExport(QWidget* widget, std::function<Figure()> figure)
{
    auto* action = new QAction(QObject::tr("Export figure…"), widget);
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
