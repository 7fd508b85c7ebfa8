#include "app/cli/ranks.h"

namespace tilescape::cli {

Ranks::Ranks() = default;
Ranks::~Ranks() = default;

bool Ranks::leads() const { return true; }

bool Ranks::agree(const std::string& identity, support::Diagnostics&) const { return !identity.empty(); }

void Ranks::serve(const explore::Base&, const explore::PointOptions&, int) const {}

explore::SolvePoints Ranks::solver() { return explore::solvePoints; }

std::string Ranks::account() const { return {}; }

} // namespace tilescape::cli
