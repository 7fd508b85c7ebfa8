#pragma once

namespace tilescape::schedule {

/// Raised with every change of the cost model or of a search that may change an answer: what an earlier revision has found is not
/// mixed with what this one finds.
inline constexpr int answersRevision = 49;

} // namespace tilescape::schedule
