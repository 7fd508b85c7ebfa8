#pragma once

#include <QString>
#include <QToolButton>

#include <string_view>

namespace tilescape::ui::window {

/// A switch of the search space in a tool bar. Its tooltip has a picture, which is drawn when somebody waits for it: the pictures of all
/// switches take longer than the rest of a bar.
class SwitchPill : public QToolButton {
    Q_OBJECT

public:
    /// `key` as in files (`switchTitle`), of static storage; `help`: a sentence.
    SwitchPill(const QString& text, std::string_view key, const QString& help, QWidget* parent = nullptr);

    /// Why it cannot be turned; empty if it can.
    void setRemark(const QString& remark);

protected:
    bool event(QEvent* event) override;

private:
    void tellInWords();

    std::string_view m_key;
    QString m_help;
    QString m_remark;
};

} // namespace tilescape::ui::window
