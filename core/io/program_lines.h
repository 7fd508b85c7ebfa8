#pragma once

#include "core/program/program.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The parts of a program that stand alike in its text and in its JSON form.
namespace tilescape::io {

/// `fetch weight i=4*L2:4 o=8*L3+2*L4:2 first(L2)`; what is left out is 0, once.
std::string lineOf(const program::Instruction& instruction);
/// The instruction of these words; nothing if they are none, and then `wrong` is the word that cannot be read.
std::optional<program::Instruction> instructionFrom(const std::vector<std::string_view>& words, std::size_t& wrong);

/// `2x3`, `-1,0`, a whole number, words per cycle or `unlimited`.
std::string textOf(Extent extent);
std::string textOf(Tile tile);
std::string numberText(double number);
std::optional<Extent> extentFrom(std::string_view word);
std::optional<Tile> tileFrom(std::string_view word);
std::optional<Count> countFrom(std::string_view word);
std::optional<double> numberFrom(std::string_view word);
/// The tensor, or the split, of this name.
std::optional<Tensor> tensorFrom(std::string_view word);
std::optional<dataflow::Split> splitFrom(std::string_view word);

/// The letter of an axis, in the order r, i, o, b.
char letterOf(program::Axis axis);
std::optional<program::Axis> axisFrom(std::string_view word);
/// The words of a line, apart at blanks.
std::vector<std::string_view> wordsOf(std::string_view line);

} // namespace tilescape::io
