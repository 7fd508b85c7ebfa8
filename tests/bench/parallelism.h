#pragma once

/// Times the search for parallelism: ResNet-152 on 1,024 accelerators, and a chain of 100,000 layers. One JSON line each.
void benchParallelism();
