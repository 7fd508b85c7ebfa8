#pragma once

#include "core/io/paper_chart.h"
#include "core/support/result.h"
#include "ui/widgets/figure.h"

#include <map>
#include <string>

namespace tilescape::desktop {

/// The figures of the papers that are made anew, by names such as "hypar/figure_6". Each paper's numbers are found once, which may
/// take long, or read from a file that `tilescape-cli reproduce` has written.
class PaperFigures {
public:
    /// Whether the name is that of a paper's figure.
    static bool isOne(const std::string& name) { return name.find('/') != std::string::npos; }
    /// `file`: empty, or that of the numbers. Faults: no such paper, no such figure in it, nothing fits its chip, a file that cannot be
    /// read or is another paper's.
    support::Result<ui::widgets::Figure> figure(const std::string& name, const std::string& file);

private:
    support::Result<const io::PaperFigures*> figuresOf(const std::string& name, const std::string& file);

    std::map<std::string, io::PaperFigures> m_figures; ///< by file, or by paper
};

} // namespace tilescape::desktop
