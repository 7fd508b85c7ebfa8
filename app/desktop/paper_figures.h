#pragma once

#include "app/reproduce/reproduction.h"
#include "core/support/result.h"
#include "ui/widgets/figure.h"

#include <map>
#include <string>

namespace tilescape::desktop {

/// The figures of the papers that are made anew, by names such as "hypar/figure_6"; each paper's numbers are found once, which may
/// take long.
class PaperFigures {
public:
    /// Whether the name is that of a paper's figure.
    static bool isOne(const std::string& name) { return name.find('/') != std::string::npos; }
    /// Faults: no such paper, no such figure in it, nothing fits its chip.
    support::Result<ui::widgets::Figure> figure(const std::string& name);

private:
    std::map<std::string, reproduce::Reproduction> m_made;
};

} // namespace tilescape::desktop
