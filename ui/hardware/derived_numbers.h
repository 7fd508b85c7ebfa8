#pragma once

#include "core/hardware/hardware.h"

#include <QWidget>

#include <vector>

class QLabel;

namespace tilescape::ui::hardware {

/// What follows from the parameters, read-only: area by part, energy of an access, words a cycle, room in words.
/// Each value's label is named "derived_<key>".
class DerivedNumbers : public QWidget {
    Q_OBJECT

public:
    explicit DerivedNumbers(QWidget* parent = nullptr);
    void showHardware(const tilescape::hardware::Hardware& hardware);

private:
    std::vector<QLabel*> m_values;
};

} // namespace tilescape::ui::hardware
