#pragma once

#include "core/dataflow/directives/read_parts.h"

namespace tilescape::dataflow::directives {

/// Reads one layer's directives into a scheme, step by step; each step rests on those before it. Used once.
class SchemeReader {
public:
    SchemeReader(const LayerContext& context, const LayerDirectives& text, Faults& faults)
        : m_context(context), m_text(text), m_faults(context.layer.name, faults)
    {
    }
    std::optional<LayerScheme> run();

private:
    bool findScopes();
    bool readTiles();
    /// Tiles take neighbouring parts of a layer, as even as they can be: the shift follows.
    void checkPartitionShifts();
    /// Terms that follow from layer and chip.
    void checkAmounts(const std::vector<Term>& written, const std::vector<Term>& right, std::string_view sign,
                      std::string_view why);

    void readTensors(const Scope& scope, Storage storage);
    void readTensor(const TensorDirective& directive, const TensorForm& form, Storage storage);
    [[nodiscard]] std::string wrongDimension(Dim dim, const TensorForm& form) const;
    /// Sizes of a loop's dimension: all tensors at a level hold the same channels and images.
    void readSize(const Term& term, Loop loop, Storage storage);

    void readArrayStacks();
    void readReplication(const StackDirective& stack, Count units, std::vector<Loop>& seen);
    /// Blocking factors of the lower two levels from the sizes. False if what follows would have no sense.
    bool readFactors();

    /// Units of the dimension that all PEs, and the buffer, hold.
    [[nodiscard]] Count onArray(Loop loop) const;
    [[nodiscard]] Count inBuffer(Loop loop) const;
    /// The loop that an update steps; without steps, the one loop that counts nothing.
    std::optional<Loop> loopOfUpdate(const UpdateDirective& update);
    /// Appends the loop to those written at a level; false, with a fault, if it is there already.
    bool writeLoop(std::vector<Loop>& written, Loop loop, const UpdateDirective& update);
    void unknownUpdate(const UpdateDirective& update, std::string_view memory);
    void readRegisterUpdates();
    /// Checks step and count; returns the iterations of the inserted level that are known by now.
    Count readRegisterStep(const UpdateDirective& update, Loop loop);
    void checkRegisterLoop(Loop loop, const std::vector<Loop>& written, const std::vector<Loop>& rotated);
    void readBufferUpdates();
    void readBufferStep(const UpdateDirective& update, Loop loop);
    void checkCoverage(Loop loop, bool isWritten);
    void readSharing();

    struct CountedUpdate {
        Loop loop;
        const UpdateDirective* update;
    };

    const LayerContext& m_context;
    const LayerDirectives& m_text;
    FaultTeller m_faults;
    LayerForm m_form;
    LayerScheme m_scheme;
    const Scope* m_registers = nullptr;
    const Scope* m_buffer = nullptr;
    PerStorage<PerTensor<const TensorDirective*>> m_found;
    PerStorage<PerLoop<const Term*>> m_sizes;
    PerLoop<const Term*> m_shifts;
    PerLoop<const UpdateDirective*> m_updates; ///< under GBUF
    std::vector<CountedUpdate> m_innerCounts;  ///< under REGF, those that say their steps
};

} // namespace tilescape::dataflow::directives
