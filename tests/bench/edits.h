#pragma once

/// Solves of the fast solver from nothing, and again after an edit: of each parameter of the chip, of one layer, and back
/// to what it was before, with what it remembers. Times are wall clock, in milliseconds.
void printEdits(int threads);
