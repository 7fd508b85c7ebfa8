#include <mimalloc.h>

namespace {

/// Milliseconds that pages which are free again are kept: from one edit to the next, which needs as many.
constexpr long keptFree = 10000;

/// Tells the allocator how to ask the system for memory. Searches keep hundreds of megabytes of small objects, all over which they look
/// things up: with pages of 4 KiB a sixth of their time, and more, goes into finding out where these are. Where the system has no larger ones
/// nothing changes. What the environment sets (MIMALLOC_...) goes before.
void askForLargePages(int /*argc*/, char** /*argv*/, char** /*environment*/)
{
    mi_option_set_default(mi_option_large_os_pages, 1);
#if MI_MALLOC_VERSION < 210
    mi_option_set_default(mi_option_decommit_delay, keptFree);
#else
    mi_option_set_default(mi_option_purge_delay, keptFree);
#endif
}

/// The allocator reserves memory for the first object of the shared libraries, before any initializer of the program.
[[gnu::section(".preinit_array"), gnu::used]] void (*const beforeAllLibraries)(int, char**, char**) = askForLargePages;

} // namespace
