#pragma once

#include "core/program/trace.h"

#include <QAbstractListModel>
#include <QFont>
#include <QPalette>

#include <memory>
#include <optional>

namespace tilescape::ui::program {

/// The lines of one stream, written when they are looked at: the instruction at which it stands and the loops around that are
/// marked, the loops with their counters.
class StreamModel : public QAbstractListModel {
    Q_OBJECT

public:
    explicit StreamModel(QObject* parent = nullptr) : QAbstractListModel(parent) {}

    /// No stream: no lines.
    void setStream(std::shared_ptr<const tilescape::program::Trace> trace, std::optional<std::size_t> stream);
    void setLook(const QPalette& palette, const QFont& font);
    /// Where the stream stands when `position` steps are done; `faulty`: it cannot go on from there.
    void showPosition(std::size_t position, bool faulty);
    [[nodiscard]] std::optional<std::size_t> stream() const { return m_stream; }
    /// The line of the instruction that comes next; none at the end.
    [[nodiscard]] std::optional<int> currentLine() const;
    [[nodiscard]] QString text(std::size_t line) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] const std::vector<tilescape::program::StreamLine>& lines() const { return m_trace->lines(*m_stream); }

    std::shared_ptr<const tilescape::program::Trace> m_trace;
    std::optional<std::size_t> m_stream;
    const tilescape::program::TracePoint* m_point = nullptr; ///< of the trace
    std::vector<std::size_t> m_loops;                        ///< lines of the loops around it, outermost first
    bool m_faulty = false;
    QPalette m_palette;
    QFont m_font;
};

} // namespace tilescape::ui::program
