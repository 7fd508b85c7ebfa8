#include "edits.h"
#include "from_nothing.h"
#include "gradient_order.h"
#include "parallelism.h"
#include "programs.h"
#include "reference.h"
#include "solve_line.h"
#include "solvers.h"
#include "tangram_chip.h"

namespace tilescape::bench {

std::span<const Benchmark> benchmarks()
{
    static const std::vector<Benchmark> rows{
        {"tangram-chip", "AlexNet on Tangram's chip with every option", "AlexNet with every option",
         "Batch 64 on Tangram's 16 x 16 tiles: every partition, shared buffers, pipelines of any length. Each solve in a process of "
         "its own.",
         benchTangramChip,
         {{"solver", "solver", Form::Text},
          {"wall_seconds", "s"},
          {"user_seconds", "s of the processor"},
          {"target_seconds", "target, s"},
          {"peak_memory_mb", "MB"},
          {"target_memory_mb", "target, MB"},
          {"energy_mj", "energy, mJ", Form::Digits5},
          {"energy_over_bound", "energy / bound", Form::Digits5},
          {"blockings_considered", "blockings", Form::Count}}},
        {"from-nothing", "Networks from nothing, for each goal", "From nothing",
         "Batch 64 on KAPLA's chip. Each solve in a process of its own, start included: the fastest of three, of one where it takes "
         "longer than 3 s.",
         benchFromNothing, solveColumns(), false},
        {"solvers", "The race of KAPLA's section VI, for each goal: hours, without --side 4 and --network", "Solvers",
         "One space, one model that prices everything; batch 64 on KAPLA's chip. Each solve in a process of its own.",
         benchSolvers, solveColumns(), false},
        {"reference", "The reference cases", "Reference cases",
         "The reference tool's own seconds stand in its cases; they were measured on another machine.",
         benchReference,
         {{"case", "case", Form::Text},
          {"reference_search", "reference", Form::Text},
          {"reference_seconds", "reference, s"},
          {"solve_seconds", "here, s"},
          {"speedup", "times faster"},
          {"energy_over_reference", "energy / reference", Form::Digits5},
          {"cycles_over_reference", "cycles / reference", Form::Digits5},
          {"blockings_considered", "blockings", Form::Count},
          {"blockings_priced", "of these priced", Form::Count},
          {"least_speedup_of", "the least of", Form::Text}}},
        {"edits", "The fast solver from nothing and after edits", "Edits",
         "KAPLA on its chip, batch 64, segments of any length: milliseconds from nothing, then after an edit of each price or rate "
         "of the chip and of each other parameter, capacities and shape (half of them take less than the median, 95 % of all less than "
         "the next), of one layer, and after an undo (the slowest). After an edit the schedule that stands is refined first, which these times contain; of it, its own time, "
         "and what the goal makes small over that of the best schedule.",
         benchEdits,
         {{"network", "network", Form::Text},
          {"goal", "goal", Form::Text},
          {"fresh_ms", "from nothing, ms"},
          {"fresh_target_ms", "target"},
          {"price_edit_median_ms", "price or rate, median, ms"},
          {"price_edit_target_ms", "target"},
          {"size_edit_median_ms", "size, median, ms"},
          {"size_edit_target_ms", "target"},
          {"edit_95_percent_ms", "any, 95 %, ms"},
          {"fresh_ms_against", "from nothing, other / this"},
          {"price_edit_median_ms_against", "price or rate, other / this"},
          {"size_edit_median_ms_against", "size, other / this"},
          {"edit_95_percent_ms_against", "95 %, other / this"},
          {"parameter_at_95_percent", "parameter at 95 %", Form::Text},
          {"one_layer_ms", "one layer, ms"},
          {"undo_ms", "undo, ms"},
          {"refined_median_ms", "refined, median, ms"},
          {"refined_over_best_median", "refined / best, median", Form::Digits5},
          {"refined_over_best_worst", "worst", Form::Digits5}},
         false},
        {"gradient-order", "The gradient order of all networks of its paper", "Gradient order",
         "Nine networks, the tile search of four orders and six partitions each; the fastest of three.",
         benchGradientOrder,
         {{"case", "machine", Form::Text},
          {"seconds", "s"},
          {"partitioned_backward_cycles", "cycles of the backward pass", Form::Count}}},
        {"programs", "Schedules compiled into instruction streams", "Programs",
         "Every partition in each mode, batch 64 on KAPLA's chip of 16 x 16 tiles: the fastest of three compilations, without the solve.",
         benchPrograms,
         {{"network", "network", Form::Text},
          {"mode", "mode", Form::Text},
          {"goal", "goal", Form::Text},
          {"seconds", "s"},
          {"target_seconds", "target, s"},
          {"kilobytes", "text, kB"},
          {"target_kilobytes", "target, kB"}}},
        {"parallelism", "The search for data or model parallelism", "Parallelism",
         "HyPar's search, on one thread; the fastest of five.",
         benchParallelism,
         {{"case", "network", Form::Text},
          {"accelerators", "accelerators", Form::Count},
          {"seconds", "s"},
          {"communication_bytes", "communication, B", Form::Count}}},
    };
    return rows;
}

} // namespace tilescape::bench
