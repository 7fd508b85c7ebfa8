#include "ui/window/thumbnails.h"

#include "core/io/project_json.h"
#include "core/schedule/solve.h"
#include "ui/figures/figure_registry.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFont>
#include <QMap>
#include <QPainter>
#include <QStandardPaths>

#include <algorithm>

namespace tilescape::ui::window {

namespace {

constexpr double layoutWidth = 460; ///< in which the figure is laid out before it is made small: its text becomes texture

QByteArray textOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Name of the figure for a view of a project file.
QString figureOf(const std::string& view)
{
    static const QMap<QString, QString> figures{{QStringLiteral("gradient"), QStringLiteral("gradient-order")}, {QStringLiteral("adaptflow"), QStringLiteral("dataflow-volumes")}};
    const QString name = QString::fromStdString(view);
    return name.isEmpty() ? QStringLiteral("chip") : figures.value(name, name);
}

/// Figures of training show no schedule, and need none.
bool needsSchedule(const QString& figure)
{
    const auto kinds = figures::figureKinds();
    const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const figures::FigureKind& one) { return figure == QLatin1String(one.name); });
    return kind == kinds.end() || kind->subject == figures::Subject::Schedule || kind->subject == figures::Subject::Network;
}

QImage paint(const widgets::Figure& figure, double scale)
{
    QImage image(Thumbnails::size * scale, QImage::Format_RGB32);
    image.fill(Qt::white);
    QFont font;
    font.setPixelSize(11);
    const double height = figure.stretches ? layoutWidth * Thumbnails::size.height() / Thumbnails::size.width() : figure.heightFor(layoutWidth, font);
    const double factor = std::min(image.width() / layoutWidth, image.height() / height);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.translate((image.width() - factor * layoutWidth) / 2, (image.height() - factor * height) / 2);
    painter.scale(factor, factor);
    figure.paint(painter, {layoutWidth, height}, font);
    return image;
}

} // namespace

Thumbnails::Thumbnails(QString folder, double scale, QObject* parent) : QObject(parent), m_folder(std::move(folder)), m_scale(scale) {}

QString Thumbnails::standardFolder() { return QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + QStringLiteral("/thumbnails"); }

QString Thumbnails::keptAs(const QByteArray& text) const
{
    // Another version may draw otherwise.
    const QByteArray key = text + QCoreApplication::applicationVersion().toUtf8() + QByteArray::number(m_scale);
    return m_folder + QLatin1Char('/') + QString::fromLatin1(QCryptographicHash::hash(key, QCryptographicHash::Sha1).toHex()) + QStringLiteral(".png");
}

void Thumbnails::request(const QStringList& projects)
{
    stop();
    for (const QString& project : projects) {
        QImage kept(keptAs(textOf(project)));
        if (kept.isNull()) {
            m_waiting << project;
        } else {
            Q_EMIT drawn(project, kept);
        }
    }
    next();
}

void Thumbnails::stop()
{
    m_waiting.clear();
    m_job.cancel();
}

void Thumbnails::next()
{
    if (m_waiting.isEmpty()) {
        return;
    }
    const QString path = m_waiting.takeFirst();
    m_job.start([this, path](std::stop_token stop) -> workspace::BackgroundJob::Deliver {
        const QByteArray text = textOf(path);
        const auto project = io::readProjectFile(text.toStdString(), path.toStdString());
        const QString name = project ? figureOf(project.value().view) : QString();
        auto schedule = std::make_shared<schedule::Schedule>();
        if (project && needsSchedule(name)) {
            schedule::SolveControl control;
            control.stop = stop;
            control.threads = 1;
            *schedule = schedule::solve(project.value().problem, control);
        } else if (project) {
            schedule->problem = std::make_shared<const schedule::Problem>(project.value().problem);
        }
        return [this, path, text, name, schedule] {
            const auto figure = schedule->problem ? figures::makeFigure(name, figures::FigureSource(schedule)) : support::Result<widgets::Figure>(support::Diagnostic{});
            const QImage image = figure ? paint(figure.value(), m_scale) : QImage();
            if (!image.isNull() && QDir().mkpath(m_folder)) {
                image.save(keptAs(text));
            }
            Q_EMIT drawn(path, image);
            next();
        };
    });
}

} // namespace tilescape::ui::window
