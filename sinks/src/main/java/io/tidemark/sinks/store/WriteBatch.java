package io.tidemark.sinks.store;

import java.util.List;

/** Rows and the offsets they bring their partitions to: stored together or not at all. */
public record WriteBatch(List<StoreChange> changes, List<OffsetMove> offsets) {
    public WriteBatch {
        changes = List.copyOf(changes);
        offsets = List.copyOf(offsets);
    }
}
