#pragma once

#include <QCoreApplication>
#include <QString>

#include <array>
#include <span>
#include <string_view>

namespace tilescape::ui::style {

/// The words of core's tables, under one context for translators: core itself knows no languages.
struct CoreText {
    Q_DECLARE_TR_FUNCTIONS(CoreText)
};

/// A label, a help text or another word of one of core's tables in the language of the window; as it is where there is
/// no translation.
QString coreText(std::string_view words);
/// A key, unit or name of core that is the same in every language.
QString coreName(std::string_view name);

/// All that `coreText` is asked for, so that `lupdate` finds it: of parameters, search space, modes, solvers,
/// outcomes of segments and rules that explain, and of the settings of training. A word of core's tables that is missing here is a fault of
/// tst_core_text.
std::span<const char* const> problemWords();
std::span<const char* const> trainingWords();

} // namespace tilescape::ui::style
