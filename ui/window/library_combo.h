#pragma once

#include "core/hardware/hardware.h"
#include "core/network/network.h"

#include <QComboBox>

#include <map>
#include <vector>

namespace tilescape::ui::window {

/// A choice among the networks or chips that come with the program. What is not one of them, or was changed since, is
/// shown as an entry of its own on top.
class LibraryCombo : public QComboBox {
    Q_OBJECT

public:
    explicit LibraryCombo(QWidget* parent = nullptr);

    /// Wide enough for a changed entry; narrow windows may shorten it.
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// The entry as it stands in the box: where that is too narrow it ends in an ellipsis, not in the middle of a letter.
    [[nodiscard]] QString shownText() const;

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    /// Entry `index` of the library is shown; -1: something else, called `name`.
    void showEntry(int index, const QString& name);

Q_SIGNALS:
    void entryChosen(int index);

private:
    bool m_hasOther = false; ///< entry 0 is not of the library
    mutable std::map<QString, int> m_widths; ///< of the entries as if changed, in the font of now: layouts ask often
};

class NetworkCombo : public LibraryCombo {
    Q_OBJECT

public:
    explicit NetworkCombo(QWidget* parent = nullptr);
    void showNetwork(const tilescape::network::Network& network);

Q_SIGNALS:
    void networkChosen(const tilescape::network::Network& network);

private:
    std::vector<tilescape::network::Network> m_library;
};

class HardwareCombo : public LibraryCombo {
    Q_OBJECT

public:
    explicit HardwareCombo(QWidget* parent = nullptr);
    void showHardware(const tilescape::hardware::Hardware& hardware);

Q_SIGNALS:
    void hardwareChosen(const tilescape::hardware::Hardware& hardware);

private:
    std::vector<tilescape::hardware::Hardware> m_library;
};

} // namespace tilescape::ui::window
