#pragma once

#include "core/dataflow/directives/syntax.h"

#include <QPlainTextEdit>

namespace tilescape::ui::directives {

class DirectivesHighlighter;

/// An editor for a text of directives: coloured, with its faults underlined; each says its reason in a tooltip.
class DirectivesTextEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit DirectivesTextEdit(QWidget* parent = nullptr);

    void setFaults(dataflow::directives::Faults faults);
    [[nodiscard]] const dataflow::directives::Faults& faults() const { return m_faults; }
    /// The fault on the cursor's line, else the first error, else the first; null if there is none.
    [[nodiscard]] const dataflow::directives::Fault* faultToTell() const;
    /// Replaces everything as one step that Ctrl+Z takes back.
    void replaceText(const QString& text);

protected:
    bool viewportEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitHeight(); ///< as high as its lines
    void underline();
    void bringCursorIntoSight();
    [[nodiscard]] QTextCursor cursorAt(const dataflow::directives::Place& place) const;

    DirectivesHighlighter* m_highlighter = nullptr;
    dataflow::directives::Faults m_faults;
};

/// "problem; remedy." with the kind of the fault, and its line and column if asked.
QString faultText(const dataflow::directives::Fault& fault, bool withPlace);

} // namespace tilescape::ui::directives
