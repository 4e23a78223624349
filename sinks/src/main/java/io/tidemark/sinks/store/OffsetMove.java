package io.tidemark.sinks.store;

import java.util.Optional;

/**
 * The offset that a batch brings a partition to, and the one it must still have. A store that holds another one refuses the
 * batch with {@link OffsetConflictException}: another process stores the same records.
 */
public record OffsetMove(SourcePartition partition, Optional<SourceOffset> from, SourceOffset to) {}
