#include "ui/style/core_text.h"

namespace tilescape::ui::style {

std::span<const char* const> problemWords()
{
    static constexpr std::array words{
        QT_TRANSLATE_NOOP("CoreText", "Array"),
        QT_TRANSLATE_NOOP("CoreText", "Tile rows"),
        QT_TRANSLATE_NOOP("CoreText", "Rows of tiles on the chip."),
        QT_TRANSLATE_NOOP("CoreText", "Tile columns"),
        QT_TRANSLATE_NOOP("CoreText", "Columns of tiles on the chip."),
        QT_TRANSLATE_NOOP("CoreText", "PE rows"),
        QT_TRANSLATE_NOOP("CoreText", "Rows of processing elements in one tile."),
        QT_TRANSLATE_NOOP("CoreText", "PE columns"),
        QT_TRANSLATE_NOOP("CoreText", "Columns of processing elements in one tile."),
        QT_TRANSLATE_NOOP("CoreText", "PE dataflow"),
        QT_TRANSLATE_NOOP(
            "CoreText",
            "How a layer lies on the PE array: row-stationary (filter rows against map rows, in place) or systolic "
            "(input channels on the rows, output channels on the columns, data flow from PE to PE)."),
        QT_TRANSLATE_NOOP("CoreText", "row_stationary"),
        QT_TRANSLATE_NOOP("CoreText", "systolic"),
        QT_TRANSLATE_NOOP("CoreText", "Word size"),
        QT_TRANSLATE_NOOP("CoreText", "Bits of one data element. Energy of data movement grows with it, that of a "
                                      "multiplication with its square."),
        QT_TRANSLATE_NOOP("CoreText", "Memory"),
        QT_TRANSLATE_NOOP("CoreText", "Registers of a PE"),
        QT_TRANSLATE_NOOP("CoreText", "Register file of one processing element."),
        QT_TRANSLATE_NOOP("CoreText", "Buffer of a tile"),
        QT_TRANSLATE_NOOP("CoreText", "SRAM buffer that the processing elements of one tile share."),
        QT_TRANSLATE_NOOP("CoreText", "Memory channels"),
        QT_TRANSLATE_NOOP("CoreText", "Where the off-chip memory attaches: four channels at the corners of the chip, "
                                      "or one stacked over every tile."),
        QT_TRANSLATE_NOOP("CoreText", "corners"),
        QT_TRANSLATE_NOOP("CoreText", "every_tile"),
        QT_TRANSLATE_NOOP("CoreText", "Shared buffer"),
        QT_TRANSLATE_NOOP(
            "CoreText",
            "Memory on the chip that all tiles share, at the memory channels, between their buffers and DRAM; 0 for "
            "none. The energy of an access follows the capacity by the fit of the tiles' buffers."),
        QT_TRANSLATE_NOOP("CoreText", "Speed"),
        QT_TRANSLATE_NOOP("CoreText", "Clock"),
        QT_TRANSLATE_NOOP("CoreText", "Clock of the whole chip."),
        QT_TRANSLATE_NOOP("CoreText", "Array bus"),
        QT_TRANSLATE_NOOP(
            "CoreText",
            "Width of each of the three buses (weights, inputs, outputs) between a tile's buffer and its PEs."),
        QT_TRANSLATE_NOOP("CoreText", "DRAM bandwidth"),
        QT_TRANSLATE_NOOP("CoreText", "All memory channels together."),
        QT_TRANSLATE_NOOP("CoreText", "Shared buffer bandwidth"),
        QT_TRANSLATE_NOOP("CoreText", "Of the memory that all tiles share, in both directions together."),
        QT_TRANSLATE_NOOP("CoreText", "Abilities"),
        QT_TRANSLATE_NOOP("CoreText", "Tile to tile transfers"),
        QT_TRANSLATE_NOOP("CoreText",
                          "Data can go from one tile's buffer to another's: forwarding and buffer sharing need it."),
        QT_TRANSLATE_NOOP("CoreText", "no"),
        QT_TRANSLATE_NOOP("CoreText", "yes"),
        QT_TRANSLATE_NOOP("CoreText", "Layers in turn"),
        QT_TRANSLATE_NOOP("CoreText", "A layer's data can wait in its tiles' buffers for the next layer there."),
        QT_TRANSLATE_NOOP("CoreText", "Layers side by side"),
        QT_TRANSLATE_NOOP("CoreText", "Layers can run side by side in regions of the chip."),
        QT_TRANSLATE_NOOP("CoreText", "Energy"),
        QT_TRANSLATE_NOOP("CoreText", "Multiply-accumulate"),
        QT_TRANSLATE_NOOP("CoreText", "One 16-bit multiply-accumulate."),
        QT_TRANSLATE_NOOP("CoreText", "One 16-bit word over the array bus of an array with the reference side."),
        QT_TRANSLATE_NOOP("CoreText", "Reference side of the bus"),
        QT_TRANSLATE_NOOP("CoreText", "Side of the array that the bus energy is given for; the energy is in proportion "
                                      "to the side, the root of rows times columns."),
        QT_TRANSLATE_NOOP("CoreText", "DRAM access"),
        QT_TRANSLATE_NOOP("CoreText", "One 16-bit word from or to the off-chip memory."),
        QT_TRANSLATE_NOOP("CoreText", "NoC hop"),
        QT_TRANSLATE_NOOP("CoreText", "One 16-bit word from a tile to its neighbour."),
        QT_TRANSLATE_NOOP("CoreText", "Static power"),
        QT_TRANSLATE_NOOP("CoreText",
                          "Power of all tiles together that flows all the time; the same however many there are."),
        QT_TRANSLATE_NOOP("CoreText", "Area"),
        QT_TRANSLATE_NOOP("CoreText", "Area of a PE"),
        QT_TRANSLATE_NOOP("CoreText", "One processing element without its registers."),
        QT_TRANSLATE_NOOP("CoreText", "Overhead of a tile"),
        QT_TRANSLATE_NOOP("CoreText", "Router and control of one tile."),
        QT_TRANSLATE_NOOP("CoreText", "Hybrid"),
        QT_TRANSLATE_NOOP("CoreText", "Split layers over tiles along any mix of output channels and map; without it "
                                      "along the map only, fully connected layers along the output channels."),
        QT_TRANSLATE_NOOP("CoreText", "Batch"),
        QT_TRANSLATE_NOOP("CoreText", "Split the batch over tiles as well."),
        QT_TRANSLATE_NOOP("CoreText", "Channels"),
        QT_TRANSLATE_NOOP(
            "CoreText",
            "Split the input channels over tiles as well; their partial sums are gathered. Needs hybrid partition."),
        QT_TRANSLATE_NOOP("CoreText", "Forward"),
        QT_TRANSLATE_NOOP("CoreText", "Data that several tiles need are fetched once and forwarded."),
        QT_TRANSLATE_NOOP("CoreText", "Share"),
        QT_TRANSLATE_NOOP("CoreText", "Tiles that need one piece of a tensor hold it once between them; it rotates "
                                      "from tile to tile (Tangram 3.1)."),
        QT_TRANSLATE_NOOP("CoreText", "Keep"),
        QT_TRANSLATE_NOOP(
            "CoreText",
            "Layers that follow each other on the same tiles may hand their data on there instead of through memory."),
        QT_TRANSLATE_NOOP("CoreText", "Pipeline"),
        QT_TRANSLATE_NOOP("CoreText", "Layers may run side by side in regions of the chip, each handing groups of its "
                                      "output to the next (Tangram 3.2)."),
        QT_TRANSLATE_NOOP("CoreText", "Alternate"),
        QT_TRANSLATE_NOOP(
            "CoreText",
            "Neighbouring layers of a pipeline take their loops in alternate order, so that every second map is handed "
            "on group by group; without it every map between regions is buffered whole (Tangram 3.2)."),
        QT_TRANSLATE_NOOP("CoreText", "Zig-zag"),
        QT_TRANSLATE_NOOP("CoreText", "Regions of a pipeline may fold in stripes over the chip; without it each has "
                                      "whole columns or rows (Tangram 3.3)."),
        QT_TRANSLATE_NOOP("CoreText", "Linear"),
        QT_TRANSLATE_NOOP("CoreText",
                          "Only layers in a chain share a segment: no branches side by side, no joins (Tangram 2.4)."),
        QT_TRANSLATE_NOOP("CoreText", "Round up"),
        QT_TRANSLATE_NOOP(
            "CoreText",
            "Counts that divide poorly may be rounded up: 7 channels as 2 x 4, 127 as 128, a batch of 64 "
            "over 7 rows of tiles. The redundant operations take time and energy. Used by KAPLA only, "
            "on chips without a shared buffer: it searches with and without it, and takes the better schedule."),
        QT_TRANSLATE_NOOP("CoreText", "Train"),
        QT_TRANSLATE_NOOP("CoreText", "Schedule a step of training: behind the network stand the layers that propagate "
                                      "errors and gather the gradients of the weights (Tangram 3.4, KAPLA II-A)."),
        QT_TRANSLATE_NOOP("CoreText", "Tangram"),
        QT_TRANSLATE_NOOP("CoreText",
                          "Shared buffers, alternate loop order, zig-zag regions, segments of branching networks."),
        QT_TRANSLATE_NOOP("CoreText", "Baseline"),
        QT_TRANSLATE_NOOP(
            "CoreText",
            "The same chip before Tangram (2.4): private buffers, whole maps between the layers of linear chains."),
        QT_TRANSLATE_NOOP("CoreText", "Monolithic"),
        QT_TRANSLATE_NOOP("CoreText", "Layer after layer on one array, maps kept on chip between them; for a chip of "
                                      "one tile such as tangram_monolithic."),
        QT_TRANSLATE_NOOP("CoreText", "KAPLA"),
        QT_TRANSLATE_NOOP(
            "CoreText",
            "Fast: bounds choose what is looked at in detail. Within a few tenths of a percent of exhaustive."),
        QT_TRANSLATE_NOOP("CoreText", "Exhaustive"),
        QT_TRANSLATE_NOOP("CoreText", "Every partition, mapping and blocking of each layer, one layer after another."),
        QT_TRANSLATE_NOOP("CoreText", "Directives"),
        QT_TRANSLATE_NOOP("CoreText", "Every size and order of each layer's directives, priced one by one, without "
                                      "bounds: slow; a check of the others."),
        QT_TRANSLATE_NOOP("CoreText", "Random"),
        QT_TRANSLATE_NOOP("CoreText", "Looks at each candidate with a set probability (draw_probability)."),
        QT_TRANSLATE_NOOP("CoreText", "Annealing"),
        QT_TRANSLATE_NOOP("CoreText",
                          "Simulated annealing of each layer's scheme, guided by boosted trees that learn its cost."),
        QT_TRANSLATE_NOOP("CoreText", "longer than is looked at"),
        QT_TRANSLATE_NOOP("CoreText", "no regions keep the tiles busy"),
        QT_TRANSLATE_NOOP("CoreText", "maps to be buffered whole have no room"),
        QT_TRANSLATE_NOOP("CoreText", "ruled out by the estimate from their layers alone"),
        QT_TRANSLATE_NOOP("CoreText", "ruled out by the estimate from their best partitions"),
        QT_TRANSLATE_NOOP("CoreText", "planned, nothing fits"),
        QT_TRANSLATE_NOOP("CoreText", "planned, too costly"),
        QT_TRANSLATE_NOOP("CoreText", "planned, chained with others"),
        QT_TRANSLATE_NOOP("CoreText", "optimal"),
        QT_TRANSLATE_NOOP("CoreText", "feasible"),
        QT_TRANSLATE_NOOP("CoreText", "stopped"),
        QT_TRANSLATE_NOOP("CoreText", "infeasible"),
        QT_TRANSLATE_NOOP("CoreText", "Energy x delay"),
        QT_TRANSLATE_NOOP("CoreText", "Cycles"),
        QT_TRANSLATE_NOOP("CoreText", "Delay"),
        QT_TRANSLATE_NOOP("CoreText", "Power"),
        QT_TRANSLATE_NOOP("CoreText", "Throughput"),
        QT_TRANSLATE_NOOP("CoreText", "Energy efficiency"),
        QT_TRANSLATE_NOOP("CoreText", "Area efficiency"),
        QT_TRANSLATE_NOOP("CoreText", "DRAM words"),
        QT_TRANSLATE_NOOP("CoreText", "To the lower bound"),
        QT_TRANSLATE_NOOP("CoreText",
                          "Cycles in which the PE arrays of the slowest region, or the whole segment, wait for DRAM."),
        QT_TRANSLATE_NOOP("CoreText", "Cycles in which the PE arrays of the slowest region wait for the array bus."),
        QT_TRANSLATE_NOOP("CoreText", "PEs of the working tiles that the mapping of the layers does not reach."),
        QT_TRANSLATE_NOOP("CoreText", "Cycles in which pipelines fill and drain, and regions wait for each other."),
        QT_TRANSLATE_NOOP("CoreText", "Words over the busiest link of the mesh, over the mean of all links."),
        QT_TRANSLATE_NOOP("CoreText", "Work of the tiles that belongs to no layer, because pieces are rounded up."),
        QT_TRANSLATE_NOOP("CoreText", "Layers that fill the buffers, and fetch data more than once."),
        QT_TRANSLATE_NOOP(
            "CoreText",
            "Layers whose weights are fetched more than once, and would fit into buffers of at most twice the size."),
        QT_TRANSLATE_NOOP("CoreText", "Switches of the search space that are off, each by itself."),
        QT_TRANSLATE_NOOP("CoreText",
                          "all schedules of the search space, in the order in which layers run, whose segments "
                          "work in regions that solvers choose from: on every grid of the chip, "
                          "tiles in proportion to operations"),
    };
    return words;
}

} // namespace tilescape::ui::style
